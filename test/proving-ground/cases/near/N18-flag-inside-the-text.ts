import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class WalletError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The wallet answered ${status}; read the balance first.`);
    this.status = status;
  }
}

async function getCards(owner: string): Promise<string[]> {
  const res = await fetch(`https://wallet.example.com/owners/${encodeURIComponent(owner)}`);
  if (!res.ok) throw new WalletError(res.status);
  return (await res.json()) as string[];
}

export const server = new McpServer({ name: 'wallet', version: '1.0.0' });

server.registerTool(
  'list_cards',
  { description: 'Lists the cards of an owner.', inputSchema: { owner: z.string() }, annotations: { readOnlyHint: true } },
  async ({ owner }) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify({ cards: await getCards(owner) }) }] };
    } catch (error) {
      if (!(error instanceof WalletError && error.status === 403)) throw error;
      return { content: [{ type: 'text', text: JSON.stringify({ // expect: require-is-error
        errorCategory: 'permission',
        isRetryable: false,
        isError: true,
        errorCode: 'WALLET_LOCKED',
        description: 'The wallet is locked. Ask its owner to unlock it.',
        customerFriendlyMessage: 'The wallet is locked.',
      }) }] };
    }
  },
);
