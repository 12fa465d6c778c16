import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class RosterError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The roster answered ${status}; read the roster first.`);
    this.status = status;
  }
}

async function assignShift(shift: string): Promise<void> {
  const res = await fetch(`https://roster.example.com/shifts/${encodeURIComponent(shift)}`, { method: 'POST' });
  if (!res.ok) throw new RosterError(res.status);
}

export const server = new McpServer({ name: 'roster', version: '1.0.0' });

server.registerTool(
  'assign_shift',
  { description: 'Takes over a shift.', inputSchema: { shift: z.string() } },
  async ({ shift }) => {
    try {
      await assignShift(shift);
    } catch { // expect: no-swallowed-error
      // TODO
    }
    return { content: [{ type: 'text', text: `Shift ${shift} is assigned.` }] };
  },
);
