import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';

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

const server = new Server({ name: 'invoices', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'get_invoice',
      description: 'Reads an invoice.',
      inputSchema: { type: 'object', properties: { invoiceId: { type: 'string' } }, required: ['invoiceId'] },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case 'get_invoice': {
      const { invoiceId } = request.params.arguments as { invoiceId: string };
      try {
        const invoice = await getInvoice(invoiceId);
        return { content: [{ type: 'text', text: JSON.stringify(invoice) }] };
      } catch { // expect: no-protocol-error
        throw new Error(`Invoice ${invoiceId} was not read; list the invoices first.`);
      }
    }
    default:
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);
  }
});

export default server;
