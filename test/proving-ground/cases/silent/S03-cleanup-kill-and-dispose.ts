import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class Shell {
  readonly child = spawn('sh', ['-s'], { stdio: ['pipe', 'pipe', 'ignore'] });

  async evaluate(script: string): Promise<string> {
    let output = '';
    this.child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    this.child.stdin.end(script);
    await once(this.child, 'close');
    return output;
  }

  dispose(): void {
    try {
      this.child.kill('SIGKILL');
    } catch {
      return;
    }
  }
}

export const server = new McpServer({ name: 'shell', version: '1.0.0' });

server.registerTool(
  'run_script',
  { description: 'Runs a shell script.', inputSchema: { script: z.string() }, annotations: { destructiveHint: true } },
  async ({ script }) => {
    const shell = new Shell();
    try {
      const output = await shell.evaluate(script);
      return { content: [{ type: 'text', text: output }] };
    } finally {
      shell.dispose();
    }
  },
);
