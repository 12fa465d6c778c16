import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class MirrorError extends Error {
  readonly status: number;

  constructor(host: string, status: number) {
    super(`${host} answered ${status}; check the name and version of the package.`);
    this.status = status;
  }
}

async function download(host: string, name: string): Promise<string> {
  const res = await fetch(`https://${host}/packages/${encodeURIComponent(name)}`);
  if (!res.ok) throw new MirrorError(host, res.status);
  return await res.text();
}

async function readPackage(name: string): Promise<string> {
  try {
    return await download('mirror.example.com', name);
  } catch (error) {
    console.error('mirror', error);
  }
  return await download('origin.example.com', name);
}

export const server = new McpServer({ name: 'packages', version: '1.0.0' });

server.registerTool(
  'read_package',
  { description: 'Reads the description of a package.', inputSchema: { name: z.string() } },
  async ({ name }) => {
    const text = await readPackage(name);
    return { content: [{ type: 'text', text }] };
  },
);
