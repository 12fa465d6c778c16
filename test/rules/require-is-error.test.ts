import { fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const suggest = (from: string) => ({ messageId: "addIsError", from, to: from.replace(/ \}$/u, ", isError: true }") });
const inCatch = (answer: string, head = ""): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await load(args) }] };\n  } catch (error) {\n    ${answer}\n  }`,
    head,
  );

/** The work succeeds; only its output cannot be parsed. */
const unparsed = (data: string): string =>
  tool(
    `  const stdout = await run(args);
  try {
    return ok({ rows: parseRows(stdout) });
  } catch (error) {
    return ok({ ${data} });
  }`,
    'const ok = (data) => ({ content: [{ type: "text", text: JSON.stringify(data) }] });',
  );

/** A helper whose failure looks like its value. */
const SENTENCE =
  "async function read(args) { try { return await load(args); } catch (error) { return `Error: ${error.message}`; } }";

const REFUSAL = '{ content: [{ type: "text", text: "Error: could not read the orders" }] }';

/** A tool with this schema, whose handler gets to `place` behind a guard of its arguments. */
const withInput = (schema: string, guard: string, place: string, head = ""): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
${head}
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("a", { description: "d", inputSchema: ${schema} }, async (args) => {
  ${guard}
    return ${place};
  return { content: [{ type: "text", text: await load(args) }] };
});
`;

const INPUT = "const Input = z.object({ id: z.string() });\nconst Other = z.object({ id: z.any() });";

/** A handler that asks a function of the project, and tells of its failure in words alone. */
const inCatchOf = (name: string, place = REFUSAL): string =>
  lowLevel(
    `  try {\n    const found = await ${name}(request.params.arguments);\n    return { content: [{ type: "text", text: JSON.stringify(found.rows) }] };\n  } catch (error) {\n    return ${place};\n  }`,
    `async function read(args) { try { return { rows: await api.list(args) }; } catch (error) { console.error(error); return { rows: [] }; } }
async function open(args) { const store = await connect(); try { return { rows: await store.list(args) }; } catch (error) { return { rows: [] }; } }`,
  );

/** Guards of arguments, with the schema that refuses the same, and one that does not. */
const GUARDS = [
  ["if (args.ids.length === 0)", "{ ids: z.array(z.string()).min(1) }", "{ ids: z.array(z.string()) }"],
  [
    "if (!args.ids || !args.ids.length)",
    "{ ids: z.array(z.string()).nonempty() }",
    "{ ids: z.array(z.string()).optional() }",
  ],
  ["if (args.id === undefined)", "{ id: z.string() }", "{ id: z.string().optional() }"],
  ["if (!args.id)", "{ id: z.string().min(1) }", "{ id: z.string() }"],
  ["if (!args.order)", "{ order: z.object({}).describe('d') }", "{ order: z.object({}).nullish() }"],
  ["const parsed = Input.safeParse(args); if (!parsed.success)", "Input.shape", "Other.shape"],
] as const;

/** Tests of a name, of which the second cannot hold any more, and the same where it can. */
const REPEATED = [
  ["if (!id) return done; await note(id);", "await note(id);"],
  [
    "const isNew = !id; if (isNew) { id = await open(); if (!id) return done; }",
    "const isNew = !id; if (isNew) { id = await open(); }",
  ],
  ["if (!id || !args.name) return done;", "if (!id && !args.name) return done;"],
  ["if (!id) { id = await open(); if (!id) throw new Error('no'); }", "if (!id) return done; id = await open();"],
] as const;

const repeated = (before: string, place: string): string =>
  tool(
    `  let id = args.id;\n  ${before}\n  if (!id) return ${place};\n  return { content: [{ type: "text", text: id }] };`,
  );

/** A dispatcher that makes a text of what the handler of a table gives. */
const dispatched = (handler: string, flag: string): string =>
  lowLevel(
    `  const handlers = { load: () => getOrder(request.params.arguments.id) };
  const { name } = request.params;
  const text = handlers[name] ? await handlers[name]() : "";
  return { content: [{ type: "text", text }]${flag} };`,
    handler,
  );

/** A client that calls back. */
const CALLBACK = `function read(args) {
  return new Promise((resolve) => {
    const socket = connect(args.host, () => resolve({ data: socket.read() }));
    socket.on("EVENT", (error) => resolve({ error: error.message }));
  });
}`;
const readsBack = '  return { content: [{ type: "text", text: JSON.stringify(await read(args)) }] };';

/** A builder that makes the JSON of whatever it is given. */
const BUILDS = `function answer(data, only) {
  let shown = data;
  if (only) shown = pick(data, only) ?? shown;
  return { content: [{ type: "text", text: JSON.stringify(shown) }] };
}`;

/** A class that answers with data, whatever comes of it. */
const REFUSES = `class Orders {
  async cancel({ id }) {
    const order = await db.find(id);
    if (!order) return { status: "error", message: "Order not found" };
    if (order.shipped) return REFUSAL;
    await db.drop(id);
    return { status: "cancelled", id };
  }
}
const orders = new Orders();`;

/** A tool whose work is only to put an answer together. */
const pending = (data: string, open = "", close = ""): string =>
  tool(
    `  try {\n    return answer(${data});\n  } catch (error) {\n    return ${open}answer({ error: error.message })${close};\n  }`,
    'const answer = (data) => ({ content: [{ type: "text", text: JSON.stringify(data) }] });',
  );

const TOLD = '{ content: [{ type: "text", text: `Error: ${error.message}` }] }';

/** A server that reads and writes JSON-RPC itself, and sends this answer of a tool where its work has failed. */
const byHand = (
  result: string,
): string => `import { LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/sdk/types.js";
http.createServer(async (req, res) => {
  const { id, method, params } = JSON.parse(await body(req));
  if (method !== "tools/call") return;
  try {
    send(res, { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: await work(params) }] } });
  } catch (error) {
    send(res, { jsonrpc: "2.0", id, result: ${result} });
  }
});
`;

