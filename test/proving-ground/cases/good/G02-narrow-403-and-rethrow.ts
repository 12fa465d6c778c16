import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class VaultError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The vault answered ${status}; list the folder first.`);
    this.status = status;
  }
}

async function listFolder(folder: string): Promise<string[]> {
  const res = await fetch(`https://vault.example.com/folders/${encodeURIComponent(folder)}`);
  if (!res.ok) throw new VaultError(res.status);
  return (await res.json()) as string[];
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'vault', version: '1.0.0' });

server.registerTool(
  'list_folder',
  { description: 'Lists a folder.', inputSchema: { folder: z.string() }, annotations: { readOnlyHint: true } },
  async ({ folder }) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify({ entries: await listFolder(folder) }) }] };
    } catch (error) {
      if (error instanceof VaultError && error.status === 403) {
        return toolError({
          errorCategory: 'permission',
          isRetryable: false,
          errorCode: 'FOLDER_FORBIDDEN',
          description: `The account lacks the scope "vault.read" for ${folder}. Ask an administrator for it.`,
          customerFriendlyMessage: 'I have no access to this folder.',
        });
      }
      throw error;
    }
  },
);
