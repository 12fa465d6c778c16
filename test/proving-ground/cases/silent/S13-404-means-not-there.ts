import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Label {
  name: string;
  color: string;
}

class LabelsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The label service answered ${status}; check the repository name.`);
    this.status = status;
  }
}

async function getLabel(repository: string, name: string): Promise<Label> {
  const res = await fetch(`https://labels.example.com/${encodeURIComponent(repository)}/${encodeURIComponent(name)}`);
  if (!res.ok) throw new LabelsError(res.status);
  return (await res.json()) as Label;
}

export const server = new McpServer({ name: 'labels', version: '1.0.0' });

server.registerTool(
  'find_label',
  { description: 'Looks for a label.', inputSchema: { repository: z.string(), name: z.string() } },
  async ({ repository, name }) => {
    try {
      const label = await getLabel(repository, name);
      return { content: [{ type: 'text', text: JSON.stringify({ found: true, label }) }] };
    } catch (error) {
      if (error instanceof LabelsError && error.status === 404) {
        return { content: [{ type: 'text', text: JSON.stringify({ found: false }) }] };
      }
      throw error;
    }
  },
);
