import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const refundLimitCents = 50_000;

class PaymentsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The payment provider answered ${status}; read the payment before you try again.`);
    this.status = status;
  }
}

async function refund(paymentId: string, cents: number): Promise<string> {
  const res = await fetch(`https://payments.example.com/payments/${encodeURIComponent(paymentId)}/refunds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cents }),
  });
  if (!res.ok) throw new PaymentsError(res.status);
  return ((await res.json()) as { id: string }).id;
}

export const server = new McpServer({ name: 'payments', version: '4.2.0' });

server.registerTool(
  'refund_payment',
  { description: 'Refunds a payment.', inputSchema: { paymentId: z.string(), cents: z.number().int().positive() } },
  async ({ paymentId, cents }) => {
    if (cents > refundLimitCents) {
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'business',
        isRetryable: true, // expect: no-retryable-terminal-error
        retryAfterSeconds: 60,
        errorCode: 'REFUND_LIMIT',
        description: `Refunds above ${refundLimitCents / 100} EUR need a supervisor. Hand the case over.`,
        customerFriendlyMessage: 'A colleague has to approve a refund of this size.',
      }) }] };
    }
    const refundId = await refund(paymentId, cents);
    return { content: [{ type: 'text', text: `Refund ${refundId} is under way.` }] };
  },
);
