import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const notesDir = process.env.NOTES_DIR ?? './notes';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

export const server = new McpServer({ name: 'notes', version: '1.0.0' });

server.registerTool(
  'read_notes',
  {
    description: 'Reads the notes of one day.',
    inputSchema: { day: z.iso.date() },
    annotations: { readOnlyHint: true },
  },
  async ({ day }) => {
    try {
      const notes = await readFile(path.join(notesDir, `${day}.md`), 'utf8');
      return { content: [{ type: 'text', text: notes }] };
    } catch (error) {
      if (!isMissing(error)) throw error;
      return { content: [{ type: 'text', text: 'No notes yet' }] };
    }
  },
);
