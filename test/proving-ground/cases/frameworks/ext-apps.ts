import { registerAppTool } from '@modelcontextprotocol/ext-apps/server';
import { McpServer } from '@modelcontextprotocol/server';
import ky, { HTTPError } from 'ky';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://charts.example.com' });

export const server = new McpServer({ name: 'charts', version: '1.0.0' });

registerAppTool(
  server,
  'show_chart',
  {
    title: 'Show a chart',
    description: 'Draws the figures of a report.',
    inputSchema: z.object({ report: z.string() }),
    _meta: { ui: { resourceUri: 'ui://charts/view.html' } },
  },
  async ({ report }) => {
    const figures = await api.get(`reports/${report}/figures`).json<number[]>().catch(() => []); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: JSON.stringify({ figures }) }] };
  },
);

registerAppTool(
  server,
  'share_chart',
  {
    description: 'Shares a chart.',
    inputSchema: z.object({ chart: z.string(), mail: z.string() }),
    _meta: { ui: { resourceUri: 'ui://charts/view.html' } },
  },
  async ({ chart, mail }) => {
    try {
      await api.post(`charts/${chart}/shares`, { json: { mail } });
      return { content: [{ type: 'text', text: `Shared with ${mail}.` }] };
    } catch (error) {
      if (!(error instanceof HTTPError && error.response.status === 422)) throw error;
      return { content: [{ type: 'text', text: `Error: ${mail} is no mail address.` }] }; // expect: require-is-error
    }
  },
);

registerAppTool(
  server,
  'pin_chart',
  {
    description: 'Pins a chart.',
    inputSchema: z.object({ chart: z.string() }),
    _meta: { ui: { resourceUri: 'ui://charts/view.html' } },
  },
  async ({ chart }) => {
    await api.put(`charts/${chart}/pin`);
    return { content: [{ type: 'text', text: `Pinned ${chart}.` }] };
  },
);
