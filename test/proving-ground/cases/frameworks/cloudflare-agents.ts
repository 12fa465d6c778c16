import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpAgent } from 'agents/mcp';
import { z } from 'zod';

interface Env {
  GUESTS: KVNamespace;
  MAILER: Fetcher;
}

class MailerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The mailer answered ${status}; read the outbox before you invite anybody again.`);
    this.status = status;
  }
}

export class GuestBook extends McpAgent<Env> {
  server = new McpServer({ name: 'guest-book', version: '1.0.0' });

  async init() {
    this.server.tool('list_guests', 'Lists the guests of a day.', { day: z.string() }, async ({ day }) => {
      let guests: string[] = [];
      try {
        guests = (await this.env.GUESTS.get<string[]>(day, 'json')) ?? [];
      } catch (error) { // expect: no-swallowed-error
        console.error('guests', day, error);
      }
      return { content: [{ type: 'text', text: JSON.stringify({ day, guests }) }] };
    });

    this.server.registerTool(
      'invite_guest',
      { description: 'Invites a guest.', inputSchema: { mail: z.string() } },
      async ({ mail }) => {
        const res = await this.env.MAILER.fetch('https://mailer/invitations', { method: 'POST', body: mail });
        if (res.status === 422) {
          return { content: [{ type: 'text', text: `Error: ${mail} is no mail address.` }] }; // expect: require-is-error
        }
        if (!res.ok) throw new MailerError(res.status);
        return { content: [{ type: 'text', text: `Invited ${mail}.` }] };
      },
    );

    this.server.registerTool(
      'add_guest',
      { description: 'Adds a guest to a day.', inputSchema: { day: z.string(), name: z.string() } },
      async ({ day, name }) => {
        const guests = (await this.env.GUESTS.get<string[]>(day, 'json')) ?? [];
        await this.env.GUESTS.put(day, JSON.stringify([...guests, name]));
        return { content: [{ type: 'text', text: `${name} is expected on ${day}.` }] };
      },
    );
  }
}

export default GuestBook.serve('/mcp');