testRule(
  "require-is-error",
  [
    {
      name: "what a callback gives to a function that makes something else of it",
      code: fastmcp(
        "  return within(async () => {\n    try {\n      return await send(args);\n    } catch (error) {\n      return `Error: ${error.message}`;\n    }\n  });",
        "async function within(work) { const text = await work(); if (text.startsWith('Error')) throw new UserError(text); return text; }",
      ),
    },
    ...[
      ["if (error instanceof OrderNotFoundError)", "`${error.message} Use list_orders.`"],
      ['if (error.name === "NoSuchKey")', "`${error.message} Use list_orders.`"],
      ["if (error.status === 404)", "`${error.message} Use list_orders.`"],
    ].map(([test = "", text = ""]) => ({
      name: `the answer that something does not exist: ${test}`,
      code: inCatch(`${test} return { content: [{ type: "text", text: ${text} }] }; throw error;`),
    })),
    ...["Could not find an order like", "We couldn’t locate", "Cannot find any of"].map((words) => ({
      name: `no such thing, in other words: ${words}`,
      code: tool(
        `  const order = await load(args);\n  if (!order) return { content: [{ type: "text", text: \`${words} \${args.id}.\` }] };\n  return { content: [{ type: "text", text: order.text }] };`,
      ),
    })),
    {
      name: "errors that were asked for, behind the answer that there are none",
      code: tool(
        '  const errors = await api.errors(args.id);\n  if (errors.length === 0) return { content: [{ type: "text", text: "All is well." }] };\n  return { content: [{ type: "text", text: `Error list: ${errors.join()}` }] };',
      ),
    },
    {
      name: "a sentence that opens like a failure, where one of two questions is none about the work",
      code: tool(
        '  const state = await api.state(args.id);\n  if (state && !state.isBusy) return { content: [{ type: "text", text: "Idle." }] };\n  return { content: [{ type: "text", text: `Failed over to ${state.host}` }] };',
      ),
    },
    {
      name: "a state that opens like a failure, behind the refusal of the work",
      code: tool(
        '  const state = await api.state(args.id);\n  if (!state) return { content: [{ type: "text", text: "Nothing there." }] };\n  return { content: [{ type: "text", text: `Failed over to ${state.host}` }] };',
      ),
    },
    ...GUARDS.map(([guard, schema]) => ({
      name: `a guard of what the schema refuses: ${guard}`,
      code: withInput(schema, guard, REFUSAL, INPUT),
    })),
    ...REPEATED.map(([before]) => ({ name: `a test that is settled: ${before}`, code: repeated(before, REFUSAL) })),
    {
      name: "a handler of a table that lets its failure through",
      code: dispatched("const getOrder = async (id) => render(await orders.get(id));", ", isError: !handlers[name]"),
    },
    {
      name: "a handler of a table whose answer decides on the flag",
      code: dispatched(
        "const getOrder = async (id) => { try { return await orders.get(id); } catch (error) { return `Error: ${error.message}`; } };",
        ', isError: text.startsWith("Error")',
      ),
    },
    {
      name: "a value that cannot be written as text",
      code: tool(
        '  return { content: [{ type: "text", text: safeStringify(await load(args)) }] };',
        'function safeStringify(value) { try { return JSON.stringify(value); } catch (error) { return JSON.stringify({ error: "Not serializable" }); } }',
      ),
    },
    {
      name: "the verdict of a check that a function of the file makes",
      code: tool(
        '  return { content: [{ type: "text", text: JSON.stringify(await checkEmail(args)) }] };',
        "async function checkEmail(args) { try { await parse(args.email); return { valid: true }; } catch (error) { return { valid: false, error: error.message }; } }",
      ),
    },
    {
      name: "data that an event brings",
      code: tool(readsBack, CALLBACK.replace("EVENT", "data").replace("error: ", "last: ")),
    },
    {
      name: "another way has worked",
      code: inCatch('return { content: [{ type: "text", text: "Saved as plain text (the other formats failed)." }] };'),
    },
    {
      name: "a note beside a success",
      code: inCatch(
        'return { content: [{ type: "text", text: JSON.stringify({ success: true, note: "Cached, as the live lookup failed" }) }] };',
      ),
    },
    {
      name: "a count of errors",
      code: tool(
        '  const data = await load(args);\n  if (data.errors) return { content: [{ type: "text", text: "Errors: 3 of 7" }] };\n  return { content: [{ type: "text", text: data.text }] };',
      ),
    },
    {
      name: "one of two texts that tells only in passing that something did not work",
      code: tool(
        '  const kept = await orders.archive(args.id);\n  return { content: [{ type: "text", text: kept ? "Archived." : "No archive is configured: one is required for that." }] };',
      ),
    },
    {
      name: "one of two texts, of a state that was asked for",
      code: tool(
        '  const connected = await bus.isConnected();\n  return { content: [{ type: "text", text: connected ? "Connected." : "Failed to connect so far." }] };',
      ),
    },
    ...[
      ["a value instead of it", '() => "n/a"', "", "text"],
      [
        "asked about behind it",
        "(error) => error.message",
        "  if (!text.startsWith('#')) return failed(text);\n",
        "text",
      ],
      ["a part of the text", "(error) => error.message", "", "`State: ${text}`"],
    ].map(([name, handler, behind, shown]) => ({
      name: `the text of a promise that gives a text where it fails: ${name}`,
      code: tool(
        `  const text = await load(args).catch(${handler});\n${behind}  return { content: [{ type: "text", text: ${shown} }] };`,
      ),
    })),
    ...["checkTypes", "project.validate_files"].map((work) => ({
      name: `what a check has found, in a branch: ${work}`,
      code: tool(
        `  let text;\n  const found = await ${work}(args);\n  if (found.success) text = 'No errors.';\n  else text = \`❌ Errors: \${found.count}\`;\n  return { content: [{ type: "text", text }] };`,
      ),
    })),
    {
      name: "a state in a branch that is only a part of the text",
      code: tool(
        "  let note;\n  const built = await build(args);\n  if (built.success) note = 'well';\n  else note = '❌ The build failed.';\n  return { content: [{ type: 'text', text: `${built.id}: ${note}` }] };",
      ),
    },
    {
      name: "an answer that is refused by its state, and not given",
      code: tool(
        "  const found = await load(args);\n  if (!found.ok) return { content: [{ type: 'text', text: 'Nothing to show.' }] };\n  return { content: [{ type: 'text', text: JSON.stringify(found) }] };",
      ),
    },
    {
      name: "a record that is declared as a tool's, of which the handler has a result made",
      code: tool(
        "  return formatResult(await read(args));",
        "import { formatResult } from './format.js';\nasync function read(args): Promise<ToolResponse> {\n  const found = await load(args);\n  if (found.size > 9) return { success: false, error: `${found.size} is too large` };\n  return { success: true, data: found };\n}",
      ),
    },
    {
      name: "a value that is made of itself",
      code: tool("  const page = page.next();\n  return page.result(args);"),
    },
    {
      name: "an answer that has worked is given whole",
      code: tool(
        "  const found = await load(args);\n  if (found.ok) return { content: [{ type: 'text', text: JSON.stringify(found) }] };\n  throw new Error('Error: no answer');",
      ),
    },
    {
      name: "a text of another function behind a test of a state",
      code: tool(
        "  return { content: [{ type: 'text', text: await stateOf(args.id) }] };",
        "async function stateOf(id) {\n  const job = await load(id);\n  if (job.status === 'failed') return `Failed: ${job.reason}`;\n  return `${job.id} is done`;\n}",
      ),
    },
    {
      name: "one of two texts, by the input",
      code: tool(
        '  return { content: [{ type: "text", text: args.brief ? "Done." : "Error codes are listed in the manual." }] };',
      ),
    },
    {
      name: "nothing found, given to a builder with the words of a failure",
      code: tool(
        '  const rows = await load(args);\n  if (!rows) return answer({ success: false }, "No orders found.");\n  return answer(rows);',
        BUILDS,
      ),
    },
    {
      name: "what was asked about has failed, and not the tool",
      code: tool(
        '  const run = await load(args);\n  if (run.state.includes("fail")) return success({ status: "failed", id: run.id });\n  return success(run);',
        BUILDS.replace("answer", "success"),
      ),
    },
    {
      name: "a callback that knows no such operation",
      code: lowLevel(
        '  return perform(request, async (client) => { throw new Error("Unsupported operation"); });',
        'async function perform(request, work) {\n  return { content: [{ type: "text", text: await work(request) }] };\n}',
      ),
    },
    {
      name: "flagged in an answer that is written as JSON-RPC",
      code: byHand('{ isError: true, content: [{ type: "text", text: `Error: ${error.message}` }] }'),
    },
    {
      name: "a resource that is written as JSON-RPC",
      code: byHand("{ contents: [{ uri: `error:${error.message}` }] }"),
    },
    {
      name: "flagged",
      code: inCatch('return { isError: true, content: [{ type: "text", text: `Error: ${error.message}` }] };'),
    },
    {
      name: "flagged in a builder",
      code: inCatch(
        "return fail(error);",
        "const fail = (error) => ({ isError: true, content: [{ type: 'text', text: String(error) }] });",
      ),
    },
    {
      name: "a builder that is told which of two results to make",
      code: inCatch(
        'return make("error", String(error));',
        `const make = (status, message) =>
  status === "error" ? fail(message) : { content: [{ type: "text", text: message }], isError: false };
import { fail } from "package";`,
      ),
    },
    { name: "a builder that cannot be seen", code: inCatch("return fail(error);", 'import { fail } from "package";') },
    {
      name: "a flag that may be set by a spread",
      code: inCatch('return { ...base(error), content: [{ type: "text", text: `Error: ${error.message}` }] };'),
    },
    { name: "rethrown: the SDK converts it", code: inCatch("throw error;") },
    {
      name: "nothing found is no failure",
      code: tool(
        '  const found = await load(args);\n  if (found.length === 0) return { content: [{ type: "text", text: "No results found." }] };\n  return { content: [{ type: "text", text: "ok" }] };',
      ),
    },
    {
      name: "a question back",
      code: tool(
        '  if (!args.sure) return { content: [{ type: "text", text: "Please confirm that you want to delete it." }] };\n  return { content: [{ type: "text", text: "ok" }] };',
      ),
    },
    {
      name: "done already",
      code: inCatch(
        'if (error.status === 409) return { content: [{ type: "text", text: "The label is already there." }] };\n    throw error;',
      ),
    },
    {
      name: "the output as it is, where it cannot be parsed",
      code: unparsed("raw: stdout, parseError: String(error)"),
    },
    {
      name: "a failure that code behind the clause looks at",
      code: tool(`  let text;
  try { text = await load(args); } catch (error) { text = "Error: " + error.message; }
  if (text.startsWith("Error")) return { isError: true, content: [{ type: "text", text }] };
  return { content: [{ type: "text", text }] };`),
    },
    {
      name: "a note of what failed among other texts",
      code: tool(`  let extra;
  try { extra = await load(args); } catch (error) { extra = "Error: " + error.message; }
  return { content: [{ type: "text", text: \`# Order\\n\${extra}\` }] };`),
    },
    {
      name: "a failure of one item of many",
      code: tool(`  let text;
  for (const id of args.ids) { try { text = await load(id); } catch (error) { text = "Error: " + error.message; } }
  return { content: [{ type: "text", text }] };`),
    },
    {
      name: "one of two texts, flagged by the same test",
      code: tool(`  const r = await load(args);
  return { isError: !r.ok, content: [{ type: "text", text: r.ok ? r.text : \`Error: HTTP \${r.status}\` }] };`),
    },
    {
      name: "one of two texts, neither of them a failure",
      code: tool(`  const r = await load(args);
  return { content: [{ type: "text", text: r.ok ? r.text : "No orders found." }] };`),
    },
    {
      name: "a sentence of a helper that is looked at",
      code: tool(
        '  const text = await read(args);\n  if (text.startsWith("Error")) throw new Error(text);\n  return { content: [{ type: "text", text }] };',
        SENTENCE,
      ),
    },
    {
      name: "what a function with work of its own reports on",
      code: tool(
        "  return await again(args);",
        'async function again(args) { await api.again(args); return { content: [{ type: "text", text: "Failed orders were started again" }] }; }',
      ),
    },
    {
      name: "an order that is not there, and one that is done already",
      code: tool(
        '  const result = await orders.cancel(args);\n  return { content: [{ type: "text", text: JSON.stringify(result) }] };',
        REFUSES.replace("REFUSAL", '{ status: "cancelled", message: "Order already cancelled" }'),
      ),
    },
    {
      name: "each of several reads tells of itself, and nothing of the whole",
      code: tool(
        "  const [order, notes] = await Promise.all([\n    orders.load(args.id).catch((error) => ({ error: error.message })),\n    orders.notes(args.id).catch((error) => ({ error: error.message })),\n  ]);\n  return { content: [{ type: 'text', text: JSON.stringify({ order, notes }) }] };",
      ),
    },
    {
      name: "what is wrong is what the function is there to find out",
      code: tool(
        '  const result = await validateOrder(args);\n  return { content: [{ type: "text", text: JSON.stringify(result) }] };',
        "async function validateOrder(args) { const faults = await faultsOf(args); if (faults.length > 0) return { success: false, error: faults.join() }; return { success: true }; }",
      ),
    },
    {
      name: "a refusal as data that the handler looks at",
      code: tool(
        '  const result = await orders.cancel(args);\n  if (result.status === "error") throw new Error(result.message);\n  return { content: [{ type: "text", text: JSON.stringify(result) }] };',
        REFUSES.replace("REFUSAL", '{ status: "error", message: "The order is shipped." }'),
      ),
    },
    {
      name: "a helper that lets its failure through",
      code: tool(
        '  const text = await read(args);\n  return { content: [{ type: "text", text }] };',
        'async function read(args) { try { return await load(args); } catch (error) { throw new Error("Error: " + error.message); } }',
      ),
    },
    {
      name: "words of failure in a success",
      code: tool(
        '  const jobs = await load(args);\n  return { content: [{ type: "text", text: `Failed jobs: ${jobs.length}` }] };',
      ),
    },
    {
      name: "not a tool",
      code: 'export function page(error) { return { content: [{ type: "text", text: `Error: ${error.message}` }] }; }',
    },
    {
      name: "a resource",
      code: tool(
        '  return { content: [{ type: "text", text: "ok" }] };',
        'server.registerResource("r", "x://y", {}, async () => { try { return await read(); } catch (error) { return { contents: [{ uri: "x://y", text: `Error: ${error.message}` }] }; } });',
      ),
    },
    {
      name: "thrown in FastMCP",
      code: fastmcp(
        "  try { return await load(args); } catch (error) { throw new UserError(`Error: ${error.message}`); }",
      ),
    },
    {
      name: "an error result in FastMCP",
      code: fastmcp(
        '  try { return await load(args); } catch (error) { return { isError: true, content: [{ type: "text", text: `Error: ${error.message}` }] }; }',
      ),
    },
    {
      name: "fields of the contract that are known at run time, behind no test",
      code: tool(
        '  return { content: [{ type: "text", text: JSON.stringify({ isRetryable: args.again, id: args.id }) }] };',
      ),
    },
    {
      name: "a shared variable, by the value that it was given last",
      code: tool(
        '  let result;\n  try {\n    const value = await load(args);\n    if (value.ok) { result = { isError: false, content: [{ type: "text", text: value.text }] }; return result; }\n    result = { isError: true, content: [{ type: "text", text: value.error }] };\n    return result;\n  } catch (error) {\n    result = failed(error);\n    return result;\n  } finally { count(result); }',
        'function failed(error) {\n  if (error instanceof SchemaError) return { isError: false, content: [{ type: "text", text: JSON.stringify({ data: error.data, warning: error.details }) }] };\n  return { isError: true, content: [{ type: "text", text: `error: ${error.message}` }] };\n}',
      ),
    },
    {
      name: "the state, where that was asked for",
      code: tool(
        '  const config = await load();\n  if (!config.token) return { content: [{ type: "text", text: "❌ Not connected. Ask the user to connect." }] };\n  return { content: [{ type: "text", text: "Connected" }] };',
      ).replace('"a"', '"check_connection"'),
    },
    {
      name: "the state, where the tool goes on to try the connection",
      code: tool(
        '  const config = await load();\n  if (!config.token) return { content: [{ type: "text", text: "❌ Not connected. Ask the user to connect." }] };\n  return { content: [{ type: "text", text: String(await api.me()) }] };',
      ).replace('"a"', '"check_connection"'),
    },
    {
      name: "a state of which a function of the file tells that it could not be found out",
      code: tool(
        '  const state = await stateOf(args);\n  return { content: [{ type: "text", text: JSON.stringify(state) }] };',
        "async function stateOf(args) {\n  try { return { ok: true, user: await api.me(args) }; } catch (error) { return { ok: false, error: error.message }; }\n}",
      ).replace('"a"', '"connection_status"'),
    },
    {
      name: "the state of what answers",
      code: tool(
        '  const status = watcher.getStatus();\n  if (!status.isReady) return { content: [{ type: "text", text: "The watcher is not initialized yet." }] };\n  return { content: [{ type: "text", text: JSON.stringify(status) }] };',
      ),
    },
    { name: "a template of another language", code: fastmcp("  return sql`error: ${args.id}`;") },
    {
      name: "a result inside, which has the flag",
      code: inCatch(
        "return failed(error.message);",
        'const failed = (text) => ({ toolResult: { isError: true, content: [{ type: "text", text }] } });',
      ),
    },
    {
      name: "its own flag, of which a dispatcher may make the one that counts",
      code: 'import { z } from "@modelcontextprotocol/sdk/types.js";\nexport async function run(args) { try { return { success: true, content: [{ type: "text", text: await load(args) }] }; } catch (error) { return { success: false, content: [{ type: "text", text: `Error: ${error.message}` }] }; } }',
    },
    {
      name: "what a check found out",
      code: tool(
        '  const steps = await api.steps(args.id);\n  if (steps.length === 0) return { content: [{ type: "text", text: JSON.stringify({ valid: false, errors: ["no steps"] }) }] };\n  return { content: [{ type: "text", text: JSON.stringify({ valid: true, errors: [] }) }] };',
      ),
    },
    {
      name: "how many errors a plan has",
      code: tool(
        '  const plan = await api.plan(args);\n  if (args.dry) return { content: [{ type: "text", text: JSON.stringify({ plan, checked: { errors: plan.errors.length } }) }] };\n  return { content: [{ type: "text", text: await api.carryOut(plan) }] };',
      ),
    },
    {
      name: "a block that is pushed under a condition",
      code: tool(
        '  const content = [];\n  if (args.kind === "error") content.push({ type: "text", text: "Error: this is what one looks like" });\n  content.push({ type: "text", text: "done" });\n  if (await load(args)) return { content };\n  return { content: [] };',
      ),
    },
    {
      name: "one of several reads of an answer, which tells of itself",
      code: tool(
        "  const [order, notes] = await Promise.all([\n    orders.load(args.id),\n    orders.notes(args.id).catch((error) => ({ error: error.message })),\n  ]);\n  return { content: [{ type: 'text', text: JSON.stringify({ order, notes }) }] };",
      ),
    },
  ],
  [
    {
      name: "one of two texts that are returned",
      code: fastmcp(
        "  const sent = await send(args);\n  return sent.success ? sent.message : ⟦`Error: ${sent.message}`⟧;",
      ),
      problems: [{ messageId: "toldAsText" }],
    },
    ...[
      [
        "a method of a class",
        "class Log { async within(work) { return storage.run({}, work); } }\nconst log = new Log();",
        "log.within",
      ],
      ["a function", "const within = async (work) => { start(); return await work(); };", "within"],
    ].map(([name, head = "", call = ""]) => ({
      name: `what a callback gives, through ${String(name)} that gives it back`,
      code: fastmcp(
        `  return ${call}(async () => {\n    try {\n      return await send(args);\n    } catch (error) {\n      return ⟦\`Error: \${error.message}\`⟧;\n    }\n  });`,
        head,
      ),
      problems: [{ messageId: "toldAsText" }],
    })),
    ...[
      [
        "if (error instanceof OrderNotFoundError || error instanceof TimeoutError)",
        "`${error.message} Use list_orders.`",
      ],
      ["if (error.status === 404 || error.status === 503)", "`${error.message} Use list_orders.`"],
      ["if (!(error instanceof OrderNotFoundError))", "`${error.message} Use list_orders.`"],
      ["if (error instanceof OrderNotFoundError)", "`Error: ${error.message}`"],
    ].map(([test = "", text = ""]) => ({
      name: `not only the answer that something does not exist: ${test}`,
      code: inCatch(`${test} return ⟦{ content: [{ type: "text", text: ${text} }] }⟧; throw error;`),
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest(`{ content: [{ type: "text", text: ${text} }] }`),
        },
      ],
    })),
    // A clause is written for what may come one day, also where today's work answers for its own failures.
    ...["open", "read"].map((name) => ({
      name: `a clause around ${name}()`,
      code: inCatchOf(name, `⟦${REFUSAL}⟧`),
      problems: [{ messageId: "toldAsText" as const, suggest: suggest(REFUSAL) }],
    })),
    ...GUARDS.map(([guard, , schema]) => ({
      name: `a guard of what the schema lets through: ${guard}`,
      code: withInput(schema, guard, `⟦${REFUSAL}⟧`, INPUT),
      problems: [{ messageId: "toldAsText", suggest: suggest(REFUSAL) }],
    })),
    ...REPEATED.map(([, before]) => ({
      name: `a test that is not settled: ${before}`,
      code: repeated(before, `⟦${REFUSAL}⟧`),
      problems: [{ messageId: "toldAsText", suggest: suggest(REFUSAL) }],
    })),
    {
      name: "an answer that is written as JSON-RPC",
      code: byHand(`⟦${TOLD}⟧`),
      problems: [{ messageId: "toldAsText", suggest: suggest(TOLD) }],
    },
    {
      name: "the error contract behind no test",
      code: tool(
        '  if (args.ok) return { content: [] };\n  return ⟦{ content: [{ type: "text", text: JSON.stringify({ errorCategory: "transient", isRetryable: false }) }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: "false }) }] }", to: "false }) }], isError: true }" },
        },
      ],
    },
    {
      name: "the dialect recovery behind no test",
      code: tool(
        '  return ⟦{ content: [{ type: "text", text: JSON.stringify({ success: false, error: "d", errorCode: "HOST_DOWN" }) }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: '"HOST_DOWN" }) }] }', to: '"HOST_DOWN" }) }], isError: true }' },
        },
      ],
    },
    {
      name: "told as text",
      code: inCatch(`return ⟦${TOLD}⟧;`),
      problems: [{ messageId: "toldAsText", suggest: suggest(TOLD) }],
    },
    {
      name: "told over several lines",
      code: inCatch('return ⟦{\n      content: [{ type: "text", text: `Error: ${error.message}` }],\n    }⟧;'),
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: "${error.message}` }],",
            to: "${error.message}` }],\n      isError: true,",
          },
        },
      ],
    },
    {
      name: "isError: false",
      code: inCatch('return ⟦{ isError: false, content: [{ type: "text", text: String(error) }] }⟧;'),
      problems: [
        { messageId: "toldAsText", suggest: { messageId: "addIsError", from: "isError: false", to: "isError: true" } },
      ],
    },
    {
      name: "a flag in the JSON alone",
      code: inCatch(
        'return ⟦{ content: [{ type: "text", text: JSON.stringify({ success: false, error: error.message }) }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: "error: error.message }) }] }",
            to: "error: error.message }) }], isError: true }",
          },
        },
      ],
    },
    {
      name: "behind a test of the response",
      code: tool(
        '  const res = await fetch(url);\n  if (!res.ok) return ⟦{ content: [{ type: "text", text: `Error: HTTP ${res.status}` }] }⟧;\n  return { content: [{ type: "text", text: await res.text() }] };',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: "${res.status}` }] }", to: "${res.status}` }], isError: true }" },
        },
      ],
    },
    {
      name: "by a builder of this file",
      code: inCatch(
        "return say(error);",
        "const say = (error) => (⟦{ content: [{ type: 'text', text: `Error: ${error.message}` }] }⟧);",
      ),
      problems: [
        {
          messageId: "toldByBuilder",
          suggest: suggest("{ content: [{ type: 'text', text: `Error: ${error.message}` }] }"),
        },
      ],
    },
    {
      name: "a result that cannot be parsed, and is lost",
      code: unparsed("parseError: String(error)").replace(/return (ok\(\{ parseError.*\}\));/u, "return ⟦$1⟧;"),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a result that cannot be parsed, told as a failure",
      code: unparsed("raw: stdout, error: String(error)").replace(/return (ok\(\{ raw.*\}\));/u, "return ⟦$1⟧;"),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a text that is set in the clause and returned behind it",
      code: tool(`  let text;
  try { text = await load(args); } catch (error) { text = ⟦"Error: " + error.message⟧; }
  return { content: [{ type: "text", text }] };`),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "data that is set in the clause and returned behind it",
      code: tool(`  let data;
  try { data = await load(args); } catch (error) { data = ⟦{ error: error.message }⟧; }
  return { content: [{ type: "text", text: JSON.stringify(data) }] };`),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a result that is set in the clause and returned behind it",
      code: tool(`  let result;
  try { result = { content: [{ type: "text", text: await load(args) }] }; } catch (error) { result = ⟦${TOLD}⟧; }
  return result;`),
      problems: [{ messageId: "toldAsText", suggest: suggest(TOLD) }],
    },
    {
      name: "one of two texts",
      code: tool(`  const r = await load(args);
  return ⟦{ content: [{ type: "text", text: r.ok ? r.text : \`Error: HTTP \${r.status}\` }] }⟧;`),
      problems: [
        {
          messageId: "toldByChoice",
          suggest: {
            messageId: "addIsErrorByTest",
            data: { value: "!r.ok" },
            from: "HTTP ${r.status}` }] }",
            to: "HTTP ${r.status}` }], isError: !r.ok }",
          },
        },
      ],
    },
    {
      name: "the error, or else that there is nothing",
      code: tool(`  const r = await load(args);
  return ⟦{ content: [{ type: "text", text: r.error ?? "No orders found." }] }⟧;`),
      problems: [{ messageId: "toldByChoice" }],
    },
    {
      name: "the error alone",
      code: tool(`  const r = await load(args);
  if (r.error) return ⟦{ content: [{ type: "text", text: r.error }] }⟧;
  return { content: [{ type: "text", text: r.text }] };`),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: "r.error }] }", to: "r.error }], isError: true }" },
        },
      ],
    },
    {
      name: "added to a text right before it is returned",
      code: tool(`  const r = await load(args);
  let text = "# Orders";
  if (r.error) { text += \`**Error**: \${r.error}\`; return ⟦{ content: [{ type: "text", text }] }⟧; }
  return { content: [{ type: "text", text: r.text }] };`),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: "text }] }; }", to: "text }], isError: true }; }" },
        },
      ],
    },
    {
      name: "added to the lines of a text right before it is returned",
      code: tool(`  const lines = [];
  try { lines.push(await load(args)); } catch (error) {
    lines.push("Error: " + error.message);
    return ⟦{ content: [{ type: "text", text: lines.join(" ") }] }⟧;
  }
  return { content: [{ type: "text", text: lines.join(", ") }] };`),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: 'lines.join(" ") }] }', to: 'lines.join(" ") }], isError: true }' },
        },
      ],
    },
    {
      name: "a sentence of a helper, taken for its value",
      code: tool(
        '  const text = await read(args);\n  return { content: [{ type: "text", text }] };',
        SENTENCE.replace(/`.*`/u, "⟦$&⟧"),
      ),
      problems: [{ messageId: "ownFailureAsData", data: { callee: "read", form: "with `isError: true`" } }],
    },
    {
      name: "a sentence in a field of what a helper gives",
      code: tool(
        '  const found = await read(args);\n  return { content: [{ type: "text", text: found.data }] };',
        "async function read(args) { try { return { data: await load(args) }; } catch (error) { return ⟦{ data: `Error: ${error.message}` }⟧; } }",
      ),
      problems: [{ messageId: "ownFailureAsData", data: { callee: "read", form: "with `isError: true`" } }],
    },
    {
      name: "a failure as data that a builder of successes writes out",
      code: tool(
        "  const result = await read(args);\n  return success(result);",
        "function stringify(value) { try { return JSON.stringify(value, replace); } catch (error) { return JSON.stringify({ error: 'not written' }); } }\nconst success = (data) => ({ content: [{ type: 'text', text: stringify(data) }] });\nasync function read(args) { try { return { status: 'success', data: await load(args) }; } catch (error) { return ⟦{ status: 'error', message: `Not read: ${error}` }⟧; } }",
      ),
      problems: [{ messageId: "ownFailureAsData", data: { callee: "read", form: "with `isError: true`" } }],
    },
    {
      name: "a refusal as data of a class of the server's own",
      code: tool(
        '  const result = await orders.cancel(args);\n  return { content: [{ type: "text", text: JSON.stringify(result) }] };',
        REFUSES.replace("REFUSAL", '⟦{ status: "error", message: "The order is shipped." }⟧'),
      ),
      problems: [{ messageId: "ownFailureAsData", data: { callee: "cancel", form: "with `isError: true`" } }],
    },
    {
      name: "a builder of failures in a file that registers nothing",
      code: `import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
export const results = {
  error: (error, what): CallToolResult => (⟦{ content: [{ type: "text", text: \`Error \${what}: \${error.message}\` }] }⟧),
};`,
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest('{ content: [{ type: "text", text: `Error ${what}: ${error.message}` }] }'),
        },
      ],
    },
    {
      name: "what no case of a switch stands for",
      code: tool(`  switch (args.kind) {
    case "a":
      return { content: [{ type: "text", text: await load(args) }] };
    default:
      return ⟦{ content: [{ type: "text", text: "Unknown operation" }] }⟧;
  }`),
      problems: [
        { messageId: "toldAsText", suggest: suggest('{ content: [{ type: "text", text: "Unknown operation" }] }') },
      ],
    },
    {
      name: "an unknown tool",
      code: tool(`  const found = tools.find((one) => one.name === args.name);
  if (!found) return ⟦{ content: [{ type: "text", text: \`Unknown tool: \${args.name}\` }] }⟧;
  return { content: [{ type: "text", text: await found.run(args) }] };`),
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest('{ content: [{ type: "text", text: `Unknown tool: ${args.name}` }] }'),
        },
      ],
    },
    {
      name: "the flag in a block that is pushed",
      code: tool(`  const result = { content: [], isError: false };
  const found = await load(args);
  if (found.text) result.content.push({ type: "text", text: found.text });
  else result.content.push(⟦{ type: "text", text: "The data is missing", isError: true }⟧);
  return result;`),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "in a rejection handler",
      code: tool(`  return load(args).then(toResult, (error) => (⟦${TOLD}⟧));`),
      problems: [{ messageId: "toldAsText", suggest: suggest(TOLD) }],
    },
    {
      name: "low-level",
      code: lowLevel(
        `  try {\n    return { content: [{ type: "text", text: await load(request) }] };\n  } catch (error) {\n    return ⟦${TOLD}⟧;\n  }`,
      ),
      problems: [{ messageId: "toldAsText", suggest: suggest(TOLD) }],
    },
    {
      name: "CRLF and tabs",
      code: inCatch('return ⟦{\n\t\tcontent: [{ type: "text", text: `Error: ${error.message}` }]\n\t}⟧;').replaceAll(
        "\n",
        "\r\n",
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: "${error.message}` }]",
            to: "${error.message}` }],\r\n\t\tisError: true",
          },
        },
      ],
    },
    {
      name: "a string in FastMCP",
      code: fastmcp("  try { return await load(args); } catch (error) { return ⟦`Error: ${error.message}`⟧; }"),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "only the text of a result is passed on",
      code: fastmcp(
        "  return ⟦(await handle(args)).content[0].text⟧;",
        'async function handle(args) { try { return { content: [{ type: "text", text: await load(args) }] }; } catch (error) { return { isError: true, content: [{ type: "text", text: "no" }] }; } }',
      ),
      problems: [{ messageId: "flagDropped", data: { form: "return the whole result" } }],
    },
    {
      name: "a shared variable that holds a failure without a flag",
      code: tool(
        '  let result;\n  try { result = { isError: true, content: [] }; if (args.dry) return result; await load(args); return result; } catch (error) {\n    result = ⟦{ content: [{ type: "text", text: `Error: ${error.message}` }] }⟧;\n    return result;\n  }',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest('{ content: [{ type: "text", text: `Error: ${error.message}` }] }'),
        },
      ],
    },
    {
      name: "the state, where work was asked for",
      code: tool(
        '  const status = client.getStatus();\n  if (!status.ready) return ⟦{ content: [{ type: "text", text: "The client is not connected." }] }⟧;\n  return { content: [{ type: "text", text: await client.load(args) }] };',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: 'connected." }]', to: 'connected." }], isError: true' },
        },
      ],
    },
    {
      name: "a result inside, without the flag",
      code: inCatch(
        "return failed(error.message);",
        'const failed = (text) => (⟦{ toolResult: { content: [{ type: "text", text }] } }⟧);',
      ),
      problems: [
        {
          messageId: "toldByBuilder",
          suggest: suggest('{ toolResult: { content: [{ type: "text", text }] } }'),
        },
      ],
    },
    {
      name: "no flag, in a function that a dispatcher calls",
      code: 'import { z } from "@modelcontextprotocol/sdk/types.js";\nexport async function run(args) { try { return { content: [{ type: "text", text: await load(args) }] }; } catch (error) { return ⟦{ content: [{ type: "text", text: `Error: ${error.message}` }] }⟧; } }',
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: "${error.message}` }] }",
            to: "${error.message}` }], isError: true }",
          },
        },
      ],
    },
    {
      name: "its own flag in a handler, which nothing stands behind",
      code: inCatch("return ⟦{ success: false, content: [{ type: 'text', text: error.message }] }⟧;"),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: "error.message }] }", to: "error.message }], isError: true }" },
        },
      ],
    },
    {
      name: "a refusal with the words of a check, where something was to be changed",
      code: tool(
        '  const problems = check(args);\n  if (problems.length > 0) return ⟦{ content: [{ type: "text", text: JSON.stringify({ success: false, valid: false, errors: problems }) }] }⟧;\n  return { content: [{ type: "text", text: await orders.create(args) }] };',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: "errors: problems }) }] }",
            to: "errors: problems }) }], isError: true }",
          },
        },
      ],
    },
    {
      name: "data of a handler of a table",
      code: dispatched(
        "const told = (error) => JSON.stringify({ error: error.message });\nconst getOrder = async (id) => { try { return render(await orders.get(id)); } catch (error) { return ⟦told(error)⟧; } };",
        "",
      ),
      problems: [{ messageId: "ownFailureAsData", data: { callee: "getOrder", form: "with `isError: true`" } }],
    },
    {
      name: "a refusal of a handler of a table, where only an unknown tool is flagged",
      code: dispatched(
        'const getOrder = async (id) => { if (!id) return ⟦JSON.stringify({ error: "The id is required" })⟧; return render(await orders.get(id)); };',
        ", isError: !handlers[name]",
      ),
      problems: [{ messageId: "ownFailureAsData", data: { callee: "getOrder", form: "with `isError: true`" } }],
    },
    {
      name: "an error event that resolves with data",
      code: tool(
        readsBack,
        CALLBACK.replace("EVENT", "error").replace("{ error: error.message }", "⟦{ error: error.message }⟧"),
      ),
      problems: [{ messageId: "ownFailureAsData", data: { callee: "read", form: "with `isError: true`" } }],
    },
    {
      name: "an error event that resolves with a sentence",
      code: tool(
        readsBack,
        CALLBACK.replace("EVENT", "error")
          .replace("{ data: socket.read() }", "socket.read()")
          .replace("{ error: error.message }", "⟦`Error: ${error.message}`⟧"),
      ),
      problems: [{ messageId: "ownFailureAsData", data: { callee: "read", form: "with `isError: true`" } }],
    },
    {
      name: "a sentence that tells of the failure behind its first words",
      code: inCatch('return ⟦{ content: [{ type: "text", text: "The operation timed out." }] }⟧;'),
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest('{ content: [{ type: "text", text: "The operation timed out." }] }'),
        },
      ],
    },
    {
      name: "errors of the answer",
      code: tool(
        '  const data = await load(args);\n  if (data.errors) return ⟦{ content: [{ type: "text", text: `Errors: ${data.errors.join()}` }] }⟧;\n  return { content: [{ type: "text", text: data.text }] };',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest('{ content: [{ type: "text", text: `Errors: ${data.errors.join()}` }] }'),
        },
      ],
    },
    {
      name: "an unknown tool behind the tests for the known ones",
      code: lowLevel(
        '  const { name } = request.params;\n  if (name === "load") return { content: [{ type: "text", text: await load(request) }] };\n  return ⟦{ content: [{ type: "text", text: `Unknown tool: ${name}` }] }⟧;',
      ),
      problems: [
        { messageId: "toldAsText", suggest: suggest('{ content: [{ type: "text", text: `Unknown tool: ${name}` }] }') },
      ],
    },
    {
      name: "a tool of which there is nothing but the name",
      code: lowLevel(
        '  switch (request.params.name) {\n    case "load": return { content: [{ type: "text", text: await load(request) }] };\n    default: return ⟦{ content: [{ type: "text", text: `Tool ${request.params.name} is not yet implemented` }] }⟧;\n  }',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest(
            '{ content: [{ type: "text", text: `Tool ${request.params.name} is not yet implemented` }] }',
          ),
        },
      ],
    },
    {
      name: "one of two texts, by what the work gave",
      code: tool(
        '  const gone = await orders.cancel(args.id);\n  return ⟦{ content: [{ type: "text", text: gone ? "Cancelled." : `Failed to cancel ${args.id}` }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldByChoice",
          suggest: {
            messageId: "addIsErrorByTest",
            data: { value: "!gone" },
            from: "cancel ${args.id}` }] }",
            to: "cancel ${args.id}` }], isError: !gone }",
          },
        },
      ],
    },
    {
      name: "one of two texts, the failure first",
      code: tool(
        '  const r = await load(args);\n  return ⟦{ content: [{ type: "text", text: r.error && !r.text ? `Error: ${r.error}` : r.text }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldByChoice",
          suggest: {
            messageId: "addIsErrorByTest",
            data: { value: "Boolean(r.error && !r.text)" },
            from: "r.text }] }",
            to: "r.text }], isError: Boolean(r.error && !r.text) }",
          },
        },
      ],
    },
    {
      name: "a text that one branch makes a failure",
      code: tool(
        "  let text;\n  const built = await build(args);\n  if (built.success) text = 'Built.';\n  else {\n    text = ⟦'❌ The build failed!'⟧;\n    text += built.errors.join();\n  }\n  return { content: [{ type: 'text', text }] };",
      ),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a text that one branch of several makes a failure",
      code: tool(
        "  let text = '';\n  const built = await build(args);\n  if (built.cached) text = 'Nothing to do.';\n  else if (built.error) text = ⟦`Error: ${built.error}`⟧;\n  return { content: [{ type: 'text', text }] };",
      ),
      problems: [{ messageId: "toldAsText" }],
    },
    ...["!found.ok", "found.success === false", "found.error"].map((test) => ({
      name: `a failed answer, given whole: ${test}`,
      code: tool(
        `  const found = await load(args);\n  if (${test}) return ⟦{ content: [{ type: 'text', text: JSON.stringify(found) }] }⟧;\n  return { content: [{ type: 'text', text: found.text }] };`,
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: "JSON.stringify(found) }] }",
            to: "JSON.stringify(found) }], isError: true }",
          },
        },
      ],
    })),
    {
      name: "a text of another function behind a refused answer",
      code: tool(
        "  return { content: [{ type: 'text', text: await load(args.id) }] };",
        "async function load(id) {\n  const response = await fetch(`https://orders.example/${id}`);\n  if (response.status === 429) return ⟦'Rate limit exceeded. Give a token.'⟧;\n  if (!response.ok) return ⟦`The service returned status ${response.status}.`⟧;\n  return response.text();\n}",
      ),
      problems: [
        { messageId: "ownFailureAsData", data: { callee: "load", form: "with `isError: true`" } },
        { messageId: "ownFailureAsData", data: { callee: "load", form: "with `isError: true`" } },
      ],
    },
    {
      name: "the builder of a class of which there is one instance",
      code: tool(
        "  try {\n    return texts.ok(await load(args));\n  } catch (error) {\n    return ⟦texts.failed(error)⟧;\n  }",
        "class Texts {\n  private static instance: Texts;\n  static getInstance() {\n    return (Texts.instance ??= new Texts());\n  }\n  ok(value) {\n    return { content: [{ type: 'text', text: JSON.stringify(value) }] };\n  }\n  failed(error) {\n    return this.ok({ error: error.code });\n  }\n}\nconst texts = Texts.getInstance();",
      ),
      problems: [{ messageId: "toldAsText" }],
    },
    ...[
      ["its message", "⟦error.message⟧", "text"],
      ["words around it", "⟦`Error: ${error.message}`⟧", "text"],
      ["a choice of both", "⟦error instanceof Error ? error.message : String(error)⟧", "text"],
      [
        "its message, where only the type is asked for",
        "⟦error.message⟧",
        'typeof text === "object" ? JSON.stringify(text) : text',
      ],
    ].map(([name, answer, shown]) => ({
      name: `the text of a promise whose failure is a text too: ${name}`,
      code: tool(
        `  const text = await load(args).catch((error) => ${answer});\n  return { content: [{ type: "text", text: ${shown} }] };`,
      ),
      problems: [{ messageId: "toldAsText" }],
    })),
    {
      name: "the message of what was caught, as the text",
      code: tool(
        '  let text;\n  try { text = await load(args); } catch (error) { text = ⟦error.message⟧; }\n  return { content: [{ type: "text", text }] };',
      ),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a framework that checks what is returned against the output schema",
      code: `import { tool } from "@cyanheads/mcp-ts-core";
export const cancel = tool("cancel", { input, output, async handler(args) {
  try {
    return { id: await orders.cancel(args.id) };
  } catch (error) {
    return ⟦{ error: error.message }⟧;
  }
} });
`,
      problems: [{ messageId: "checkedAgainstSchema", data: { framework: "mcp-ts-core" } }],
    },
    ...[
      ["the return", 'return ⟦{ content: [{ type: "text", text: `Error: ${error.message}` }] }⟧;', ""],
      [
        "the builder",
        "return failed(error);",
        "function failed(error) {\n  return ⟦{ content: [{ type: 'text', text: `Error: ${error.message}` }] }⟧;\n}",
      ],
      ["a variable behind it", "text = ⟦`Error: ${error.message}`⟧;", ""],
    ].map(([name, answer, head]) => ({
      name: `a framework in which only a throw is an error: ${name}`,
      code: `import { LiteMCP } from "litemcp";
${head}
const server = new LiteMCP("s", "1.0.0");
server.addTool({ name: "cancel", description: "d", parameters: schema, execute: async (args) => {
  let text = "Cancelled.";
  try {
    await orders.cancel(args.id);
  } catch (error) {
    ${answer}
  }
  return text;
} });
`,
      problems: [{ messageId: "returnedWhereThrowIsNeeded", data: { framework: "litemcp" } }],
    })),
    {
      name: "one of two texts, in a framework in which only a throw is an error",
      code: `import { LiteMCP } from "litemcp";
const server = new LiteMCP("s", "1.0.0");
server.addTool({ name: "read", description: "d", parameters: schema, execute: async (args) => {
  const r = await load(args);
  return ⟦{ content: [{ type: "text", text: r.error ? \`Error: \${r.error}\` : r.text }] }⟧;
} });
`,
      problems: [{ messageId: "returnedWhereThrowIsNeeded", data: { framework: "litemcp" } }],
    },
    {
      name: "neither way is an error",
      code: `import { EdgeFastMCP } from "fastmcp/edge";
const server = new EdgeFastMCP({ name: "s", version: "1" });
server.addTool({ name: "read", description: "d", parameters: schema, execute: async (args) => {
  const r = await load(args);
  return ⟦{ content: [{ type: "text", text: r.error ? \`Error: \${r.error}\` : r.text }] }⟧;
} });
`,
      problems: [{ messageId: "neverAnError", data: { framework: "fastmcp-edge" } }],
    },
    {
      name: "one of two texts, by a comparison",
      code: tool(
        '  const r = await load(args);\n  return ⟦{ content: [{ type: "text", text: r.status === 200 ? r.text : "Error: no answer" }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldByChoice",
          suggest: {
            messageId: "addIsErrorByTest",
            data: { value: "!(r.status === 200)" },
            from: '"Error: no answer" }] }',
            to: '"Error: no answer" }], isError: !(r.status === 200) }',
          },
        },
      ],
    },
    {
      name: "a failure that a builder is given in a clause",
      code: tool(
        '  try {\n    return answer({ order: await load(args) });\n  } catch {\n    return ⟦answer({ error: "Unknown error" })⟧;\n  }',
        BUILDS,
      ),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a refusal that a builder is given",
      code: tool(
        '  if (!args.id) return ⟦answer({ error: "The id is required." })⟧;\n  return answer({ order: await load(args) });',
        BUILDS,
      ),
      problems: [{ messageId: "toldAsText" }],
    },
    ...["sent.success && sent.order", "sent.order && isSent(sent) && sent.ok"].map((test) => ({
      name: `what stands behind the answer of work of which all that was asked is there: ${test}`,
      code: tool(
        `  const sent = await api.send(args);\n  if (${test}) return { content: [{ type: "text", text: sent.id }] };\n  return ⟦{ content: [{ type: "text", text: \`Failed to send \${args.id}\` }] }⟧;`,
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest('{ content: [{ type: "text", text: `Failed to send ${args.id}` }] }'),
        },
      ],
    })),
    {
      name: "what stands behind the answer of work that went well",
      code: tool(
        '  const sent = await api.send(args);\n  if (sent.ok) return { content: [{ type: "text", text: sent.id }] };\n  return ⟦{ content: [{ type: "text", text: `Failed to send ${args.id}` }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest('{ content: [{ type: "text", text: `Failed to send ${args.id}` }] }'),
        },
      ],
    },
    {
      name: "a sentence that does not know whether the look-up worked",
      code: tool(
        '  const found = await api.search(args);\n  if (!found.isReady) return ⟦{ content: [{ type: "text", text: "The search failed or returned no results." }] }⟧;\n  return { content: [{ type: "text", text: found.text }] };',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: suggest('{ content: [{ type: "text", text: "The search failed or returned no results." }] }'),
        },
      ],
    },
    {
      name: "a text that a tag lays out",
      code: fastmcp(
        "  try { return await load(args); } catch (error) { return ⟦dedent`\n    Error: ${error.message}\n\n    Ask again later.`⟧; }",
        'import dedent from "dedent";',
      ),
      problems: [{ messageId: "toldAsText" }],
    },

    {
      name: "a clause around an input that may be malformed",
      code: pending("{ sizes: args.texts.map((text) => text.length) }", "⟦", "⟧"),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "the one read of an answer, which tells of its failure in data",
      code: tool(
        "  const order = await orders.load(args.id).catch((error) => (⟦{ error: error.message }⟧));\n  return { content: [{ type: 'text', text: JSON.stringify(order) }] };",
      ),
      problems: [{ messageId: "toldAsText" }],
    },
  ],
);
