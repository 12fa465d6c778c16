import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const run = promisify(execFile);

async function gitLog(repository: string, limit: number): Promise<string> {
  const { stdout } = await run('git', ['-C', repository, 'log', '--oneline', '-n', String(limit)]);
  return stdout;
}

export const server = new McpServer({ name: 'git', version: '1.0.0' });

server.registerTool(
  'git_log',
  {
    description: 'Lists the newest commits.',
    inputSchema: { repository: z.string(), limit: z.number().int().max(100) },
    annotations: { readOnlyHint: true },
  },
  async ({ repository, limit }) => {
    let log: string;
    try {
      log = await gitLog(repository, limit);
    } catch (error) {
      throw new Error(`${repository} is no Git working copy; call list_repositories for valid paths.`, { cause: error });
    }
    return { content: [{ type: 'text', text: log }] };
  },
);
