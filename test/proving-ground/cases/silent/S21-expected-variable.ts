import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class QueueError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The queue answered ${status}; list the queues first.`);
    this.status = status;
  }
}

async function callApi<T>(path: string, method = 'GET'): Promise<T> {
  const res = await fetch(`https://queues.example.com${path}`, { method });
  if (!res.ok) throw new QueueError(res.status);
  return (await res.json()) as T;
}

export const server = new McpServer({ name: 'queues', version: '1.0.0' });

server.registerTool(
  'peek_queue',
  { description: 'Looks at the first message of a queue.', inputSchema: { queue: z.string() } },
  async ({ queue }) => {
    try {
      await callApi(`/queues/${encodeURIComponent(queue)}/wake`, 'POST');
    } catch (expected) {
      console.error('a queue that is awake refuses to be woken', expected);
    }
    const message = await callApi<unknown>(`/queues/${encodeURIComponent(queue)}/first`);
    return { content: [{ type: 'text', text: JSON.stringify({ message }) }] };
  },
);
