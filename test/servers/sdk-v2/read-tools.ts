import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { TrackerError, type Ticket } from "./api.js";
import type { Deps } from "./deps.js";
import { findActiveTickets } from "./queries.js";
import { failure, json, text } from "./results.js";

/** 429 and 5xx are the tracker's own trouble: the same call may work later. */
const isOutage = (reason: unknown): reason is TrackerError =>
  reason instanceof TrackerError && (reason.status === 429 || reason.status >= 500);

export function registerReadTools(server: McpServer, { tracker, log }: Deps): void {
  server.registerTool(
    "list_tickets",
    {
      description: "List tickets by status or assignee.",
      inputSchema: z.object({
        status: z.enum(["open", "waiting", "closed"]).default("open"),
        assignee: z.string().optional(),
      }),
      annotations: { readOnlyHint: true },
    },
    async ({ status, assignee }) => {
      const tickets = await tracker.list(assignee === undefined ? { status } : { status, assignee });
      if (tickets.length === 0) {
        return {
          isError: true,
          content: [{ type: "text", text: `No tickets found with status ${status}.` }],
        };
      }
      return json({ tickets });
    },
  );

  server.registerTool(
    "get_ticket",
    {
      description: "Read one ticket.",
      inputSchema: z.object({ ticketId: z.string() }),
      annotations: { readOnlyHint: true },
    },
    async ({ ticketId }) => {
      try {
        return json(await tracker.get(ticketId));
      } catch (error) {
        if (isOutage(error)) {
          return failure({
            errorCategory: "transient",
            isRetryable: true,
            retryAfterSeconds: error.retryAfterSeconds ?? 15,
            errorCode: "TRACKER_UNAVAILABLE",
            description: `The ticket tracker is overloaded or down, so ticket ${ticketId} could not be read. Wait, then read it again.`,
          });
        }
        throw error;
      }
    },
  );

  server.registerTool(
    "search_tickets",
    {
      description: "Full-text search over the tickets that still need work.",
      inputSchema: z.object({ query: z.string().min(2) }),
      annotations: { readOnlyHint: true },
    },
    async ({ query }) => {
      const tickets = await findActiveTickets(tracker, query, log);
      if (tickets.length === 0) return text(`No active ticket matches "${query}".`);
      return json({ tickets });
    },
  );

  server.registerTool(
    "get_tickets",
    {
      description: "Read several tickets at once.",
      inputSchema: z.object({ ticketIds: z.array(z.string()).min(1).max(20) }),
      annotations: { readOnlyHint: true },
    },
    async ({ ticketIds }) => {
      const settled = await Promise.allSettled(ticketIds.map((id) => tracker.get(id)));
      const tickets: Ticket[] = [];
      const unread: string[] = [];
      const reasons: unknown[] = [];
      settled.forEach((outcome, index) => {
        if (outcome.status === "fulfilled") {
          tickets.push(outcome.value);
        } else {
          unread.push(ticketIds[index] ?? "");
          reasons.push(outcome.reason);
        }
      });
      if (unread.length === 0) return json({ tickets });
      const retriable = reasons.every(isOutage);
      const attemptedActions = ticketIds.map((id) => `read ticket ${id}`);
      if (retriable) {
        return failure({
          errorCategory: "transient",
          isRetryable: true,
          retryAfterSeconds: Math.max(
            ...reasons.map((reason) => (isOutage(reason) ? (reason.retryAfterSeconds ?? 15) : 0)),
          ),
          errorCode: "TRACKER_UNAVAILABLE",
          description: `The tracker failed for ${unread.join(", ")}. Use partialResults now and read only these again later.`,
          partialResults: { tickets },
          attemptedActions,
        });
      }
      return failure({
        errorCategory: "validation",
        isRetryable: false,
        errorCode: "TICKETS_NOT_READABLE",
        description: `Not all tickets could be read; missing: ${unread.join(", ")}. Check these ids, use partialResults for the rest.`,
        partialResults: { tickets },
        attemptedActions,
      });
    },
  );
}
