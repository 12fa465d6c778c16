import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { TrackerError, TrackerTimeout } from "./api.js";
import type { Tracker } from "./api.js";
import type { Deps } from "./deps.js";
import { failure, json, text } from "./results.js";

const signature = "(written by the support assistant)";

async function postComment(tracker: Tracker, ticketId: string, body: string): Promise<void> {
  await tracker.addComment(ticketId, `${body}\n\n${signature}`);
}

export function registerWriteTools(server: McpServer, { tracker, log }: Deps): void {
  server.registerTool(
    "create_ticket",
    {
      description: "Open a new ticket.",
      inputSchema: z.object({ title: z.string().min(5), body: z.string() }),
      annotations: { destructiveHint: false, idempotentHint: false },
    },
    async ({ title, body }) => {
      try {
        return json(await tracker.create(title, body));
      } catch (error) {
        if (error instanceof TrackerTimeout) {
          return failure({
            errorCategory: "transient",
            isRetryable: true,
            retryAfterSeconds: 5,
            errorCode: "TRACKER_TIMEOUT",
            description: "The ticket tracker did not answer in time. Create the ticket again in a few seconds.",
          });
        }
        throw error;
      }
    },
  );

  server.registerTool(
    "assign_ticket",
    {
      description: "Make somebody responsible for a ticket.",
      inputSchema: z.object({ ticketId: z.string(), assignee: z.string() }),
      annotations: { idempotentHint: true },
    },
    async ({ ticketId, assignee }) => {
      try {
        const ticket = await tracker.update(ticketId, { assignee });
        return text(`${ticket.id} is now assigned to ${assignee}.`);
      } catch (error) {
        log(`assign_ticket ${ticketId}: ${String(error)}`);
        return { isError: true, content: [{ type: "text", text: "Operation failed" }] };
      }
    },
  );

  server.registerTool(
    "comment_ticket",
    {
      description: "Add a comment to a ticket.",
      inputSchema: z.object({ ticketId: z.string(), body: z.string().min(1) }),
      annotations: { destructiveHint: false, idempotentHint: false },
    },
    async ({ ticketId, body }) => {
      postComment(tracker, ticketId, body);
      return text(`Comment added to ${ticketId}.`);
    },
  );

  server.registerTool(
    "close_ticket",
    {
      description: "Close a ticket that is solved.",
      inputSchema: z.object({ ticketId: z.string() }),
      annotations: { idempotentHint: true },
    },
    async ({ ticketId }) => {
      try {
        return json(await tracker.update(ticketId, { status: "closed" }));
      } catch (error) {
        if (error instanceof TrackerError && error.status === 409) {
          throw new Error(
            `Ticket ${ticketId} cannot be closed while it has open subtasks. Close the subtasks first, then close ${ticketId}.`,
            { cause: error },
          );
        }
        throw error;
      }
    },
  );
}
