import { errorResult, testRule, tool } from "../support/rule-tester.js";

const OK = 'return { content: [{ type: "text", text: "ok" }] };';
const EMPTY = '{ isError: true, content: [{ type: "text", text: "No orders found." }] }';

const named = (
  name: string,
  body: string,
): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({});
server.registerTool("${name}", {}, async (args) => {
${body}
});`;

/** A tool that describes one order, and says by a schema what it answers with. */
const described = (
  schema: string,
  open = "",
  close = "",
): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({});
server.registerTool("get_order", { outputSchema: ${schema} }, async (args) => {
  const order = await api.find(args.id);
  if (!order) throw ${open}new Error("Order not found")${close};
  return { content: [], structuredContent: { found: true, order } };
});`;

/** Lookups of one thing, by a search or by ids. */
const ONE = [
  [
    "the first of a list",
    '  const users = await api.users(args);\n  if (!users || users.length === 0) throw new Error("No users found.");\n  return { content: [{ type: "text", text: users[0].name }] };',
  ],
  [
    "the only one of a part",
    '  const { data } = await api.users(args);\n  if (data.nodes.length === 0) throw new Error("No users found.");\n  if (data.nodes.length > 1) return { content: [] };\n  const [user] = data.nodes;\n  return { content: [{ type: "text", text: user.name }] };',
  ],
  [
    "those with these ids",
    '  const users = await usersByIds(args.ids);\n  if (users.length === 0) throw new Error("No users found.");\n  return { content: [{ type: "text", text: users.join() }] };',
  ],
] as const;

