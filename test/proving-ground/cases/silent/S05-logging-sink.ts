// forms: v1, v2
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class BuildError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The build service answered ${status}; check the branch.`);
    this.status = status;
  }
}

async function startBuild(branch: string): Promise<string> {
  const res = await fetch(`https://build.example.com/builds?branch=${encodeURIComponent(branch)}`, { method: 'POST' });
  if (!res.ok) throw new BuildError(res.status);
  return ((await res.json()) as { id: string }).id;
}

export const server = new McpServer({ name: 'build', version: '1.0.0' }, { capabilities: { logging: {} } });

server.registerTool(
  'start_build',
  { description: 'Starts a build.', inputSchema: { branch: z.string() } },
  async ({ branch }) => {
    const id = await startBuild(branch);
    try {
      await server.sendLoggingMessage({ level: 'info', data: `build ${id} started` });
    } catch {}
    return { content: [{ type: 'text', text: `Build ${id} is queued.` }] };
  },
);
