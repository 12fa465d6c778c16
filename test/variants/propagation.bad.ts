// settings: { "dialect": "standard" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

interface Findings {
  complete: boolean;
  findings: readonly string[];
}

class ResearchFailed extends Error {
  readonly status = 503;
}

declare function pause(milliseconds: number): Promise<void>;
declare const researchAgent: { run(topic: string): Promise<Findings> };

const failure = (payload: Record<string, unknown>): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: JSON.stringify(payload) }],
});

export const server = new McpServer({ name: "coordinator", version: "1.0.0" });
const input = { topic: z.string() };

server.registerTool("without_results", { description: "d", inputSchema: input }, async ({ topic }) => {
  const result = await researchAgent.run(topic);
  if (result.complete) return { content: [{ type: "text", text: result.findings.join("\n") }] };
  return failure({ // expect: require-propagation-context
    status: "partial_failure",
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "RESEARCH_INCOMPLETE",
    description: "One of the sources did not answer.",
  });
});

server.registerTool("without_category", { description: "d", inputSchema: input }, async ({ topic }) => {
  const result = await researchAgent.run(topic);
  if (result.complete) return { content: [{ type: "text", text: result.findings.join("\n") }] };
  const partial = { // expect: require-propagation-context
    status: "partial_failure",
    description: "One of the sources did not answer.",
    partialResults: result.findings,
  };
  return { content: [{ type: "text", text: JSON.stringify(partial) }] };
});

server.registerTool("failed_agent", { description: "d", inputSchema: input }, async ({ topic }) => {
  try {
    const result = await researchAgent.run(topic);
    return { content: [{ type: "text", text: result.findings.join("\n") }] };
  } catch (error) {
    if (!(error instanceof ResearchFailed)) throw error;
    return failure({ // expect: require-propagation-context
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "RESEARCH_FAILED",
      description: "The research agent gave up after two retries.",
    });
  }
});

server.registerTool("without_flag", { description: "d", inputSchema: input }, async ({ topic }) => {
  const result = await researchAgent.run(topic);
  if (result.complete) return { content: [{ type: "text", text: result.findings.join("\n") }] };
  const partial = { // expect: require-propagation-context
    status: "partial_failure",
    category: "transient",
    description: "One of the sources did not answer.",
    partialResults: result.findings,
    attemptedActions: ["Asked all sources"],
  };
  return { content: [{ type: "text", text: JSON.stringify(partial) }] };
});

server.registerTool("without_actions", { description: "d", inputSchema: input }, async ({ topic }) => {
  const result = await researchAgent.run(topic);
  if (result.complete) return { content: [{ type: "text", text: result.findings.join("\n") }] };
  return failure({ // expect: require-propagation-context
    status: "partial_failure",
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "RESEARCH_INCOMPLETE",
    description: "One of the sources did not answer.",
    partialResults: result.findings,
  });
});

server.registerTool("without_description", { description: "d", inputSchema: input }, async ({ topic }) => {
  const result = await researchAgent.run(topic);
  if (result.complete) return { content: [{ type: "text", text: result.findings.join("\n") }] };
  return failure({ // expect: require-error-description
    status: "partial_failure",
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "RESEARCH_INCOMPLETE",
    partialResults: result.findings,
    attemptedActions: ["Asked all sources"],
  });
});

server.registerTool("raw_exception", { description: "d", inputSchema: input }, async ({ topic }) => {
  try {
    const result = await researchAgent.run(topic);
    return { content: [{ type: "text", text: result.findings.join("\n") }] };
  } catch (error) {
    if (!(error instanceof ResearchFailed)) throw error;
    return failure({
      status: "partial_failure",
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "RESEARCH_FAILED",
      description: "The research agent gave up after two retries.",
      partialResults: [],
      attemptedActions: ["Asked all sources"],
      cause: error, // expect: no-error-leak
    });
  }
});

server.registerTool("refusal_that_is_repeated", { description: "d", inputSchema: input }, async ({ topic }) => {
  let result: Findings | undefined;
  for (let attempt = 0; attempt < 3 && !result; attempt++) {
    try {
      result = await researchAgent.run(topic);
      break;
    } catch (error) { // expect: no-terminal-retry
      if (attempt === 2) throw error;
      await pause(1000 * 2 ** attempt);
    }
  }
  return { content: [{ type: "text", text: result?.findings.join("\n") ?? "Nobody was asked." }] };
});
