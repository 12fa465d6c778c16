import { errorResult, fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const attempt = (clause: string): string =>
  tool(`  try {\n    return await load(args);\n  } catch (error) {\n${clause}\n  }`);
const told = (text: string): string => `    return { isError: true, content: [{ type: "text", text: ${text} }] };`;

/** A tool that waits for a function of the project, whose clause does `clause`. */
const waitingFor = (clause: string, also = "", source = "error.message"): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await read(args.id) }] };\n  } catch (error) {\n${told(source)}\n  }`,
    `async function read(id) {\n  try {\n    return await api.read(id);\n  } catch (error) {\n    ${clause}\n  }\n}\n${also}`,
  );

/** A function that makes the result throws the message, in a `try` of the handler with this clause. */
const thrownBelow = (clause: string): string =>
  fastmcp(
    `  try {\n    return await read(args.id);\n  } catch (error) {\n${clause}\n  }`,
    "async function read(id) {\n  try {\n    return { content: [{ type: 'text', text: await api.read(id) }] };\n  } catch (error) {\n    throw new UserError(`Order ${id}: ${⟦error.message⟧}`);\n  }\n}",
  );

/** A tool in a class whose base has `member`, with a store that answers for its failures itself. */
const inClass = (work: string, member: string, also = "", source = "error.message"): string =>
  tool("  return new Tool().run(args);", "").replace(
    "const server",
    `${also}
class Store {
  async read(id) { try { return await api.read(id); } catch { return null; } }
  async load(id) { return await api.read(id); }
}
class Base { ${member} }
class Tool extends Base {
  async run(args) {
    try {
      ${work}
    } catch (error) {
  ${told(source)}
    }
  }
}
const server`,
  );

testRule(
  "no-raw-error-message",
  [
    { name: "a sentence of one's own", code: attempt(told("`Order ${args.id} cannot be read (${error.code}).`")) },
    {
      name: "a class of the project's own",
      code: attempt(`    if (error instanceof OrdersError) {\n  ${told("error.message")}\n    }\n    throw error;`),
    },
    {
      name: "everything else has left before",
      code: attempt(`    if (!(error instanceof OrdersError)) throw error;\n${told("error.message")}`),
    },
    {
      name: "beside instructions in the same JSON",
      code: attempt(
        told('JSON.stringify({ error: error.message, instructions: "Sign in again, then call open_orders." })'),
      ),
    },
    {
      name: "left over behind a class that was told apart",
      code: attempt(`    if (error instanceof OrdersError) return refused(error);\n${told("error.message")}`),
    },
    {
      name: "left over behind a status that was taken of it",
      code: attempt(
        `    const status = error.response?.status;\n    if (status === 404) return refused(error);\n${told("error.message")}`,
      ),
    },
    {
      name: "left over in a builder",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    return failure(error);\n  }",
        `function failure(error: unknown) {\n  if (error instanceof OrdersError) return refused(error);\n${told("error instanceof Error ? error.message : String(error)")}\n}`,
      ),
    },
    {
      name: "only where the kind is known",
      code: attempt(told("error instanceof OrdersError ? error.message : 'The order service gave no clear answer.'")),
    },
    {
      name: "noted in what is thrown away",
      code: tool(
        "  const report = { done: 0, error: '' };\n  try {\n    await stop(args.id);\n    return report;\n  } catch (error) {\n    report.error = error.message;\n    throw error;\n  }",
      ),
    },
    {
      name: "thrown to a clause of the handler that writes its own",
      code: thrownBelow("    return toError('The order service does not answer; wait a minute.');").replace(
        /[⟦⟧]/gu,
        "",
      ),
    },
    { name: "filtered", code: attempt(told("redact(error.message)")) },
    {
      name: "what a parser says of the input",
      code: tool(
        `  try {\n    JSON.parse(args.json);\n  } catch (error) {\n${told("error.message")}\n  }\n  return { content: [] };`,
      ),
    },
    {
      name: "what a compiler says of the input",
      code: tool(
        `  let program;\n  try {\n    program = compileScript(args.script, { loops: false });\n  } catch (error) {\n${told("error.message")}\n  }\n  return run(program);`,
      ),
    },
    {
      name: "its kind is found out by its message, before it is told",
      code: attempt(
        `    const reason = error.message;\n    if (reason.includes("closed")) {\n  ${told("`The page is gone: ${reason}`")}\n    }\n    throw error;`,
      ),
    },
    {
      name: "nothing of a library is attempted",
      code: tool(
        `  try {\n    const order = ORDERS.get(args.id);\n    return answer(order);\n  } catch (error) {\n${told("error.message")}\n  }`,
        'const ORDERS = new Map();\nfunction answer(order) {\n  return { content: [{ type: "text", text: JSON.stringify(order) }] };\n}',
      ),
    },
    {
      name: "what is waited for answers for its failures itself",
      code: tool(
        `  try {\n    const found = await load(args.id);\n    return { content: [{ type: "text", text: String(found.data) }] };\n  } catch (error) {\n${told("error.message")}\n  }`,
        "async function load(id) {\n  try {\n    return { data: await api.load(id) };\n  } catch (error) {\n    return { error };\n  }\n}",
      ),
    },
    {
      name: "the framework hides what is thrown",
      code: `import { Tool, ToolContext } from "@frontmcp/sdk";
