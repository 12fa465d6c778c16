import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class TagsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The tag service answered ${status}; check the document id.`);
    this.status = status;
  }
}

async function addTags(documentId: string, tags: string[]): Promise<void> {
  const res = await fetch(`https://tags.example.com/documents/${encodeURIComponent(documentId)}`, {
    method: 'PUT',
    body: JSON.stringify(tags),
  });
  if (!res.ok) throw new TagsError(res.status);
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'tags', version: '1.0.0' });

server.registerTool(
  'add_tags',
  { description: 'Adds tags to a document.', inputSchema: { documentId: z.string(), tags: z.array(z.string()) } },
  async ({ documentId, tags }) => {
    if (tags.length === 0) {
      return toolError({
        errorCategory: 'validation',
        isRetryable: false,
        errorCode: 'NO_TAGS_GIVEN',
        description: 'The list of tags is empty. Give at least one tag.',
      });
    }
    await addTags(documentId, tags);
    return { content: [{ type: 'text', text: `Added ${tags.length} tags.` }] };
  },
);
