import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Flight {
  number: string;
  departure: string;
}

class FlightsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The flight search answered ${status}; use IATA codes.`);
    this.status = status;
  }
}

async function searchFlights(from: string, to: string, date: string): Promise<Flight[]> {
  const params = new URLSearchParams({ from, to, date });
  const res = await fetch(`https://flights.example.com/search?${params}`);
  if (!res.ok) throw new FlightsError(res.status);
  return (await res.json()) as Flight[];
}

export const server = new McpServer({ name: 'flights', version: '1.0.0' });

server.registerTool(
  'search_flights',
  {
    description: 'Searches flights of one day.',
    inputSchema: { from: z.string(), to: z.string(), date: z.iso.date() },
    annotations: { readOnlyHint: true },
  },
  async ({ from, to, date }) => {
    const flights = await searchFlights(from, to, date);
    if (flights.length === 0) {
      const message = `No flights from ${from} to ${to} on ${date}.`;
      return { content: [{ type: 'text', text: JSON.stringify({ found: false, message }) }] };
    }
    return { content: [{ type: 'text', text: JSON.stringify({ found: true, flights }) }] };
  },
);
