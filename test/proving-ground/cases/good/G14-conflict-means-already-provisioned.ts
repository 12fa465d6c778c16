import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class PlatformError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The platform answered ${status}; read the project before you try again.`);
    this.status = status;
  }
}

async function provisionDatabase(projectId: string): Promise<void> {
  const res = await fetch(`https://platform.example.com/projects/${encodeURIComponent(projectId)}/database`, {
    method: 'PUT',
  });
  if (!res.ok) throw new PlatformError(res.status);
}

export const server = new McpServer({ name: 'platform', version: '1.0.0' });

server.registerTool(
  'provision_database',
  {
    description: 'Gives a project its database.',
    inputSchema: { projectId: z.string() },
    annotations: { idempotentHint: true },
  },
  async ({ projectId }) => {
    try {
      await provisionDatabase(projectId);
      return { content: [{ type: 'text', text: `The database of ${projectId} is provisioned.` }] };
    } catch (error) {
      if (error instanceof PlatformError && error.status === 409) {
        return { content: [{ type: 'text', text: `The database of ${projectId} was already provisioned.` }] };
      }
      throw error;
    }
  },
);
