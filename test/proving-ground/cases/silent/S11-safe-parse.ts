import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const contact = z.object({ name: z.string(), phone: z.string() });

class AddressBookError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The address book answered ${status}; ask for another page.`);
    this.status = status;
  }
}

async function readPage(page: number): Promise<unknown[]> {
  const res = await fetch(`https://contacts.example.com/pages/${page}`);
  if (!res.ok) throw new AddressBookError(res.status);
  return (await res.json()) as unknown[];
}

export const server = new McpServer({ name: 'address-book', version: '1.0.0' });

server.registerTool(
  'list_contacts',
  { description: 'Lists contacts that have a phone.', inputSchema: { page: z.number().int().min(1) } },
  async ({ page }) => {
    const callable = (await readPage(page)).flatMap((entry) => {
      const parsed = contact.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    });
    return { content: [{ type: 'text', text: JSON.stringify({ contacts: callable }) }] };
  },
);
