import { errorResult, fastmcp, testRule, tool } from "../support/rule-tester.js";

const answer = (fields: string, head = ""): string => tool(`  return ${errorResult(fields)};`, head);
const ENVELOPE = 'bucket: "Transient", retryable: true, errorCode: "DOWN_NOW", humanMessage: "d"';

const route = (body: string): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\napp.post("/reserve", async (req, res) => {\n  try { res.json(await stock.reserve(req.body)); } catch (error) { ${body} }\n});`;
const jitter = (value: string) => [
  {
    messageId: "flatWait",
    data: { name: "retryAfterMs", value },
    suggest: {
      messageId: "addJitter",
      data: { value },
      from: value,
      to: `${value} + Math.floor(Math.random() * ${value})`,
    },
  },
];

testRule(
  "require-retry-jitter",
  [
    { name: "spread", code: answer(`${ENVELOPE}, retryAfterMs: 2000 + Math.random() * 1000`) },
    { name: "spread by a function", code: answer(`${ENVELOPE}, retryAfterMs: withJitter(2000)`) },
    { name: "as the service said", code: answer(`${ENVELOPE}, retryAfterMs: waitOf(response)`) },
    { name: "not retryable", code: answer('bucket: "Data", retryable: false, retryAfterMs: 0, humanMessage: "d"') },
    { name: "another dialect", code: answer('errorCategory: "transient", isRetryable: true, retryAfterSeconds: 30') },
    { name: "an HTTP body, spread", code: route(`res.status(503).json({ ${ENVELOPE}, retryAfterMs: spread(2000) });`) },
    {
      name: "an HTTP body in another dialect",
      code: route(
        'res.status(503).json({ errorCategory: "transient", isRetryable: true, retryAfterSeconds: 30, description: "d" });',
      ),
    },
    {
      name: "an HTTP body of something else",
      settings: { dialect: "envelope" },
      code: route('res.status(202).json({ job: 7, retryAfterMs: 2000, message: "Ask again for the result." });'),
    },
    {
      name: "an HTTP body that is not to be retried",
      code: route(
        'res.status(409).json({ bucket: "Business", retryable: false, retryAfterMs: 0, errorCode: "SOLD_OUT", humanMessage: "d" });',
      ),
    },
    { name: "a wait of 0 is another rule's", code: answer(`${ENVELOPE}, retryAfterMs: 0`) },
  ],
  [
    {
      name: "a literal",
      code: answer(`${ENVELOPE}, retryAfterMs: ⟦2000⟧`),
      problems: [
        {
          messageId: "flatWait",
          data: { name: "retryAfterMs", value: "2000" },
          suggest: {
            messageId: "addJitter",
            data: { value: "2000" },
            from: "2000",
            to: "2000 + Math.floor(Math.random() * 2000)",
          },
        },
      ],
    },
    {
      name: "an HTTP body",
      code: route(`res.status(503).json({ ${ENVELOPE}, retryAfterMs: ⟦2000⟧ });`),
      problems: jitter("2000"),
    },
    {
      name: "a response",
      code: route(
        `return new Response(JSON.stringify({ ${ENVELOPE}, retryAfterMs: ⟦1500⟧ }), { status: statusOf(error) });`,
      ),
      problems: jitter("1500"),
    },
    {
      name: "a constant, by the settings",
      settings: { dialect: "envelope" },
      code: tool(`  return ${errorResult("errorCode: 'DOWN_NOW', retryAfterMs: ⟦WAIT⟧")};`, "const WAIT = 30 * 1000;"),
      problems: [{ messageId: "flatWait", data: { name: "retryAfterMs", value: "30000" } }],
    },
    {
      name: "FastMCP, through a builder",
      code: fastmcp(
        "  return busy(⟦1500⟧);",
        `const busy = (retryAfterMs) => (${errorResult(`${ENVELOPE}, retryAfterMs`)});`,
      ),
      problems: [
        {
          messageId: "flatWait",
          data: { name: "retryAfterMs", value: "1500" },
          suggest: {
            messageId: "addJitter",
            data: { value: "1500" },
            from: "1500",
            to: "1500 + Math.floor(Math.random() * 1500)",
          },
        },
      ],
    },
  ],
);
