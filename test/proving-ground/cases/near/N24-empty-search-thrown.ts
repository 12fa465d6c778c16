// forms: v1, v2
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class JobsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The job board answered ${status}; use fewer words.`);
    this.status = status;
  }
}

async function searchJobs(words: string): Promise<string[]> {
  const res = await fetch(`https://jobs.example.com/search/${encodeURIComponent(words)}`);
  if (!res.ok) throw new JobsError(res.status);
  return (await res.json()) as string[];
}

class NoMatch extends Error {}

export const server = new McpServer({ name: 'jobs', version: '1.0.0' });

server.registerTool(
  'search_jobs',
  { description: 'Searches the job board.', inputSchema: { words: z.string() }, annotations: { readOnlyHint: true } },
  async ({ words }) => {
    const jobs = await searchJobs(words);
    if (jobs.length === 0) throw new NoMatch(`No jobs match "${words}"; search for fewer words.`); // expect: no-error-for-empty-result
    return { content: [{ type: 'text', text: JSON.stringify({ jobs }) }] };
  },
);