testRule(
  "no-error-for-empty-result",
  [
    {
      name: "a command whose output is an error by its code",
      code: tool(
        `  const ran = await run(args.id);\n  if (ran.code !== 0) return { isError: true, content: [{ type: "text", text: ran.output }] };\n  ${OK}`,
      ),
    },
    {
      name: "a tool that only says that it can do nothing",
      code: tool('  return { isError: true, content: [{ type: "text", text: "Not here." }] };'),
    },
    ...["isServiceError(order) || !order", "!order.success || !order.item"].map((test) => ({
      name: `a failure that is told with what is missing: ${test}`,
      options: { byId: true },
      code: named(
        "get_order",
        `  const order = await api.find(args.id);\n  if (${test}) throw new Error("Order not found");\n  return order;`,
      ),
    })),
    ...ONE.map(([name, body]) => ({ name: `one thing that is searched for: ${name}`, code: named("find_user", body) })),
    ...[
      [
        "an answer that is not whole",
        "const data = await api.query(ORDERS, args);",
        "!data.orders.edges",
        "No orders were found.",
      ],
      [
        "what a mutation answers with",
        "const data = await api.query(UPLOAD_MUTATION, args);\n  const files = data.upload.files;",
        "files.length === 0",
        "No files found in the upload.",
      ],
      [
        "what a mutation answers with, by its text",
        'const data = await api.query("mutation { upload { files } }", args);',
        "!data.upload.files.length",
        "No files found in the upload.",
      ],
    ].map(([name = "", work = "", test = "", words = ""]) => ({
      name,
      options: { byId: true },
      code: named(
        "get_files",
        `  ${work}\n  if (${test}) throw new Error("${words}");\n  return { content: [{ type: "text", text: JSON.stringify(data) }] };`,
      ),
    })),
    ...["upload_file", "register_file", "import_files"].map((name) => ({
      name: `what was to be changed: ${name}`,
      code: named(
        name,
        `  const files = await api.files(args);\n  if (files.length === 0) throw new Error("No files found.");\n  return { content: [{ type: "text", text: files.join() }] };`,
      ),
    })),
    {
      name: "a builder that refuses only what is too long",
      code: tool(
        "  const orders = await api.list(args);\n  if (!orders.length) return ok({ orders, note: 'No orders found.' });\n  return ok({ orders });",
        "function ok(data) {\n  const text = JSON.stringify(data);\n  if (text.length > 9000) return { content: [{ type: 'text', text: `Too long: ask for less than ${text}` }], isError: true };\n  return { content: [{ type: 'text', text }] };\n}",
      ),
    },
    {
      name: "arguments of which one has to be given",
      code: named(
        "find_comments",
        "  const ways = [args.taskId, args.projectId].filter(Boolean);\n  if (ways.length === 0) throw new Error('No way to search was provided.');\n  return { content: [{ type: 'text', text: (await api.search(ways)).join() }] };",
      ),
    },
    {
      name: "arguments of which any has to be given",
      code: named(
        "find_comments",
        "  if (Object.keys(args).length === 0) throw new Error('No filters match nothing.');\n  const filters = Object.values(args).filter((value) => value !== '');\n  if (filters.length === 0) throw new Error('No filters found.');\n  return { content: [{ type: 'text', text: (await api.search(filters)).join() }] };",
      ),
    },
    {
      name: "a category that a builder is given, for one item",
      code: tool(
        "  const found = await load(args.id);\n  if (!found) return fail({ errorCategory: 'not_found', isRetryable: false });\n  return { content: [] };",
        "const fail = (payload) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] });",
      ),
    },
    {
      name: "an ordinary result",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) return { content: [{ type: "text", text: "No orders found." }] };\n  ${OK}`,
      ),
    },
    {
      name: "an empty input",
      code: tool(
        `  if (args.ids.length === 0) return { isError: true, content: [{ type: "text", text: "No ids: give at least one." }] };\n  ${OK}`,
      ),
    },
    {
      name: "an empty input, behind its schema",
      code: tool(
        `  const { ids } = Schema.parse(args);\n  const parsed = await Other.parseAsync(args);\n  const keys = parsed.keys ?? [];\n  if (ids.length === 0) throw new Error("No ids found.");\n  if (keys.length === 0) throw new Error("No keys found.");\n  ${OK}`,
        "const Schema = z.object({ ids: z.array(z.string()) });",
      ),
    },
    {
      name: "a builder that takes its flag, which is off",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) return answer("No orders found.");\n  ${OK}`,
        'const answer = (text, isError = false) => ({ content: [{ type: "text", text }], ...(isError && { isError: true }) });',
      ),
    },
    {
      name: "a builder for both, called through one for results",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) return ok("No orders found.");\n  ${OK}`,
        `function answer(text, isError = false) {
  if (isError) return { content: [{ type: "text", text }], isError: true };
  return { content: [{ type: "text", text }] };
}
const ok = (text) => answer(text);`,
      ),
    },
    {
      name: "a list that the tool is to work on",
      code: named(
        "grant_access",
        `  const users = await search(args);\n  if (users.length === 0) return { isError: true, content: [{ type: "text", text: "No users found." }] };\n  ${OK}`,
      ),
    },
    {
      name: "a list with which the work of a tool goes on that is not known to read",
      code: named(
        "orders",
        `  const found = await search(args);\n  if (found.length === 0) return ${EMPTY};\n  await pack(found);\n  ${OK}`,
      ),
    },
    {
      name: "an argument that is none of those there are",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) throw new Error("No topic matches. Available topics: a, b");\n  ${OK}`,
      ),
    },
    {
      name: "a list for one name",
      code: tool(
        `  const rows = await search(args);\n  if (rows.length === 0) throw new Error(\`No order found with name: \${args.name}\`);\n  ${OK}`,
      ),
    },
    {
      name: "one file that was to be made",
      code: tool(
        `  const made = await build(args);\n  if (!made.path) throw new Error("It worked, but no file was found.");\n  ${OK}`,
      ),
    },
    {
      name: "a category of its own for one item",
      code: tool(
        `  const found = await load(args.id);\n  if (!found) return ${errorResult('errorCategory: "not_found", isRetryable: false')};\n  ${OK}`,
      ),
    },
    { name: "a failure", code: tool(`  try { ${OK} } catch { return ${EMPTY}; }`) },
    {
      name: "one thing by its id",
      code: tool(
        `  const found = await load(args.id);\n  if (!found) return { isError: true, content: [{ type: "text", text: "Order not found" }] };\n  ${OK}`,
      ),
    },
    {
      name: "an unknown tool",
      options: { byId: true },
      code: tool(
        `  const found = await tools.find(args.name);\n  if (!found) return { isError: true, content: [{ type: "text", text: "Tool not found" }] };\n  ${OK}`,
      ),
    },
    {
      name: "a test of a status",
      options: { byId: true },
      code: tool(
        `  const res = await fetch(url);\n  if (!res.ok) return { isError: true, content: [{ type: "text", text: "Order not found" }] };\n  ${OK}`,
      ),
    },
    {
      name: "an item that the tool is to change",
      options: { byId: true },
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({});
server.registerTool("delete_order", {}, async (args) => {
  const found = await load(args.id);
  if (!found) return { isError: true, content: [{ type: "text", text: "Order 7 not found" }] };
  ${OK}
});`,
    },
    {
      name: "an item with which the work goes on",
      options: { byId: true },
      code: tool(
        `  const found = await load(args.id);\n  if (!found) return { isError: true, content: [{ type: "text", text: "Order 7 not found" }] };\n  await pack(found);\n  ${OK}`,
      ),
    },
    {
      name: "what another call has to bring about first",
      code: tool(
        `  const rows = await load(args.id);\n  if (rows.length === 0) return { isError: true, content: [{ type: "text", text: "No rows found. Use create_rows first." }] };\n  ${OK}`,
      ),
    },
    {
      name: "an answer that is refused, or empty",
      code: tool(
        `  const done = await change(args);\n  if (done && done.length > 0 && done[0].ok) ${OK}\n  return { isError: true, content: [{ type: "text", text: "No orders found." }] };`,
      ),
    },
    {
      name: "a category of the contract",
      code: tool(`  if (!args.id) return ${errorResult('errorCategory: "validation", isRetryable: false')};\n  ${OK}`),
    },
    {
      name: "a text that looks other than expected",
      code: tool(
        `  const match = (await run(args)).output.match(/Orders:(.*)/);\n  if (!match) return { isError: true, content: [{ type: "text", text: "No orders found in the output" }] };\n  ${OK}`,
      ),
    },
    {
      name: "an answer without its parts",
      code: tool(
        `  const data = await ask(args);\n  if (!data.choices || data.choices.length === 0) throw new Error("No orders found");\n  ${OK}`,
      ),
    },
    {
      name: "no answer",
      code: tool(
        `  const parts = await ask(args);\n  if (parts.length === 0) throw new Error("No response received from the assistant");\n  ${OK}`,
      ),
    },
    {
      name: "the task of a tool that works in the background",
      options: { byId: true },
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.experimental.tasks.registerToolTask("a", {}, {
  async createTask(args, extra) { return { task: await extra.taskStore.createTask({}) }; },
  async getTask(args, extra) { const task = await extra.taskStore.getTask(extra.taskId); if (!task) throw new Error("Task not found"); return task; },
});
`,
    },

    {
      name: "a builder whose options are not given",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) return answer("No orders found.");\n  ${OK}`,
        'const answer = (text, options) => ({ content: [{ type: "text", text }], ...(options?.isError ? { isError: true } : {}) });',
      ),
    },
    {
      name: "an empty value of work that failed",
      code: tool(
        `  const bytes = await api.download(args.id);\n  if (!bytes || bytes.length === 0) throw new Error("Failed to download the file (empty)");\n  ${OK}`,
      ),
    },
    {
      name: "one account by its number, in a list",
      code: tool(
        `  const rows = await api.query(args.id);\n  if (rows.length === 0) throw new Error(\`No account found with customer ID: \${args.id}\`);\n  ${OK}`,
      ),
    },
    {
      name: "one item of a table by its key",
      code: tool(
        `  const all = await load();\n  const item = all.items[args.key];\n  if (!item) throw new Error(\`No item found for key "\${args.key}". Did you mean \${near}?\`);\n  ${OK}`,
      ),
    },
    {
      name: "a lookup that may as well have failed",
      options: { byId: true },
      code: tool(
        `  const { data: order, error: loadError } = await api.find(args.id);\n  if (loadError || !order) throw new Error("Order not found");\n  ${OK}`,
      ),
    },
    {
      name: "one item that the output schema requires",
      options: { byId: true },
      code: described("{ order: z.object({ id: z.string() }) }"),
    },
  ],
  [
    {
      name: "nothing found, behind a failure that the way to it has survived",
      code: named(
        "find_orders",
        `  let token;
  try { token = await auth.silent(); } catch { token = await auth.ask(); }
  const orders = await api.search(args.text, token);
  if (!orders || orders.length === 0) return ⟦${EMPTY}⟧;
  return { content: [{ type: "text", text: orders.join() }] };`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "nothing found, in a tool that does other things for other actions",
      code: named(
        "orders",
        `  if (args.action === "list") {
    const orders = await api.search(args.text);
    if (orders.length === 0) return ⟦${EMPTY}⟧;
    return { content: [{ type: "text", text: orders.join() }] };
  }
  const order = await api.find(args.id);
  const lines = await api.lines(order.id);
  return { content: [{ type: "text", text: lines.join() }] };`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    ...ONE.map(([name, body]) => ({
      name: `one thing that is searched for, by option: ${name}`,
      options: { byId: true },
      code: named("find_user", body.replace(/new Error\(.*?\)/u, "⟦$&⟧")),
      problems: [{ messageId: "notFoundById" }],
    })),
    {
      name: "candidates of something",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) throw ⟦new Error("No candidate orders found.")⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    ...[
      ["a list of which the first is picked out", "users[0].name + users.map(({ name }) => name)"],
      ["a list that is only counted", "users.length"],
      ["a list of which some are named", "users[0].name + users[1].name"],
    ].map(([name, answer]) => ({
      name: String(name),
      code: named(
        "find_user",
        `  const users = await api.users(args);\n  if (users.length === 0) throw ⟦new Error("No users found.")⟧;\n  return { content: [{ type: "text", text: \`\${${String(answer)}}\` }] };`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    })),
    {
      name: "an empty list",
      code: tool(`  const found = await search(args);\n  if (found.length === 0) return ⟦${EMPTY}⟧;\n  ${OK}`),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "an empty list, told by !length",
      code: tool(`  const found = await search(args);\n  if (!found.length) return ⟦${EMPTY}⟧;\n  ${OK}`),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "nothing, or an empty list",
      code: tool(
        `  const found = await search(args);\n  if (!found || found.length === 0) return ⟦${EMPTY}⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "the other branch",
      code: tool(`  const found = await search(args);\n  if (found.length > 0) ${OK}\n  else return ⟦${EMPTY}⟧;`),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "a list of rows",
      code: tool(`  const { rows } = await db.query("select");\n  if (rows.length === 0) return ⟦${EMPTY}⟧;\n  ${OK}`),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "thrown",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) throw ⟦new Error("No orders found.")⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "a category that says so",
      code: tool(
        `  const found = await search(args);\n  return ⟦${errorResult('errorCategory: "not_found", isRetryable: false')}⟧;`,
      ),
      problems: [{ messageId: "notFoundCategory", data: { category: "not_found" } }],
    },
    {
      name: "a category that a builder is given",
      code: tool(
        `  const found = await search(args);\n  if (found.length > 0) return { content: [] };\n  return ⟦fail({ errorCategory: "not_found", isRetryable: false })⟧;`,
        "const fail = (payload) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] });",
      ),
      problems: [{ messageId: "notFoundCategory", data: { category: "not_found" } }],
    },
    {
      name: "its category, behind a list that did not come",
      code: tool(
        `  const found = await api.list(args.id);\n  if (!found) return ⟦${errorResult('errorCategory: "not_found", isRetryable: false')}⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "notFoundCategory", data: { category: "not_found" } }],
    },
    {
      name: "what the service sent, behind a schema",
      code: tool(
        `  const { rows } = Schema.parse(await search(args));\n  if (rows.length === 0) return ⟦${EMPTY}⟧;\n  ${OK}`,
        "const Schema = z.object({ rows: z.array(z.string()) });",
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "a builder that takes its flag, which is on",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) return ⟦answer("No orders found.", true)⟧;\n  ${OK}`,
        'const answer = (text, isError = false) => ({ content: [{ type: "text", text }], ...(isError && { isError: true }) });',
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "a tool that reads goes on with what it found",
      code: named(
        "get_orders",
        `  const found = await search(args);\n  if (found.length === 0) return ⟦${EMPTY}⟧;\n  await load(found);\n  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "the same list is an answer in another branch",
      code: named(
        "orders",
        `  let found = await search(args);
  if (args.open) { if (found.length === 0) return { content: [{ type: "text", text: "No open orders." }] }; }
  else if (found.length === 0) return ⟦${EMPTY}⟧;
  await load(found);
  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "a name to match",
      code: tool(
        `  const rows = await search(args);\n  if (rows.length === 0) throw ⟦new Error("No order found with name matching x")⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "one item at its path, where that is asked for",
      options: { byId: true },
      code: tool(
        `  const page = await load(args.path);\n  if (!page) return ⟦{ isError: true, content: [{ type: "text", text: "No page found at path /a" }] }⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "notFoundById" }],
    },
    {
      name: "a category of its own for one item, where that is asked for",
      options: { byId: true },
      code: tool(
        `  const found = await load(args.id);\n  if (!found) return ⟦${errorResult('errorCategory: "not_found", isRetryable: false')}⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "notFoundCategory", data: { category: "not_found" } }],
    },
    {
      name: "one thing by its id, where that is asked for",
      options: { byId: true },
      code: tool(
        `  const found = await load(args.id);\n  if (!found) return ⟦{ isError: true, content: [{ type: "text", text: "Order not found" }] }⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "notFoundById" }],
    },

    {
      name: "a builder whose options flag the result",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) return ⟦answer("No orders found.", { isError: true })⟧;\n  ${OK}`,
        'const answer = (text, options) => ({ content: [{ type: "text", text }], ...(options?.isError ? { isError: true } : {}) });',
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "a search that failed to find anything",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) throw ⟦new Error("Failed to find any orders")⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "the orders of one customer",
      code: tool(
        `  const rows = await api.query(args.id);\n  if (rows.length === 0) throw ⟦new Error(\`No orders found for customer id \${args.id}\`)⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "one account by its number, where that is asked for",
      options: { byId: true },
      code: tool(
        `  const rows = await api.query(args.id);\n  if (rows.length === 0) throw ⟦new Error(\`No account found with customer ID: \${args.id}\`)⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "notFoundById" }],
    },
    {
      name: "one item that the output schema lets be absent",
      options: { byId: true },
      code: described("{ found: z.boolean(), order: z.object({ id: z.string() }).optional() }", "⟦", "⟧"),
      problems: [{ messageId: "notFoundById" }],
    },
    {
      name: "what the work has brought, with a flag that all results carry",
      code: tool(
        `  const response = await fetch("http://127.0.0.1/errors");\n  if (!response.ok) throw new Error("Status " + response.status);\n  return ⟦{ isError: true, content: [{ type: "text", text: JSON.stringify(await response.json()) }] }⟧;`,
      ),
      problems: [{ messageId: "successAsError" }],
    },
    {
      name: "the same in a function that runs what it is given",
      code: tool(
        `  return await within(async () => {\n    const rows = await api.rows(args.id);\n    return ⟦{ isError: true, content: [{ type: "text", text: JSON.stringify(rows) }] }⟧;\n  });`,
        'async function within(run) {\n  try { return await run(); } catch (error) { return { isError: true, content: [{ type: "text", text: error.message }] }; }\n}',
      ),
      problems: [{ messageId: "successAsError" }],
    },
  ],
);
