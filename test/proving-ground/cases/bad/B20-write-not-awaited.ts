import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class SubscriptionError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The billing service answered ${status}; read the subscription before you try again.`);
    this.status = status;
  }
}

const subscriptions = {
  async cancel(subscriptionId: string): Promise<void> {
    const res = await fetch(`https://billing.example.com/subscriptions/${encodeURIComponent(subscriptionId)}`, {
      method: 'DELETE',
    });
    if (!res.ok) throw new SubscriptionError(res.status);
  },
};

export const server = new McpServer({ name: 'billing', version: '2.2.0' });

server.registerTool(
  'cancel_subscription',
  {
    description: 'Cancels a subscription at the end of its term.',
    inputSchema: { subscriptionId: z.string() },
    annotations: { destructiveHint: true },
  },
  async ({ subscriptionId }) => {
    subscriptions.cancel(subscriptionId); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: 'Done' }] };
  },
);
