/** An inspector of other processes: hints for recovery, with mirrors, in the dialect `recovery`. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { configureToolErrors, dialects, toolError } from "mcp-tool-errors";
import { z } from "zod";

configureToolErrors({ dialect: dialects.recovery, mirrors: true });

declare const pipe: {
  send(pid: number, command: string): Promise<{ kind: string; wait: number; text: string }>;
};
const server = new McpServer({ name: "inspector", version: "1.0.0" });
const inputSchema = {
  pid: z.number().describe("Id of the process"),
  command: z.string().describe("Command for its inspector"),
};

const failed = (kind: string, pid: number, wait: number) => {
  switch (kind) {
    case "timeout":
      return toolError.transient({
        description: "The inspector did not answer within 30 s.",
        isRetryable: false,
        reason: "The command may have taken effect.",
        errorCode: "PIPE_TIMEOUT",
        recovery: {
          suggestedAction: "Call connect again, then read the element again before repeating the command.",
          requiresReconnect: true,
          stateAfterTimeoutUnknown: true,
          processId: pid,
          timeoutSeconds: 30,
        },
      });
    case "limited":
      return toolError.transient({
        description: "The inspector limits requests. Wait, then repeat the call.",
        retryAfterSeconds: wait,
        errorCode: "RATE_LIMITED",
        recovery: {
          suggestedAction: "Wait, then repeat the call.",
          retryAfterSeconds: wait,
          retryAfter: new Date(Date.now() + wait * 1000).toISOString(),
        },
      });
    case "denied":
      return toolError.permission({
        description: "Access to the process is denied.",
        customerFriendlyMessage: "I am not allowed to look into that program.",
        errorCode: "ACCESS_DENIED",
        recovery: { suggestedAction: "Restart the MCP server with elevation.", processId: pid },
      });
    case "architecture":
      return toolError.validation({
        description: "The target is a 64-bit process, this bootstrapper is for 32 bits.",
        errorCode: "ArchitectureMismatch",
        recovery: { suggestedAction: "Use the x64 build of the server.", processId: pid },
        details: { architecture: "x64", build: "Release" },
      });
    case "bootstrap":
      return toolError.transient({
        description: "The bootstrapper failed before the inspector was ready.",
        isRetryable: false,
        reason: "It would fail again.",
        errorCode: "BootstrapFailed",
        recovery: { suggestedAction: "Restart the target.", processId: pid },
      });
    default:
      return toolError.transient({
        description: "The named pipe never became ready.",
        isRetryable: false,
        reason: "The bridge may have been invoked.",
        errorCode: "PipeReadyTimeout",
        recovery: {
          suggestedAction: "Call connect again.",
          requiresReconnect: true,
          stateAfterTimeoutUnknown: true,
          timeoutSeconds: 10,
          processId: pid,
        },
      });
  }
};

server.registerTool(
  "send_command",
  { description: "Sends a command to a process.", inputSchema },
  async ({ pid, command }) => {
    try {
      const reply = await pipe.send(pid, command);
      if (reply.kind !== "ok") return failed(reply.kind, pid, reply.wait);
      return { content: [{ type: "text", text: reply.text }] };
    } catch (error) {
      return toolError.from(error, { service: "the inspector", recovery: { processId: pid } });
    }
  },
);
