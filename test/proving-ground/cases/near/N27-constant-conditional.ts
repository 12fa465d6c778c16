import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const retryEverything = true;

class FormsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The form service answered ${status}; read the form first.`);
    this.status = status;
  }
}

async function submitForm(form: string): Promise<void> {
  const res = await fetch(`https://forms.example.com/forms/${encodeURIComponent(form)}`, { method: 'POST' });
  if (!res.ok) throw new FormsError(res.status);
}

function toolError(payload: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: 'forms', version: '1.0.0' });

server.registerTool(
  'submit_form',
  { description: 'Submits a form.', inputSchema: { form: z.string() } },
  async ({ form }) => {
    try {
      await submitForm(form);
    } catch (error) {
      if (!(error instanceof FormsError && error.status === 422)) throw error;
      return toolError({
        errorCategory: 'validation',
        isRetryable: retryEverything ? true : false, // expect: no-retryable-terminal-error
        retryAfterSeconds: 5,
        errorCode: 'FORM_INCOMPLETE',
        description: `Form ${form} lacks required answers. Fill them in.`,
      });
    }
    return { content: [{ type: 'text', text: `Form ${form} is submitted.` }] };
  },
);
