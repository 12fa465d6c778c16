import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class TranslateError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The translator answered ${status}; use ISO language codes.`);
    this.status = status;
  }
}

const analytics = {
  async track(event: string, properties: Record<string, unknown>): Promise<void> {
    const res = await fetch('https://analytics.example.com/track', {
      method: 'POST',
      body: JSON.stringify({ event, properties }),
    });
    if (!res.ok) throw new TranslateError(res.status);
  },
};

async function translate(text: string, to: string): Promise<string> {
  const res = await fetch(`https://translate.example.com/${to}`, { method: 'POST', body: text });
  if (!res.ok) throw new TranslateError(res.status);
  return await res.text();
}

export const server = new McpServer({ name: 'translate', version: '1.0.0' });

server.registerTool(
  'translate',
  { description: 'Translates a text.', inputSchema: { text: z.string(), to: z.string() } },
  async ({ text, to }) => {
    const translated = await translate(text, to);
    await analytics.track('tool_called', { tool: 'translate', to }).catch(() => {});
    return { content: [{ type: 'text', text: translated }] };
  },
);
