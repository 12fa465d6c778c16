import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class MembersError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The member service answered ${status}; list the members first.`);
    this.status = status;
  }
}

async function removeMember(member: string): Promise<void> {
  const res = await fetch(`https://members.example.com/members/${encodeURIComponent(member)}`, { method: 'DELETE' });
  if (!res.ok) throw new MembersError(res.status);
}

export const server = new McpServer({ name: 'members', version: '1.0.0' });

server.registerTool(
  'remove_member',
  { description: 'Takes a member out of the team.', inputSchema: { member: z.string() } },
  async ({ member }) => {
    await removeMember(member).catch(() => undefined); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: `${member} is no longer a member.` }] };
  },
);
