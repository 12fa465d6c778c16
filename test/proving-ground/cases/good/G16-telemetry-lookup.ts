import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class ClusterError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The cluster answered ${status}; list the deployments first.`);
    this.status = status;
  }
}

async function call<T>(path: string, method = 'GET'): Promise<T> {
  const res = await fetch(`https://cluster.example.com${path}`, { method });
  if (!res.ok) throw new ClusterError(res.status);
  return (await res.json()) as T;
}

const telemetry = {
  emit(event: string, metadata: Record<string, string>): void {
    process.stderr.write(`${JSON.stringify({ event, ...metadata })}\n`);
  },
};

async function telemetryMetadata(name: string): Promise<Record<string, string>> {
  try {
    const { id } = await call<{ id: string }>(`/deployments/${encodeURIComponent(name)}/id`);
    return { deploymentId: id };
  } catch (error) {
    console.error('telemetry: no deployment id', error);
    return {};
  }
}

export const server = new McpServer({ name: 'cluster', version: '1.0.0' });

server.registerTool(
  'restart_deployment',
  { description: 'Restarts a deployment.', inputSchema: { name: z.string() }, annotations: { idempotentHint: true } },
  async ({ name }) => {
    const { revision } = await call<{ revision: number }>(`/deployments/${encodeURIComponent(name)}/restart`, 'POST');
    telemetry.emit('restart_deployment', await telemetryMetadata(name));
    return { content: [{ type: 'text', text: `${name} restarts as revision ${revision}.` }] };
  },
);
