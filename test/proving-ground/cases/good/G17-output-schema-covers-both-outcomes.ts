import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Violation {
  file: string;
  rule: string;
}

class AnalyzerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The analyzer answered ${status}; check the target.`);
    this.status = status;
  }
}

async function analyze(target: string): Promise<Violation[]> {
  const res = await fetch(`https://analyzer.example.com/runs?target=${encodeURIComponent(target)}`);
  if (!res.ok) throw new AnalyzerError(res.status);
  return (await res.json()) as Violation[];
}

const outcome = {
  status: z.enum(['success', 'error']),
  violations: z.array(z.object({ file: z.string(), rule: z.string() })).optional(),
  errorCategory: z.enum(['transient', 'validation', 'permission', 'business']).optional(),
  isRetryable: z.boolean().optional(),
  retryAfterSeconds: z.number().optional(),
  errorCode: z.string().optional(),
  description: z.string().optional(),
};

export const server = new McpServer({ name: 'analyzer', version: '1.0.0' });

server.registerTool(
  'run_analyzer',
  { description: 'Analyzes a target.', inputSchema: { target: z.string() }, outputSchema: outcome },
  async ({ target }) => {
    try {
      const found = { status: 'success' as const, violations: await analyze(target) };
      return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found };
    } catch (error) {
      if (!(error instanceof AnalyzerError && error.status === 503)) throw error;
      const failed = {
        errorCategory: 'transient' as const,
        isRetryable: true,
        retryAfterSeconds: 45,
        errorCode: 'ANALYZER_BUSY',
        description: 'All analyzers are busy. Start the run again after the wait.',
        status: 'error' as const,
      };
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(failed) }], structuredContent: failed };
    }
  },
);
