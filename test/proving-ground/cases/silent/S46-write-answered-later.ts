import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

class JobsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The job service answered ${status}; read the job before you try again.`);
    this.status = status;
  }
}

async function submit(job: string): Promise<string> {
  const res = await fetch(`https://jobs.example.com/jobs/${encodeURIComponent(job)}`, { method: 'POST' });
  if (!res.ok) throw new JobsError(res.status);
  return await res.text();
}

export const server = new McpServer({ name: 'jobs', version: '1.0.0' });

server.registerTool(
  'submit_job',
  { description: 'Submits a job.', inputSchema: { job: z.string() } },
  async ({ job }) => {
    const pending = submit(job);
    const startedAt = new Date().toISOString();
    const jobId = await pending;
    return { content: [{ type: 'text', text: JSON.stringify({ jobId, startedAt }) }] };
  },
);
