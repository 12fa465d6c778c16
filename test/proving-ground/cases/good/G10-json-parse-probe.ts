import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class KeyValueError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The key-value store answered ${status}; list the keys first.`);
    this.status = status;
  }
}

async function getValue(key: string): Promise<string> {
  const res = await fetch(`https://kv.example.com/values/${encodeURIComponent(key)}`);
  if (!res.ok) throw new KeyValueError(res.status);
  return await res.text();
}

function pretty(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

export const server = new McpServer({ name: 'key-value', version: '1.0.0' });

server.registerTool(
  'get_value',
  { description: 'Reads a value.', inputSchema: { key: z.string() }, annotations: { readOnlyHint: true } },
  async ({ key }) => {
    const value = await getValue(key);
    return { content: [{ type: 'text', text: pretty(value) }] };
  },
);
