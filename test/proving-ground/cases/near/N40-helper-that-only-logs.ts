import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class AlarmError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The alarm panel answered ${status}; read the panel first.`);
    this.status = status;
  }
}

async function armZone(zone: string): Promise<void> {
  const res = await fetch(`https://alarm.example.com/zones/${encodeURIComponent(zone)}`, { method: 'POST' });
  if (!res.ok) throw new AlarmError(res.status);
}

function report(error: unknown): void {
  console.error('alarm panel', error);
}

export const server = new McpServer({ name: 'alarm', version: '1.0.0' });

server.registerTool(
  'arm_zone',
  { description: 'Arms a zone.', inputSchema: { zone: z.string() } },
  async ({ zone }) => {
    try {
      await armZone(zone);
    } catch (error) { // expect: no-swallowed-error
      report(error);
    }
    return { content: [{ type: 'text', text: `Zone ${zone} is armed.` }] };
  },
);
