// forms: v1, v2
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Invoice {
  id: string;
  totalCents: number;
}

class InvoicesError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The invoice service answered ${status}; check the invoice id.`);
    this.status = status;
  }
}

async function getInvoice(invoiceId: string): Promise<Invoice> {
  const res = await fetch(`https://invoices.example.com/invoices/${encodeURIComponent(invoiceId)}`);
  if (!res.ok) throw new InvoicesError(res.status);
  return (await res.json()) as Invoice;
}

export const server = new McpServer({ name: 'invoices', version: '1.0.0' });

server.registerTool(
  'get_invoice',
  {
    description: 'Reads an invoice.',
    inputSchema: { invoiceId: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ invoiceId }) => {
    try {
      const invoice = await getInvoice(invoiceId);
      return { content: [{ type: 'text', text: JSON.stringify(invoice) }] };
    } catch {
      throw new Error('Failed'); // expect: no-bare-throw, no-generic-error-message
    }
  },
);
