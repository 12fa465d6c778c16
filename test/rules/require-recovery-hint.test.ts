import { DECLARED_APART, errorResult, fastmcp, lowLevel, testRule } from "../support/rule-tester.js";

/** A tool with this name and these hints, whose call fails with this error. */
const failing = (name: string, fields: string, hints = "", body = "await api.run(args);"): string => `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("${name}", { description: "d", annotations: { ${hints} } }, async (args) => {
  try {
    ${body}
  } catch (error) {
    return ${errorResult(fields)};
  }
});
`;
const marked = (code: string): string => code.replace(/return (\{ isError.*\});/u, "return ⟦$1⟧;");
const TIMEOUT =
  'errorCategory: "transient", isRetryable: true, retryAfterSeconds: 5, errorCode: "API_TIMEOUT", description: "d"';
const setFalse = {
  messageId: "retryableWrite",
  data: { name: "isRetryable" },
  suggest: {
    messageId: "setFalse",
    data: { name: "isRetryable" },
    from: "isRetryable: true",
    to: "isRetryable: false",
  },
};

const attempt = `  try {
    await api.run(args);
  } catch (error) {
    return ${errorResult(TIMEOUT)};
  }`;

testRule(
  "require-recovery-hint",
  [
    { name: "a read", code: failing("get_order", TIMEOUT) },
    { name: "a read, by its hint", code: failing("create_report", TIMEOUT, "readOnlyHint: true") },
    { name: "idempotent, by its hint", code: failing("create_order", TIMEOUT, "idempotentHint: true") },
    { name: "idempotent, by its name", code: failing("set_owner", TIMEOUT) },
    { name: "a name that tells nothing", code: failing("orders", TIMEOUT) },
    ...DECLARED_APART.map(({ framework, filename, code }) => ({
      name: `${framework}: a read, by its hint`,
      ...(filename === undefined ? {} : { filename }),
      code: code("create_report", { annotations: "{ readOnlyHint: true }" }, attempt),
    })),
    {
      name: "what timed out only reads",
      code: failing("create_order", TIMEOUT, "", "await api.getCustomer(args);"),
    },
    {
      name: "what the tool is asked for speaks of time",
      code: failing(
        "create_order",
        'errorCategory: "transient", isRetryable: true, retryAfterSeconds: 5, description: "d"',
      ).replace("return {", "if (args.timeout) return {"),
    },
    { name: "not retryable", code: failing("create_order", TIMEOUT.replace("true", "false")) },
    { name: "another failure", code: failing("create_order", TIMEOUT.replace("API_TIMEOUT", "RATE_LIMITED")) },
    {
      name: "a key makes it idempotent",
      code: failing("create_order", TIMEOUT, "", "await api.run(args, { idempotencyKey: args.id });"),
    },
    {
      name: "prose alone is for other rules",
      code: failing("create_order", "").replace(/JSON\.stringify\(\{ {2}\}\)/u, '"The request timed out."'),
    },
    {
      name: "recovery: all hints",
      code: failing(
        "create_order",
        'success: false, errorCode: "API_TIMEOUT", error: "d", recovery: { stateAfterTimeoutUnknown: true }',
      ),
    },
    {
      name: "recovery: a mirror at the top",
      code: failing(
        "status",
        'success: false, errorCode: "PIPE_CLOSED", error: "d", requiresReconnect: true, recovery: { processId: 1 }',
      ),
    },
    {
      name: "recovery: a read that timed out",
      code: failing("list_orders", 'success: false, errorCode: "API_TIMEOUT", error: "d", recovery: { processId: 1 }'),
    },
    {
      name: "standard does not ask for the hints",
      code: failing(
        "status",
        'errorCategory: "transient", isRetryable: false, errorCode: "PIPE_CLOSED", description: "d"',
      ),
    },
  ],
  [
    {
      name: "a write that is not idempotent, by its name",
      code: marked(failing("create_order", TIMEOUT)),
      problems: [setFalse],
    },
    {
      name: "by its hint",
      code: marked(failing("orders", TIMEOUT, "readOnlyHint: false, idempotentHint: false")),
      problems: [setFalse],
    },
    ...DECLARED_APART.flatMap(({ framework, filename, code }) => [
      {
        name: `${framework}: a write, by its hint`,
        ...(filename === undefined ? {} : { filename }),
        code: marked(code("orders", { annotations: "{ readOnlyHint: false, idempotentHint: false }" }, attempt)),
        problems: [setFalse],
      },
      {
        name: `${framework}: a write, by its name`,
        ...(filename === undefined ? {} : { filename }),
        code: marked(code("create_order", {}, attempt)),
        problems: [setFalse],
      },
    ]),
    {
      name: "FastMCP, by the words",
      code: marked(
        fastmcp(
          `  return ${errorResult('errorCategory: "transient", isRetryable: true, retryAfterSeconds: 5, description: "The bank timed out."')};`,
        ).replace('name: "a"', 'name: "send_money"'),
      ),
      problems: [setFalse],
    },
    {
      name: "envelope, by the test around it, in a dispatcher",
      code: marked(
        lowLevel(`  switch (request.params.name) {
    case "create_order":
      try {
        return await run(request);
      } catch (error) {
        if (error.name === "TimeoutError")
          return ${errorResult('bucket: "Transient", retryable: true, retryAfterMs: jitter(500), humanMessage: "d"')};
        throw error;
      }
  }`),
      ),
      problems: [
        {
          messageId: "retryableWrite",
          data: { name: "retryable" },
          suggest: {
            messageId: "setFalse",
            data: { name: "retryable" },
            from: "retryable: true",
            to: "retryable: false",
          },
        },
      ],
    },
    {
      name: "recovery: the state is unknown",
      code: marked(
        failing(
          "update_order",
          'success: false, errorCode: "API_TIMEOUT", error: "d", recovery: { timeoutSeconds: 10 }',
        ),
      ),
      problems: [
        {
          messageId: "unknownState",
          suggest: {
            messageId: "addStateUnknown",
            from: "timeoutSeconds: 10",
            to: "timeoutSeconds: 10, stateAfterTimeoutUnknown: true",
          },
        },
      ],
    },
    {
      name: "recovery: the connection is lost",
      code: marked(
        failing("status", 'success: false, errorCode: "PIPE_CLOSED", error: "d", recovery: { processId: 1 }'),
      ),
      problems: [
        {
          messageId: "missingReconnect",
          suggest: { messageId: "addReconnect", from: "processId: 1", to: "processId: 1, requiresReconnect: true" },
        },
      ],
    },
    {
      name: "recovery: hints that are given to a method",
      code: `${failing("update_order", "").replace(/return .*;/u, 'return ⟦reply.fail("d", { processId: 1 })⟧;')}
class Replies {
  fail(error, recovery) {
    return ${errorResult('success: false, error, errorCode: "API_TIMEOUT", recovery')};
  }
}
const reply = new Replies();`,
      problems: [
        {
          messageId: "unknownState",
          suggest: {
            messageId: "addStateUnknown",
            from: "processId: 1",
            to: "processId: 1, stateAfterTimeoutUnknown: true",
          },
        },
      ],
    },
    {
      name: "recovery: the operation writes, by its name",
      code: marked(
        failing(
          "orders",
          'success: false, errorCode: "API_TIMEOUT", error: "d", recovery: { processId: 1 }',
          "",
          "await api.createOrder(args);",
        ),
      ),
      problems: [
        {
          messageId: "unknownState",
          suggest: {
            messageId: "addStateUnknown",
            from: "processId: 1",
            to: "processId: 1, stateAfterTimeoutUnknown: true",
          },
        },
      ],
    },
    {
      name: "recovery: higher rights are asked for",
      code: marked(
        failing("status", 'success: false, errorCode: "ELEVATION_REQUIRED", error: "d", recovery: { processId: 1 }'),
      ),
      problems: [{ messageId: "missingAction" }],
    },
    {
      name: "recovery, by the settings: no action after a refusal",
      settings: { dialect: "recovery" },
      code: marked(failing("status", 'success: false, errorCode: "ACCESS_DENIED", error: "d"')),
      problems: [{ messageId: "missingAction" }],
    },
  ],
);
