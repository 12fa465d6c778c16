// forms: as-is
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

type Send = (method: string, params: object) => Promise<CallToolResult>;

/** The page of an app asks its host: what a tool gave is shown here, and nothing is made of it. */
export function connect(send: Send) {
  let pending: Promise<boolean> | null = null;

  async function initialize() {
    if (pending) return pending;
    pending = send('ui/initialize', { protocolVersion: '2026-01-26' })
      .then(() => true)
      .catch(() => false)
      .finally(() => {
        pending = null;
      });
    return pending;
  }

  async function callTool(name: string): Promise<CallToolResult> {
    await initialize();
    const { content } = await send('tools/call', { name });
    return { content: [{ type: 'text', text: JSON.stringify(content) }] };
  }

  return { callTool };
}
