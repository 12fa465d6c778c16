// settings: { "dialect": "recovery" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

declare const host: { send(session: string): Promise<{ state: string; output: string }> };

const recoverable = (failure: Record<string, unknown>): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: JSON.stringify(failure) }],
});

export const server = new McpServer({ name: "terminal", version: "1.0.0" });
const input = { session: z.string() };

server.registerTool("send_command", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  if (answer.state === "denied")
    return recoverable({ success: false, error: "The session belongs to another user.", errorCode: "ACCESS_DENIED" }); // expect: require-recovery-hint
  if (answer.state === "closed")
    return recoverable({ // expect: require-recovery-hint
      success: false,
      error: "The pipe to the host process is closed.",
      errorCode: "PIPE_CLOSED",
      recovery: { processId: 77 },
    });
  if (answer.state === "timeout")
    return recoverable({ // expect: require-recovery-hint
      success: false,
      error: "The command did not end within 30 seconds.",
      errorCode: "COMMAND_TIMEOUT",
      recovery: { timeoutSeconds: 30 },
    });
  return recoverable({
    success: false,
    error: "The host runs as many commands as it may.",
    errorCode: "HOST_BUSY",
    retryAfterSeconds: 5,
    recovery: { retryAfterSeconds: 50 }, // expect: consistent-error-contract
  });
});

server.registerTool("success_in_an_error", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  return recoverable({
    success: true, // expect: consistent-error-contract
    error: "The host is being updated.",
    errorCode: "HOST_UPDATING",
    recovery: { suggestedAction: "Ask the operator when the update ends." },
  });
});

server.registerTool("no_error", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  return recoverable({ success: false, errorCode: "HOST_UPDATING", recovery: { processId: 77 } }); // expect: require-error-description
});

server.registerTool("no_code", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  return recoverable({ success: false, error: "The host is being updated.", recovery: { processId: 77 } }); // expect: require-error-code
});

server.registerTool("not_flagged", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  const failure = { success: false, error: "The host is being updated.", errorCode: "HOST_UPDATING" };
  return { content: [{ type: "text", text: JSON.stringify(failure) }] }; // expect: require-is-error
});

server.registerTool("other_requires_reconnect", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  return recoverable({
    success: false,
    error: "The host is being updated.",
    errorCode: "HOST_UPDATING",
    recovery: { requiresReconnect: true },
    requiresReconnect: false, // expect: consistent-error-contract
  });
});

server.registerTool("other_process_id", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  return recoverable({
    success: false,
    error: "The host is being updated.",
    errorCode: "HOST_UPDATING",
    recovery: { processId: 8 },
    processId: 7, // expect: consistent-error-contract
  });
});

server.registerTool("other_state_after_timeout_unknown", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  return recoverable({
    success: false,
    error: "The host is being updated.",
    errorCode: "HOST_UPDATING",
    recovery: { stateAfterTimeoutUnknown: true },
    stateAfterTimeoutUnknown: false, // expect: consistent-error-contract
  });
});

server.registerTool("other_timeout_seconds", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  return recoverable({
    success: false,
    error: "The host is being updated.",
    errorCode: "HOST_UPDATING",
    recovery: { timeoutSeconds: 30 },
    timeoutSeconds: 60, // expect: consistent-error-contract
  });
});

server.registerTool("other_suggested_action", { description: "d", inputSchema: input }, async ({ session }) => {
  const answer = await host.send(session);
  if (answer.state === "done") return { content: [{ type: "text", text: answer.output }] };
  return recoverable({
    success: false,
    error: "The host is being updated.",
    errorCode: "HOST_UPDATING",
    recovery: { suggestedAction: "List the sessions." },
    suggestedAction: "Open a session.", // expect: consistent-error-contract
  });
});