@Tool({ name: "read" })
export default class ReadTool extends ToolContext {
  async execute(input) {
    try {
      return await load(input.id);
    } catch (error) {
      throw new Error(\`No order: \${error.message}\`);
    }
  }
}`,
    },
    {
      name: "a reason with a text of the builder's own",
      code: tool(
        "  return fail();",
        'const fail = (reason = "Nothing came.") => ({ isError: true, content: [{ type: "text", text: `No order: ${reason}` }] });',
      ),
    },
    { name: "the whole error is another rule's", code: attempt(told("JSON.stringify(error)")) },
    { name: "logged", code: attempt("    console.error(error.message);\n    throw error;") },
    {
      name: "a throw out of a low-level handler is another rule's",
      code: lowLevel(
        "  try {\n    return await load(request);\n  } catch (error) {\n    throw new Error(error.message);\n  }",
      ),
    },
    {
      name: "handed to a builder of another file",
      code: attempt("    return failure(error);").replace(
        "const server",
        'import { failure } from "./failure.js";\nconst server',
      ),
    },
    {
      name: "no tool",
      code: "export async function run() { try { await load(); } catch (error) { return `Error: ${error.message}`; } }",
    },
    {
      name: "whoever runs the server decides",
      code: attempt(
        `    const text = config.details === "full" ? error.message : "The request failed.";\n${told("text")}`,
      ),
    },
    {
      name: "the code is told as well, where the error has one",
      code: attempt(
        `    const code = error instanceof Error && "code" in error ? String(error.code) : "SHOP_ERROR";\n${told("`${code}: ${error.message}`")}`,
      ),
    },
    {
      name: "the same, put together by the function that runs the work",
      code: tool(
        "  return run(() => load(args));",
        `async function run(work) {
  try {
    return { content: [{ type: "text", text: await work() }] };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "SHOP_ERROR";
    return { isError: true, content: [{ type: "text", text: \`\${code}: \${error.message}\` }] };
  }
}`,
      ),
    },
    {
      name: "what is left over where words were told apart within a test that it is an error",
      code: attempt(
        `    if (error instanceof Error) {\n      if (error.message.includes("denied")) return { isError: true, content: [{ type: "text", text: "You may not see this order." }] };\n    }\n${told("error.message")}`,
      ),
    },
    {
      name: "the code stands beside",
      code: attempt(told("`[${error.code}] ${error.message}`")),
    },
    {
      name: "the kind is told as well",
      code: attempt(
        `    const code = error instanceof OrdersError ? error.code : "UNKNOWN";\n${told("`[${code}] ${error.message}`")}`,
      ),
    },
    {
      name: "a function of the project's own that fails by its own words alone",
      code: `${attempt(told("error.message")).replace("return await load(args)", "changes = build(args)")}\nfunction build(args) {\n  const parent = args.items.find((item) => item.id === args.parent);\n  if (!parent) throw new Error(\`Parent not found: \${args.parent}\`);\n  return [{ id: newId(), parent }];\n}`,
    },
    {
      name: "a client of servers",
      code: `import type { MCPToolResult } from "./types.js";\nimport { Client } from "@modelcontextprotocol/sdk/client/index.js";\nexport class Orders {\n  async callTool(name): Promise<MCPToolResult> {\n    try {\n      return await this.client.callTool({ name });\n    } catch (error) {\n      return { success: false, error: error.message };\n    }\n  }\n  async close(id): Promise<MCPToolResult> {\n    return this.callTool("close");\n  }\n}`,
    },
    {
      name: "what is waited for answers for its failures itself, in a variable that may be empty",
      code: tool(
        `  try {\n    const found = await engine.load(args.id);\n    return { content: [{ type: "text", text: String(found.data) }] };\n  } catch (error) {\n${told("error.message")}\n  }`,
        "class Engine {\n  async load(id) {\n    try {\n      return { data: await api.load(id) };\n    } catch (error) {\n      return { error };\n    }\n  }\n}\nlet engine: Engine | null = null;",
      ),
    },
    {
      name: "questions to the platform",
      code: tool(
        `  try {\n    const home = homeOf(args.name);\n    return { content: [{ type: "text", text: home }] };\n  } catch (error) {\n${told("error.message")}\n  }`,
        "function homeOf(name) {\n  if (!name) throw new Error('Give a name.');\n  const home = join(homedir(), name);\n  dotenv.config({ path: home });\n  return existsSync(home) ? home : tmpdir();\n}",
      ),
    },
    {
      name: "a module of the project's own is loaded",
      code: tool(
        `  try {\n    await import("./orders.js");\n    return { content: [{ type: "text", text: "Done." }] };\n  } catch (error) {\n${told("error.message")}\n  }`,
      ),
    },
    {
      name: "what the project classified itself has been given out before",
      code: attempt(`    if (error.success === false) return error;\n${told("`Unexpected: ${error.message}`")}`),
    },
    {
      name: "an aside in a sentence that says what to do",
      code: attempt(told("`Both copies exist (${error.message}): delete the old one.`")),
    },
    {
      name: "what the callee throws anew is its own",
      code: waitingFor("throw new Error('The order service gave no clear answer.', { cause: error });"),
    },
    {
      name: "what the callee throws anew keeps what it caught for the log",
      code: waitingFor("throw new OrdersError('The orders cannot be read.', error);"),
    },
    {
      name: "what the callee throws anew leaves the text out",
      code: waitingFor(
        "throw explain(error);",
        "function explain(error) {\n  return new Error(error.code === 'ENOENT' ? 'There is no such order.' : 'The orders cannot be read.');\n}",
      ),
    },
    {
      name: "what the callee throws anew tells the status alone",
      code: waitingFor("throw new Error(`The order service answered ${error.status}.`);"),
    },
    {
      name: "the class of all that the callee throws was asked for",
      code: waitingFor("throw new OrdersError(error.message);").replace(
        "    return { isError",
        "    if (error instanceof OrdersError) return refused(error);\n    return { isError",
      ),
    },
    {
      name: "the callee lets only that class pass",
      code: waitingFor(
        "if (error instanceof OrdersError) throw error;\n    throw new Error('The orders cannot be read.');",
      ).replace(
        "    return { isError",
        "    if (error instanceof OrdersError) return refused(error);\n    return { isError",
      ),
    },
    {
      name: "a function makes that class of whatever the callee catches",
      code: waitingFor(
        "throw toOrdersError(error);",
        "function toOrdersError(error) {\n  if (error.status === 404) return new OrdersError('There is no such order.');\n  return new OrdersError(error.message);\n}",
      ).replace(
        "    return { isError",
        "    if (error instanceof OrdersError) return refused(error);\n    return { isError",
      ),
    },
    {
      name: "telemetry, whoever gives it, stands beside work that answers for itself",
      code: waitingFor("return undefined;").replace(
        "    return { content",
        "    services.getTelemetryService().sendEvent('read', { id: args.id });\n    return { content",
      ),
    },
    ...[
      ["a field", "protected store: Store = new Store();"],
      ["a getter", "get store(): Store { return this.held; }"],
      ["a parameter property", "constructor(protected readonly store: Store) {}"],
    ].map(([what = "", member = ""]) => ({
      name: `the work is that of ${what} of the class above, which answers for itself`,
      code: inClass("return this.store.read(args.id);", member),
    })),
    {
      name: "a class of the project's own is made, which extends one of another package",
      code: inClass(
        "return new OrdersReader(args.id).read();",
        "",
        "import { Reader } from 'orders-client';\nclass OrdersReader extends Reader { constructor(id) { super(); this.id = id; } read() { return this.id; } }",
      ),
    },
    {
      name: "the class of the package that does the work was asked for",
      code: attempt(`    if (error instanceof OrdersError) return refused(error);\n${told("error.message")}`).replace(
        "const server",
        'import { load, OrdersError } from "orders-client";\nconst server',
      ),
    },
    {
      name: "the class of the package that made the client was asked for",
      code: attempt(`    if (error instanceof Orders.ApiError) return refused(error);\n${told("error.message")}`)
        .replace("const server", 'import Orders from "orders-client";\nconst orders = new Orders(key);\nconst server')
        .replace("load(args)", "orders.items.read(args.id)"),
    },
    {
      name: "its kind is found out by a field",
      code: attempt(`    if ("response" in error) {\n  ${told("error.message")}\n    }\n    throw error;`),
    },
    {
      name: "only the platform's work on values at hand",
      code: tool(
        `  try {\n    return answer(markOf(args.text));\n  } catch (error) {\n${told("error.message")}\n  }`,
        "import { createHash } from 'node:crypto';\nimport path from 'node:path';\nfunction markOf(text) {\n  if (!text) throw new Error('Give a text.');\n  const [first] = [new Map([[Math.random(), text]]).values().next()];\n  return path.format({ name: createHash('sha256').update(first).digest('hex'), base: process.uptime() });\n}\nfunction answer(text) {\n  return { content: [{ type: 'text', text }] };\n}",
      ),
    },
    {
      name: "every handler of the table answers for its failures",
      code: tool(
        `  try {\n    const handler = handlers[args.name];\n    const found = await handler(args);\n    return { content: [{ type: "text", text: found.text }] };\n  } catch (error) {\n${told("error.message")}\n  }`,
        "const handlers = { read, list };\nasync function read(args) {\n  try {\n    return { text: await api.read(args.id) };\n  } catch (error) {\n    return { text: 'Not read.' };\n  }\n}\nasync function list() {\n  return { text: 'Nothing.' };\n}",
      ),
    },
    {
      name: "each entry is given a form by the project's own functions",
      code: tool(
        `  try {\n    return answer(args.rows);\n  } catch (error) {\n${told("error.message")}\n  }`,
        "const formed = (row) => ({ text: encodeURIComponent(row.text), more: row.more.map(line) });\nfunction line(text) {\n  return text.trim();\n}\nfunction answer(rows) {\n  return { content: [{ type: 'text', text: JSON.stringify(rows.map((row) => formed(row))) }] };\n}",
      ),
    },
    {
      name: "every class that the type names answers for its failures",
      code: tool(
        `  try {\n    const found = await shop.load(args.id);\n    return { content: [{ type: "text", text: found }] };\n  } catch (error) {\n${told("error.message")}\n  }`,
        "interface Shop {\n  load(id: string): Promise<string>;\n}\nclass Remote implements Shop {\n  async load(id) {\n    try {\n      return await api.load(id);\n    } catch (error) {\n      throw new Error('The shop is closed.', { cause: error });\n    }\n  }\n}\nlet shop: Shop;",
      ),
    },
  ],
  [
    {
      name: "words that are told apart on another way",
      code: attempt(
        `    if (args.brief) {\n      if (error.message.includes("denied")) return { isError: true, content: [{ type: "text", text: "You may not see this order." }] };\n      return { isError: true, content: [{ type: "text", text: "The order cannot be shown now." }] };\n    }\n${told("⟦error.message⟧")}`,
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "what the callee throws anew hands on the text",
      code: waitingFor("throw new Error(`Not read: ${⟦error.message⟧}`);"),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "what the callee throws anew is the text of what it caught",
      code: waitingFor("throw new Error(⟦error⟧);"),
      problems: [{ messageId: "rawMessage", data: { source: "error" } }],
    },
    {
      name: "what the callee throws anew hands on the text by a variable",
      code: waitingFor("const reason = String(⟦error⟧);\n    throw new Error(`Not read: ${reason}`);"),
      problems: [{ messageId: "rawMessage", data: { source: "error" } }],
    },
    {
      name: "what the callee throws anew is made of the text elsewhere",
      code: waitingFor(
        "throw explain(error);",
        "function explain(error) {\n  return new Error(`The orders cannot be read: ${⟦error.message⟧}`);\n}",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a loop that waits for what it was given",
      code: tool(
        `  try {\n    let text = "";\n    for await (const part of parts) text += shown(part);\n    return { content: [{ type: "text", text }] };\n  } catch (error) {\n${told("⟦error.message⟧")}\n  }`,
        "const parts = openParts();\nconst shown = (part) => String(part);",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "what telemetry is sent is brought by work that does not answer for itself",
      code: waitingFor("return undefined;", "", "⟦error.message⟧").replace(
        "    return { content",
        "    telemetry.sendEvent('read', await api.owner(args.id));\n    return { content",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "another class than that of the callee was asked for",
      options: { leftovers: true },
      code: waitingFor("throw new OrdersError(⟦error.message⟧);").replace(
        "    return { isError",
        "    if (error instanceof ShopError) return refused(error);\n    return { isError",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a function makes that class of some of what the callee catches",
      options: { leftovers: true },
      code: waitingFor(
        "throw toOrdersError(error);",
        "function toOrdersError(error) {\n  if (error.status === 404) return new OrdersError('There is no such order.');\n  return new Error(⟦error.message⟧);\n}",
      ).replace(
        "    return { isError",
        "    if (error instanceof OrdersError) return refused(error);\n    return { isError",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "the work is that of a field of the class above, which hands failures on",
      code: inClass(
        "return await this.store.load(args.id);",
        "protected store: Store = new Store();",
        "",
        "⟦error.message⟧",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "the class of another package was asked for",
      options: { leftovers: true },
      code: attempt(`    if (error instanceof ShopError) return refused(error);\n${told("⟦error.message⟧")}`).replace(
        "const server",
        'import { load } from "orders-client";\nimport { ShopError } from "shop-client";\nconst server',
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "one handler of the table lets everything pass",
      code: tool(
        `  try {\n    const handler = handlers[args.name];\n    const found = await handler(args);\n    return { content: [{ type: "text", text: found.text }] };\n  } catch (error) {\n${told("⟦error.message⟧")}\n  }`,
        "const handlers = { read, list };\nasync function read(args) {\n  return { text: await api.read(args.id) };\n}\nasync function list() {\n  return { text: 'Nothing.' };\n}",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "each entry is read by a library",
      code: tool(
        `  try {\n    return answer(args.rows);\n  } catch (error) {\n${told("⟦error.message⟧")}\n  }`,
        "import { readFileSync } from 'node:fs';\nconst formed = (row) => ({ text: readFileSync(row.path, 'utf8') });\nfunction answer(rows) {\n  return { content: [{ type: 'text', text: JSON.stringify(rows.map(formed)) }] };\n}",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "one of the classes that the type names lets everything pass",
      code: tool(
        `  try {\n    const found = await shop.load(args.id);\n    return { content: [{ type: "text", text: found }] };\n  } catch (error) {\n${told("⟦error.message⟧")}\n  }`,
        "interface Shop {\n  load(id: string): Promise<string>;\n}\nclass Local implements Shop {\n  async load(id) {\n    return 'Nothing.';\n  }\n}\nclass Remote implements Shop {\n  async load(id) {\n    return await api.load(id);\n  }\n}\nlet shop: Shop;",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "it has a message, as every error",
      code: attempt(`    if ("message" in error) {\n  ${told("⟦error.message⟧")}\n    }\n    throw error;`),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "what the project classified itself is given out where it came from elsewhere",
      code: attempt(`    if (args.quiet) return error;\n${told("`Unexpected: ${⟦error.message⟧}`")}`),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "an aside in a sentence that says nothing of what to do",
      code: attempt(told("`The order is lost (${⟦error.message⟧}).`")),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "work beside a call that answers for itself",
      code: tool(
        `  try {\n    const found = await load(args.id);\n    return await api.ship(found);\n  } catch (error) {\n${told("⟦error.message⟧")}\n  }`,
        "async function load(id) {\n  try {\n    return { data: await api.load(id) };\n  } catch (error) {\n    return { error };\n  }\n}",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a clause inside that throws on what it does not know",
      options: { leftovers: true },
      code: tool(
        `  try {\n    try {\n      await api.load(args.id);\n    } catch (error) {\n      if (!(error instanceof ParseError)) throw error;\n    }\n    return { content: [] };\n  } catch (error) {\n${told("⟦error.message⟧")}\n  }`,
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a function of the project's that lets a library's failure pass",
      code: tool(
        `  try {\n    return answer(args.id);\n  } catch (error) {\n${told("⟦error.message⟧")}\n  }`,
        "import { readFileSync } from 'node:fs';\nfunction answer(id) {\n  return { content: [{ type: 'text', text: readFileSync(id, 'utf8') }] };\n}",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "the message",
      code: attempt(told("`Error: ${⟦error.message⟧}`")),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "the usual ternary",
      code: attempt(
        `    const message = error instanceof Error ? ⟦error.message⟧ : String(error);\n${told("`Error: ${message}`")}`,
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "the error as text",
      code: attempt(told("`Error: ${⟦error⟧}`")),
      problems: [{ messageId: "rawMessage", data: { source: "error" } }],
    },
    {
      name: "in the JSON, beside a category",
      code: attempt(
        `    return ${errorResult("errorCategory: 'transient', isRetryable: false, description: `Order ${args.id}: ${⟦(error as Error).message⟧}`")};`,
      ),
      problems: [{ messageId: "rawMessage", data: { source: "(error as Error).message" } }],
    },
    {
      name: "one class is told apart, and the rest goes out",
      options: { leftovers: true },
      code: attempt(`    if (error instanceof OrdersError) return refused(error);\n${told("⟦error.message⟧")}`),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    ...[
      "if (error instanceof z.ZodError) return refused(error);",
      "if (!(error instanceof Error)) return refused(error);",
      "if (args.kind === 'old') return refused(error);",
    ].map((test) => ({
      name: `nothing of what the work fails with was told apart: ${test}`,
      code: attempt(`    ${test}\n${told("⟦error.message⟧")}`),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    })),
    {
      name: "once, in the builder",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    return failure(error);\n  }",
        "function failure(error: unknown) {\n  return { isError: true, content: [{ type: 'text', text: error instanceof Error ? ⟦error.message⟧ : String(error) }] };\n}",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "noted in what is returned",
      code: tool(
        "  const report = { done: 0, error: '' };\n  try {\n    await stop(args.id);\n  } catch (error) {\n    report.error = ⟦error.message⟧;\n  }\n  return { content: [{ type: 'text', text: JSON.stringify(report) }] };",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "noted in what is thrown as JSON",
      code: fastmcp(
        "  const report = { done: 0, error: '' };\n  try {\n    return await stop(args.id);\n  } catch (error) {\n    report.error = ⟦error.message⟧;\n    throw new UserError(JSON.stringify(report));\n  }",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "thrown to a clause of the handler that throws it on",
      code: thrownBelow("    throw error;"),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "thrown, in FastMCP",
      code: fastmcp(
        "  try {\n    return await load(args);\n  } catch (error) {\n    throw new UserError(`Order ${args.id}: ${⟦error.message⟧}`);\n  }",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a function that only reads the message",
      code: `${attempt(told("messageOf(⟦error.message⟧)"))}\nfunction messageOf(text) {\n  if (!text) return "unknown";\n  return text;\n}`,
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "the other text is for a value that is no error",
      code: attempt(
        `    const text = error instanceof Error ? ⟦error.message⟧ : "The request failed.";\n${told("text")}`,
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
  ],
);
