// forms: as-is
import { base } from '@acme/mcp-results';
import { parcels } from '@acme/parcels';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'parcels', version: '1.0.0' });

server.registerTool(
  'hold_parcel',
  { description: 'Holds a parcel back.', inputSchema: { parcelId: z.string() } },
  async ({ parcelId }) => {
    const outcome = await parcels.hold(parcelId);
    if (outcome.refused) {
      const details = { ...base.refusal, ...outcome.details };
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(details) }] };
    }
    return { content: [{ type: 'text', text: `Parcel ${parcelId} is held back.` }] };
  },
);
