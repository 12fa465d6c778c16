import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Product {
  sku: string;
  title: string;
}

class CatalogError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The catalogue answered ${status}; use fewer words.`);
    this.status = status;
  }
}

async function searchProducts(query: string): Promise<Product[]> {
  const res = await fetch(`https://catalog.example.com/products?q=${encodeURIComponent(query)}`);
  if (!res.ok) throw new CatalogError(res.status);
  return (await res.json()) as Product[];
}

export const server = new McpServer({ name: 'catalog', version: '1.7.0' });

server.registerTool(
  'search_products',
  {
    description: 'Searches the product catalogue.',
    inputSchema: { query: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ query }) => {
    const products = await searchProducts(query);
    if (products.length === 0) {
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({ // expect: no-error-for-empty-result
        errorCategory: 'validation',
        isRetryable: false,
        errorCode: 'NO_PRODUCTS',
        description: `No products match "${query}". Search for a broader term.`,
      }) }] };
    }
    return { content: [{ type: 'text', text: products.map((product) => `${product.sku} ${product.title}`).join('\n') }] };
  },
);
