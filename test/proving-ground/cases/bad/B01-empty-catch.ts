import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const baseUrl = process.env.TICKETS_URL ?? 'https://tickets.example.com';

class TicketsApiError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The ticket system answered ${status}; read the ticket again before you change it.`);
    this.status = status;
  }
}

async function setTicketStatus(ticketId: string, status: 'open' | 'resolved'): Promise<void> {
  const res = await fetch(`${baseUrl}/tickets/${encodeURIComponent(ticketId)}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  });
  if (!res.ok) throw new TicketsApiError(res.status);
}

export const server = new McpServer({ name: 'tickets', version: '1.4.0' });

server.registerTool(
  'resolve_ticket',
  {
    description: 'Marks a support ticket as resolved.',
    inputSchema: { ticketId: z.string().describe('Ticket id, for example T-1042') },
  },
  async ({ ticketId }) => {
    try {
      await setTicketStatus(ticketId, 'resolved');
    } catch { // expect: no-swallowed-error
    }
    return { content: [{ type: 'text', text: `Ticket ${ticketId} is resolved.` }] };
  },
);
