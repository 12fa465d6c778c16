import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Actor {
  id: string;
  schema: unknown;
}

class ActorsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The actor service answered ${status}; search for the actor first.`);
    this.status = status;
  }
}

async function getActor(id: string): Promise<Actor> {
  const res = await fetch(`https://actors.example.com/actors/${encodeURIComponent(id)}`);
  if (!res.ok) throw new ActorsError(res.status);
  return (await res.json()) as Actor;
}

export const server = new McpServer({ name: 'actors', version: '1.0.0' });

server.registerTool(
  'describe_actors',
  {
    description: 'Describes several actors.',
    inputSchema: { ids: z.array(z.string()).min(1) },
    annotations: { readOnlyHint: true },
  },
  async ({ ids }) => {
    const errors: { id: string; status: number | null }[] = [];
    const load = async (id: string): Promise<Actor | null> => {
      try {
        return await getActor(id);
      } catch (error) {
        errors.push({ id, status: error instanceof ActorsError ? error.status : null });
        return null;
      }
    };
    const actors = (await Promise.all(ids.map(load))).filter((actor) => actor !== null);
    if (errors.length > 0) {
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'ACTORS_INCOMPLETE',
        description: `${errors.length} actors could not be read, see failedItems. Go on with the others.`,
        partialResults: actors,
        attemptedActions: ids.map((id) => `read actor ${id}`),
        failedItems: errors,
      }) }] };
    }
    return { content: [{ type: 'text', text: JSON.stringify({ actors }) }] };
  },
);
