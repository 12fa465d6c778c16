import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

class ChatError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The chat service answered ${status}; check the channel name.`);
    this.status = status;
  }
}

async function postMessage(channel: string, text: string): Promise<void> {
  const res = await fetch(`https://chat.example.com/channels/${encodeURIComponent(channel)}/messages`, {
    method: 'POST',
    body: text,
  });
  if (!res.ok) throw new ChatError(res.status);
}

function describeFailure(error: unknown): CallToolResult {
  const archived = error instanceof ChatError && error.status === 410;
  const payload = archived
    ? {
        errorCategory: 'business',
        isRetryable: false,
        errorCode: 'CHANNEL_ARCHIVED',
        description: 'The channel is archived. Choose another channel.',
        customerFriendlyMessage: 'This channel is archived.',
      }
    : {
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'CHAT_UNREACHABLE',
        description: 'The chat service gave no clear answer. Read the channel before you post again.',
      };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'chat', version: '1.0.0' });

server.registerTool(
  'post_message',
  { description: 'Posts a message to a channel.', inputSchema: { channel: z.string(), text: z.string() } },
  async ({ channel, text }) => {
    try {
      await postMessage(channel, text);
      return { content: [{ type: 'text', text: `Posted to ${channel}.` }] };
    } catch (error) {
      return describeFailure(error);
    }
  },
);
