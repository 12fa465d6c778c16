import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

interface Answer {
  data: string[] | null;
  error: { code: string } | null;
}

async function selectNames(table: string): Promise<Answer> {
  const res = await fetch(`https://tables.example.com/${encodeURIComponent(table)}?select=name`);
  if (res.ok) return { data: (await res.json()) as string[], error: null };
  return { data: null, error: (await res.json()) as { code: string } };
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'tables', version: '1.0.0' });

server.registerTool(
  'list_names',
  { description: 'Lists the names in a table.', inputSchema: { table: z.string() } },
  async ({ table }) => {
    const { data, error } = await selectNames(table);
    if (error) {
      return toolError({
        errorCategory: 'validation',
        isRetryable: false,
        errorCode: 'TABLE_UNREADABLE',
        description: `The table ${table} cannot be read this way. Call list_tables for valid names.`,
      });
    }
    return { content: [{ type: 'text', text: JSON.stringify({ names: data }) }] };
  },
);
