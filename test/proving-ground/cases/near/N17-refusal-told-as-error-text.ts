import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Booking {
  id: string;
  started: boolean;
}

class BookingsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The booking service answered ${status}; search the booking first.`);
    this.status = status;
  }
}

async function getBooking(bookingId: string): Promise<Booking> {
  const res = await fetch(`https://bookings.example.com/bookings/${encodeURIComponent(bookingId)}`);
  if (!res.ok) throw new BookingsError(res.status);
  return (await res.json()) as Booking;
}

export const server = new McpServer({ name: 'bookings', version: '1.0.0' });

server.registerTool(
  'check_rebooking',
  { description: 'Tells whether a booking can be changed.', inputSchema: { bookingId: z.string() }, annotations: { readOnlyHint: true } },
  async ({ bookingId }) => {
    const booking = await getBooking(bookingId);
    if (booking.started) {
      return { content: [{ type: 'text', text: 'Error: permission denied, the trip has begun.' }] }; // expect: require-is-error
    }
    return { content: [{ type: 'text', text: `Booking ${booking.id} can be changed.` }] };
  },
);
