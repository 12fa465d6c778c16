import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class GlossaryError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The glossary answered ${status}; ask for one letter.`);
    this.status = status;
  }
}

async function listTerms(letter: string): Promise<string[]> {
  const res = await fetch(`https://glossary.example.com/letters/${encodeURIComponent(letter)}`);
  if (!res.ok) throw new GlossaryError(res.status);
  return (await res.json()) as string[];
}

export const server = new McpServer({ name: 'glossary', version: '1.0.0' });

server.registerTool(
  'list_terms',
  { description: 'Lists the terms of a letter.', inputSchema: { letter: z.string() }, annotations: { readOnlyHint: true } },
  async ({ letter }) => {
    const terms = await listTerms(letter).then((found) => found.sort(), () => []); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: JSON.stringify({ terms }) }] };
  },
);
