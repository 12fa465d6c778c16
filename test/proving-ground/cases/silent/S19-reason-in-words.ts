import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class SearchError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The search answered ${status}; use fewer words.`);
    this.status = status;
  }
}

async function callApi(path: string, method: string): Promise<unknown> {
  const res = await fetch(`https://search.example.com${path}`, { method });
  if (!res.ok) throw new SearchError(res.status);
  return await res.json();
}

export const server = new McpServer({ name: 'search', version: '1.0.0' });

server.registerTool(
  'search',
  { description: 'Searches the knowledge base.', inputSchema: { query: z.string() } },
  async ({ query }) => {
    try {
      await callApi('/index/warm', 'POST');
    } catch {
      // best effort: warming the index only makes the search below faster, its answer stays the same
    }
    const results = await callApi(`/documents?q=${encodeURIComponent(query)}`, 'GET');
    return { content: [{ type: 'text', text: JSON.stringify({ results }) }] };
  },
);
