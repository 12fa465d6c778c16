// forms: low-level
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema, UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';

const signedIn = new Set<string>();

const server = new Server({ name: 'drive', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: 'whoami', description: 'Tells who is signed in.', inputSchema: { type: 'object' } }],
}));

server.setRequestHandler(CallToolRequestSchema, async (_request, extra) => {
  const session = extra.sessionId ?? 'local';
  if (!signedIn.has(session)) {
    throw new UrlElicitationRequiredError([
      {
        mode: 'url',
        elicitationId: session,
        url: `https://drive.example.com/connect?session=${encodeURIComponent(session)}`,
        message: 'Sign in to the drive.',
      },
    ]);
  }
  return { content: [{ type: 'text', text: session }] };
});

export default server;
