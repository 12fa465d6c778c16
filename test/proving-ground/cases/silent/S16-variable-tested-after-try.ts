import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

interface Customer {
  id: string;
  plan: string;
}

class CustomersError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The customer service answered ${status}; search the customer first.`);
    this.status = status;
  }
}

async function getCustomer(id: string): Promise<Customer> {
  const res = await fetch(`https://customers.example.com/${encodeURIComponent(id)}`);
  if (!res.ok) throw new CustomersError(res.status);
  return (await res.json()) as Customer;
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'customers', version: '1.0.0' });

server.registerTool(
  'get_plan',
  { description: 'Tells the plan of a customer.', inputSchema: { id: z.string() } },
  async ({ id }) => {
    let customer: Customer | null = null;
    try {
      customer = await getCustomer(id);
    } catch {
      customer = null;
    }
    if (!customer) {
      return toolError({
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'CUSTOMER_UNREADABLE',
        description: `Customer ${id} could not be read. Ask the user for another way to find the plan.`,
      });
    }
    return { content: [{ type: 'text', text: customer.plan }] };
  },
);
