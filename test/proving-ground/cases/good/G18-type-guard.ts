import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const reading = z.object({ sensor: z.string(), celsius: z.number() });
type Reading = z.infer<typeof reading>;

class FeedError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The feed answered ${status}; list the feeds first.`);
    this.status = status;
  }
}

async function readFeed(feed: string): Promise<unknown[]> {
  const res = await fetch(`https://feeds.example.com/${encodeURIComponent(feed)}`);
  if (!res.ok) throw new FeedError(res.status);
  return (await res.json()) as unknown[];
}

function isReading(value: unknown): value is Reading {
  try {
    reading.parse(value);
    return true;
  } catch {
    return false;
  }
}

export const server = new McpServer({ name: 'feeds', version: '1.0.0' });

server.registerTool(
  'read_temperatures',
  { description: 'Reads the temperatures of a feed.', inputSchema: { feed: z.string() } },
  async ({ feed }) => {
    const entries = await readFeed(feed);
    const temperatures = entries.filter(isReading);
    return { content: [{ type: 'text', text: JSON.stringify({ temperatures, other: entries.length - temperatures.length }) }] };
  },
);
