import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class HostError extends Error {
  readonly status: number;

  constructor(host: string, status: number) {
    super(`${host} answered ${status}; leave it out.`);
    this.status = status;
  }
}

async function readUptime(host: string): Promise<number> {
  const res = await fetch(`https://${host}/.well-known/uptime`);
  if (!res.ok) throw new HostError(host, res.status);
  return ((await res.json()) as { seconds: number }).seconds;
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'fleet', version: '0.8.0' });

server.registerTool(
  'read_uptimes',
  {
    description: 'Reads the uptime of several hosts.',
    inputSchema: { hosts: z.array(z.string()).min(1) },
    annotations: { readOnlyHint: true },
  },
  async ({ hosts }) => {
    const uptimes: { host: string; seconds: number }[] = [];
    for (const host of hosts) {
      try {
        uptimes.push({ host, seconds: await readUptime(host) });
      } catch (error) {
        if (!(error instanceof HostError && error.status === 503)) throw error;
        return toolError({ // expect: no-lost-partial-results
          errorCategory: 'transient',
          isRetryable: true,
          retryAfterSeconds: 30,
          errorCode: 'HOST_UNAVAILABLE',
          description: `${host} is under maintenance. Ask again after the wait or leave it out.`,
        });
      }
    }
    return { content: [{ type: 'text', text: JSON.stringify({ uptimes }) }] };
  },
);
