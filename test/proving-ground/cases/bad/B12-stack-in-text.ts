import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

interface Shipment {
  id: string;
  status: string;
}

class CarrierError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The carrier answered ${status}; check the shipment id.`);
    this.status = status;
  }
}

async function trackShipment(shipmentId: string): Promise<Shipment> {
  const res = await fetch(`https://carrier.example.com/shipments/${encodeURIComponent(shipmentId)}`);
  if (!res.ok) throw new CarrierError(res.status);
  return (await res.json()) as Shipment;
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'shipping', version: '2.3.0' });

server.registerTool(
  'track_shipment',
  {
    description: 'Tells where a shipment is.',
    inputSchema: { shipmentId: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ shipmentId }) => {
    try {
      const shipment = await trackShipment(shipmentId);
      return { content: [{ type: 'text', text: `${shipment.id}: ${shipment.status}` }] };
    } catch (error) {
      if (!(error instanceof CarrierError && error.status === 504)) throw error;
      return toolError({
        errorCategory: 'transient',
        isRetryable: true,
        retryAfterSeconds: 15,
        errorCode: 'CARRIER_TIMEOUT',
        description: `The carrier did not answer about ${shipmentId} in time. Ask again after the wait.`,
        details: error.stack, // expect: no-error-leak
      });
    }
  },
);
