import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';

const server = new Server({ name: 'clock', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'get_time',
      description: 'Tells the time in UTC.',
      inputSchema: { type: 'object', properties: {} },
    },
    {
      name: 'get_uptime',
      description: 'Tells for how many seconds the server has been running.',
      inputSchema: { type: 'object', properties: {} },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case 'get_time':
      return { content: [{ type: 'text', text: new Date().toISOString() }] };
    case 'get_uptime':
      return { content: [{ type: 'text', text: String(Math.round(process.uptime())) }] };
    default:
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);
  }
});

export default server;
