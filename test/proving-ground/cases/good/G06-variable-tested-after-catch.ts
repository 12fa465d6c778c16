import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Balance {
  account: string;
  cents: number;
}

class AccountsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The account service answered ${status}; check the account number.`);
    this.status = status;
  }
}

async function getBalance(account: string): Promise<Balance> {
  const res = await fetch(`https://accounts.example.com/accounts/${encodeURIComponent(account)}/balance`);
  if (!res.ok) throw new AccountsError(res.status);
  return (await res.json()) as Balance;
}

export const server = new McpServer({ name: 'accounts', version: '1.0.0' });

server.registerTool(
  'get_balance',
  {
    description: 'Tells the balance of an account.',
    inputSchema: { account: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ account }) => {
    let balance: Balance | undefined;
    try {
      balance = await getBalance(account);
    } catch (error) {
      console.error('balance lookup', account, error);
    }
    if (balance === undefined) {
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'BALANCE_UNREADABLE',
        description: `The balance of ${account} could not be read. Tell the user and stop here.`,
      }) }] };
    }
    return { content: [{ type: 'text', text: `${balance.account}: ${balance.cents / 100} EUR` }] };
  },
);
