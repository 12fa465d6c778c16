import ky, { HTTPError } from 'ky';
import { McpServer } from 'mcp-lite';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://taxis.example.com' });

const server = new McpServer({
  name: 'taxis',
  version: '1.0.0',
  schemaAdapter: (schema) => z.toJSONSchema(schema as z.ZodType),
});

server.tool('list_taxis', {
  description: 'Lists the taxis near a place.',
  inputSchema: z.object({ place: z.string() }),
  handler: async ({ place }) => {
    try {
      return { content: [{ type: 'text', text: await api.get('taxis', { searchParams: { place } }).text() }] };
    } catch { // expect: no-swallowed-error
      return { content: [{ type: 'text', text: 'No taxis here.' }] };
    }
  },
});

server.tool('order_taxi', {
  description: 'Orders a taxi.',
  inputSchema: z.object({ place: z.string() }),
  handler: async ({ place }) => {
    try {
      await api.post('orders', { json: { place } });
    } catch (error) { // expect: no-protocol-error
      throw new Error(`No taxi comes to ${place}; read the orders first.`, { cause: error });
    }
    return { content: [{ type: 'text', text: `A taxi comes to ${place}.` }] };
  },
});

server.tool('cancel_taxi', {
  description: 'Cancels an order.',
  inputSchema: z.object({ order: z.string() }),
  handler: async ({ order }) => {
    try {
      await api.delete(`orders/${order}`);
      return { content: [{ type: 'text', text: `Cancelled ${order}.` }] };
    } catch (error) {
      if (error instanceof HTTPError && error.response.status === 409) {
        return { isError: true, content: [{ type: 'text', text: JSON.stringify({
          errorCategory: 'business',
          isRetryable: false,
          errorCode: 'TAXI_ARRIVED',
          description: 'The taxi has arrived, so the order stands. Tell the user.',
          customerFriendlyMessage: 'Your taxi is already there.',
        }) }] };
      }
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'TAXIS_UNREACHABLE',
        description: `It is unknown whether ${order} was cancelled. Read the order before you cancel it again.`,
      }) }] };
    }
  },
});

export default server;
