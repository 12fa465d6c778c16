// path: test/orders.test.ts
// forms: as-is
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { expect, test } from 'vitest';

test('a client reads what a tool answers', async () => {
  const server = new McpServer({ name: 'fake', version: '1.0.0' });
  server.registerTool('broken', { description: 'Always wrong.' }, async () => {
    try {
      throw new Error('down');
    } catch {}
    return { content: [{ type: 'text', text: 'Error: down' }] };
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(here), client.connect(there)]);
  expect(await client.callTool({ name: 'broken' })).toMatchObject({ content: [{ text: 'Error: down' }] });
});
