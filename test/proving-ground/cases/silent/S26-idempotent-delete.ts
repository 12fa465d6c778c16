import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class KeysError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The key service refused with ${code}; list the keys first.`);
    this.code = code;
  }
}

async function enableKey(keyId: string): Promise<void> {
  const res = await fetch(`https://keys.example.com/keys/${encodeURIComponent(keyId)}/enable`, { method: 'PUT' });
  if (res.ok) return;
  const { code } = (await res.json()) as { code: string };
  throw new KeysError(code);
}

export const server = new McpServer({ name: 'keys', version: '1.0.0' });

server.registerTool(
  'enable_key',
  { description: 'Enables an API key.', inputSchema: { keyId: z.string() }, annotations: { idempotentHint: true } },
  async ({ keyId }) => {
    try {
      await enableKey(keyId);
    } catch (error) {
      if (error instanceof KeysError && error.code === 'ALREADY_EXISTS') {
        return { content: [{ type: 'text', text: `Key ${keyId} was enabled already.` }] };
      }
      throw error;
    }
    return { content: [{ type: 'text', text: `Key ${keyId} is enabled.` }] };
  },
);
