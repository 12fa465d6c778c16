// forms: as-is
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { readFile } from 'node:fs/promises';

async function readVersion(): Promise<string> {
  try {
    return (JSON.parse(await readFile('package.json', 'utf8')) as { version: string }).version;
  } catch {
    return '0.0.0';
  }
}

async function main(): Promise<void> {
  const server = new McpServer({ name: 'orders', version: await readVersion() });
  process.on('SIGINT', () => {
    void server.close().catch(() => {}).then(() => process.exit(0));
  });
  await server.connect(new StdioServerTransport());
}

main().catch((error) => {
  console.error('Fatal error', error);
  process.exit(1);
});
