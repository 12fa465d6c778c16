import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class VideoError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The video service answered ${status}; check the video id.`);
    this.status = status;
  }
}

async function getTranscript(video: string): Promise<string> {
  const res = await fetch(`https://video.example.com/transcripts/${encodeURIComponent(video)}`);
  if (!res.ok) throw new VideoError(res.status);
  return (await res.json()) as string;
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'video', version: '1.0.0' });

server.registerTool(
  'read_transcript',
  { description: 'Reads what is said in a video.', inputSchema: { video: z.string() }, annotations: { readOnlyHint: true } },
  async ({ video }) => {
    try {
      return { content: [{ type: 'text', text: await getTranscript(video) }] };
    } catch (error) {
      if (!(error instanceof VideoError && error.status === 504)) throw error;
      return toolError({
        errorCategory: 'upstream', // expect: require-error-category
        isRetryable: true,
        retryAfterSeconds: 20,
        errorCode: 'VIDEO_TIMEOUT',
        description: 'The video service did not answer in time. Ask again after the wait.',
      });
    }
  },
);
