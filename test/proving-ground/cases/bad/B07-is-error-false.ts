import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class CalendarError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The calendar answered ${status}; look for a free slot first.`);
    this.status = status;
  }
}

async function createEvent(title: string, start: string): Promise<string> {
  const res = await fetch('https://calendar.example.com/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title, start }),
  });
  if (!res.ok) throw new CalendarError(res.status);
  const { id } = (await res.json()) as { id: string };
  return id;
}

export const server = new McpServer({ name: 'calendar', version: '0.3.0' });

server.registerTool(
  'create_event',
  { description: 'Adds an event to the calendar.', inputSchema: { title: z.string(), start: z.iso.datetime() } },
  async ({ title, start }) => {
    try {
      const id = await createEvent(title, start);
      return { content: [{ type: 'text', text: `Created event ${id}.` }] };
    } catch (error) {
      if (!(error instanceof CalendarError && error.status === 403)) throw error;
      return { isError: false, content: [{ type: 'text', text: JSON.stringify({ // expect: require-is-error
        errorCategory: 'permission',
        isRetryable: false,
        errorCode: 'CALENDAR_READ_ONLY',
        description: 'This calendar may only be read. Ask its owner for the scope "events.write".',
        customerFriendlyMessage: 'I may not add events to this calendar.',
      }) }] };
    }
  },
);
