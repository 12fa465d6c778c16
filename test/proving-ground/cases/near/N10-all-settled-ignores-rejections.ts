import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class NodesError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The node answered ${status}; leave this node out.`);
    this.status = status;
  }
}

async function readLoad(node: string): Promise<number> {
  const res = await fetch(`https://nodes.example.com/load/${encodeURIComponent(node)}`);
  if (!res.ok) throw new NodesError(res.status);
  return (await res.json()) as number;
}

export const server = new McpServer({ name: 'nodes', version: '1.0.0' });

server.registerTool(
  'read_loads',
  { description: 'Reads the load of nodes.', inputSchema: { nodes: z.array(z.string()).min(1) }, annotations: { readOnlyHint: true } },
  async ({ nodes }) => {
    const loads = (await Promise.allSettled(nodes.map((node) => readLoad(node)))).flatMap((load) => (load.status === 'fulfilled' ? [load.value] : [])); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: JSON.stringify({ loads }) }] };
  },
);
