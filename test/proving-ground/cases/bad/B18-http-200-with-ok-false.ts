import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Deployment {
  id: string;
  state: string;
}

class DeployError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The deploy service answered ${status}; check the name of the app.`);
    this.status = status;
  }
}

async function getDeployment(app: string): Promise<Deployment> {
  const res = await fetch(`https://deploy.example.com/apps/${encodeURIComponent(app)}/current`);
  if (!res.ok) throw new DeployError(res.status);
  return (await res.json()) as Deployment;
}

export const server = new McpServer({ name: 'deploy', version: '1.3.0' });

server.registerTool(
  'get_deployment',
  {
    description: 'Tells which deployment of an app is live.',
    inputSchema: { app: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ app }) => {
    try {
      const deployment = await getDeployment(app);
      return { content: [{ type: 'text', text: JSON.stringify({ ok: true, deployment }) }] };
    } catch (error) {
      if (!(error instanceof DeployError && error.status === 502)) throw error;
      return { content: [{ type: 'text', text: JSON.stringify({ ok: false, error: `No answer about ${app}.` }) }] }; // expect: require-is-error
    }
  },
);
