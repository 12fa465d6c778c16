// forms: v1, v2
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class GarageError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The garage answered ${status}; list the gates first.`);
    this.status = status;
  }
}

async function readGate(gate: string): Promise<string> {
  const res = await fetch(`https://garage.example.com/gates/${encodeURIComponent(gate)}`);
  if (!res.ok) throw new GarageError(res.status);
  return (await res.json()) as string;
}

export const server = new McpServer({ name: 'garage', version: '1.0.0' });

server.registerTool(
  'read_gate',
  { description: 'Tells whether a gate is open.', inputSchema: { gate: z.string() }, annotations: { readOnlyHint: true } },
  async ({ gate }) => {
    try {
      return { content: [{ type: 'text' as const, text: await readGate(gate) }] };
    } catch (error) {
      if (!(error instanceof GarageError && error.status === 504)) throw error;
      return { content: [{ type: 'text' as const, isError: true, text: `${gate} did not answer in time.` }] }; // expect: require-is-error
    }
  },
);
