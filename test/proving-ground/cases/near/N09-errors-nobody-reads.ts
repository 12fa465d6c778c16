import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class PricesError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The price list answered ${status}; check the article number.`);
    this.status = status;
  }
}

async function getPrice(article: string): Promise<number> {
  const res = await fetch(`https://prices.example.com/articles/${encodeURIComponent(article)}`);
  if (!res.ok) throw new PricesError(res.status);
  return (await res.json()) as number;
}

export const server = new McpServer({ name: 'prices', version: '1.0.0' });

server.registerTool(
  'get_prices',
  { description: 'Tells the prices of articles.', inputSchema: { articles: z.array(z.string()).min(1) }, annotations: { readOnlyHint: true } },
  async ({ articles }) => {
    const prices: Record<string, number> = {};
    const errors: unknown[] = [];
    for (const article of articles) {
      try {
        prices[article] = await getPrice(article);
      } catch (error) { // expect: no-swallowed-error
        errors.push(error);
      }
    }
    return { content: [{ type: 'text', text: JSON.stringify({ prices }) }] };
  },
);
