import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'holidays', version: '1.0.0' });

server.registerTool(
  'list_holidays',
  { description: 'Lists the public holidays of a year.', inputSchema: { year: z.number().int() }, annotations: { readOnlyHint: true } },
  async ({ year }) => {
    const holidays = await fetch(`https://holidays.example.com/${year}`).then((res) => res.json()); // expect: no-unchecked-response
    return { content: [{ type: 'text', text: JSON.stringify({ year, holidays }) }] };
  },
);
