import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Issue {
  number: number;
  title: string;
}

class TrackerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The issue tracker answered ${status}; check the project key.`);
    this.status = status;
  }
}

const trackerUrl = process.env.TRACKER_URL ?? 'https://tracker.example.com';

export const server = new McpServer({ name: 'tracker', version: '5.0.0' });

server.registerTool(
  'list_issues',
  {
    description: 'Lists the open issues of a project.',
    inputSchema: { project: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ project }) => {
    const res = await fetch(`${trackerUrl}/projects/${encodeURIComponent(project)}/issues?state=open`);
    if (res.status === 429) {
      console.error('rate limited until', res.headers.get('retry-after'));
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({ // expect: require-retry-after
        errorCategory: 'transient',
        isRetryable: true,
        errorCode: 'TRACKER_RATE_LIMIT',
        description: 'The issue tracker limits the number of calls. Wait before you ask again.',
      }) }] };
    }
    if (!res.ok) throw new TrackerError(res.status);
    const issues = (await res.json()) as Issue[];
    return { content: [{ type: 'text', text: JSON.stringify({ issues }) }] };
  },
);
