import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class PhotosError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The photo service answered ${status}; list the albums first.`);
    this.status = status;
  }
}

async function callApi<T>(path: string, method = 'GET'): Promise<T> {
  const res = await fetch(`https://photos.example.com${path}`, { method });
  if (!res.ok) throw new PhotosError(res.status);
  return (await res.json()) as T;
}

export const server = new McpServer({ name: 'photos', version: '1.0.0' });

server.registerTool(
  'list_album',
  { description: 'Lists the photos of an album.', inputSchema: { album: z.string() } },
  async ({ album }) => {
    const photos = await callApi<string[]>(`/albums/${encodeURIComponent(album)}`);
    try {
      await callApi(`/albums/${encodeURIComponent(album)}/last-seen`, 'PUT');
    } catch (_ignored) {
      // the mark is only for the web page
    }
    return { content: [{ type: 'text', text: JSON.stringify({ photos }) }] };
  },
);
