import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class MusicError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The music service answered ${status}; search the track first.`);
    this.status = status;
  }
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'music', version: '1.0.0' });

server.registerTool(
  'get_lyrics',
  { description: 'Reads the words of a song.', inputSchema: { track: z.string() }, annotations: { readOnlyHint: true } },
  async ({ track }) => {
    const res = await fetch(`https://music.example.com/lyrics/${encodeURIComponent(track)}`);
    if (res.status === 401) {
      return toolError({
        errorCategory: 'transient',
        isRetryable: true, // expect: no-retryable-terminal-error
        retryAfterSeconds: 5,
        errorCode: 'MUSIC_SIGNED_OUT',
        description: 'The music service did not accept the token. Ask again after the wait.',
      });
    }
    if (!res.ok) throw new MusicError(res.status);
    return { content: [{ type: 'text', text: await res.text() }] };
  },
);
