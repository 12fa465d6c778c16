import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Quote {
  symbol: string;
  price: number;
}

class MarketError extends Error {
  readonly status: number;

  constructor(symbol: string, status: number) {
    super(`The market data service answered ${status} for ${symbol}; leave this symbol out.`);
    this.status = status;
  }
}

async function getQuote(symbol: string): Promise<Quote> {
  const res = await fetch(`https://market.example.com/quotes/${encodeURIComponent(symbol)}`);
  if (!res.ok) throw new MarketError(symbol, res.status);
  return (await res.json()) as Quote;
}

export const server = new McpServer({ name: 'market', version: '1.0.0' });

server.registerTool(
  'get_quotes',
  {
    description: 'Tells the prices of several symbols.',
    inputSchema: { symbols: z.array(z.string()).min(1).max(20) },
    annotations: { readOnlyHint: true },
  },
  async ({ symbols }) => {
    const quotes = await Promise.all(symbols.map((symbol) => getQuote(symbol))); // expect: no-lost-partial-results
    return { content: [{ type: 'text', text: JSON.stringify({ quotes }) }] };
  },
);
