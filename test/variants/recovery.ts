// settings: { "dialect": "recovery" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

interface Recovery {
  suggestedAction?: string;
  requiresReconnect?: boolean;
  stateAfterTimeoutUnknown?: boolean;
  processId?: number;
  timeoutSeconds?: number;
  retryAfterSeconds?: number;
}

interface RecoverableError {
  error: string;
  errorCode: "SESSION_INVALID" | "ACCESS_DENIED" | "PIPE_CLOSED" | "COMMAND_TIMEOUT" | "HOST_BUSY";
  recovery: Recovery;
  errorData?: unknown;
  // For readers that look for the hints at the top level.
  stateAfterTimeoutUnknown?: boolean;
  timeoutSeconds?: number;
}

declare const host: { send(session: string, command: string): Promise<{ state: string; output: string }> };

function recoverable(failure: RecoverableError): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify({ success: false, ...failure }) }] };
}

export const server = new McpServer({ name: "terminal", version: "1.0.0" });

server.registerTool(
  "send_command",
  { description: "Runs a command.", inputSchema: { session: z.string(), command: z.string() } },
  async ({ session, command }) => {
    const answer = await host.send(session, command);
    switch (answer.state) {
      case "done":
        return { content: [{ type: "text", text: answer.output }] };
      case "denied":
        return recoverable({
          error: "The session belongs to another user.",
          errorCode: "ACCESS_DENIED",
          recovery: { suggestedAction: "Open a session of your own with open_session." },
        });
      case "closed":
        return recoverable({
          error: "The pipe to the host process is closed.",
          errorCode: "PIPE_CLOSED",
          recovery: { requiresReconnect: true, suggestedAction: "Reconnect, then list the sessions again." },
        });
      case "timeout":
        return recoverable({
          error: "The command did not end within 30 seconds and may still run.",
          errorCode: "COMMAND_TIMEOUT",
          recovery: { stateAfterTimeoutUnknown: true, timeoutSeconds: 30 },
          stateAfterTimeoutUnknown: true,
          timeoutSeconds: 30,
          errorData: { output: answer.output },
        });
      default:
        return recoverable({
          error: "The host runs as many commands as it may.",
          errorCode: "HOST_BUSY",
          recovery: { retryAfterSeconds: 5 },
        });
    }
  },
);
