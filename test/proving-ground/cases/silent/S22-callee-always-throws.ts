import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class RoutesError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The route planner answered ${status}.`);
    this.status = status;
  }
}

class RouteUnavailable extends Error {}

async function planRoute(from: string, to: string): Promise<string> {
  const params = new URLSearchParams({ from, to });
  const res = await fetch(`https://routes.example.com/plan?${params}`);
  if (!res.ok) throw new RoutesError(res.status);
  return await res.text();
}

function explain(error: unknown): never {
  if (error instanceof RoutesError && error.status === 422) {
    throw new RouteUnavailable('One of the two places is not on the map; give a street and a city.', { cause: error });
  }
  throw error;
}

export const server = new McpServer({ name: 'routes', version: '1.0.0' });

server.registerTool(
  'plan_route',
  { description: 'Plans a route.', inputSchema: { from: z.string(), to: z.string() } },
  async ({ from, to }) => {
    let route = '';
    try {
      route = await planRoute(from, to);
    } catch (error) {
      explain(error);
    }
    return { content: [{ type: 'text', text: route }] };
  },
);
