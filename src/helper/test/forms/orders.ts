/** Orders: each category, the empty result, the local retry, the coordinator's payload. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ErrorCode, McpError, type CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import {
  defineClassifier,
  emptyResult,
  firstParty,
  localRetry,
  propagate,
  toolError,
  withToolErrors,
} from "mcp-tool-errors";
import { z } from "zod";

interface Order {
  id: string;
  total: number;
}
class AccessDenied extends Error {}
class SlowDatabase extends Error {}
class PolicyViolation extends Error {
  constructor(
    readonly reason: string,
    readonly forCustomers: string,
  ) {
    super(reason);
  }
}
declare const database: {
  get(id: string): Promise<Order | null>;
  search(query: string): Promise<Order[]>;
  refund(id: string): Promise<void>;
};
declare const subagent: { search(topic: string, found: string[]): Promise<string[]> };

const server = new McpServer({ name: "orders", version: "1.0.0" });
const text = (value: unknown): CallToolResult => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

const invalidId = (id: string) =>
  toolError.validation({
    description: `Invalid order id. Expected ORD-XXXXX, got: ${id}`,
    customerFriendlyMessage: "I wasn't able to look up that order. Could you double-check the order number?",
    errorCode: "ORDER_ID_FORM",
  });

/** One branch for each class, from validation to transient. */
server.registerTool(
  "lookup_order",
  {
    description: "Looks up one order by its number.",
    inputSchema: { id: z.string().describe("Order number, e.g. ORD-10423") },
  },
  async ({ id }) => {
    if (!id.startsWith("ORD-")) return invalidId(id);
    try {
      const order = await database.get(id);
      if (order === null) return emptyResult(`No order found with the id ${id}.`);
      return text({ found: true, order });
    } catch (error) {
      if (error instanceof AccessDenied)
        return toolError.permission({
          description: "The agent lacks authorization to read orders. Ask for the scope orders:read.",
          customerFriendlyMessage: "I need to transfer you to a specialist who can access your order details.",
          errorCode: "ORDERS_DENIED",
        });
      if (error instanceof PolicyViolation)
        return toolError.business({
          description: `Refund rejected: ${error.reason}`,
          customerFriendlyMessage: `This order isn't eligible for a refund because ${error.forCustomers}.`,
          errorCode: "REFUND_POLICY",
        });
      if (error instanceof SlowDatabase)
        return toolError.transient({
          description: "The order database timed out under load. Repeat the call in 30 s.",
          customerFriendlyMessage: "I'm having trouble reaching the order system. Let me try again shortly.",
          retryAfterSeconds: 30,
          errorCode: "ORDERS_TIMEOUT",
        });
      return toolError.from(error, { service: "the order database", exposeMessages: firstParty });
    }
  },
);

/** The same with the classes in one place and a boundary around the handler. */
const classify = defineClassifier([
  {
    when: (error) => error instanceof AccessDenied,
    then: {
      category: "permission",
      description: "The agent lacks authorization to read orders. Ask for the scope orders:read.",
      customerFriendlyMessage: "I need to transfer you to a specialist.",
      errorCode: "ORDERS_DENIED",
    },
  },
]);
server.registerTool(
  "refund_order",
  { description: "Refunds one order.", inputSchema: { id: z.string().describe("Order number, e.g. ORD-10423") } },
  withToolErrors(
    async ({ id }: { id: string }) => {
      if (!id.startsWith("ORD-")) return invalidId(id);
      await database.refund(id);
      return text({ refunded: id });
    },
    { classifiers: [classify], idempotent: false },
  ),
);

/** Nothing matched: a success in each of its forms. */
server.registerTool(
  "search_orders",
  { description: "Searches orders by customer.", inputSchema: { query: z.string().describe("Name of the customer") } },
  withToolErrors(
    async ({ query }: { query: string }) => {
      const orders = await database.search(query);
      if (orders.length === 0) return emptyResult(`No orders match ${query}.`, { results: [] });
      return text({ found: true, orders });
    },
    { idempotent: true, retry: localRetry({ retries: 2 }) },
  ),
);

/** What a subagent could not recover from, with what it has. */
server.registerTool(
  "research",
  { description: "Researches a topic.", inputSchema: { topic: z.string().describe("Topic in a few words") } },
  async ({ topic }) => {
    const found: string[] = [];
    try {
      return text(await subagent.search(topic, found));
    } catch (error) {
      return propagate(error, {
        partialResults: found,
        attemptedActions: [`Searched for ${topic}.`],
        recommendation: "Continue with partial results; flag the gap in the report.",
      });
    }
  },
);

/** A low-level server, whose tools are methods of a class. */
export class Desk {
  readonly #server = new Server({ name: "desk", version: "1.0.0" }, { capabilities: { tools: {} } });

  constructor() {
    this.#server.setRequestHandler(CallToolRequestSchema, async (request) => {
      switch (request.params.name) {
        case "lookup_order":
          return this.#lookup(String(request.params.arguments?.["id"]));
        default:
          throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);
      }
    });
  }

  async #lookup(id: string): Promise<CallToolResult> {
    if (!id.startsWith("ORD-")) return invalidId(id);
    try {
      const order = await database.get(id);
      return order ? text({ found: true, order }) : emptyResult(`No order found with the id ${id}.`);
    } catch (error) {
      return toolError.from(error, { service: "the order database" });
    }
  }
}
