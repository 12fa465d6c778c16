import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class LaundryError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The laundry answered ${status}; list the machines first.`);
    this.status = status;
  }
}

async function startMachine(machine: string): Promise<void> {
  const res = await fetch(`https://laundry.example.com/machines/${encodeURIComponent(machine)}`, { method: 'POST' });
  if (!res.ok) throw new LaundryError(res.status);
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'laundry', version: '1.0.0' });

server.registerTool(
  'start_machine',
  { description: 'Starts a washing machine.', inputSchema: { machine: z.string() } },
  async ({ machine }) => {
    try {
      await startMachine(machine);
    } catch (error) {
      if (!(error instanceof LaundryError && error.status === 402)) throw error;
      return toolError({ // expect: require-is-retryable
        errorCategory: 'business',
        errorCode: 'CARD_EMPTY',
        description: 'The card is empty. Tell the user to top it up.',
        customerFriendlyMessage: 'Your laundry card is empty.',
      });
    }
    return { content: [{ type: 'text', text: `Machine ${machine} runs.` }] };
  },
);
