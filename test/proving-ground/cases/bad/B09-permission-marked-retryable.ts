import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class WikiError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The wiki answered ${status}; check the page id.`);
    this.status = status;
  }
}

async function readPage(pageId: string): Promise<string> {
  const res = await fetch(`https://wiki.example.com/api/pages/${encodeURIComponent(pageId)}`);
  if (!res.ok) throw new WikiError(res.status);
  return await res.text();
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'wiki', version: '1.0.3' });

server.registerTool(
  'read_page',
  {
    description: 'Reads a wiki page.',
    inputSchema: { pageId: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ pageId }) => {
    try {
      return { content: [{ type: 'text', text: await readPage(pageId) }] };
    } catch (error) {
      if (error instanceof WikiError && error.status === 403) {
        return toolError({
          errorCategory: 'permission',
          isRetryable: true, // expect: no-retryable-terminal-error
          retryAfterSeconds: 30,
          errorCode: 'PAGE_RESTRICTED',
          description: `Page ${pageId} is restricted. Ask an owner of its space for the scope "pages.read".`,
          customerFriendlyMessage: 'This page is restricted.',
        });
      }
      throw error;
    }
  },
);
