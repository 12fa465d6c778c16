import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

class MetersError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The meter gateway answered ${status}.`);
    this.status = status;
  }
}

async function readMeter(meterId: string): Promise<CallToolResult> {
  const res = await fetch(`https://meters.example.com/meters/${encodeURIComponent(meterId)}`);
  if (!res.ok) throw new MetersError(res.status);
  return { content: [{ type: 'text', text: await res.text() }] };
}

function toToolError(error: unknown): CallToolResult {
  if (error instanceof MetersError && error.status === 404) {
    return { isError: true, content: [{ type: 'text', text: JSON.stringify({
      errorCategory: 'validation',
      isRetryable: false,
      errorCode: 'METER_UNKNOWN',
      description: 'There is no meter of this id. Call list_meters for valid ids.',
    }) }] };
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({
    errorCategory: 'transient',
    isRetryable: false,
    errorCode: 'GATEWAY_UNREACHABLE',
    description: 'The meter gateway gave no clear answer. Tell the user that the meter cannot be read.',
  }) }] };
}

const server = new Server({ name: 'meters', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: 'read_meter', description: 'Reads a meter.', inputSchema: { type: 'object' } }],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  try {
    const { meterId } = request.params.arguments as { meterId: string };
    return await readMeter(meterId);
  } catch (error) {
    return toToolError(error);
  }
});

export default server;
