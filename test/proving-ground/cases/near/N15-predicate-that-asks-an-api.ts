import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Membership {
  active: boolean;
}

class ClubError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The club service answered ${status}; check the member number.`);
    this.status = status;
  }
}

async function getMembership(member: string): Promise<Membership> {
  const res = await fetch(`https://club.example.com/memberships/${encodeURIComponent(member)}`);
  if (!res.ok) throw new ClubError(res.status);
  return (await res.json()) as Membership;
}

async function isActiveMember(member: string): Promise<boolean> {
  try {
    return (await getMembership(member)).active;
  } catch { // expect: no-swallowed-error
    return false;
  }
}

export const server = new McpServer({ name: 'club', version: '1.0.0' });

server.registerTool(
  'check_membership',
  { description: 'Tells whether somebody is a member.', inputSchema: { member: z.string() }, annotations: { readOnlyHint: true } },
  async ({ member }) => {
    const active = await isActiveMember(member);
    return { content: [{ type: 'text', text: `${member} is ${active ? 'an active' : 'no'} member.` }] };
  },
);
