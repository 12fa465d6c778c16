import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Order {
  id: string;
  state: string;
}

class OrdersBusy extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`The order service is busy for ${retryAfterSeconds} seconds.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

class OrdersError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The order service answered ${status}; check the order id.`);
    this.status = status;
  }
}

async function getOrder(orderId: string): Promise<Order> {
  const res = await fetch(`https://orders.example.com/orders/${encodeURIComponent(orderId)}`);
  if (res.status === 503) throw new OrdersBusy(Number(res.headers.get('retry-after')) || 30);
  if (!res.ok) throw new OrdersError(res.status);
  return (await res.json()) as Order;
}

export const server = new McpServer({ name: 'orders', version: '1.0.0' });

server.registerTool(
  'get_order',
  { description: 'Reads an order.', inputSchema: { orderId: z.string() }, annotations: { readOnlyHint: true } },
  async ({ orderId }) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await getOrder(orderId)) }] };
    } catch (error) {
      if (error instanceof OrdersBusy) {
        return { isError: true, content: [{ type: 'text', text: JSON.stringify({
          errorCategory: 'transient',
          isRetryable: true,
          retryAfterSeconds: error.retryAfterSeconds,
          errorCode: 'ORDERS_BUSY',
          description: 'The order service is under maintenance. Ask again after the wait.',
        }) }] };
      }
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'ORDERS_UNREACHABLE',
        description: `Order ${orderId} could not be read. Tell the user and go on without it.`,
      }) }] };
    }
  },
);
