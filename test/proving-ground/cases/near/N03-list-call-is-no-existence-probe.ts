import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class BackupsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The backup service answered ${status}; list the databases first.`);
    this.status = status;
  }
}

async function listBackups(database: string): Promise<string[]> {
  const res = await fetch(`https://backups.example.com/databases/${encodeURIComponent(database)}`);
  if (!res.ok) throw new BackupsError(res.status);
  return (await res.json()) as string[];
}

async function hasBackups(database: string): Promise<boolean> {
  try {
    const backups = await listBackups(database);
    return backups.length > 0;
  } catch { // expect: no-swallowed-error
    return false;
  }
}

export const server = new McpServer({ name: 'backups', version: '1.0.0' });

server.registerTool(
  'has_backups',
  { description: 'Tells whether a database has backups.', inputSchema: { database: z.string() }, annotations: { readOnlyHint: true } },
  async ({ database }) => {
    const found = await hasBackups(database);
    return { content: [{ type: 'text', text: found ? 'There are backups.' : 'There are no backups.' }] };
  },
);
