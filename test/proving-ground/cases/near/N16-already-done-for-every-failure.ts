import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class DomainsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The registrar answered ${status}; read the domain first.`);
    this.status = status;
  }
}

async function attachDomain(domain: string): Promise<void> {
  const res = await fetch(`https://domains.example.com/domains/${encodeURIComponent(domain)}`, { method: 'POST' });
  if (!res.ok) throw new DomainsError(res.status);
}

export const server = new McpServer({ name: 'domains', version: '1.0.0' });

server.registerTool(
  'attach_domain',
  { description: 'Attaches a domain.', inputSchema: { domain: z.string() } },
  async ({ domain }) => {
    try {
      await attachDomain(domain);
    } catch { // expect: no-swallowed-error
      return { content: [{ type: 'text', text: `${domain} was already attached.` }] };
    }
    return { content: [{ type: 'text', text: `${domain} is attached.` }] };
  },
);
