import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Release {
  tag: string;
}

class ReleasesError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The release service answered ${status}; check the project name.`);
    this.status = status;
  }
}

async function latestRelease(project: string): Promise<Release | null> {
  const res = await fetch(`https://releases.example.com/${encodeURIComponent(project)}/latest`);
  if (res.status === 404) return null;
  if (!res.ok) throw new ReleasesError(res.status);
  return (await res.json()) as Release;
}

export const server = new McpServer({ name: 'releases', version: '1.0.0' });

server.registerTool(
  'latest_release',
  { description: 'Tells the latest release of a project.', inputSchema: { project: z.string() } },
  async ({ project }) => {
    const release = await latestRelease(project);
    const text = release === null ? `${project} has no release yet.` : release.tag;
    return { content: [{ type: 'text', text }] };
  },
);
