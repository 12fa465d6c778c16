import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

export const server = new McpServer({ name: 'project', version: '1.0.0' });

server.registerTool(
  'detect_package_manager',
  {
    description: 'Tells which package manager a project uses.',
    inputSchema: { directory: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ directory }) => {
    const usesPnpm = await exists(path.join(directory, 'pnpm-lock.yaml'));
    const manifest = await readFile(path.join(directory, 'package.json'), 'utf8');
    return { content: [{ type: 'text', text: JSON.stringify({ manager: usesPnpm ? 'pnpm' : 'npm', bytes: manifest.length }) }] };
  },
);
