import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class LibraryError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The library answered ${status}; use fewer words.`);
    this.status = status;
  }
}

async function searchBooks(words: string): Promise<string[]> {
  const res = await fetch(`https://library.example.com/books/${encodeURIComponent(words)}`);
  if (!res.ok) throw new LibraryError(res.status);
  return (await res.json()) as string[];
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'library', version: '1.0.0' });

server.registerTool(
  'search_books',
  { description: 'Searches the library.', inputSchema: { words: z.string() }, annotations: { readOnlyHint: true } },
  async ({ words }) => {
    const books = await searchBooks(words);
    if (!books.length) {
      return toolError({ // expect: no-error-for-empty-result
        errorCategory: 'not_found',
        isRetryable: false,
        errorCode: 'NO_BOOKS',
        description: `No books match "${words}". Search for fewer words.`,
      });
    }
    return { content: [{ type: 'text', text: JSON.stringify({ books }) }] };
  },
);
