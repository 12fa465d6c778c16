import { rm } from 'node:fs/promises';
import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const workspace = process.env.WORKSPACE ?? './workspace';

export const server = new McpServer({ name: 'workspace', version: '1.0.0' });

server.registerTool(
  'delete_folder',
  {
    description: 'Deletes a folder of the workspace.',
    inputSchema: { folder: z.string(), confirm: z.boolean().default(false) },
    annotations: { destructiveHint: true },
  },
  async ({ folder, confirm }) => {
    if (!confirm) {
      const text = `Deleting ${folder} needs confirmation. Ask the user, then call again with confirm: true.`;
      return { content: [{ type: 'text', text }] };
    }
    await rm(path.join(workspace, folder), { recursive: true });
    return { content: [{ type: 'text', text: `Deleted ${folder}.` }] };
  },
);
