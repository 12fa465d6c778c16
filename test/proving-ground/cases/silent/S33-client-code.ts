// forms: as-is
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

const client = new Client({ name: 'console', version: '1.0.0' });

export async function connect(command: string): Promise<void> {
  await client.connect(new StdioClientTransport({ command }));
}

export async function listToolNames(): Promise<string[]> {
  try {
    const { tools } = await client.listTools();
    return tools.map((tool) => tool.name);
  } catch (error) {
    console.error('no tools', error);
    return [];
  }
}

export async function callForText(name: string, args: Record<string, unknown>): Promise<string> {
  try {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    const [first] = result.content;
    return first?.type === 'text' ? first.text : '';
  } catch {
    return 'Error: the tool could not be called.';
  }
}
