import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class HotelError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The hotel answered ${status}; look for free rooms first.`);
    this.status = status;
  }
}

async function bookRoom(room: string): Promise<void> {
  const res = await fetch(`https://hotel.example.com/rooms/${encodeURIComponent(room)}`, { method: 'POST' });
  if (!res.ok) throw new HotelError(res.status);
}

function refusal(description: string, isRetryable: boolean): CallToolResult {
  const payload = {
    errorCategory: 'business',
    isRetryable,
    errorCode: 'ROOM_REFUSED',
    description,
    retryAfterSeconds: 60,
    customerFriendlyMessage: 'This room cannot be booked.',
  };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'hotel', version: '1.0.0' });

server.registerTool(
  'book_room',
  { description: 'Books a room.', inputSchema: { room: z.string() } },
  async ({ room }) => {
    try {
      await bookRoom(room);
    } catch (error) {
      if (!(error instanceof HotelError && error.status === 409)) throw error;
      return refusal(`Room ${room} is taken. Offer another room.`, true); // expect: no-retryable-terminal-error
    }
    return { content: [{ type: 'text', text: `Room ${room} is booked.` }] };
  },
);
