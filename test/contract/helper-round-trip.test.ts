/** What the helper writes in each dialect, the rules of that dialect accept, the test kit accepts, and a client reads back. */
import { isAboutErrors } from "../support/error-rules.js";
import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import {
  configureToolErrors,
  dialects,
  propagate,
  readToolError,
  toolError,
  type Dialect,
  type ToolErrorResult,
} from "../../src/helper/src/index.js";
import { toolErrorProblems } from "../../src/helper/src/testing/index.js";
import { DIALECTS, type DialectName } from "../../src/contract/dialects.js";
import { configOf } from "../support/eslint.js";

const customerFriendlyMessage = "We can only refund up to 500 dollars in one transaction.";
const recovery = {
  suggestedAction: "Reconnect, then list the sessions again.",
  requiresReconnect: true,
  stateAfterTimeoutUnknown: true,
  processId: 4242,
  timeoutSeconds: 30,
};

type Write = (dialect: Dialect) => ToolErrorResult;

const FAILURES: Readonly<Record<string, Write>> = {
  "a rate limit": (dialect) =>
    toolError.transient(
      { description: "The order service is busy. Retry after 20 s.", retryAfterSeconds: 20, errorCode: "RATE_LIMITED" },
      { dialect },
    ),
  "a spent budget": (dialect) =>
    toolError.transient(
      {
        description: "The order service timed out twice.",
        isRetryable: false,
        reason: "The retry budget is spent.",
        errorCode: "ORDERS_TIMEOUT",
        failureType: "timeout",
        attempt: 3,
        maxAttempts: 3,
        attemptedActions: ["Asked the order service three times."],
      },
      { dialect },
    ),
  "an invalid input": (dialect) =>
    toolError.validation(
      {
        description: "The order id has to look like ORD-12345. Correct it.",
        errorCode: "ORDER_ID_FORM",
        customerFriendlyMessage: "Could you check the order number?",
        attemptedQuery: "ORD",
        alternativeApproaches: ["Search for the order by its customer."],
      },
      { dialect },
    ),
  "a missing scope": (dialect) =>
    toolError.permission(
      {
        description: "The scope orders:read is missing. Ask an administrator for it.",
        customerFriendlyMessage: "I have to transfer you to a specialist.",
        errorCode: "SCOPE_MISSING",
        details: { scope: "orders:read" },
      },
      { dialect },
    ),
  "a limit": (dialect) =>
    toolError.business(
      {
        description: "A refund of 750 dollars exceeds the limit of 500. Split it, or ask a manager.",
        customerFriendlyMessage,
        errorCode: "REFUND_LIMIT_EXCEEDED",
        details: { limit: 500, requested: 750 },
      },
      { dialect },
    ),
  "a stale connection": (dialect) =>
    toolError.transient(
      {
        description: "The inspector did not answer within 30 s.",
        isRetryable: false,
        reason: "The change may have taken effect: read the state again first.",
        errorCode: dialect === dialects.recovery ? "PipeReadyTimeout" : "PIPE_READY_TIMEOUT",
        recovery,
      },
      { dialect },
    ),
  "mirrored hints": (dialect) =>
    toolError.transient(
      {
        description: "Too many calls. Retry after 7 s.",
        retryAfterSeconds: 7,
        errorCode: "TOO_MANY_CALLS",
        recovery: { suggestedAction: "Wait." },
      },
      { dialect, mirrors: true },
    ),
  "mirrored waits": (dialect) =>
    toolError.transient(
      {
        description: "Too many calls. Retry after 7 s.",
        retryAfterSeconds: 7,
        errorCode: "TOO_MANY_CALLS",
        recovery: { suggestedAction: "Wait.", retryAfterSeconds: 7, retryAfter: "2030-01-01T00:00:07Z" },
      },
      { dialect, mirrors: true },
    ),
  "an unknown cause": (dialect) => toolError.from(new Error("x"), { dialect }),
  "a classified error": (dialect) => toolError.from({ status: 503, headers: { "retry-after": "4" } }, { dialect }),
  "a write with an unknown outcome": (dialect) =>
    toolError.from({ code: "ECONNRESET" }, { dialect, idempotent: false }),
  "a part that failed": (dialect) =>
    propagate(
      { status: 429, headers: { "retry-after": "9" } },
      {
        dialect,
        partialResults: [{ id: "ORD-1" }],
        attemptedActions: ["Read page 1.", "Read page 2 twice."],
        recommendation: "Continue with the orders of page 1.",
      },
    ),
};

/** A server whose tool answers with this object. */
const serverOf = (wire: string): string => `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "orders", version: "1.0.0" });
server.registerTool("find_order", { description: "Finds one order of the shop by its number, with its items." }, async () => {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(${wire}) }] };
});
`;

/** A literal has no jitter; that the helper has it is tested with the helper. */
const LEFT_OUT = new Set(["mcp-errors/require-retry-jitter", "mcp-errors/prefer-tool-error"]);

