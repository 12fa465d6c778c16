// settings: { "dialect": "standard" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

interface Findings {
  complete: boolean;
  findings: readonly string[];
  steps: readonly string[];
}

declare const researchAgent: { run(topic: string): Promise<Findings> };

export const server = new McpServer({ name: "coordinator", version: "1.0.0" });

server.registerTool(
  "research",
  { description: "Lets the research agent look into a topic.", inputSchema: { topic: z.string() } },
  async ({ topic }) => {
    const result = await researchAgent.run(topic);
    if (result.complete) return { content: [{ type: "text", text: result.findings.join("\n") }] };
    const failure = {
      status: "partial_failure",
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "RESEARCH_INCOMPLETE",
      description: "One of the sources did not answer after two retries. Go on with what the others gave.",
      partialResults: result.findings,
      attemptedActions: result.steps,
      recommendation: "Name the missing source in the answer.",
    };
    return { isError: true, content: [{ type: "text", text: JSON.stringify(failure) }] };
  },
);
