import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const docsUrl = process.env.DOCS_URL ?? 'https://docs.example.com';

function excerpt(page: string, length: number): string {
  const text = page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ').trim();
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

export const server = new McpServer({ name: 'docs', version: '1.5.0' });

server.registerTool(
  'read_doc',
  {
    description: 'Reads a page of the product documentation.',
    inputSchema: { slug: z.string().describe('Path below the documentation root') },
    annotations: { readOnlyHint: true },
  },
  async ({ slug }) => {
    const res = await fetch(`${docsUrl}/${encodeURI(slug)}`); // expect: no-unchecked-response
    const page = await res.text();
    return { content: [{ type: 'text', text: excerpt(page, 8_000) }] };
  },
);
