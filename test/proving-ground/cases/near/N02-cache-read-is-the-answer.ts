import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Score {
  team: string;
  points: number;
}

class CacheError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The score cache answered ${status}; name a season that has begun.`);
    this.status = status;
  }
}

async function readCachedScores(season: string): Promise<Score[]> {
  const res = await fetch(`https://cache.example.com/scores/${encodeURIComponent(season)}`);
  if (!res.ok) throw new CacheError(res.status);
  return (await res.json()) as Score[];
}

export const server = new McpServer({ name: 'scores', version: '1.0.0' });

server.registerTool(
  'get_scores',
  { description: 'Tells the scores of a season.', inputSchema: { season: z.string() }, annotations: { readOnlyHint: true } },
  async ({ season }) => {
    let scores: Score[] = [];
    try {
      scores = await readCachedScores(season);
    } catch (error) { // expect: no-swallowed-error
      console.warn('cache read', season, error);
    }
    return { content: [{ type: 'text', text: JSON.stringify({ season, scores }) }] };
  },
);
