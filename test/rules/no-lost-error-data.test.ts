import { DECLARED_APART, fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const sdk = "sdk-v1";
const advice = "Return a result with `isError: true` and these facts as JSON in its text";
const inMessage = "Put what the model needs into the message of an `Error`, as JSON";
const types = 'import { McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";';

/** A handler that parses its arguments by a schema, and throws what the schema refuses. */
const PARSED_AGAIN = (schema: string, open = "", close = ""): string => `${types}
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1.0.0" });
const Order = z.object({ id: z.string() });
const Strict = z.object({ id: z.string().uuid() });
server.tool("a", "d", Order.shape, async (args) => {
  const parsed = ${schema}.safeParse(args);
  if (!parsed.success) throw new McpError(ErrorCode.InvalidParams, "The order is of another form.", ${open}{ id: args.id }${close});
  return { content: [{ type: "text", text: parsed.data.id }] };
});`;

/** A tool of FastMCP with an output schema. */
function withSchema(body: string): string {
  return `import { FastMCP, UserError, UnexpectedStateError } from "fastmcp";
const server = new FastMCP({ name: "s", version: "1.0.0" });
server.addTool({ name: "a", parameters: schema, outputSchema: z.object({ rate: z.number() }), execute: async (args) => {
${body}
} });
`;
}

function mcpFramework(body: string): string {
  return `import { MCPTool } from "mcp-framework";
export default class ReadTool extends MCPTool {
  name = "read";
  async execute(input) {
${body}
  }
}
`;
}

const frontmcp = (body: string): string =>
  DECLARED_APART.find(({ framework }) => framework === "frontmcp")?.code("search", {}, body) ?? "";

testRule(
  "no-lost-error-data",
  [
    { name: "an error with a message", code: tool('  throw new Error("q is required: give at least one word.");') },
    {
      name: "a guard of what the framework has parsed by the same schema",
      code: PARSED_AGAIN("Order"),
    },
    {
      name: "a caught error, thrown on",
      code: tool("  try {\n    return await load(args);\n  } catch (error) {\n    throw error;\n  }"),
    },
    {
      name: "URL elicitation is for the client",
      code: tool("  throw new UrlElicitationRequiredError([{ url }]);", types),
    },
    {
      name: "a low-level handler sends the code: another rule's",
      code: lowLevel('  throw new McpError(ErrorCode.InternalError, "down", { retryAfter: 3 });'),
    },
    {
      name: "a code that tells nothing",
      code: tool('  throw new McpError(ErrorCode.InternalError, "The index is down.");', types),
    },
    {
      name: "the data of what was caught are handed on",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    throw new McpError(error.code, sentenceOf(error), error.data);\n  }",
        types,
      ),
    },
    {
      name: "arguments that a parse refuses, as the server class has done before",
      code: tool(
        "  try {\n    schema.parse(args);\n  } catch (error) {\n    throw new McpError(ErrorCode.InvalidParams, 'Not an order.', { issues: error.issues });\n  }\n  return load(args);",
        types,
      ),
    },
    {
      name: "a code that SDK v1 writes into the message",
      code: tool("  if (!args.q) throw new McpError(ErrorCode.InvalidParams, 'q is required.');", types),
    },
    {
      name: "extras without an output schema",
      code: fastmcp('  throw new UserError("No stars left.", { code: "LIMIT" });'),
    },
    { name: "no extras", code: withSchema('  throw new UserError("No stars left.");') },
    {
      name: "taken by a clause of the handler",
      code: tool(
        "  try {\n    throw { status: 403 };\n  } catch (error) {\n    return { isError: true, content: [{ type: 'text', text: `status ${error.status}` }] };\n  }",
      ),
    },
    {
      name: "@rekog/mcp-nest reads the message of an object",
      code: 'import { Tool } from "@rekog/mcp-nest";\nexport class A {\n  @Tool({ name: "a" })\n  async a() {\n    throw { message: "The practice is closed." };\n  }\n}',
    },
    {
      name: "a framework that keeps the data",
      code: 'import { tool } from "@cyanheads/mcp-ts-core";\nexport const a = tool("a", { async handler() {\n  throw new McpError(-32603, "down", { reason: "x" });\n} });',
    },
    {
      name: "a wrapper may do anything",
      code: 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nconst server = new McpServer({});\nserver.registerTool("a", {}, safely(async () => {\n  throw { status: 403 };\n}));',
    },
    {
      name: "an object that the clause around it asks for",
      code: tool(
        "  try {\n    if (args.busy) throw { retryAfter: args.wait };\n    return await load(args);\n  } catch (error) {\n    if (!error.retryAfter) throw error;\n    return answer(error.retryAfter);\n  }",
      ),
    },
    {
      name: "an object that the clause has answered before it throws on",
      code: tool(
        "  try {\n    if (args.busy) throw { retryAfter: args.wait };\n    return await load(args);\n  } catch (error) {\n    if ('retryAfter' in error) return answer(error.retryAfter);\n    throw error;\n  }",
      ),
    },
    {
      name: "a text that a clause throws on only if it is an error",
      code: tool(
        "  try {\n    if (args.busy) throw 'busy';\n    return await load(args);\n  } catch (error) {\n    if (error instanceof Error && error.name !== 'AbortError') throw error;\n    return answer(error);\n  }",
      ),
    },
    {
      name: "a rejection that a later step takes",
      code: tool(
        "  return load(args)\n    .then((row) => (row.busy ? Promise.reject({ code: 'BUSY' }) : answer(row)))\n    .catch((reason) => told(reason));",
      ),
    },
    {
      name: "a rejection that the other half of a later step takes",
      code: tool("  return load(args).then((row) => { if (row.busy) throw 'busy'; return row; }).then(answer, told);"),
    },
    {
      name: "a rejection that a clause takes",
      code: tool(
        "  try {\n    return await Promise.reject({ code: 'BUSY' });\n  } catch (error) {\n    return told(error);\n  }",
      ),
    },
    {
      name: "a rejection that nobody waits for",
      code: tool("  const busy = Promise.reject({ code: 'BUSY' });\n  return told(busy);"),
    },
    {
      name: "a rejection with an error",
      code: tool("  return Promise.reject(new Error('Busy: call again in a minute.'));"),
    },
    {
      name: "a helper whose rejection is taken at the call",
      code: tool(
        "  return find(args).catch((reason) => told(reason));",
        "async function find(args) {\n  throw { status: 403 };\n}",
      ),
    },
    {
      name: "an error where every throw is hidden is for no-bare-throw",
      code: frontmcp('throw new Error("q is required");'),
    },
    {
      name: "a throw of the framework's own that the model reads",
      code: frontmcp('this.fail(new PublicMcpError("q is required. Give a word to look for."));'),
    },
    { name: "no tool", code: 'export function check(q) {\n  if (!q) throw "q is required";\n}' },
  ],
  [
    {
      name: "a guard of what the framework has parsed by another schema",
      code: PARSED_AGAIN("Strict", "⟦", "⟧"),
      problems: [{ messageId: "dataDropped", data: { framework: sdk, className: "McpError", advice } }],
    },
    {
      name: "data of a protocol error",
      code: tool("  throw new McpError(ErrorCode.InternalError, 'The index is down.', ⟦{ retryAfter: 3 }⟧);", types),
      problems: [{ messageId: "dataDropped", data: { framework: sdk, className: "McpError", advice } }],
    },
    {
      name: "data that a clause makes of something else",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    throw new McpError(error.code, sentenceOf(error), ⟦order.data⟧);\n  }",
        types,
      ),
      problems: [{ messageId: "dataDropped", data: { framework: sdk, className: "McpError", advice } }],
    },
    {
      name: "arguments that the work refuses",
      code: tool(
        "  try {\n    await load(schema.parse(args));\n  } catch (error) {\n    throw new McpError(ErrorCode.InvalidParams, 'Not an order.', ⟦{ issues: error.issues }⟧);\n  }",
        types,
      ),
      problems: [{ messageId: "dataDropped", data: { framework: sdk, className: "McpError", advice } }],
    },
    {
      name: "data of a protocol error that a helper throws",
      code: tool(
        "  return await find(args);",
        `${types}\nasync function find(args) {\n  throw new McpError(ErrorCode.InvalidParams, 'q is required.', ⟦{ q: args.q }⟧);\n}`,
      ),
      problems: [{ messageId: "dataDropped", data: { framework: sdk, className: "McpError", advice } }],
    },
    {
      name: "code of a protocol error",
      code: 'import { McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";\nconst server = new McpServer({});\nserver.registerTool("a", {}, async (args) => {\n  if (!args.q) throw ⟦new ProtocolError(ProtocolErrorCode.InvalidParams, "q is required.")⟧;\n});',
      problems: [{ messageId: "codeDropped", data: { framework: "sdk-v2", className: "ProtocolError", advice } }],
    },
    ...["'q is required'", "{ code: 'NO_QUERY' }"].map((thrown) => ({
      name: `${thrown} where every throw is hidden`,
      code: frontmcp(`if (!args.q) throw ⟦${thrown}⟧;`),
      problems: [
        {
          messageId: "hiddenThrown",
          data: { framework: "frontmcp", form: "this.fail(new PublicMcpError(…))" },
        },
      ],
    })),
    {
      name: "SDK v2",
      code: 'import { McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";\nconst server = new McpServer({});\nserver.registerTool("a", {}, async () => {\n  throw new ProtocolError(ProtocolErrorCode.InternalError, "down", ⟦data⟧);\n});',
      problems: [{ messageId: "dataDropped", data: { framework: "sdk-v2", className: "ProtocolError", advice } }],
    },
    {
      name: "an object",
      code: tool("  throw ⟦{ status: 403, message: 'forbidden' }⟧;"),
      problems: [{ messageId: "objectThrown", data: { framework: sdk, seen: '"[object Object]"', advice } }],
    },
    {
      name: "an object, thrown by a helper and thrown on",
      code: tool(
        "  try {\n    return await find(args);\n  } finally {\n    done();\n  }",
        "async function find(args) {\n  const res = await fetch(args.url);\n  try {\n    if (!res.ok) throw ⟦{ status: res.status }⟧;\n  } catch (error) {\n    console.error(error);\n    throw error;\n  }\n  return { content: [] };\n}",
      ),
      problems: [{ messageId: "objectThrown", data: { framework: sdk, seen: '"[object Object]"', advice } }],
    },
    {
      name: "a rejection",
      code: tool("  if (args.busy) return Promise.reject(⟦{ code: 'BUSY' }⟧);\n  return await load(args);"),
      problems: [{ messageId: "objectThrown", data: { framework: sdk, seen: '"[object Object]"', advice } }],
    },
    {
      name: "a rejection in a step of a promise",
      code: tool(
        "  return load(args).then((row) => (row.busy ? Promise.reject(⟦{ code: 'BUSY' }⟧) : answer(row))).finally(done);",
      ),
      problems: [{ messageId: "objectThrown", data: { framework: sdk, seen: '"[object Object]"', advice } }],
    },
    {
      name: "a throw in a step that is waited for",
      code: tool(
        "  const rows = await load(args).then((row) => {\n    if (row.busy) throw ⟦{ code: 'BUSY' }⟧;\n    return row;\n  });\n  return answer(rows);",
      ),
      problems: [{ messageId: "objectThrown", data: { framework: sdk, seen: '"[object Object]"', advice } }],
    },
    {
      name: "a text that is rejected with",
      code: tool("  return args.q ? load(args) : Promise.reject(⟦'q is required'⟧);"),
      problems: [
        {
          messageId: "stringThrown",
          data: { advice },
          suggest: { messageId: "throwError", from: "'q is required'", to: "new Error('q is required')" },
        },
      ],
    },
    {
      name: "an object that the clause throws on, as it answers errors alone",
      code: tool(
        "  try {\n    if (args.busy) throw ⟦{ code: 'BUSY' }⟧;\n    return await load(args);\n  } catch (error) {\n    if (error instanceof HttpError) return told(error);\n    if (!error.retryAfter) throw error;\n    return answer(error.retryAfter);\n  }",
      ),
      problems: [{ messageId: "objectThrown", data: { framework: sdk, seen: '"[object Object]"', advice } }],
    },
    {
      name: "an object in mcp-framework",
      code: mcpFramework("    throw ⟦{ status: 403 }⟧;"),
      problems: [
        {
          messageId: "objectThrown",
          data: { framework: "mcp-framework", seen: "an error without any text", advice: inMessage },
        },
      ],
    },
    {
      name: "fields that are put on an error",
      code: tool("  throw Object.assign(⟦new Error('No stars left.')⟧, { errorCategory: 'business' });"),
      problems: [{ messageId: "fieldsDropped", data: { framework: sdk, names: "`errorCategory`", advice } }],
    },
    {
      name: "fields that are put on an error, one by one",
      code: tool(
        "  const closed = ⟦new Error('No stars left.')⟧;\n  closed.errorCategory = 'business';\n  closed.isRetryable = false;\n  throw closed;",
      ),
      problems: [
        { messageId: "fieldsDropped", data: { framework: sdk, names: "`errorCategory` and `isRetryable`", advice } },
      ],
    },
    {
      name: "a string",
      code: tool("  if (!args.q) throw ⟦'q is required'⟧;"),
      problems: [
        {
          messageId: "stringThrown",
          data: { advice },
          suggest: { messageId: "throwError", from: "'q is required'", to: "new Error('q is required')" },
        },
      ],
    },
    {
      name: "a string in mcp-framework",
      code: mcpFramework("    throw ⟦`no ${input.id}`⟧;"),
      problems: [
        {
          messageId: "stringLost",
          data: { framework: "mcp-framework", advice: inMessage },
          suggest: { messageId: "throwError", from: "`no ${input.id}`", to: "new Error(`no ${input.id}`)" },
        },
      ],
    },
    {
      name: "extras of a UserError against the schema",
      code: withSchema("  throw new UserError('No stars left.', ⟦{ code: 'LIMIT' }⟧);"),
      problems: [{ messageId: "extrasAgainstSchema" }],
    },
    {
      name: "extras that FastMCP never sends",
      code: withSchema("  throw new UnexpectedStateError('No cache.', ⟦{ code: 'STATE' }⟧);"),
      problems: [{ messageId: "extrasDropped", data: { advice } }],
    },
  ],
);
