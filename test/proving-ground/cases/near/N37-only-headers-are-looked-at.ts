import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'assets', version: '1.0.0' });

server.registerTool(
  'read_asset',
  { description: 'Reads an asset.', inputSchema: { asset: z.string() }, annotations: { readOnlyHint: true } },
  async ({ asset }) => {
    const res = await fetch(`https://assets.example.com/${encodeURIComponent(asset)}`); // expect: no-unchecked-response
    const type = res.headers.get('content-type') ?? 'text/plain';
    return { content: [{ type: 'text', text: JSON.stringify({ type, text: await res.text() }) }] };
  },
);
