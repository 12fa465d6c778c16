import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class PayrollError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The payroll answered ${status}; list the months first.`);
    this.status = status;
  }
}

async function getPayslip(month: string): Promise<string> {
  const res = await fetch(`https://payroll.example.com/payslips/${encodeURIComponent(month)}`);
  if (!res.ok) throw new PayrollError(res.status);
  return (await res.json()) as string;
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'payroll', version: '1.0.0' });

server.registerTool(
  'get_payslip',
  { description: 'Reads a payslip.', inputSchema: { month: z.string() }, annotations: { readOnlyHint: true } },
  async ({ month }) => {
    try {
      return { content: [{ type: 'text', text: await getPayslip(month) }] };
    } catch (error) {
      if (!(error instanceof PayrollError && error.status === 403)) throw error;
      return toolError({
        errorCategory: 'permission',
        isRetryable: false,
        errorCode: 'PAYROLL_FORBIDDEN',
        description: 'The account lacks the role "payroll-reader". Ask the personnel office for it.',
        customerFriendlyMessage: `I have no access to payslips. ${error.stack}`, // expect: no-error-leak
      });
    }
  },
);
