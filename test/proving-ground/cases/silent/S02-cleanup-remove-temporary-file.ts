import { execFile } from 'node:child_process';
import { unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const run = promisify(execFile);

async function format(source: string): Promise<string> {
  const file = path.join(tmpdir(), `format-${process.pid}-${Date.now()}.sql`);
  await writeFile(file, source);
  try {
    const { stdout } = await run('sql-format', [file]);
    return stdout;
  } finally {
    try {
      await unlink(file);
    } catch {}
  }
}

export const server = new McpServer({ name: 'sql-format', version: '1.0.0' });

server.registerTool(
  'format_sql',
  { description: 'Formats SQL.', inputSchema: { source: z.string() }, annotations: { readOnlyHint: true } },
  async ({ source }) => {
    const formatted = await format(source);
    return { content: [{ type: 'text', text: formatted }] };
  },
);
