import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Branch {
  name: string;
  protected: boolean;
}

class ForgeError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The code forge answered ${status}; check the repository name.`);
    this.status = status;
  }
}

async function getJson<T>(path: string): Promise<T> {
  const res = await fetch(`https://forge.example.com/api/v1${path}`);
  if (!res.ok) throw new ForgeError(res.status);
  return (await res.json()) as T;
}

async function listBranches(repository: string): Promise<Branch[]> {
  try {
    return await getJson<Branch[]>(`/repos/${encodeURIComponent(repository)}/branches`);
  } catch { // expect: no-swallowed-error
    return [];
  }
}

export const server = new McpServer({ name: 'forge', version: '1.0.0' });

server.registerTool(
  'list_branches',
  {
    description: 'Lists the branches of a repository.',
    inputSchema: { repository: z.string().describe('owner/name') },
    annotations: { readOnlyHint: true },
  },
  async ({ repository }) => {
    const branches = await listBranches(repository);
    const text = branches.length === 0 ? 'No branches.' : branches.map((branch) => branch.name).join('\n');
    return { content: [{ type: 'text', text }] };
  },
);
