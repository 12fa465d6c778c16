import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const versioned = z.object({ version: z.literal(2), rows: z.array(z.string()) });
const legacy = z.array(z.string());

class ExportError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The export answered ${status}; list the exports first.`);
    this.status = status;
  }
}

async function download(exportId: string): Promise<unknown> {
  const res = await fetch(`https://exports.example.com/${encodeURIComponent(exportId)}.json`);
  if (!res.ok) throw new ExportError(res.status);
  return await res.json();
}

function rowsOf(body: unknown): string[] {
  try {
    return versioned.parse(body).rows;
  } catch {
    return legacy.parse(body);
  }
}

export const server = new McpServer({ name: 'exports', version: '1.0.0' });

server.registerTool(
  'read_export',
  { description: 'Reads an export.', inputSchema: { exportId: z.string() }, annotations: { readOnlyHint: true } },
  async ({ exportId }) => {
    const rows = rowsOf(await download(exportId));
    return { content: [{ type: 'text', text: rows.join('\n') }] };
  },
);
