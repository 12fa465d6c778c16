import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class PrintError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The printer answered ${status}; list the printers first.`);
    this.status = status;
  }
}

async function print(printer: string, text: string): Promise<void> {
  const res = await fetch(`https://print.example.com/printers/${encodeURIComponent(printer)}`, { method: 'POST', body: text });
  if (!res.ok) throw new PrintError(res.status);
}

function jsonResult(data: unknown, isError = false): CallToolResult {
  return { isError, content: [{ type: 'text', text: JSON.stringify(data) }] };
}

export const server = new McpServer({ name: 'print', version: '1.0.0' });

server.registerTool(
  'print',
  { description: 'Prints a text.', inputSchema: { printer: z.string(), text: z.string() } },
  async ({ printer, text }) => {
    try {
      await print(printer, text);
      return jsonResult({ printed: true });
    } catch (error) {
      if (!(error instanceof PrintError && error.status === 423)) throw error;
      const failure = {
        errorCategory: 'business',
        isRetryable: false,
        errorCode: 'PRINTER_LOCKED',
        description: `${printer} is reserved for the front desk. Choose another printer.`,
        customerFriendlyMessage: 'This printer is reserved.',
      };
      return jsonResult(failure, true);
    }
  },
);
