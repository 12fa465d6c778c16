import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class ScannerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The scanner answered ${status}; list the scanners first.`);
    this.status = status;
  }
}

async function startScan(target: string): Promise<void> {
  const res = await fetch(`https://scanner.example.com/scans/${encodeURIComponent(target)}`, { method: 'POST' });
  if (!res.ok) throw new ScannerError(res.status);
}

export const server = new McpServer({ name: 'scanner', version: '1.0.0' });

server.registerTool(
  'start_scan',
  { description: 'Starts a scan.', inputSchema: { target: z.string() } },
  async ({ target }) => {
    try {
      await startScan(target);
    } catch (error) {
      if (!(error instanceof ScannerError && error.status === 409)) throw error;
      return { content: [{ type: 'text', text: JSON.stringify({ status: 'error', message: 'Another scan runs on this target.' }) }] }; // expect: require-is-error
    }
    return { content: [{ type: 'text', text: JSON.stringify({ status: 'started', target }) }] };
  },
);
