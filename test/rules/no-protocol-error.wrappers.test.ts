import { testRule } from "../support/rule-tester.js";

/** A dispatcher that a function around it runs in a span. */
const wrapped = (clause: string, inSpan: string, test = ""): string =>
  `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { trace } from "@opentelemetry/api";
const tracer = trace.getTracer("orders");
function traced(handler) {
  return async (request) =>
    await tracer.startActiveSpan("tools/call", {}, async (span) => {
      try { return await handler(request); } ${inSpan} finally { span.end(); }
    });
}
const server = new Server({ name: "s", version: "1" }, {});
server.setRequestHandler(CallToolRequestSchema, traced(async (request) => {
  try {
    ${test}
    return { content: [{ type: "text", text: await api.load(request.params.arguments.id) }] };
  } ${clause}
}));
`;

const ON = "catch (error) { if (error.code) span.setAttribute('code', error.code); throw error; }";
const GOOD = "catch (error) { return { isError: true, content: [{ type: 'text', text: error.message }] }; }";
const BAD =
  "⟦catch (error) { if (error instanceof McpError) throw error; throw new McpError(ErrorCode.InternalError, `Failed: ${error}`); }⟧";
const rethrown = {
  messageId: "rethrown",
  data: { what: "the caught error", framework: "low-level", advice: "return an error result with `isError: true`" },
};

testRule(
  "no-protocol-error",
  [
    { name: "a failure that is told within the span", code: wrapped(GOOD, ON) },
    {
      name: "a request that is refused by a setting, whose error the span looks into",
      code: wrapped(
        "catch (error) { if (error instanceof McpError) throw error; return { isError: true, content: [{ type: 'text', text: error.message }] }; }",
        ON,
        'if (isRemote() && request.params.arguments.file) throw new McpError(ErrorCode.InvalidParams, "No files here.");',
      ),
    },
  ],
  [{ name: "a failure that leaves through a span", code: wrapped(BAD, ON), problems: [rethrown] }],
);
