import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class ParkingError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The car park answered ${status}; list the car parks first.`);
    this.status = status;
  }
}

async function countFree(carPark: string): Promise<number> {
  const res = await fetch(`https://parking.example.com/free/${encodeURIComponent(carPark)}`);
  if (!res.ok) throw new ParkingError(res.status);
  return (await res.json()) as number;
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'parking', version: '1.0.0' });

server.registerTool(
  'count_free',
  { description: 'Counts free places.', inputSchema: { carPark: z.string() }, annotations: { readOnlyHint: true } },
  async ({ carPark }) => {
    try {
      return { content: [{ type: 'text', text: String(await countFree(carPark)) }] };
    } catch (error) {
      if (!(error instanceof ParkingError && error.status === 504)) throw error;
      return toolError({
        errorCategory: 'transient',
        isRetryable: 'yes', // expect: require-is-retryable
        retryAfterSeconds: 20,
        errorCode: 'PARKING_TIMEOUT',
        description: 'The car park did not answer in time. Ask again after the wait.',
      });
    }
  },
);
