import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class LedgerError extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`The ledger answered ${status}; read the account before you post again.`);
    this.status = status;
    this.body = body;
  }
}

async function postEntry(account: string, cents: number): Promise<string> {
  const res = await fetch(`https://ledger.example.com/accounts/${encodeURIComponent(account)}/entries`, {
    method: 'POST',
    body: JSON.stringify({ cents }),
  });
  if (!res.ok) throw new LedgerError(res.status, await res.text());
  return ((await res.json()) as { id: string }).id;
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'ledger', version: '1.0.0' });

server.registerTool(
  'post_entry',
  { description: 'Posts an entry to an account.', inputSchema: { account: z.string(), cents: z.number().int() } },
  async ({ account, cents }) => {
    try {
      return { content: [{ type: 'text', text: `Posted entry ${await postEntry(account, cents)}.` }] };
    } catch (error) {
      if (!(error instanceof LedgerError && error.status === 422)) throw error;
      return toolError({
        errorCategory: 'validation',
        isRetryable: false,
        errorCode: 'ENTRY_REJECTED',
        description: `The ledger rejected the entry for ${account}. Correct the amount.`,
        cause: JSON.stringify(error), // expect: no-error-leak
        response: error.body, // expect: no-error-leak
      });
    }
  },
);
