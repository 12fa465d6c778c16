import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Step {
  name: string;
  log: string;
}

class PipelineError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The pipeline service answered ${status}; check the step name.`);
    this.status = status;
  }
}

async function getLog(step: string): Promise<string> {
  const res = await fetch(`https://ci.example.com/logs/${encodeURIComponent(step)}`);
  if (!res.ok) throw new PipelineError(res.status);
  return (await res.json()) as string;
}

export const server = new McpServer({ name: 'pipeline', version: '1.0.0' });

server.registerTool(
  'read_logs',
  { description: 'Reads the logs of pipeline steps.', inputSchema: { steps: z.array(z.string()).min(1) }, annotations: { readOnlyHint: true } },
  async ({ steps }) => {
    const logs: Step[] = [];
    for (const name of steps) {
      try {
        logs.push({ name, log: await getLog(name) });
      } catch { // expect: no-swallowed-error
        // some steps have no logs
      }
    }
    return { content: [{ type: 'text', text: JSON.stringify({ logs }) }] };
  },
);
