import { fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const advice = "return a result with `isError: true` and `errorCategory` and `isRetryable`";

function mcpFramework(body: string): string {
  return `import { MCPTool } from "mcp-framework";
export default class ReadTool extends MCPTool {
  async execute(input) {
${body}
  }
}
`;
}

/** A tool with a schema, whose handler takes `{ sort }`. */
function sorted(schema: string, body: string): string {
  return `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("list", { inputSchema: { sort: ${schema} } }, async ({ sort }) => {
${body}
});
`;
}

const CHAIN = `  if (sort === "asc") return up();
  else if (sort === "desc") return down();
  else throw new Error(\`Unknown order \${sort}\`);`;
const SWITCH = `  switch (sort) {
    case "asc": return up();
    case "desc": return down();
    default: throw new Error(\`Unknown order \${sort}\`);
  }`;
const UNKNOWN = { messageId: "bareThrow", data: { message: "Unknown order …", advice } };
const mark = (body: string): string => body.replace(/new Error\(.*?\)(?=;)/u, "⟦$&⟧");

function frontmcp(body: string): string {
  return `import { Tool, ToolContext } from "@frontmcp/sdk";
@Tool({ name: "read" })
export default class ReadTool extends ToolContext {
  async execute(input) {
${body}
  }
}
`;
}

/** A class that keeps what it opens, and a step that asks it for that. */
const OPENED = `class Shells {
  sessions = new Map();
  async open(shell) {
    const id = nextId();
    this.sessions.set(id, await spawn(shell));
    return id;
  }
  sessionOf(id) { return this.sessions.get(id); }
}
async function opened(shells: Shells, args) {
  const id = await shells.open(args.shell);
  const session = shells.sessionOf(id);
  if (!session) throw MARKED;
  return { content: [] };
}`;

/** A handler with this body, and a function that it may call. */
function calling(body: string, closed = "new Error('The order is closed.')"): string {
  return tool(
    body,
    `async function read(id) {\n  const order = await ask(id);\n  if (order.closed) throw ${closed};\n  return order;\n}`,
  );
}
/** A function that stops with its signal. */
const CANCELLED =
  "async function read(id, options) {\n  const order = await ask(id);\n  if (options?.signal?.aborted) throw new Error('The reading was stopped.');\n  return order;\n}";
const MARKED_CLOSED = "⟦new Error('The order is closed.')⟧";
const CLOSED_BELOW = {
  messageId: "bareThrow",
  data: { message: "The order is closed.", advice: `catch it in the handler and ${advice}` },
};

testRule(
  "no-bare-throw",
  [
    {
      name: "in a function whose throw a clause of the handler takes",
      code: calling(
        "  try {\n    return toResult(await read(args.id));\n  } catch (error) {\n    return toError(error);\n  }",
      ),
    },
    {
      name: "in a function that makes the result, whose throw a clause of the handler takes",
      code: tool(
        "  try {\n    return await read(args.id);\n  } catch (error) {\n    return toError(error);\n  }",
        "async function read(id) {\n  const order = await ask(id);\n  if (order.closed) throw new Error('The order is closed.');\n  return { content: [{ type: 'text', text: order.name }] };\n}",
      ),
    },
    {
      name: "in a function whose rejection a step of the chain takes",
      code: calling("  return read(args.id).then(toResult, toError);"),
    },
    { name: "in a function that nobody waits for", code: calling("  void read(args.id);\n  return { content: [] };") },
    {
      name: "in a function that only other code calls",
      code: calling("  return { content: [] };\n});\nserver.onClose(async () => {\n  await read(1);"),
    },
    {
      name: "behind a call that the client has cancelled",
      code: tool(
        "  if (extra.signal.aborted) throw new Error('The call was cancelled.');\n  return load(args);",
      ).replace("(args)", "(args, extra)"),
    },
    {
      name: "in a function that is given the signal of the call",
      code: tool("  return toResult(await read(args.id, { signal: extra.signal }));", CANCELLED).replace(
        "async (args)",
        "async (args, extra)",
      ),
    },
    {
      name: "in a function, with a next step",
      code: calling(
        "  return toResult(await read(args.id));",
        "new Error('The order is closed; reopen it with reopen_order.')",
      ),
    },
    {
      name: "a clause around what is logged and written down",
      code: tool(
        "  try {\n    console.log('reading', args);\n    return { content: [{ type: 'text', text: `Read ${JSON.stringify(args)}` }] };\n  } catch (error) {\n    throw new Error('Failed to read');\n  }",
      ),
    },
    {
      name: "behind rounds that a comment calls the only way out",
      code: tool(
        "  for (let round = 1; ; round++) {\n    const answer = await ask(args, round);\n    if (answer || round > 3) return answer;\n  }\n  // Should never reach here: the last round returns.\n  throw new Error('No answer came.');",
      ),
    },
    {
      name: "in a function below a low-level handler",
      code: lowLevel(
        "  return toResult(await read(request.params));",
        "async function read(id) {\n  if (id.closed) throw new Error('The order is closed.');\n}",
      ),
    },
    {
      name: "a next step",
      code: tool("  throw new Error(`There is no order ${args.id}; call list_orders for valid ids.`);"),
    },
    { name: "what a right call looks like", code: tool('  throw new Error("limit must be between 1 and 100.");') },
    {
      name: "the contract as JSON",
      code: tool('  throw new Error(JSON.stringify({ errorCategory: "business", isRetryable: false }));'),
    },
    { name: "a tool that fails on request", code: tool('  if (args.fail) throw new Error("Simulated failure.");') },
    { name: "a message from elsewhere", code: tool("  throw new Error(explain(args));") },
    {
      name: "the caught message is another rule's",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    throw new Error(`Order ${args.id}: ${error.message}`);\n  }",
      ),
    },
    { name: "a class of the project may hold more", code: tool('  throw new OrdersError("The order is closed.");') },
    {
      name: "taken by a clause of the handler",
      code: tool(
        "  try {\n    throw new Error('The order is closed.');\n  } catch (error) {\n    return toResult(error);\n  }",
      ),
    },
    { name: "a low-level handler is another rule's", code: lowLevel("  throw new Error('The order is closed.');") },
    {
      name: "a wrapper may do anything",
      code: 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nconst server = new McpServer({});\nserver.registerTool("a", {}, safely(async () => {\n  throw new Error("The order is closed.");\n}));',
    },
    { name: "behind every value of an enum", code: sorted('z.enum(["asc", "desc"]).default("asc")', CHAIN) },
    {
      name: "the default behind every value of an enum",
      code: sorted('z.enum(["asc", "desc"]).describe("d")', SWITCH),
    },
    {
      name: "behind the one value of a literal, parsed in the handler",
      code: tool(
        "  const { kind } = Input.parse(args);\n  if (kind !== 'csv') throw new Error(`Unknown kind ${kind}`);\n  return { content: [] };",
        'const Input = z.object({ kind: z.literal("csv") });',
      ),
    },
    {
      name: "behind the one value of a literal, by the type of the argument",
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
const Input = Base.extend({ kind: z.literal("csv").default("csv") });
type Args = z.infer<typeof Input>;
server.registerTool("a", {}, (args) => read(args));
async function read(args: Args) {
  if (args.kind !== "csv") throw new Error("Unknown kind");
  return { content: [] };
}`,
    },
    {
      name: "no data behind a checked error",
      code: tool(
        "  const answer = await client.mail.get(args.id);\n  if (answer.error) throw new Error(JSON.stringify(answer.error));\n  const mail = answer.data;\n  if (!mail) throw new Error('No mail came');\n  return { content: [] };",
      ),
    },
    {
      name: "no data behind a checked error, by their names",
      code: tool(
        "  const { data, error } = await client.mail.get(args.id);\n  if (error) throw new Error(JSON.stringify(error));\n  if (!data) throw new Error('No mail came');\n  return { content: [] };",
      ),
    },
    {
      name: "what is caught was written by the project itself",
      code: tool(
        "  try {\n    return read(args.id);\n  } catch (error) {\n    throw new Error(`Failed to read: ${error.message}`);\n  }",
        "const ORDERS = new Map();\nfunction read(id) {\n  if (!ORDERS.has(id)) throw new Error(`There is no order ${id}; call list_orders for valid ids.`);\n  return ORDERS.get(id);\n}",
      ),
    },
    {
      name: "a stack is another rule's",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    throw new Error(`Failed to load ${error.stack}`);\n  }",
      ),
    },
    {
      name: "a task is asked for elsewhere than in a call",
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.experimental.tasks.registerToolTask("a", {}, {
  async createTask(args, extra) { return { task: await extra.taskStore.createTask({}) }; },
  async getTask(args, extra) { const task = await extra.taskStore.getTask(extra.taskId); if (!task) throw new Error("Task not found"); return task; },
});
`,
    },
    {
      name: "hidden by the framework, but caught before",
      code: frontmcp(
        "    try {\n      throw new Error('The order is closed.');\n    } catch (error) {\n      this.fail(new PublicMcpError(error.message));\n    }",
      ),
    },
    {
      name: "no tool",
      code: 'export function check(order) { if (order.closed) throw new Error("The order is closed."); }',
    },
    {
      name: "what a right call holds",
      code: tool('  if (args.closed) throw new Error("LIMIT orders require a price.");'),
    },
    {
      name: "what a call may not hold",
      code: tool('  if (args.closed) throw new Error("Cannot provide both id and name.");'),
    },
    {
      name: "the form that is expected",
      code: tool("  if (args.closed) throw new Error(`Invalid since: ${args.since}. Expected ISO 8601.`);"),
    },
    {
      name: "when it works",
      code: tool('  if (args.closed) throw new Error("head and tail are only supported in text mode.");'),
    },
    {
      name: "what to choose from",
      code: tool("  if (args.closed) throw new Error(`Several orders match. Options: ${args.ids}`);"),
    },
    {
      name: "the argument that is missing",
      code: tool('  if (args.closed) throw new Error("The order has no link and none was provided.");'),
    },
    {
      name: "the tool to call first",
      code: tool(
        '  if (args.closed) throw new Error("The device is off. It is started with the boot_device command.");',
      ),
    },
    {
      name: "a heading over the step",
      code: tool('  if (args.closed) throw new Error("The index is stale. Next: a rebuild.");'),
    },
    {
      name: "a sentence in another script",
      code: tool('  if (args.closed) throw new Error("Заказ уже закрыт.");'),
    },
    {
      name: "what is left behind every error",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    if (error instanceof Error) throw new Error(`Failed to load: ${error.message}`);\n    throw new Error('Failed to load');\n  }",
      ),
    },
    {
      name: "a comment says that nothing comes here",
      code: tool(
        "  let order = await find(args.id);\n  if (!order) {\n    await store(args.id);\n    order = await find(args.id);\n    /* v8 ignore next -- unreachable: it was stored right above */\n    if (!order) throw new Error('No order came back');\n  }\n  return order;",
      ),
    },
    {
      name: "an own error brings the step",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    if (error instanceof PathError) throw new Error(`Denied: ${error.message}`);\n    throw error;\n  }",
        "class AppError extends Error { constructor(message) { super(message); } }\nclass PathError extends AppError { constructor(path, message) { super(message || `${path} is outside the folder. Use set_folder to change it.`); } }",
      ),
    },
    {
      name: "the words of an own error are written where it is thrown",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    if (error instanceof PathError) throw new Error(`Denied: ${error.message}`);\n    throw error;\n  }",
        "class PathError extends Error {}",
      ),
    },
    {
      name: "a clause around a value that is only written down",
      code: tool(
        "  try {\n    return { content: [{ type: 'text', text: `Order ${args.id}` }] };\n  } catch (error) {\n    throw new Error(`Failed to tell the order: ${error.message}`);\n  }",
      ),
    },
    {
      name: "a function that gives an object on each of its ways",
      code: tool(
        "  const order = await read(args.id);\n  if (!order) throw new Error('The order did not come');\n  return { content: [] };",
        "async function read(id) {\n  const answer = await ask(id);\n  if (answer.old) return { id, old: true };\n  return { id, answer };\n}",
      ),
    },
    {
      name: "the form of what an own function gives, which throws for its failures",
      code: tool(
        "  const order = await read(args.id);\n  if (!order || typeof order !== 'object' || Array.isArray(order)) throw new Error('The order did not come');\n  return { content: [] };",
        "async function read(id) {\n  const response = await fetch(`/orders/${id}`);\n  if (!response.ok) throw new OrdersError(response.status);\n  return response.json();\n}",
      ),
    },
    {
      name: "what the line above has put there",
      code: tool("  return opened(new Shells(), args);", OPENED.replace("MARKED", "new Error('No shell came back')")),
    },
    {
      name: "what alone is allowed",
      code: tool('  if (args.closed) throw new Error("Only open orders are allowed.");'),
    },
    {
      name: "the setting that refuses",
      code: tool('  if (args.closed) throw new Error("Refusing: the shop is read-only (SHOP_READONLY=true).");'),
    },
    {
      name: "the mode that refuses",
      code: tool('  if (readOnly) throw new Error("Cannot cancel orders in read-only mode");'),
    },
    {
      name: "what a validator says of the fields of an argument",
      code: tool(
        "  try {\n    const order = Order.parse(args.order);\n    return await save(order);\n  } catch (error) {\n    if (error instanceof z.ZodError) throw new Error(`Invalid order: ${listIssues(error)}`);\n    throw error;\n  }",
      ),
    },
    {
      name: "what a validator says, which is run by a function of the project's own",
      code: tool(
        "  try {\n    return await save(args.order);\n  } catch (error) {\n    if (error instanceof ZodError) throw new Error(`Invalid order: ${listIssues(error)}`);\n    throw error;\n  }",
      ),
    },
    {
      name: "what a parser says of an argument",
      code: tool(
        "  const orders = await list();\n  try {\n    const pattern = new RegExp(args.pattern);\n    return { content: orders.filter((order) => pattern.test(order.name)) };\n  } catch (error) {\n    throw new Error(`Invalid pattern: ${error.message}`);\n  }",
      ),
    },
    {
      name: "what a validator has found wrong with the input",
      code: tool(
        '  const parsed = OrderSchema.safeParse(args);\n  if (!parsed.success) {\n    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");\n    throw new Error(`Invalid order: ${problems}`);\n  }\n  return { content: [] };',
      ),
    },
  ],
  [
    {
      name: "a refusal",
      code: tool("  if (args.closed) throw ⟦new Error('The order is closed.')⟧;"),
      problems: [{ messageId: "bareThrow", data: { message: "The order is closed.", advice } }],
    },
    {
      name: "in a function that is given the signal of a clock",
      code: tool(
        "  return toResult(await read(args.id, { signal: AbortSignal.timeout(5000) }));",
        CANCELLED.replace(/new Error\(.*?\)/u, "⟦$&⟧"),
      ),
      problems: [
        {
          messageId: "bareThrow",
          data: { message: "The reading was stopped.", advice: `catch it in the handler and ${advice}` },
        },
      ],
    },
    {
      name: "behind a controller of the tool's own",
      code: tool(
        "  const clock = new AbortController();\n  setTimeout(() => clock.abort(), 5000);\n  await ask(args.id);\n  if (clock.signal.aborted) throw ⟦new Error('No answer came.')⟧;",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "No answer came.", advice } }],
    },
    {
      name: "in a function that the handler calls",
      code: calling("  return toResult(await read(args.id));", MARKED_CLOSED),
      problems: [CLOSED_BELOW],
    },
    {
      name: "in a function that makes the result",
      code: tool(
        "  return read(args.id);",
        `async function read(id) {\n  const order = await ask(id);\n  if (order.closed) throw ${MARKED_CLOSED};\n  return { content: [{ type: 'text', text: order.name }] };\n}`,
      ),
      problems: [CLOSED_BELOW],
    },
    {
      name: "in a function that only one of two callers guards",
      code: calling(
        "  try {\n    await read(args.parent);\n  } catch {\n    return toError();\n  }\n  return toResult(await read(args.id));",
        MARKED_CLOSED,
      ),
      problems: [CLOSED_BELOW],
    },
    {
      name: "in one of several that are run together",
      code: calling("  return toResult(await Promise.all([read(args.id), count()]));", MARKED_CLOSED),
      problems: [CLOSED_BELOW],
    },
    {
      name: "in one that is run for each entry of a list",
      code: calling("  return toResult(await Promise.all(args.ids.map((id) => read(id))));", MARKED_CLOSED),
      problems: [CLOSED_BELOW],
    },
    {
      name: "in one whose rejection is thrown on",
      code: calling(
        "  try {\n    return toResult(await read(args.id));\n  } catch (error) {\n    log(error);\n    throw error;\n  }",
        MARKED_CLOSED,
      ),
      problems: [CLOSED_BELOW],
    },
    {
      name: "in a method of the class below another one, where a throw is the only way",
      code: `import { MCPTool } from "mcp-framework";
export default class ReadTool extends MCPTool {
  async execute(input) {
    return this.#load(input.id);
  }
  async #load(id) {
    return this.read(id);
  }
  async read(id) {
    if (!id) throw ⟦new Error("The order is closed.")⟧;
    return ask(id);
  }
}
`,
      problems: [
        {
          messageId: "bareThrow",
          data: {
            message: "The order is closed.",
            advice: "throw `errorCategory` and `isRetryable` as the JSON of the message",
          },
        },
      ],
    },
    {
      name: "hidden by the framework, in a method that the handler calls",
      code: frontmcp(
        "    return this.read(input);\n  }\n  async read(input) {\n    if (!input.id) throw ⟦new Error('Give an id.')⟧;",
      ),
      problems: [
        { messageId: "hiddenThrow", data: { framework: "frontmcp", form: "this.fail(new PublicMcpError(…))" } },
      ],
    },
    {
      name: "behind some values of an enum",
      code: sorted('z.enum(["asc", "desc", "none"])', mark(CHAIN)),
      problems: [UNKNOWN],
    },
    {
      name: "where the value may be missing",
      code: sorted('z.enum(["asc", "desc"]).optional()', mark(SWITCH)),
      problems: [UNKNOWN],
    },
    {
      name: "a case falls into the default",
      code: sorted('z.enum(["asc", "desc"])', mark(SWITCH).replace("return down();", "")),
      problems: [UNKNOWN],
    },
    {
      name: "nothing found, by a client that says so without an error",
      code: tool(
        "  const { data, error } = await db.from('mails').select().maybeSingle();\n  if (error) throw new Error(JSON.stringify(error));\n  if (!data) throw ⟦new Error('No mail came')⟧;\n  return { content: [] };",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "No mail came", advice } }],
    },
    {
      name: "hidden by the framework, whatever it says",
      code: frontmcp("    if (!input.id) throw ⟦new Error('Give an id; call list_orders for valid ones.')⟧;"),
      problems: [
        { messageId: "hiddenThrow", data: { framework: "frontmcp", form: "this.fail(new PublicMcpError(…))" } },
      ],
    },
    {
      name: "in a clause",
      code: tool(
        "  try {\n    return await load(args);\n  } catch {\n    throw ⟦new Error(`Failed to load ${args.id}`)⟧;\n  }",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "Failed to load …", advice } }],
    },
    {
      name: "without a message, in FastMCP",
      code: fastmcp("  if (!args.id) throw ⟦new TypeError()⟧;\n  return 'x';"),
      problems: [{ messageId: "withoutMessage", data: { advice } }],
    },
    {
      name: "where a throw is the only way, in another dialect",
      settings: { dialect: "envelope" },
      code: mcpFramework("    throw ⟦new Error('The order is closed.')⟧;"),
      problems: [
        {
          messageId: "bareThrow",
          data: {
            message: "The order is closed.",
            advice: "throw `bucket` and `retryable` as the JSON of the message",
          },
        },
      ],
    },
    {
      name: "where it was expected is no form",
      code: tool("  if (args.closed) throw ⟦new Error(`No note for ${args.day} (expected at ${args.path})`)⟧;"),
      problems: [{ messageId: "bareThrow", data: { message: "No note for … (expected at …)", advice } }],
    },
    {
      name: "a command that failed is no step",
      code: tool("  if (args.closed) throw ⟦new Error('The order was opened with a wrong command')⟧;"),
      problems: [{ messageId: "bareThrow", data: { message: "The order was opened with a wrong command", advice } }],
    },
    {
      name: "an own error without a step",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    if (error instanceof PathError) throw ⟦new Error(`Denied: ${error.message}`)⟧;\n    throw error;\n  }",
        "class PathError extends Error { constructor(path) { super(`${path} is outside the folder.`); } }\nasync function load({ path }) {\n  if (path.startsWith('..')) throw new PathError(path);\n  return await read(path);\n}",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "Denied: … is outside the folder.", advice } }],
    },
    {
      name: "behind another test of the clause",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    if (error instanceof Closed) throw error;\n    throw ⟦new Error('Failed to load')⟧;\n  }",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "Failed to load", advice } }],
    },
    {
      name: "a comment on something else",
      code: tool(
        "  // impossible to know before\n  await load(args);\n  if (args.closed) throw ⟦new Error('The order is closed.')⟧;",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "The order is closed.", advice } }],
    },
    {
      name: "a function that gives nothing on one of its ways",
      code: tool(
        "  const order = await read(args.id);\n  if (!order) throw ⟦new Error('The order did not come')⟧;\n  return { content: [] };",
        "async function read(id) {\n  const answer = await ask(id);\n  if (answer.old) return { id, old: true };\n}",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "The order did not come", advice } }],
    },
    {
      name: "an object that may be closed",
      code: tool(
        "  const order = await read(args.id);\n  if (!order || order.closed) throw ⟦new Error('The order is closed')⟧;\n  return { content: [] };",
        "async function read(id) {\n  return { id, closed: await ask(id) };\n}",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "The order is closed", advice } }],
    },
    {
      name: "the form of what an own function gives, which throws nothing",
      code: tool(
        "  const order = await read(args.id);\n  if (!order || typeof order !== 'object') throw ⟦new Error('The order did not come')⟧;\n  return { content: [] };",
        "async function read(id) {\n  const response = await fetch(`/orders/${id}`);\n  return response.json();\n}",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "The order did not come", advice } }],
    },
    {
      name: "what is asked for by an id of the call",
      code: tool(
        "  return opened(new Shells(), args);",
        OPENED.replace("shells.sessionOf(id)", "shells.sessionOf(args.id)").replace(
          "MARKED",
          "⟦new Error('No shell came back')⟧",
        ),
      ),
      problems: [
        {
          messageId: "bareThrow",
          data: { message: "No shell came back", advice: `catch it in the handler and ${advice}` },
        },
      ],
    },
    {
      name: "what a validator says of the fields of an answer",
      code: tool(
        "  try {\n    const answer = await ask(args.id);\n    return OrderSchema.parse(answer);\n  } catch (error) {\n    if (error instanceof z.ZodError) throw ⟦new Error(`Invalid answer: ${listIssues(error)}`)⟧;\n    throw error;\n  }",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "Invalid answer: …", advice } }],
    },
    {
      name: "behind a test for another error than a validator's",
      code: tool(
        "  try {\n    const order = Order.parse(args.order);\n    return await save(order);\n  } catch (error) {\n    if (error instanceof StoreError) throw ⟦new Error(`Invalid order: ${listIssues(error)}`)⟧;\n    throw error;\n  }",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "Invalid order: …", advice } }],
    },
    {
      name: "what a parser says of an answer",
      code: tool(
        "  const answer = await ask(args.id);\n  try {\n    return { content: JSON.parse(answer) };\n  } catch (error) {\n    throw ⟦new Error(`Invalid answer: ${error.message}`)⟧;\n  }",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "Invalid answer: …", advice } }],
    },
    {
      name: "what a validator has found wrong with an answer",
      code: tool(
        '  const answer = await ask(args.id);\n  const parsed = OrderSchema.safeParse(answer);\n  if (!parsed.success) {\n    const problems = parsed.error.issues.map((issue) => issue.message).join("; ");\n    throw ⟦new Error(`Invalid answer: ${problems}`)⟧;\n  }\n  return { content: [] };',
      ),
      problems: [{ messageId: "bareThrow", data: { message: "Invalid answer: …", advice } }],
    },
  ],
);
