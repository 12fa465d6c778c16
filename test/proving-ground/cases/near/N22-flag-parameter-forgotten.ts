import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class LockerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The locker answered ${status}; list the lockers first.`);
    this.status = status;
  }
}

async function openLocker(locker: string): Promise<void> {
  const res = await fetch(`https://lockers.example.com/lockers/${encodeURIComponent(locker)}`, { method: 'POST' });
  if (!res.ok) throw new LockerError(res.status);
}

function jsonResult(data: unknown, isError = false): CallToolResult {
  return { isError, content: [{ type: 'text', text: JSON.stringify(data) }] };
}

export const server = new McpServer({ name: 'lockers', version: '1.0.0' });

server.registerTool(
  'open_locker',
  { description: 'Opens a locker.', inputSchema: { locker: z.string() } },
  async ({ locker }) => {
    try {
      await openLocker(locker);
      return jsonResult({ locker, open: true });
    } catch (error) {
      if (!(error instanceof LockerError && error.status === 423)) throw error;
      return jsonResult({ // expect: require-is-error
        errorCategory: 'business',
        isRetryable: false,
        errorCode: 'LOCKER_BLOCKED',
        description: `Error: locker ${locker} is blocked by its owner. Ask the owner to release it.`,
        customerFriendlyMessage: 'This locker is blocked by its owner.',
      });
    }
  },
);
