import { readFile } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'reader', version: '1.0.0' });

server.registerTool(
  'read_files',
  {
    description: 'Reads several files.',
    inputSchema: { paths: z.array(z.string()).min(1) },
    annotations: { readOnlyHint: true },
  },
  async ({ paths }) => {
    const partialResults: { path: string; text: string }[] = [];
    const unreadable: string[] = [];
    for (const path of paths) {
      try {
        partialResults.push({ path, text: await readFile(path, 'utf8') });
      } catch {
        unreadable.push(path);
      }
    }
    if (unreadable.length > 0) {
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'validation',
        isRetryable: false,
        errorCode: 'UNREADABLE_FILES',
        description: `Not readable: ${unreadable.join(', ')}. Correct these paths.`,
        partialResults,
        attemptedActions: paths.map((path) => `read ${path}`),
      }) }] };
    }
    return { content: [{ type: 'text', text: JSON.stringify({ files: partialResults }) }] };
  },
);
