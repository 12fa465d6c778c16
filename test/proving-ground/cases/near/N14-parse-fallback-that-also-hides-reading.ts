import { readFile } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

async function loadRules(file: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  } catch { // expect: no-swallowed-error
    return {};
  }
}

export const server = new McpServer({ name: 'rules', version: '1.0.0' });

server.registerTool(
  'read_rules',
  { description: 'Reads the house rules.', inputSchema: { file: z.string() }, annotations: { readOnlyHint: true } },
  async ({ file }) => {
    const rules = await loadRules(file);
    return { content: [{ type: 'text', text: JSON.stringify({ rules }) }] };
  },
);
