// forms: as-is
import { failure, success } from '@acme/mcp-results';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { parcels } from '@acme/parcels';

export const server = new McpServer({ name: 'parcels', version: '1.0.0' });

server.registerTool(
  'get_parcel',
  { description: 'Reads a parcel.', inputSchema: { parcelId: z.string() } },
  async ({ parcelId }) => {
    try {
      return success(await parcels.get(parcelId));
    } catch (error) {
      return failure(error);
    }
  },
);
