import { testRule } from "../support/rule-tester.js";

const head = 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n';
const route = (body: string, names = "req, res"): string =>
  `${head}app.get("/orders/:id", async (${names}) => {\n  try {\n    ok();\n  } catch (error) {\n${body}\n  }\n});`;

const ENVELOPE =
  '{ bucket: "Transient", retryable: false, retryAfterMs: 0, errorCode: "STOCK_DOWN", humanMessage: "The stock service is down." }';
const beforeBody = [
  { messageId: "falseSuccess", data: { status: "200", advice: "`res.status(502)` before the body" } },
];
const fastify = (body: string, names = "request, reply"): string =>
  `import fastify from "fastify";\n${head}const app = fastify({ logger: true });\napp.get("/orders/:id", async (${names}) => {\n  try {\n    return await orders.read();\n  } catch (error) {\n${body}\n  }\n});`;

testRule(
  "no-http-200-error",
  [
    { name: "an envelope with a status", code: route(`    res.status(503).json(${ENVELOPE});`) },
    {
      name: "a bucket of files in a clause",
      code: route('    res.json({ bucket: "photos", message: "The newest are listed from the cache." });'),
    },
    {
      name: "an envelope that is listed, and not said",
      code: `${head}app.get("/failures", (req, res) => { res.json({ bucket: row.bucket, retryable: row.retryable, humanMessage: row.text }); });`,
    },
    {
      name: "a file outside the clauses, of a kind",
      code: `${head}app.get("/jobs/:id", (req, res) => { res.json({ state: "failed", retryable: true, message: "It may be started again." }); });`,
    },
    {
      name: "fastify, a code on a line of its own",
      code: fastify('    reply.code(502);\n    return { ok: false, error: "no answer" };'),
    },
    { name: "fastify, an ordinary answer", code: fastify("    return { orders: cache };") },
    {
      name: "a returned object that nobody sends",
      code: route('    return { ok: false, error: "no answer" };'),
    },
    {
      name: "a client of fastify's inject",
      code: `import fastify from "fastify";\n${head}cache.get("/orders", async () => { try { return await load(); } catch (error) { return { ok: false, error: "no answer" }; } });`,
    },
    {
      name: "a helper that sets the status",
      code: `${route("    fail(res, error);")}\nfunction fail(res, error) { res.status(502).json({ ok: false, error: "no answer" }); }`,
    },
    {
      name: "a caller that sets the status",
      code: `${route("    res.status(502);\n    fail(res, error);")}\nfunction fail(res, error) { res.json({ ok: false, error: "no answer" }); }`,
    },
    {
      name: "a caller that hands on a response with a status",
      code: `${route("    fail(res.status(502), error);")}\nfunction fail(res, error) { res.json({ ok: false, error: "no answer" }); }`,
    },
    {
      name: "a helper for a web hook",
      code: `${route("    fail(res, error);").replace("/orders/:id", "/hooks/orders")}\nfunction fail(res, error) { res.json({ ok: false, error: "no answer" }); }`,
    },
    {
      name: "a helper that no route calls",
      code: `${head}function answer(res) { res.json({ ok: false, error: last }); }`,
    },
    {
      name: "the routes beside a page that the server sends",
      code: `${route('    res.json({ ok: false, error: "no answer" });')}\napp.get("/", (req, res) => { res.end(readFileSync(join(root, "index.html"))); });`,
    },
    {
      name: "a state for whoever watches the server",
      code: route('    res.json({ ok: false, error: "no answer" });').replace("/orders/:id", "/healthz"),
    },
    {
      name: "the same behind a test of the path",
      code: `${head}createServer(async (req, res) => {\n  if (req.url === "/health/ready") {\n    try {\n      ok();\n    } catch (error) {\n      res.end(JSON.stringify({ ok: false, error: "no answer" }));\n    }\n  }\n});`,
    },
    { name: "express with a status", code: route('    res.status(502).json({ error: "no answer" });') },
    {
      name: "a status on a line of its own",
      code: route('    res.status(502);\n    res.json({ error: "no answer" });'),
    },
    {
      name: "statusCode",
      code: route('    res.statusCode = 502;\n    res.end(JSON.stringify({ error: "no answer" }));'),
    },
    { name: "a computed status", code: route("    res.status(statusOf(error)).json({ error: true });") },
    { name: "hono with a status", code: route('    return c.json({ error: "no answer" }, 502);', "c") },
    {
      name: "fastify with a code",
      code: route('    return reply.code(502).send({ error: "no answer" });', "req, reply"),
    },
    {
      name: "Response.json with a status",
      code: route('    return Response.json({ error: "no answer" }, { status: 502 });'),
    },
    {
      name: "an init that cannot be read",
      code: route('    return Response.json({ error: "no answer" }, { ...init });'),
    },
    {
      name: "a JSON-RPC error travels with 200",
      code: route('    res.json({ jsonrpc: "2.0", id: null, error: { code: -32603, message: "x" } });'),
    },
    {
      name: "a tool's result travels with 200",
      code: route('    return Response.json({ isError: true, content: [{ type: "text", text: "x" }] });'),
    },
    {
      name: "a status of success that is written out, with a reason",
      code: route(
        '    // The sender retries every answer that is not 2xx, and the order is stored already.\n    res.status(200).json({ error: "no answer" });',
      ),
    },
    {
      name: "the same in an init",
      code: route(
        '    // best effort: the page shows what there is\n    return Response.json({ error: "x" }, { status: 200 });',
      ),
    },
    {
      name: "a web hook",
      code: route('    res.json({ ok: false, error: "no answer" });').replace("/orders/:id", "/hooks/orders"),
    },
    {
      name: "a web hook of a router",
      code: route("    return c.json({ ok: false }, 200);", "c").replace("/orders/:id", "/api/webhook"),
    },
    { name: "an ordinary body", code: route("    res.json({ orders: cache });") },
    { name: "no clause", code: `${head}app.get("/", (req, res) => { res.json({ error: null, ok: false }); });` },
    { name: "json of something else", code: route('    schema.json({ error: "x" });') },
    {
      name: "a page of the sign-in",
      code: route('    res.json({ status: "failed", error: "no answer" });').replace("/orders/:id", "/oauth/poll"),
    },
    {
      name: "a page of the dashboard",
      code: route('    res.json({ ok: false, error: "no answer" });').replace("/orders/:id", "/api/dashboard/orders"),
    },
    {
      name: "a status of success beside one of failure: the author knows the difference",
      code: `${route('    return c.json({ ok: false, error: "no answer" }, 200);', "c")}\n${route('    return c.json({ error: "no answer" }, 500);', "c").replace(head, "")}`,
    },
    {
      name: "a file that serves its own page",
      code: `${route('    res.json({ status: "error", error: "no answer" });')}\napp.use("/page", express.static(pages));`,
    },
  ],
  [
    { name: "an envelope", code: route(`    ⟦res.json(${ENVELOPE})⟧;`), problems: beforeBody },
    {
      name: "an envelope of what was caught",
      code: route("    ⟦res.json({ bucket: bucketOf(error), retryable: false, humanMessage: textOf(error) })⟧;"),
      problems: beforeBody,
    },
    {
      name: "the standard dialect",
      code: route(
        '    ⟦res.json({ errorCategory: "transient", isRetryable: false, errorCode: "STOCK_DOWN", description: "Down." })⟧;',
      ),
      problems: beforeBody,
    },
    {
      name: "an envelope for a refusal",
      code: `${head}app.post("/reserve", async (req, res) => {\n  const done = await stock.reserve(req.body.sku);\n  if (!done) return ⟦res.json(${ENVELOPE.replace("Transient", "Business")})⟧;\n  res.json(done);\n});`,
      problems: beforeBody,
    },
    {
      name: "an envelope of hono's",
      code: route(`    return ⟦c.json(${ENVELOPE})⟧;`, "c"),
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`c.json(body, 502)`" } }],
    },
    {
      name: "an envelope that a function makes",
      code: `${route("    ⟦res.send(envelopeOf(error))⟧;")}\nconst shown = { error: true };\nconst envelopeOf = (error) => (${ENVELOPE});`,
      problems: beforeBody,
    },
    {
      name: "fastify, the value that a route returns",
      code: fastify('    return ⟦{ ok: false, error: "no answer" }⟧;'),
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`reply.code(502)` before the body" } }],
    },
    {
      name: "fastify, in a plugin, without a reply",
      code: `import type { FastifyInstance } from "fastify";\n${head}export async function routes(app: FastifyInstance) {\n  app.post("/orders", options, async () => {\n    try { return await orders.place(); } catch { return ⟦{ status: "error" }⟧; }\n  });\n}`,
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`reply.code(502)` before the body" } }],
    },
    {
      name: "a helper that clauses call",
      code: `${route("    fail(res, error);")}\nconst fail = (res, error) => ⟦res.json({ ok: false, error: "no answer" })⟧;`,
      problems: beforeBody,
    },
    {
      name: "a helper that says no outside a clause",
      code: `${head}app.get("/", (req, res) => { answer(res); });\nfunction answer(res) { ⟦res.json({ ok: false, error: last })⟧; }`,
      problems: beforeBody,
    },
    {
      name: "a helper of a route's own",
      code: `${head}app.get("/orders", async (req, res) => {\n  const fail = () => ⟦res.json({ ok: false, error: "no answer" })⟧;\n  try { ok(); } catch (error) { fail(); }\n});`,
      problems: beforeBody,
    },
    {
      name: "a file that sends another",
      code: `${route('    ⟦res.json({ ok: false, error: "no answer" })⟧;')}\napp.get("/order.pdf", (req, res) => res.sendFile(pdf));`,
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`res.status(502)` before the body" } }],
    },
    {
      name: "a reason of something else: the status is the framework's",
      code: route('    // the order may have been moved to the archive\n    ⟦res.json({ error: "no answer" })⟧;'),
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`res.status(502)` before the body" } }],
    },
    {
      name: "a status without a reason",
      code: route('    // TODO\n    ⟦res.status(200).json({ error: "no answer" })⟧;'),
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`res.status(502)` before the body" } }],
    },
    {
      name: "express",
      code: route('    ⟦res.json({ ok: false, error: "no answer" })⟧;'),
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`res.status(502)` before the body" } }],
    },
    {
      name: "express with a status of success",
      code: route("    ⟦res.status(201).send({ success: false })⟧;"),
      problems: [{ messageId: "falseSuccess", data: { status: "201", advice: "`res.status(502)` before the body" } }],
    },
    {
      name: "hono",
      code: route("    return ⟦c.json({ error: String(error) })⟧;", "c"),
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`c.json(body, 502)`" } }],
    },
    {
      name: "fastify",
      code: route('    return ⟦reply.send({ status: "error" })⟧;', "req, reply"),
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`reply.status(502)` before the body" } }],
    },
    {
      name: "Response.json and new Response",
      code: route(
        '    if (json) return ⟦Response.json({ error: "x" })⟧;\n    return ⟦new Response(JSON.stringify({ error: "x" }), { headers })⟧;',
      ),
      problems: [
        { messageId: "falseSuccess", data: { status: "200", advice: "`{ status: 502 }` as the second argument" } },
        { messageId: "falseSuccess", data: { status: "200", advice: "`{ status: 502 }` as the second argument" } },
      ],
    },
    {
      name: "in a rejection handler",
      code: `${head}app.get("/", (req, res) => { load().then((orders) => res.json(orders)).catch((error) => ⟦res.json({ error: true })⟧); });`,
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`res.status(502)` before the body" } }],
    },
    {
      name: "a route that only has the word in its name",
      code: route("    ⟦res.json({ ok: false })⟧;").replace("/orders/:id", "/orders/oauth-clients"),
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`res.status(502)` before the body" } }],
    },
    {
      name: "no status beside one of failure",
      code: `${route('    return ⟦c.json({ ok: false, error: "no answer" })⟧;', "c")}\n${route('    return c.json({ error: "no answer" }, 500);', "c").replace(head, "")}`,
      problems: [{ messageId: "falseSuccess", data: { status: "200", advice: "`c.json(body, 502)`" } }],
    },
    {
      name: "the routes beside a file that is no page",
      code: `${route('    ⟦res.json({ ok: false, error: "no answer" })⟧;')}\napp.get("/", (req, res) => { res.end(readFileSync(join(root, "orders.json"))); });`,
      problems: beforeBody,
    },
    {
      name: "what is healthy, and no state of the server",
      code: route('    ⟦res.json({ ok: false, error: "no answer" })⟧;').replace("/orders/:id", "/health/records"),
      problems: beforeBody,
    },
    {
      name: "a route behind a test of something else",
      code: `${head}createServer(async (req, res) => {\n  if (mode === "health") {\n    try {\n      ok();\n    } catch (error) {\n      ⟦res.end(JSON.stringify({ ok: false, error: "no answer" }))⟧;\n    }\n  }\n});`,
      problems: [
        { messageId: "falseSuccess", data: { status: "200", advice: "`res.statusCode = 502` before the body" } },
      ],
    },
  ],
);
