import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Bookmark {
  title: string;
  target: string;
}

class BookmarksError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The bookmark service answered ${status}; list the folders first.`);
    this.status = status;
  }
}

async function listBookmarks(folder: string): Promise<Bookmark[]> {
  const res = await fetch(`https://bookmarks.example.com/folders/${encodeURIComponent(folder)}`);
  if (!res.ok) throw new BookmarksError(res.status);
  return (await res.json()) as Bookmark[];
}

function hostOf(target: string): string {
  try {
    return new URL(target).hostname;
  } catch {
    return target;
  }
}

export const server = new McpServer({ name: 'bookmarks', version: '1.0.0' });

server.registerTool(
  'list_bookmarks',
  { description: 'Lists the bookmarks of a folder.', inputSchema: { folder: z.string() } },
  async ({ folder }) => {
    const bookmarks = await listBookmarks(folder);
    const lines = bookmarks.map(({ title, target }) => `${title} (${hostOf(target)})`);
    return { content: [{ type: 'text', text: lines.join('\n') }] };
  },
);
