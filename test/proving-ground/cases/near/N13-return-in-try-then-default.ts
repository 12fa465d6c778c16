import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Page {
  title: string;
}

class SitemapError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The site answered ${status}; check the host name.`);
    this.status = status;
  }
}

async function getPages(host: string): Promise<Page[]> {
  const res = await fetch(`https://sitemap.example.com/${encodeURIComponent(host)}`);
  if (!res.ok) throw new SitemapError(res.status);
  return (await res.json()) as Page[];
}

async function pagesOf(host: string): Promise<Page[]> {
  try {
    return await getPages(host);
  } catch (error) { // expect: no-swallowed-error
    console.error('sitemap', host, error);
  }
  return [];
}

export const server = new McpServer({ name: 'sitemap', version: '1.0.0' });

server.registerTool(
  'list_pages',
  { description: 'Lists the pages of a site.', inputSchema: { host: z.string() }, annotations: { readOnlyHint: true } },
  async ({ host }) => {
    const pages = await pagesOf(host);
    return { content: [{ type: 'text', text: JSON.stringify({ pages }) }] };
  },
);
