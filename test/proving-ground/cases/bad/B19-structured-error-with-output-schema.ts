import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class RatesError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The exchange rate service answered ${status}; use ISO currency codes.`);
    this.status = status;
  }
}

async function getRate(from: string, to: string): Promise<number> {
  const res = await fetch(`https://rates.example.com/latest?from=${from}&to=${to}`);
  if (!res.ok) throw new RatesError(res.status);
  return ((await res.json()) as { rate: number }).rate;
}

export const server = new McpServer({ name: 'rates', version: '1.0.0' });

server.registerTool(
  'get_rate',
  {
    description: 'Tells an exchange rate.',
    inputSchema: { from: z.string().length(3), to: z.string().length(3) },
    outputSchema: { rate: z.number() },
    annotations: { readOnlyHint: true },
  },
  async ({ from, to }) => {
    try {
      const rate = await getRate(from, to);
      return { content: [{ type: 'text', text: JSON.stringify({ rate }) }], structuredContent: { rate } };
    } catch (error) {
      if (!(error instanceof RatesError && error.status === 503)) throw error;
      const payload = {
        errorCategory: 'transient',
        isRetryable: true,
        retryAfterSeconds: 20,
        errorCode: 'RATES_UNAVAILABLE',
        description: 'The exchange rate service is under maintenance. Ask again after the wait.',
      };
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }], structuredContent: payload }; // expect: no-structured-error-with-output-schema
    }
  },
);
