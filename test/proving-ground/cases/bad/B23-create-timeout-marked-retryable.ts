import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class TransferRejected extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The bank answered ${status}; read the account before you try again.`);
    this.status = status;
  }
}

async function createTransfer(iban: string, cents: number): Promise<string> {
  const res = await fetch('https://bank.example.com/transfers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ iban, cents }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!res.ok) throw new TransferRejected(res.status);
  return ((await res.json()) as { id: string }).id;
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'bank', version: '1.0.0' });

server.registerTool(
  'create_transfer',
  {
    description: 'Sends money to an account.',
    inputSchema: { iban: z.string(), cents: z.number().int().positive() },
    annotations: { readOnlyHint: false, idempotentHint: false },
  },
  async ({ iban, cents }) => {
    try {
      const id = await createTransfer(iban, cents);
      return { content: [{ type: 'text', text: `Transfer ${id} is on its way.` }] };
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
      return toolError({ // expect: require-recovery-hint
        errorCategory: 'transient',
        isRetryable: true,
        retryAfterSeconds: 10,
        errorCode: 'BANK_TIMEOUT',
        description: 'The bank did not answer within 10 seconds. Send the transfer again after the wait.',
      });
    }
  },
);
