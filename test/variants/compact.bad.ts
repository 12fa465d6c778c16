// settings: { "dialect": "compact" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

declare const tracker: { close(id: string): Promise<{ status: number; text: string }> };

const compact = (error: Record<string, unknown>): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: JSON.stringify(error) }],
  structuredContent: error,
});

export const server = new McpServer({ name: "tickets", version: "1.0.0" });
const input = { id: z.string() };

server.registerTool("no_sentence_for_the_user", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return compact({ // expect: require-customer-message
    errorCategory: "permission",
    isRetryable: false,
    code: "SCOPE_MISSING",
    message: "The scope tickets:write is missing. Ask an administrator for it.",
  });
});

server.registerTool("name_of_another_dialect", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return compact({ // expect: consistent-error-contract
    errorCategory: "permission",
    isRetryable: false,
    code: "SCOPE_MISSING",
    message: "The scope tickets:write is missing. Ask an administrator for it.",
    customerFriendlyMessage: "I am not allowed to do that.",
  });
});

server.registerTool("code_in_another_form", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return compact({
    errorCategory: "transient",
    isRetryable: false,
    code: "trackerDown", // expect: require-error-code
    message: "The tracker is down. Tell the operator.",
  });
});

server.registerTool("structured_content_alone", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return { // expect: no-invisible-error
    isError: true,
    content: [],
    structuredContent: {
      errorCategory: "transient",
      isRetryable: false,
      code: "TRACKER_DOWN",
      message: "The tracker is down. Tell the operator.",
    },
  };
});

server.registerTool(
  "beside_an_output_schema",
  { description: "d", inputSchema: input, outputSchema: { text: z.string() } },
  async ({ id }) => {
    const answer = await tracker.close(id);
    if (answer.status === 200)
      return { content: [{ type: "text", text: answer.text }], structuredContent: { text: answer.text } };
    const error = {
      errorCategory: "transient",
      isRetryable: false,
      code: "TRACKER_DOWN",
      message: "The tracker is down. Tell the operator.",
    };
    return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }], structuredContent: error }; // expect: no-structured-error-with-output-schema
  },
);

server.registerTool("no_category", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return compact({ // expect: require-error-category
    isRetryable: false,
    code: "TRACKER_DOWN",
    message: "The tracker is down. Tell the operator.",
  });
});

server.registerTool("category_outside_the_set", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return compact({
    errorCategory: "network", // expect: require-error-category
    isRetryable: false,
    code: "TRACKER_DOWN",
    message: "The tracker is down. Tell the operator.",
  });
});

server.registerTool("no_flag", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return compact({ // expect: require-is-retryable
    errorCategory: "transient",
    code: "TRACKER_DOWN",
    message: "The tracker is down. Tell the operator.",
  });
});

server.registerTool("no_code", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return compact({ // expect: require-error-code
    errorCategory: "transient",
    isRetryable: false,
    message: "The tracker is down. Tell the operator.",
  });
});

server.registerTool("no_message", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return compact({ // expect: require-error-description
    errorCategory: "transient",
    isRetryable: false,
    code: "TRACKER_DOWN",
  });
});

server.registerTool("retryable_permission", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return compact({
    errorCategory: "permission",
    isRetryable: true, // expect: no-retryable-terminal-error
    code: "SCOPE_MISSING",
    message: "The scope tickets:write is missing. Ask an administrator for it.",
    customerMessage: "I am not allowed to do that.",
  });
});

server.registerTool("prose_beside_structured_content", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await tracker.close(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
  return { // expect: no-invisible-error
    isError: true,
    content: [{ type: "text", text: "The ticket was not closed." }],
    structuredContent: {
      errorCategory: "transient",
      isRetryable: false,
      code: "TRACKER_DOWN",
      message: "The tracker is down. Tell the operator.",
    },
  };
});
