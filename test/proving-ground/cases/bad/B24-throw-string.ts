// forms: v1, v2
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Article {
  id: string;
  headline: string;
}

class ArchiveError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The archive answered ${status}; use a shorter query.`);
    this.status = status;
  }
}

async function searchArchive(query: string): Promise<Article[]> {
  const res = await fetch(`https://archive.example.com/articles?q=${encodeURIComponent(query)}`);
  if (!res.ok) throw new ArchiveError(res.status);
  return (await res.json()) as Article[];
}

export const server = new McpServer({ name: 'archive', version: '1.0.0' });

server.registerTool(
  'search_archive',
  {
    description: 'Searches the newspaper archive.',
    inputSchema: { q: z.string().optional() },
    annotations: { readOnlyHint: true },
  },
  async ({ q }) => {
    if (!q) throw 'q is required'; // expect: no-lost-error-data
    const articles = await searchArchive(q);
    return { content: [{ type: 'text', text: JSON.stringify({ articles }) }] };
  },
);
