import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class FaxError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The fax service answered ${status}; read the outbox before you send again.`);
    this.status = status;
  }
}

async function sendFax(number: string, text: string): Promise<string> {
  const res = await fetch(`https://fax.example.com/outbox/${encodeURIComponent(number)}`, { method: 'POST', body: text });
  if (!res.ok) throw new FaxError(res.status);
  return await res.text();
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'fax', version: '1.0.0' });

server.registerTool(
  'send_fax',
  { description: 'Sends a fax.', inputSchema: { number: z.string(), text: z.string() } },
  async ({ number, text }) => {
    try {
      return { content: [{ type: 'text', text: `Fax ${await sendFax(number, text)} is sent.` }] };
    } catch (error) {
      if (!(error instanceof FaxError && error.status === 504)) throw error;
      return toolError({
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'FAX_OUTCOME_UNKNOWN',
        description: 'The line broke off, so the fax may have been sent. Read the outbox before you send it again.',
        recovery: { stateAfterTimeoutUnknown: true, suggestedAction: 'Call list_outbox.' },
      });
    }
  },
);
