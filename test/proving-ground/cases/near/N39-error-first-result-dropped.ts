import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Answer {
  data: string[] | null;
  error: { code: string } | null;
}

async function selectRows(table: string): Promise<Answer> {
  const res = await fetch(`https://rows.example.com/${encodeURIComponent(table)}`);
  if (res.ok) return { data: (await res.json()) as string[], error: null };
  return { data: null, error: (await res.json()) as { code: string } };
}

export const server = new McpServer({ name: 'rows', version: '1.0.0' });

server.registerTool(
  'list_rows',
  { description: 'Lists the rows of a table.', inputSchema: { table: z.string() }, annotations: { readOnlyHint: true } },
  async ({ table }) => {
    const { data, error } = await selectRows(table);
    if (error) return { content: [{ type: 'text', text: JSON.stringify({ rows: [] }) }] }; // expect: no-swallowed-error
    return { content: [{ type: 'text', text: JSON.stringify({ rows: data }) }] };
  },
);
