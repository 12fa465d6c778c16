import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const baseUrl = process.env.CRM_URL ?? 'https://crm.example.com';

class CrmError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The CRM answered ${status}; the contact was left as it was.`);
    this.status = status;
  }
}

async function patchContact(contactId: string, fields: Record<string, string>): Promise<void> {
  const res = await fetch(`${baseUrl}/contacts/${encodeURIComponent(contactId)}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  if (!res.ok) throw new CrmError(res.status);
}

export const server = new McpServer({ name: 'crm', version: '0.9.2' });

server.registerTool(
  'update_contact',
  {
    description: 'Changes the phone number of a contact.',
    inputSchema: { contactId: z.string(), phone: z.string() },
    annotations: { idempotentHint: true },
  },
  async ({ contactId, phone }) => {
    try {
      await patchContact(contactId, { phone });
    } catch (error) { // expect: no-swallowed-error
      console.error('could not update contact', contactId, error);
    }
    return { content: [{ type: 'text', text: 'Done' }] };
  },
);
