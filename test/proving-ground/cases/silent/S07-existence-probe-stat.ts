import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const isDirectory = (candidate: string): Promise<boolean> =>
  stat(candidate).then((entry) => entry.isDirectory()).catch(() => false);

export const server = new McpServer({ name: 'monorepo', version: '1.0.0' });

server.registerTool(
  'list_packages',
  {
    description: 'Lists the packages of a monorepo.',
    inputSchema: { root: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ root }) => {
    const folder = (await isDirectory(path.join(root, 'packages'))) ? 'packages' : 'libs';
    const packages = await readdir(path.join(root, folder));
    return { content: [{ type: 'text', text: JSON.stringify({ folder, packages }) }] };
  },
);
