import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface StockItem {
  sku: string;
  quantity: number;
}

class InventoryError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The inventory service answered ${status}; ask for one warehouse at a time.`);
    this.status = status;
  }
}

async function fetchStock(warehouse: string): Promise<StockItem[]> {
  const res = await fetch(`https://inventory.example.com/warehouses/${encodeURIComponent(warehouse)}/stock`);
  if (!res.ok) throw new InventoryError(res.status);
  return (await res.json()) as StockItem[];
}

export const server = new McpServer({ name: 'inventory', version: '2.0.1' });

server.registerTool(
  'list_stock',
  {
    description: 'Lists what a warehouse has in stock.',
    inputSchema: { warehouse: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ warehouse }) => {
    let items: StockItem[];
    try {
      items = await fetchStock(warehouse);
    } catch { // expect: no-swallowed-error
      items = [];
    }
    return { content: [{ type: 'text', text: JSON.stringify({ warehouse, items }) }] };
  },
);
