import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class MenuError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The canteen answered ${status}; name a working day.`);
    this.status = status;
  }
}

async function getMenu(day: string): Promise<string[]> {
  const res = await fetch(`https://canteen.example.com/menus/${encodeURIComponent(day)}`);
  if (!res.ok) throw new MenuError(res.status);
  return (await res.json()) as string[];
}

function errorResult(message: string): CallToolResult {
  return { content: [{ type: 'text', text: `Error: ${message}` }] }; // expect: require-is-error
}

export const server = new McpServer({ name: 'canteen', version: '1.0.0' });

server.registerTool(
  'get_menu',
  { description: 'Reads the menu of a day.', inputSchema: { day: z.iso.date() }, annotations: { readOnlyHint: true } },
  async ({ day }) => {
    try {
      return { content: [{ type: 'text', text: (await getMenu(day)).join('\n') }] };
    } catch (error) {
      if (!(error instanceof MenuError && error.status === 504)) throw error;
      return errorResult(`the canteen did not answer about ${day}.`);
    }
  },
);
