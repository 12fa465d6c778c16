import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Message {
  id: string;
  subject: string;
}

class MailboxError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The mailbox answered ${status}; shorten the query.`);
    this.status = status;
  }
}

async function searchMailbox(query: string): Promise<Message[]> {
  const res = await fetch(`https://mail.example.com/search?q=${encodeURIComponent(query)}`);
  if (!res.ok) throw new MailboxError(res.status);
  return (await res.json()) as Message[];
}

export const server = new McpServer({ name: 'mailbox', version: '3.1.0' });

server.registerTool(
  'search_mail',
  {
    description: 'Searches the mailbox.',
    inputSchema: { query: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ query }) => {
    const messages = await searchMailbox(query).catch(() => []); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: JSON.stringify({ results: messages }) }] };
  },
);
