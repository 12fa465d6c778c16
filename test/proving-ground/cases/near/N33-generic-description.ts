import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class TranscribeError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The transcriber answered ${status}; use a shorter recording.`);
    this.status = status;
  }
}

async function transcribe(recording: string): Promise<string> {
  const res = await fetch(`https://transcribe.example.com/recordings/${encodeURIComponent(recording)}`);
  if (!res.ok) throw new TranscribeError(res.status);
  return (await res.json()) as string;
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'transcribe', version: '1.0.0' });

server.registerTool(
  'transcribe',
  { description: 'Writes a recording down.', inputSchema: { recording: z.string() }, annotations: { readOnlyHint: true } },
  async ({ recording }) => {
    try {
      return { content: [{ type: 'text', text: await transcribe(recording) }] };
    } catch (error) {
      if (!(error instanceof TranscribeError && error.status === 504)) throw error;
      return toolError({
        errorCategory: 'transient',
        isRetryable: true,
        retryAfterSeconds: 40,
        errorCode: 'TRANSCRIBE_TIMEOUT',
        description: 'Something went wrong', // expect: no-generic-error-message
      });
    }
  },
);