describe.each(Object.keys(DIALECTS) as DialectName[])("the dialect %s", (dialect) => {
  it.each(Object.entries(FAILURES))("%s", (_, write) => {
    configureToolErrors({ random: () => 0.5 });
    try {
      const result = write(dialects[dialect]);
      const text = result.content[0]?.text ?? "";
      expect(toolErrorProblems(result, undefined, { dialect })).toEqual([]);
      const messages = new Linter().verify(
        serverOf(text),
        configOf({ preset: "strict", settings: { dialect } }),
        "server.ts",
      );
      expect(
        messages
          .filter(({ ruleId }) => !LEFT_OUT.has(ruleId ?? ""))
          .map(({ ruleId, message }) => `${ruleId ?? ""}: ${message}`),
      ).toEqual([]);
      const { payload: written } = readToolError(result) ?? {};
      const { payload: read, conflicts } = readToolError({ isError: true, content: [{ type: "text", text }] }) ?? {};
      expect(conflicts).toEqual([]);
      expect(read).toEqual(written);
      // The same failure, however it was spelled.
      const standard = readToolError(write(dialects.standard))?.payload;
      for (const key of [
        "errorCategory",
        "isRetryable",
        "retryAfterSeconds",
        "description",
        "partialResults",
        "details",
      ] as const)
        expect(read?.[key]).toEqual(standard?.[key]);
    } finally {
      configureToolErrors({ random: undefined });
    }
  });
});

/** The good forms of a tool, written with the helper. */
const WITH_THE_HELPER = `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { collectResults, defineErrorCodes, emptyResult, firstParty, propagate, toolError, toolFailure, withToolErrors } from "mcp-tool-errors";
import { toHttpResponse } from "mcp-tool-errors/http";
import { callTool } from "mcp-tool-errors/client";
import { z } from "zod";
import { orders, PermissionDenied, RefundPolicyViolation, searchTool } from "./orders.js";

const server = new McpServer({ name: "orders", version: "1.0.0" });

server.registerTool("lookup_order", { description: "Looks up an order.", inputSchema: { id: z.string() } }, async ({ id }) => {
  if (!id.startsWith("ORD-"))
    return toolError.validation({
      description: \`Invalid order id. Expected ORD-XXXXX, got: \${id}\`,
      customerFriendlyMessage: "Could you double-check the order number?",
      errorCode: "ORDER_ID_FORM",
    });
  try {
    const order = await orders.get(id);
    if (!order) return emptyResult(\`No order found with the id \${id}.\`);
    return { content: [{ type: "text", text: JSON.stringify({ found: true, order }) }] };
  } catch (error) {
    if (error instanceof PermissionDenied)
      return toolError.permission({
        description: "The agent lacks authorization to access order records.",
        customerFriendlyMessage: "I need to transfer you to a specialist.",
        errorCode: "ORDERS_DENIED",
        details: { scope: "orders:read" },
      });
    if (error instanceof RefundPolicyViolation)
      return toolError.business({
        description: "The order is past its return window of 30 days. Offer store credit instead.",
        customerFriendlyMessage: "This order is past its return window.",
        errorCode: "RETURN_WINDOW",
        details: { days: 30 },
      });
    return toolError.from(error, { service: "the order database", exposeMessages: firstParty });
  }
});

server.registerTool(
  "refund",
  { description: "Refunds an order.", inputSchema: { id: z.string(), amount: z.number() } },
  withToolErrors(
    async ({ id, amount }) => {
      if (amount > 500)
        throw toolFailure.business({
          description: \`A refund of \${amount} dollars exceeds the limit of 500. Split it, or ask a manager.\`,
          customerFriendlyMessage: "I can only refund up to 500 dollars.",
          errorCode: "REFUND_LIMIT",
          details: { limit: 500, requested: amount },
        });
      await orders.refund(id, amount);
      return { content: [{ type: "text", text: \`Refunded \${amount} dollars.\` }] };
    },
    { idempotent: false },
  ),
);

server.registerTool("research", { description: "Researches a topic.", inputSchema: { topic: z.string() } }, async ({ topic }) => {
  const outcome = await callTool(() => searchTool({ topic }), { tool: "web_search", partialResults: await orders.cached(topic) });
  if (!outcome.ok) return outcome.error;
  return { content: [{ type: "text", text: JSON.stringify(outcome.result) }] };
});

const codes = defineErrorCodes({
  ORDERS_TIMEOUT: {
    category: "transient",
    retryAfterSeconds: 30,
    description: "The order database timed out under load. Retry after 30 seconds.",
  },
});

server.registerTool("list_orders", { description: "Lists orders.", inputSchema: { ids: z.array(z.string()) } }, async ({ ids }) => {
  const found = await collectResults(ids, (id) => orders.get(id));
  if (!found.ok) return found.toError({ recommendation: "Continue with partial results; flag the gap." });
  return { content: [{ type: "text", text: JSON.stringify(found.partialResults) }] };
});

server.registerTool("history", { description: "Tells what became of an order.", inputSchema: { id: z.string() } }, async ({ id }) => {
  const partialResults = [];
  try {
    partialResults.push(await orders.get(id));
    partialResults.push(await orders.archived(id));
  } catch (error) {
    if (error.code === "ETIMEDOUT") return codes.error("ORDERS_TIMEOUT", { partialResults });
    return propagate(error, { partialResults, attemptedActions: ["Asked the order database and the archive."] });
  }
  return { content: [{ type: "text", text: JSON.stringify(partialResults) }] };
});

app.post("/orders", async (request, response) => {
  try {
    response.json(await orders.get(request.body.id));
  } catch (error) {
    const { status, headers, body } = toHttpResponse(error);
    response.status(status).set(headers).json(body);
  }
});
`;

it.each(Object.keys(DIALECTS) as DialectName[])(
  "the rules are silent on a server that uses the helper in the dialect %s",
  (dialect) => {
    const messages = new Linter().verify(
      WITH_THE_HELPER,
      configOf({ preset: "strict", settings: { dialect } }),
      "server.ts",
    );
    const ofErrors = messages.filter(({ ruleId }) => isAboutErrors(ruleId ?? ""));
    expect(ofErrors.map(({ ruleId, line, message }) => `${ruleId ?? ""} ${line}: ${message}`)).toEqual([]);
  },
);
