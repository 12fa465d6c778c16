// forms: v1, v2
import { readFile } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'review', version: '1.0.0' });

server.registerPrompt(
  'review_file',
  { title: 'Review a file', description: 'Asks for a review of a file.', argsSchema: { file: z.string() } },
  async ({ file }) => {
    let source = '';
    try {
      source = await readFile(file, 'utf8');
    } catch {
      source = 'Error: the file could not be read.';
    }
    return { messages: [{ role: 'user', content: { type: 'text', text: `Review this file:\n\n${source}` } }] };
  },
);
