import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class DoorsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The door control answered ${status}; list the doors first.`);
    this.status = status;
  }
}

async function unlockDoor(door: string): Promise<void> {
  const res = await fetch(`https://doors.example.com/doors/${encodeURIComponent(door)}`, { method: 'POST' });
  if (!res.ok) throw new DoorsError(res.status);
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'doors', version: '1.0.0' });

server.registerTool(
  'unlock_door',
  { description: 'Unlocks a door.', inputSchema: { door: z.string() } },
  async ({ door }) => {
    try {
      await unlockDoor(door);
    } catch (error) {
      if (!(error instanceof DoorsError && error.status === 403)) throw error;
      return toolError({
        bucket: 'Permission',
        retryable: true, // expect: no-retryable-terminal-error
        retryAfterMs: 2_000 + Math.floor(Math.random() * 500),
        errorCode: 'DOOR_FORBIDDEN',
        humanMessage: `The badge may not unlock door ${door}. Ask the front desk.`,
      });
    }
    return { content: [{ type: 'text', text: `Door ${door} is unlocked.` }] };
  },
);
