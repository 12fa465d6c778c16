import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'tax', version: '1.0.0' });

server.registerTool(
  'check_vat_id',
  { description: 'Checks a VAT id.', inputSchema: { vatId: z.string() }, annotations: { readOnlyHint: true } },
  async ({ vatId }) => {
    const res = await fetch(`https://tax.example.com/vat/${encodeURIComponent(vatId)}`);
    if (!res.ok) {
      return toolError({
        errorCategory: 'validation',
        isRetryable: false,
        errorCode: 'VAT_ID_REJECTED',
        description: `The tax office rejected ${vatId}: ${await res.text()}`, // expect: no-error-leak
      });
    }
    return { content: [{ type: 'text', text: await res.text() }] };
  },
);
