import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';

class GeocoderError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The geocoder answered ${status}.`);
    this.status = status;
  }
}

async function geocode(address: string): Promise<{ lat: number; lon: number }> {
  const res = await fetch(`https://geo.example.com/search?q=${encodeURIComponent(address)}`);
  if (!res.ok) throw new GeocoderError(res.status);
  return (await res.json()) as { lat: number; lon: number };
}

const server = new Server({ name: 'geocoder', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'geocode',
      description: 'Finds the coordinates of an address.',
      inputSchema: { type: 'object', properties: { address: { type: 'string' } }, required: ['address'] },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case 'geocode': {
      const { address } = request.params.arguments as { address: string };
      try {
        const { lat, lon } = await geocode(address);
        return { content: [{ type: 'text', text: `${lat}, ${lon}` }] };
      } catch { // expect: no-protocol-error
        throw new McpError(ErrorCode.InternalError, `No coordinates for "${address}": the geocoder is unavailable.`);
      }
    }
    default:
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);
  }
});

export default server;
