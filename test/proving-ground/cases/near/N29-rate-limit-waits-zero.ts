import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class MapsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The map service answered ${status}; use a smaller area.`);
    this.status = status;
  }
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'maps', version: '1.0.0' });

server.registerTool(
  'render_map',
  { description: 'Draws a map.', inputSchema: { area: z.string() }, annotations: { readOnlyHint: true } },
  async ({ area }) => {
    const res = await fetch(`https://maps.example.com/render/${encodeURIComponent(area)}`);
    if (res.status === 429) {
      return toolError({ // expect: require-retry-after
        errorCategory: 'transient',
        isRetryable: true,
        retryAfterSeconds: 0,
        errorCode: 'MAPS_RATE_LIMIT',
        description: 'The map service limits the number of calls. Wait before you ask again.',
      });
    }
    if (!res.ok) throw new MapsError(res.status);
    return { content: [{ type: 'text', text: await res.text() }] };
  },
);
