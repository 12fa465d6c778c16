import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class EventsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The event service answered ${status}; name another city.`);
    this.status = status;
  }
}

async function getEvents(city: string): Promise<string[]> {
  const res = await fetch(`https://events.example.com/cities/${encodeURIComponent(city)}`);
  if (!res.ok) throw new EventsError(res.status);
  return (await res.json()) as string[];
}

export const server = new McpServer({ name: 'events', version: '1.0.0' });

server.registerTool(
  'list_events',
  { description: 'Lists the events in a city.', inputSchema: { city: z.string() }, annotations: { readOnlyHint: true } },
  async ({ city }) => {
    let events: string[] | undefined;
    try {
      events = await getEvents(city);
    } catch (error) { // expect: no-swallowed-error
      console.error('events', city, error);
    }
    if (events === undefined || events.length === 0) {
      return { content: [{ type: 'text', text: `No events in ${city}.` }] };
    }
    return { content: [{ type: 'text', text: events.join('\n') }] };
  },
);
