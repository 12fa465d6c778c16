import { lowLevel, testRule, tool } from "../support/rule-tester.js";

const advice = "return an error result with `isError: true`";
const data = (what: string) => ({ what, framework: "low-level", advice });

/** Work that catches its failures itself, and a function that only puts an answer together. */
const SAFE = `async function state() { try { return { rows: (await load()).length }; } catch { return { rows: null }; } }
const answer = (data) => ({ content: [{ type: "text", text: JSON.stringify(data) }] });`;

testRule(
  "no-protocol-error",
  [
    ...[
      [
        'if (ids.length > 20) throw new McpError(ErrorCode.InvalidParams, "Ask for 20 at a time.");',
        "how long a list may be",
      ],
      [
        'if (limit > 100) throw new McpError(ErrorCode.InvalidParams, "limit must be at most 100.");',
        "what an argument must be",
      ],
    ].map(([test = "", name = ""]) => ({
      name: `a malformed request: ${name}`,
      code: lowLevel(`
        const { ids, limit } = request.params.arguments;
        ${test}
        return { content: [{ type: "text", text: "Done." }] };
      `),
    })),
    {
      name: "a method of the project's own",
      code: lowLevel("  return { content: [{ type: 'text', text: await load(request) }] };").replace(
        "setRequestHandler(CallToolRequestSchema",
        "setRequestHandler(z.object({ method: z.literal('orders/list') })",
      ),
    },
    {
      name: "such a method in a schema under a name",
      code: lowLevel(
        "  return { content: [{ type: 'text', text: await load(request) }] };",
        "const OrdersSchema = z.object({ method: z.literal('orders/list') });",
      ).replace("setRequestHandler(CallToolRequestSchema", "setRequestHandler(OrdersSchema"),
    },
    {
      name: "McpServer converts a throw",
      code: tool('  return { content: [{ type: "text", text: await load(args) }] };'),
    },
    {
      name: "caught and told",
      code: lowLevel(
        '  try {\n    return { content: [{ type: "text", text: await load(request) }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: String(error) }] };\n  }',
      ),
    },
    {
      name: "a handler that a function makes, with a clause around its call",
      code: `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
function told(handler) {
  return async (request) => {
    try { return await handler(request); } catch (error) { return { isError: true, content: [{ type: "text", text: String(error) }] }; }
  };
}
new Server({ name: "s", version: "1" }).setRequestHandler(CallToolRequestSchema, told(async (request) => ({ content: await load(request) })));`,
    },
    {
      name: "an unknown tool",
      code: lowLevel(
        '  switch (request.params.name) {\n    default:\n      throw new McpError(ErrorCode.MethodNotFound, "Unknown tool");\n  }',
      ),
    },
    {
      name: "malformed parameters",
      code: lowLevel(
        '  if (!request.params.arguments) throw new McpError(ErrorCode.InvalidParams, "arguments are missing");\n  return { content: [] };',
      ),
    },
    ...[
      ["what has read the parameters", "OrderSchema.parse(request.params)", ""],
      ["what was found to be wrong with them", "await load(request)", "if (error instanceof z.ZodError) "],
    ].map(([name = "", work = "", test = ""]) => ({
      name: `malformed parameters, by ${name}`,
      code: lowLevel(
        `  let found;\n  try { found = ${work}; } catch (error) { ${test}throw new McpError(ErrorCode.InvalidParams, error.message); return refused(error); }\n  return { content: found };`,
      ),
    })),
    {
      name: "a clause that has words of its own for wrong parameters",
      code: lowLevel(
        "  try { return { content: await load(request) }; } catch (error) { console.error(error); throw new McpError(ErrorCode.InvalidParams, 'There is no such order.'); }",
      ),
    },
    {
      name: "a proxy that hands on the request",
      code: lowLevel("  return client.callTool(request.params, undefined, { signal });"),
    },
    {
      name: "a proxy that hands on the name and the arguments",
      code: lowLevel(
        "  const { name, arguments: args } = request.params;\n  const result = await this.upstream.callTool({ name, arguments: args });\n  return result;",
      ),
    },
    {
      name: "a proxy with middleware around the request",
      code: lowLevel(
        "  return await callTool(request, context);",
        "const pass = async (request) => await clients[request.params.name].request({ method: 'tools/call', params: { name: own(request), arguments: request.params.arguments } }, CallToolResultSchema);\nconst callTool = compose(filtered())(pass);",
      ),
    },
    ...[
      "await session.close();",
      "void tracker.trackUsage(request);",
      "await Promise.all(sessions.map((session) => session.close()));",
      "sessions.forEach(async (session) => { await session.close(); });",
    ].map((tidying) => ({
      name: `tidying up and telemetry, of which nobody reads what they give: ${tidying}`,
      code: lowLevel(`  ${tidying}\n  return { content: [] };`),
    })),
    { name: "nothing that can fail", code: lowLevel('  return { content: [{ type: "text", text: "ok" }] };') },
    {
      name: "a dispatched function that catches everything",
      code: lowLevel(
        "  return handle(request);",
        'async function handle(request) { try { return { content: [{ type: "text", text: await load(request) }] }; } catch (error) { return { isError: true, content: [] }; } }',
      ),
    },
    {
      name: "a dispatched function that answers every error, and throws what is none",
      code: lowLevel(
        "  const known = await handle(request);\n  return known;",
        'async function handle(request) { try { return { content: [{ type: "text", text: await load(request) }] }; } catch (error) { if (error instanceof Error) return { isError: true, content: [] }; throw error; } }',
      ),
    },
    {
      name: "a table whose handlers catch everything",
      code: lowLevel(
        "  const tool = tools.find((one) => one.name === request.params.name);\n  return await tool.handler(request.params.arguments);",
        "const tools = [{ name: 'load', handler: async (args) => { try { return { content: await load(args) }; } catch (error) { return { isError: true, content: [] }; } } }];",
      ),
    },
    {
      name: "modules of the platform",
      code: lowLevel(
        "  const [join] = await Promise.all([import('node:path').then((m) => m.join)]);\n  return { content: [{ type: 'text', text: join('a', 'b') }] };",
      ),
    },
    ...[
      "() => null",
      "(error) => { console.error(error); return null; }",
      "(error) => { if (error instanceof McpError) throw error; return null; }",
      '(error) => { if (error.name === "AbortError") throw error; return null; }',
      "(error) => { try { note(error); } catch (other) { return null; } return null; }",
    ].map((handler) => ({
      name: `a rejection that is answered: ${handler}`,
      code: lowLevel(
        `  const text = await load(request).catch(${handler});\n  return { content: [{ type: "text", text: text ?? "none" }] };`,
      ),
    })),
    ...[
      'if (!args.city) throw new Error("Give a city.");',
      'if (args.city.length > 90) throw new Error("The name is too long.");',
      'const found = cities.get(args.city); if (!found) throw new Error("Unknown city");',
      'const found = cities.get(args.city); if (found.closed) throw new Error("city must be one of those that are open");',
      'const parsed = schema.safeParse(args); if (parsed.bad) throw new Error("The city is too long.");',
    ].map((check) => ({
      name: `a refusal of the request in a branch: ${check}`,
      code: lowLevel(
        `  const args = request.params.arguments;\n  switch (request.params.name) {\n    case "weather": {\n      ${check}\n      return { content: [] };\n    }\n    default: throw new Error("Unknown tool");\n  }`,
      ),
    })),
    {
      name: "another request",
      code: lowLevel(
        "  return { content: [] };",
        "server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: await load() }));",
      ),
    },
    {
      name: "a clause that answers every error, and throws what is none",
      code: lowLevel(
        "  try {\n    return { content: await load(request) };\n  } catch (error) {\n    if (error instanceof Error) return { isError: true, content: [] };\n    throw error;\n  }",
      ),
    },
    {
      name: "a wrapper of unknown effect",
      code: 'import { Server } from "@modelcontextprotocol/sdk/server/index.js";\nserver.setRequestHandler(CallToolRequestSchema, safely(async (request) => ({ content: await load(request) })));',
    },

    {
      name: "functions that catch everything, several calls deep",
      code: lowLevel(
        "  await ready();\n  return { content: [] };",
        "const ready = async () => { await signIn(); };\nconst signIn = async () => { await token(); };\nconst token = async () => { await stored(); };\nconst stored = async () => { await state(); };\n" +
          SAFE,
      ),
    },
    {
      name: "a function whose clause throws, around work that answers its rejections",
      code: lowLevel(
        "  const found = await search(request);\n  return { content: [{ type: 'text', text: found }] };",
        'async function search(request) { try { const [a, b] = await Promise.all([load(request).catch(() => "none"), read(request).catch(() => "none")]); return a + b; } catch (error) { throw new Error("no search", { cause: error }); } }',
      ),
    },
    {
      name: "a promise of a function that catches everything, returned in a try",
      code: lowLevel("  try {\n    return state();\n  } catch (error) {\n    return failed(error);\n  }", SAFE),
    },
    {
      name: "a call of which nothing is known, returned in a try that answers",
      code: lowLevel(
        "  try {\n    return handler(request);\n  } catch (error) {\n    return { isError: true, content: [] };\n  }",
      ),
    },
    {
      name: "a clause around nothing that can fail but the request",
      code: lowLevel(
        '  try {\n    switch (request.params.name) {\n      case "state": {\n        if (!request.params.arguments) throw new McpError(ErrorCode.InvalidParams, "arguments are missing");\n        return answer(await state());\n      }\n      default: throw new McpError(ErrorCode.MethodNotFound, "Unknown tool");\n    }\n  } catch (error) {\n    throw new McpError(ErrorCode.InternalError, error.message);\n  }',
        SAFE,
      ),
    },
    {
      name: "a proxy that knows the tool by another name, with a log",
      code: lowLevel(
        "  const { name, arguments: args } = request.params;\n  const route = routes.get(name);\n  if (!route) throw new Error(`Unknown tool: ${name}`);\n  try {\n    return await route.client.callTool({ name: route.originalName, arguments: args });\n  } catch (error) {\n    console.error(error);\n    throw error;\n  }",
      ),
    },
    {
      name: "a receiver that is made where it is wanted, and answers its failures",
      code: lowLevel(
        "  return await archive.run(request);",
        "class Archive { async run(request) { try { return { content: [{ type: 'text', text: await load(request) }] }; } catch { return { isError: true, content: [] }; } } }\nconst archive = process.env.ARCHIVE ? new Archive() : null;",
      ),
    },
  ],
  [
    {
      name: "each round of a loop waits",
      code: lowLevel(
        "  const rows = [];\n  ⟦for await (const row of db.find(request)) rows.push(row);⟧\n  return { content: [{ type: 'text', text: rows.join() }] };",
      ),
      problems: [{ messageId: "unguarded", data: data("db.find()") }],
    },
    ...[
      "z.object({ method: z.literal('tools/call') })",
      "z.object({ params: z.any(), method: z.literal('tools/call') })",
    ].map((schema) => ({
      name: `a schema of the project's own: ${schema}`,
      code: lowLevel("  ⟦return { content: [{ type: 'text', text: await load(request) }] };⟧").replace(
        "setRequestHandler(CallToolRequestSchema",
        `setRequestHandler(${schema}`,
      ),
      problems: [{ messageId: "unguarded", data: data("load()") }],
    })),
    {
      name: "such a schema under a name",
      code: lowLevel(
        "  ⟦return { content: [{ type: 'text', text: await load(request) }] };⟧",
        "const ToolsCallRequestSchema = z.object({ method: z.literal('tools/call') });",
      ).replace("setRequestHandler(CallToolRequestSchema", "setRequestHandler(ToolsCallRequestSchema"),
      problems: [{ messageId: "unguarded", data: data("load()") }],
    },
    {
      name: "whatever has failed is blamed on the parameters",
      code: lowLevel(
        "  try { return { content: await load(request) }; } ⟦catch (error) { throw new McpError(ErrorCode.InvalidParams, `Failed to load: ${error.message}`); }⟧",
      ),
      problems: [{ messageId: "rethrown", data: data("the caught error") }],
    },
    {
      name: "words for an error without any are no words about an unknown tool",
      code: lowLevel(
        "  try {\n    return { content: [{ type: 'text', text: await load(request) }] };\n  } ⟦catch (error) {\n    const message = error instanceof Error ? error.message : 'Unknown error occurred';\n    throw new McpError(ErrorCode.InternalError, `Tool execution failed: ${message}`);\n  }⟧",
      ),
      problems: [{ messageId: "rethrown", data: data("the caught error") }],
    },
    ...[
      ["const order = await orders.cancelOrder(request);", "orders.cancelOrder()"],
      ["const order = await parcels.trackParcel(request);", "parcels.trackParcel()"],
      ["const [vm] = await Promise.all([vms.stopVm(request)]);", "vms.stopVm()"],
    ].map(([work = "", name = ""]) => ({
      name: `the verb of tidying up or telemetry, for what the answer is made of: ${work}`,
      code: lowLevel(`  ⟦${work}⟧\n  return { content: [] };`),
      problems: [{ messageId: "unguarded", data: data(name) }],
    })),
    {
      name: "a tool of another server that this one has chosen",
      code: lowLevel(
        "  ⟦const found = await client.callTool({ name: 'search', arguments: request.params.arguments });⟧\n  return found;",
      ),
      problems: [{ messageId: "unguarded", data: data("client.callTool()") }],
    },
    {
      name: "a registry of the server's own with the method's name",
      code: lowLevel("  ⟦return await registry.callTool(request.params);⟧"),
      problems: [{ messageId: "unguarded", data: data("registry.callTool()") }],
    },
    {
      name: "middleware around work of the server's own",
      code: lowLevel(
        "  ⟦return await callTool(request);⟧",
        "const work = async (request) => await load(request);\nconst callTool = compose(filtered())(work);",
      ),
      problems: [{ messageId: "unguarded", data: data("callTool()") }],
    },
    {
      name: "no try",
      code: lowLevel('  ⟦const text = await load(request);⟧\n  return { content: [{ type: "text", text }] };'),
      problems: [{ messageId: "unguarded", data: data("load()") }],
    },
    ...[
      '(error) => { throw new Error("no weather", { cause: error }); }',
      '(error) => { if (error.code === "ENOENT") return null; throw error; }',
      "(error) => { try { note(error); } finally { throw error; } }",
    ].map((handler) => ({
      name: `a rejection that is thrown on: ${handler}`,
      code: lowLevel(
        `  ⟦const text = await load(request).catch(${handler});⟧\n  return { content: [{ type: "text", text: text ?? "none" }] };`,
      ),
      problems: [{ messageId: "unguarded", data: data("load()") }],
    })),
    {
      name: "a limit that the server sets",
      code: lowLevel(`
        const { amount } = request.params.arguments;
        if (amount > 500) ⟦throw new McpError(ErrorCode.InvalidParams, "Refunds above 500 need a manager.");⟧
        return { content: [{ type: "text", text: "Refunded." }] };
      `),
      problems: [{ messageId: "thrown", data: data("new McpError(…)") }],
    },
    {
      name: "a state that the tool has looked up, in its branch",
      code: lowLevel(
        '  switch (request.params.name) {\n    case "weather": {\n      const found = forecasts.get(request.params.arguments.city);\n      if (found.stale) ⟦throw new Error("No forecast; ask later.");⟧\n      return { content: [{ type: "text", text: found.text }] };\n    }\n    default: throw new Error("Unknown tool");\n  }',
      ),
      problems: [{ messageId: "thrown", data: data("new Error(…)") }],
    },
    {
      name: "one missing try is told once",
      code: lowLevel(
        '  ⟦const a = await load(request);⟧\n  const b = await load(a);\n  return { content: [{ type: "text", text: b }] };',
      ),
      problems: [{ messageId: "unguarded", data: data("load()") }],
    },
    {
      name: "each branch of a dispatcher",
      code: lowLevel(
        '  switch (request.params.name) {\n    case "a":\n      ⟦return { content: await a() };⟧\n    case "b":\n      ⟦return { content: await api.b() };⟧\n  }',
      ),
      problems: [
        { messageId: "unguarded", data: data("a()") },
        { messageId: "unguarded", data: data("api.b()") },
      ],
    },
    {
      name: "each of the many branches of a dispatcher",
      code: lowLevel(
        `  switch (request.params.name) {\n${Array.from({ length: 12 }, (_, at) => `    case "t${at}":\n      ⟦return { content: await api.t${at}() };⟧\n`).join("")}  }`,
      ),
      problems: Array.from({ length: 12 }, (_, at) => ({
        messageId: "unguarded" as const,
        data: data(`api.t${at}()`),
      })),
    },
    {
      name: "the first work of a branch, on the way to all of it",
      code: lowLevel(
        '  switch (request.params.name) {\n    case "get":\n      if (request.params.trace) {\n        ⟦await api.loadRights();⟧\n      }\n      return { content: await api.list() };\n  }',
      ),
      problems: [{ messageId: "unguarded", data: data("api.loadRights()") }],
    },
    {
      name: "each way through a branch that leaves it by itself, up to work that all others come to",
      code: lowLevel(
        `  switch (request.params.name) {
    case "get": {
      if (request.params.arguments.id) {
        ⟦const order = await api.byId(request.params.arguments.id);⟧
        return { content: await api.show(order) };
      }
      ⟦const orders = await api.all();⟧
      if (orders.length > 9) return { content: await api.short(orders) };
      return { content: await api.list(orders) };
    }
  }`,
      ),
      problems: [
        { messageId: "unguarded", data: data("api.byId()") },
        { messageId: "unguarded", data: data("api.all()") },
      ],
    },
    {
      name: "each branch of a dispatcher in which others have a try of their own",
      code: lowLevel(
        '  switch (request.params.name) {\n    case "a":\n      ⟦return { content: await a() };⟧\n    case "b":\n      ⟦return { content: await api.b() };⟧\n    case "c":\n      try {\n        return { content: await api.c() };\n      } catch (error) {\n        return { isError: true, content: [] };\n      }\n  }',
      ),
      problems: [
        { messageId: "unguarded", data: data("a()") },
        { messageId: "unguarded", data: data("api.b()") },
      ],
    },
    {
      name: "a promise that is handed on without await",
      code: lowLevel(
        "  ⟦const text = await load(request);⟧\n  return { content: [{ type: 'text', text }] };",
        "async function load(request) { return get(request.params.name); }\nasync function get(path) { const response = await fetch(path); return response.text(); }",
      ),
      problems: [{ messageId: "unguarded", data: data("load()") }],
    },
    ...[
      ["of the project", "load", "return { isError: true, content: [] };"],
      ["of which nothing is known", "toolHandler", "throw new Error(`Failed: ${error}`);"],
    ].map(([kind, name = "", answer]) => ({
      name: `a promise ${kind} that goes past the clause`,
      code: lowLevel(
        `  try {\n    ⟦return ${name}(request.params.name);⟧\n  } catch (error) {\n    ${answer}\n  }`,
        "async function load(path) { const response = await fetch(path); return response.text(); }",
      ),
      problems: [{ messageId: "handedOn", data: data(`${name}()`) }],
    })),
    {
      name: "a promise that goes past a clause which other work comes to",
      code: lowLevel(
        "  try {\n    const id = await find(request);\n    ⟦return toolHandler(id);⟧\n  } ⟦catch (error) {\n    throw new Error(`Failed: ${error}`);\n  }⟧",
      ),
      problems: [
        { messageId: "handedOn", data: data("toolHandler()") },
        { messageId: "rethrown", data: data("the caught error") },
      ],
    },
    {
      name: "the next call, behind one that catches everything several calls deep",
      code: lowLevel(
        "  await ready();\n  ⟦const text = await load(request);⟧\n  return { content: [{ type: 'text', text }] };",
        "const ready = async () => { await signIn(); };\nconst signIn = async () => { await token(); };\nconst token = async () => { await state(); };\n" +
          SAFE,
      ),
      problems: [{ messageId: "unguarded", data: data("load()") }],
    },
    {
      name: "a function that opens its store outside of the try",
      code: lowLevel(
        "  ⟦const found = await search(request);⟧\n  return { content: [{ type: 'text', text: found }] };",
        "async function search(request) { const store = await open(); try { return await store.find(request); } catch { return []; } }",
      ),
      problems: [{ messageId: "unguarded", data: data("search()") }],
    },
    {
      name: "a handler of the table that catches nothing",
      code: lowLevel(
        "  const tool = tools.find((one) => one.name === request.params.name);\n  ⟦return await tool.handler(request.params.arguments);⟧",
        "const tools = [{ name: 'load', handler: async (args) => ({ content: [{ type: 'text', text: await load(args) }] }) }];",
      ),
      problems: [{ messageId: "unguarded", data: data("tool.handler()") }],
    },
    {
      name: "caught, and thrown by a function that always throws",
      code: lowLevel(
        "  const fail = (error) => {\n    console.error(error);\n    throw error;\n  };\n  try {\n    return { content: await load(request) };\n  } ⟦catch (error) {\n    return fail(error);\n  }⟧",
      ),
      problems: [{ messageId: "rethrown", data: data("the caught error") }],
    },
    {
      name: "a dispatched function that answers one class of errors",
      code: lowLevel(
        "  const known = await handle(request);\n  return known;",
        'async function handle(request) { try { return { content: [{ type: "text", text: await load(request) }] }; } ⟦catch (error) { if (error instanceof ApiError) return { isError: true, content: [] }; throw error; }⟧ }',
      ),
      problems: [{ messageId: "rethrown", data: data("the caught error") }],
    },
    {
      name: "functions that wrap what they catch: their clauses are the places, each once",
      code: lowLevel(
        '  switch (request.params.name) {\n    case "read": return await read(request);\n    case "list": return await list(request);\n  }',
        `async function open() {
  try { return await db.connect(); } ⟦catch (error) { throw new McpError(ErrorCode.InternalError, error.message); }⟧
}
async function read(request) {
  const rows = await open();
  try { return { content: [{ type: "text", text: await rows.read(request) }] }; } ⟦catch (error) { throw new Error(error.message); }⟧
}
async function list(request) {
  await open();
  try { return { content: [{ type: "text", text: await db.list(request) }] }; } ⟦catch (error) { throw new McpError(ErrorCode.InternalError, error.message); }⟧
}`,
      ),
      problems: [
        { messageId: "rethrownBelow", data: data("the caught error") },
        { messageId: "rethrown", data: data("the caught error") },
        { messageId: "rethrown", data: data("the caught error") },
      ],
    },
    {
      name: "a function that wraps a part of its work: the rest fails beside its clause, and the handler lacks one",
      code: lowLevel(
        '  switch (request.params.name) {\n    case "read": ⟦return await read(request);⟧\n  }',
        `async function read(request) {
  const rows = await db.connect();
  try { return { content: [{ type: "text", text: await rows.read(request) }] }; } ⟦catch (error) { throw new Error(error.message); }⟧
}`,
      ),
      problems: [
        { messageId: "rethrown", data: data("the caught error") },
        { messageId: "unguarded", data: data("read()") },
      ],
    },
    {
      name: "branches that lead to the same function, which lacks a clause as they do",
      code: lowLevel(
        '  switch (request.params.name) {\n    case "read": ⟦return await read(request);⟧\n    case "look": ⟦return await read(request);⟧\n  }',
        `async function read(request) {
  const rows = await db.connect();
  return { content: [{ type: "text", text: rows.join() }] };
}`,
      ),
      problems: [
        { messageId: "unguarded", data: data("read()") },
        { messageId: "unguarded", data: data("read()") },
      ],
    },
    {
      name: "a service that throws on what it cannot handle: the handler lacks the clause",
      code: lowLevel(
        '  switch (request.params.name) {\n    case "read": {\n      ⟦const rows = await read(request);⟧\n      return { content: [{ type: "text", text: rows.join() }] };\n    }\n  }',
        'async function read(request) { try { return await db.read(request); } catch (error) { if (error.code === "ENOENT") return []; throw error; } }',
      ),
      problems: [{ messageId: "unguarded", data: data("read()") }],
    },
    {
      name: "a clause that throws every error, and answers what is none",
      code: lowLevel(
        "  try {\n    return { content: await load(request) };\n  } ⟦catch (error) {\n    if (error instanceof Error) throw error;\n    return { isError: true, content: [] };\n  }⟧",
      ),
      problems: [{ messageId: "rethrown", data: data("the caught error") }],
    },
    {
      name: "caught and thrown again",
      code: lowLevel(
        "  try {\n    return { content: await load(request) };\n  } ⟦catch (error) {\n    throw new McpError(ErrorCode.InternalError, `load: ${error.message}`);\n  }⟧",
      ),
      problems: [{ messageId: "rethrown", data: data("the caught error") }],
    },
    {
      name: "thrown for the work",
      code: lowLevel(
        '  const found = find(request);\n  if (!found) ⟦throw new McpError(-32603, "Index is gone");⟧\n  return { content: [] };',
      ),
      problems: [{ messageId: "thrown", data: data("new McpError(…)") }],
    },
    {
      name: "in the function that answers",
      code: lowLevel(
        "  return handle(request);",
        "async function handle(request) {\n  ⟦return { content: await load(request) };⟧\n}",
      ),
      problems: [{ messageId: "unguarded", data: data("load()") }],
    },

    {
      name: "a clause around a call of which nothing is known",
      code: lowLevel(
        "  try {\n    return answer(await store.state(await state()));\n  } ⟦catch (error) {\n    throw new McpError(ErrorCode.InternalError, error.message);\n  }⟧",
        SAFE,
      ),
      problems: [{ messageId: "rethrown", data: data("the caught error") }],
    },

    {
      name: "neither way is an error",
      code: `import { EdgeFastMCP } from "fastmcp/edge";
const server = new EdgeFastMCP({ name: "s", version: "1" });
server.addTool({ name: "a", description: "d", parameters: schema, execute: async (args) => {
  ⟦return await load(args);⟧
} });
`,
      problems: [
        {
          messageId: "unguarded",
          data: {
            what: "load()",
            framework: "fastmcp-edge",
            advice:
              "say in the answer itself what failed: fastmcp-edge drops `isError` and makes a protocol error of a throw, so neither way shows the model a failure",
          },
        },
      ],
    },
    {
      name: "only an ordinary throw is an error",
      code: `import { createTool } from "@mastra/core/tools";
import { MCPServer } from "@mastra/mcp";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
export const a = createTool({ id: "a", inputSchema: schema, execute: async (args) => {
  if (await isLent(args)) ⟦throw new ProtocolError(ProtocolErrorCode.InternalError, "It is lent.");⟧
  return { lent: true };
} });
`,
      problems: [
        {
          messageId: "thrown",
          data: { what: "new ProtocolError(…)", framework: "mastra", advice: "throw an ordinary `Error`" },
        },
      ],
    },
    {
      name: "an ordinary throw is an error too",
      code: `import { McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { Tool } from "@rekog/mcp-nest";
export class Works {
  @Tool({ name: "a" })
  async a(args) {
    if (await isLent(args)) ⟦throw new McpError(ErrorCode.InternalError, "It is lent.");⟧
    return "lent";
  }
}
`,
      problems: [
        {
          messageId: "thrown",
          data: {
            what: "new McpError(…)",
            framework: "mcp-nest",
            advice: `${advice}, or throw an ordinary \`Error\``,
          },
        },
      ],
    },
    {
      name: "a handler that a function makes, and that catches no more than what it logs",
      code: `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
function makeHandler(pool) {
  return async (request) => {
    try { console.error(request.params.name); } catch {}
    ⟦const rows = await pool.query(request.params.name);⟧
    return { content: [{ type: "text", text: JSON.stringify(rows) }] };
  };
}
new Server({ name: "s", version: "1" }).setRequestHandler(CallToolRequestSchema, makeHandler(pool));`,
      problems: [{ messageId: "unguarded", data: data("pool.query()") }],
    },
    {
      name: "a registry of the project's own, called like a client",
      code: lowLevel(
        "  ⟦const result = await registry.callTool(request.params.name, request.params.arguments);⟧\n  return result;",
        "const registry = new Registry();",
      ),
      problems: [{ messageId: "unguarded", data: data("registry.callTool()") }],
    },
    {
      name: "a tool of another server that the request names nowhere",
      code: lowLevel(
        "  const route = pick('search');\n  ⟦const found = await client.callTool({ name: route.originalName, arguments: request.params.arguments });⟧\n  return found;",
      ),
      problems: [{ messageId: "unguarded", data: data("client.callTool()") }],
    },
    {
      name: "a log and a rethrow around a proxy and work of the server's own",
      code: lowLevel(
        "  try {\n    const found = await client.callTool(request.params);\n    return { content: [{ type: 'text', text: await load(found) }] };\n  } ⟦catch (error) {\n    console.error(error);\n    throw error;\n  }⟧",
      ),
      problems: [{ messageId: "rethrown", data: data("the caught error") }],
    },
    {
      name: "a receiver that is made where it is wanted, and throws",
      code: lowLevel(
        "  ⟦return await archive.run(request);⟧",
        "class Archive { async run(request) { return { content: [{ type: 'text', text: await load(request) }] }; } }\nconst archive = process.env.ARCHIVE ? new Archive() : null;",
      ),
      problems: [{ messageId: "unguarded", data: data("archive.run()") }],
    },
  ],
);
