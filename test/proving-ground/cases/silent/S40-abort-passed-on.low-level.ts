// forms: low-level
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

class IndexError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The index answered ${status}.`);
    this.status = status;
  }
}

async function rebuild(signal: AbortSignal): Promise<number> {
  const res = await fetch('https://index.example.com/rebuild', { method: 'POST', signal });
  if (!res.ok) throw new IndexError(res.status);
  return ((await res.json()) as { documents: number }).documents;
}

const server = new Server({ name: 'index', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: 'rebuild_index', description: 'Rebuilds the index.', inputSchema: { type: 'object' } }],
}));

server.setRequestHandler(CallToolRequestSchema, async (_request, extra) => {
  try {
    const documents = await rebuild(extra.signal);
    return { content: [{ type: 'text', text: `${documents} documents are indexed.` }] };
  } catch (error) {
    if (extra.signal.aborted) throw error;
    const denied = error instanceof IndexError && error.status === 403;
    const payload = denied
      ? {
          errorCategory: 'permission',
          isRetryable: false,
          errorCode: 'INDEX_FORBIDDEN',
          description: 'Rebuilding needs the role "index-admin". Ask an administrator.',
          customerFriendlyMessage: 'I may not rebuild the index.',
        }
      : {
          errorCategory: 'transient',
          isRetryable: false,
          errorCode: 'INDEX_UNREACHABLE',
          description: 'The index gave no clear answer. Read its state before you rebuild it again.',
        };
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
  }
});

export default server;
