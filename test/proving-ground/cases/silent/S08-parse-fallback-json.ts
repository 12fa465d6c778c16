import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class HooksError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The webhook log answered ${status}; list the deliveries first.`);
    this.status = status;
  }
}

export const server = new McpServer({ name: 'hooks', version: '1.0.0' });

server.registerTool(
  'read_delivery',
  {
    description: 'Reads what a webhook delivered.',
    inputSchema: { deliveryId: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ deliveryId }) => {
    const res = await fetch(`https://hooks.example.com/deliveries/${encodeURIComponent(deliveryId)}`);
    if (!res.ok) throw new HooksError(res.status);
    const raw = await res.text();
    let payload: unknown;
    try {
      payload = JSON.parse(raw);
    } catch {
      payload = { text: raw };
    }
    return { content: [{ type: 'text', text: JSON.stringify({ deliveryId, payload }) }] };
  },
);
