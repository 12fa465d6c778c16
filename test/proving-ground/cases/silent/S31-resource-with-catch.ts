// forms: v1, v2
import { readFile } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

export const server = new McpServer({ name: 'handbook', version: '1.0.0' });

server.registerResource(
  'handbook',
  'handbook://index',
  { title: 'Handbook', description: 'The handbook of the team.', mimeType: 'text/markdown' },
  async (uri) => {
    try {
      const text = await readFile('handbook.md', 'utf8');
      return { contents: [{ uri: uri.href, text }] };
    } catch {
      return { contents: [] };
    }
  },
);
