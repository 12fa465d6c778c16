import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Talk {
  id: string;
  title: string;
}

class ConferenceError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The conference service answered ${status}; list the talks first.`);
    this.status = status;
  }
}

async function callApi<T>(path: string): Promise<T> {
  const res = await fetch(`https://conference.example.com${path}`);
  if (!res.ok) throw new ConferenceError(res.status);
  return (await res.json()) as T;
}

export const server = new McpServer({ name: 'conference', version: '1.0.0' });

server.registerTool(
  'get_talk',
  { description: 'Reads a talk, with a picture of its speaker where there is one.', inputSchema: { id: z.string() } },
  async ({ id }) => {
    const talk = await callApi<Talk>(`/talks/${encodeURIComponent(id)}`);
    const thumbnail = await callApi<string>(`/talks/${encodeURIComponent(id)}/thumbnail`).catch(() => undefined);
    return { content: [{ type: 'text', text: JSON.stringify({ ...talk, ...(thumbnail && { thumbnail }) }) }] };
  },
);
