import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class LightsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The light bridge answered ${status}; list the lamps first.`);
    this.status = status;
  }
}

async function switchOff(lamp: string): Promise<void> {
  const res = await fetch(`https://lights.example.com/lamps/${encodeURIComponent(lamp)}`, { method: 'PUT' });
  if (!res.ok) throw new LightsError(res.status);
}

export const server = new McpServer({ name: 'lights', version: '1.0.0' });

server.registerTool(
  'switch_off',
  { description: 'Switches a lamp off.', inputSchema: { lamp: z.string() } },
  async ({ lamp }) => {
    try {
      await switchOff(lamp);
    } catch { // expect: no-swallowed-error
      // ignore
    }
    return { content: [{ type: 'text', text: `${lamp} is off.` }] };
  },
);
