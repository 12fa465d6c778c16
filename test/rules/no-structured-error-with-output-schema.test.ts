import { DECLARED_APART, lowLevel, testRule } from "../support/rule-tester.js";

const payload = "{ errorCategory: 'transient', isRetryable: false }";
const mirrored = `{ isError: true, content: [{ type: "text", text: JSON.stringify(${payload}) }], structuredContent: ${payload} }`;
const unmirrored = `{ isError: true, content: [{ type: "text", text: "down" }], structuredContent: ${payload} }`;

function withSchema(schema: string, body: string, head = ""): string {
  return `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
${head}
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("get_rate", { outputSchema: ${schema} }, async (args) => {
${body}
});
`;
}

/** A handler that asks a service which it is given. */
const inService = (body: string): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
interface Store {
  count(): number;
}
class Memory implements Store {
  count() {
    ${body}
  }
}
class Rates {
  constructor(private readonly store: Store) {}
  state() {
    return { content: [], structuredContent: { rate: this.store.count() } };
  }
}
export function register(server: McpServer, service: Rates) {
  server.registerTool("get_rate", { outputSchema: { rate: z.number() } }, async () => {
    try {
      return service.state();
    } catch {
      return ⟦${mirrored}⟧;
    }
  });
}
`;

/** A tool as a class, with its schema as a property. */
const inClass = (
  schema: string,
  result: string,
  head = 'import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";\nimport { BaseTool } from "./base.js";',
): string => `${head}
export default class GetRateTool extends BaseTool {
  name = "get_rate";
  outputSchema = ${schema};
  async execute(input) {
    return ${result};
  }
}
`;

const withoutIt = {
  messageId: "removeStructured",
  from: `, structuredContent: ${payload}`,
  to: "",
};

/** Flags what calls itself a failure. */
const BUILDER = `function respond(data) {
  const result = { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data };
  if (data.success === false) result.isError = true;
  return result;
}`;

testRule(
  "no-structured-error-with-output-schema",
  [
    {
      name: "text alone",
      code: withSchema(
        "{ rate: z.number() }",
        `  return { isError: true, content: [{ type: "text", text: JSON.stringify(${payload}) }] };`,
      ),
    },
    {
      name: "a class whose schema covers both outcomes",
      code: inClass("{ errorCategory: z.string(), isRetryable: z.boolean() }", mirrored),
    },
    {
      name: "a framework that prints the result as text: nothing structured is sent",
      code: inClass("{ rate: z.number() }", mirrored, 'import { MCPTool as BaseTool } from "mcp-framework";'),
    },
    ...DECLARED_APART.flatMap(({ framework, filename, code }) => [
      {
        name: `${framework}: a schema that covers both outcomes`,
        ...(filename === undefined ? {} : { filename }),
        code: code(
          "get_rate",
          { outputSchema: "{ rate: z.number().optional(), errorCategory: z.string(), isRetryable: z.boolean() }" },
          `  return ${mirrored};`,
        ),
      },
      {
        name: `${framework}: no output schema`,
        ...(filename === undefined ? {} : { filename }),
        code: code("get_rate", {}, `  return ${mirrored};`),
      },
    ]),
    {
      name: "a clause that no failure of a service comes to, which is known by its type",
      code: inService("return 1;").replaceAll(/[⟦⟧]/gu, ""),
    },
    {
      name: "a clause that no failure comes to",
      code: `${withSchema("{ rate: z.number() }", `  try {\n    return state();\n  } catch {\n    return ${mirrored};\n  }`)}\nfunction state() {\n  return { content: [], structuredContent: { rate: rates.size } };\n}`,
    },
    {
      name: "no output schema",
      code: withSchema("{ rate: z.number() }", `  return ${mirrored};`).replace("outputSchema", "inputSchema"),
    },
    {
      name: "a schema that covers both outcomes",
      code: withSchema(
        "{ rate: z.number().optional(), errorCategory: z.string().describe('x').optional(), isRetryable: z.boolean().default(false) }",
        `  return ${mirrored};`,
      ),
    },
    {
      name: "a loose schema without required keys",
      code: withSchema("z.looseObject({ rate: z.number().optional() })", `  return ${mirrored};`),
    },
    {
      name: "passthrough",
      code: withSchema("z.object({ rate: z.number().nullish() }).passthrough()", `  return ${mirrored};`),
    },
    {
      name: "JSON Schema lets further keys through",
      code: withSchema("{ type: 'object', properties: { rate: { type: 'number' } } }", `  return ${mirrored};`),
    },
    {
      name: "a schema that cannot be read",
      code: withSchema("rateSchema", `  return ${mirrored};`, 'import { rateSchema } from "some-package";'),
    },
    { name: "a union", code: withSchema("z.union([rate, failure])", `  return ${mirrored};`) },
    {
      name: "an object that cannot be read",
      code: withSchema(
        "{ rate: z.number() }",
        "  return { isError: true, content: [], structuredContent: await explain(args) };",
      ),
    },
    ...["success", "ok"].map((name) => ({
      name: `a builder that flags what calls itself a failure is given a success: ${name}`,
      code: withSchema("{ rate: z.number() }", `  return respond({ ${name}: true, ...load(args) });`, BUILDER),
    })),
    {
      name: "a success",
      code: withSchema(
        "{ rate: z.number() }",
        "  return { content: [], structuredContent: { rate: 'n/a', note: 1 } };",
      ),
    },
  ],
  [
    ...["success: args.done", "success: false", "done: true"].map((field) => ({
      name: `a builder that flags what calls itself a failure is given what may be one: ${field}`,
      code: withSchema("{ rate: z.number() }", `  return ⟦respond({ ${field}, ...load(args) })⟧;`, BUILDER),
      problems: [
        {
          messageId: "refusedByClients",
          data: { why: `\`${field.replace(/:.*/u, "")}\` is not in it`, framework: "mcp-sdk-v1" },
        },
      ],
    })),
    ...DECLARED_APART.map(({ framework, filename, code }) => ({
      name: `${framework}: a schema that is declared apart from the handler`,
      ...(filename === undefined ? {} : { filename }),
      code: code("get_rate", { outputSchema: "{ rate: z.number() }" }, `  return ⟦${mirrored}⟧;`),
      problems: [{ messageId: "refusedByClients", data: { why: "it lacks `rate`", framework }, suggest: withoutIt }],
    })),
    {
      name: "a clause that the failure of a service comes to",
      code: inService("return disk.read();"),
      problems: [
        {
          messageId: "refusedByClients",
          data: { why: "it lacks `rate`", framework: "mcp-sdk-v1" },
          suggest: withoutIt,
        },
      ],
    },
    {
      name: "a clause that the failure of a called function comes to",
      code: `${withSchema("{ rate: z.number() }", `  try {\n    return state();\n  } catch {\n    return ⟦${mirrored}⟧;\n  }`)}\nfunction state() {\n  return { content: [], structuredContent: { rate: store.read("rates") } };\n}`,
      problems: [
        {
          messageId: "refusedByClients",
          data: { why: "it lacks `rate`", framework: "mcp-sdk-v1" },
          suggest: withoutIt,
        },
      ],
    },
    {
      name: "Mastra compares in the server",
      code: `import { createTool } from "@mastra/core/tools";
import { MCPServer } from "@mastra/mcp";
export const rate = createTool({ id: "get_rate", outputSchema: z.object({ rate: z.number() }), execute: async () => {
  return ⟦${mirrored}⟧;
} });
`,
      problems: [
        { messageId: "replacedByServer", data: { why: "it lacks `rate`", framework: "mastra" }, suggest: withoutIt },
      ],
    },
    {
      name: "a class with a schema",
      code: inClass("{ rate: z.number() }", `⟦${mirrored}⟧`),
      problems: [
        {
          messageId: "refusedByClients",
          data: { why: "it lacks `rate`", framework: "sdk-v1" },
          suggest: withoutIt,
        },
      ],
    },
    {
      name: "a key is missing",
      code: withSchema("{ rate: z.number() }", `  return ⟦${mirrored}⟧;`),
      problems: [
        { messageId: "refusedByClients", data: { why: "it lacks `rate`", framework: "sdk-v1" }, suggest: withoutIt },
      ],
    },
    {
      name: "a key is too much, and the fields stand nowhere else",
      code: withSchema("z.object({ rate: z.number().optional() })", `  return ⟦${unmirrored}⟧;`),
      problems: [{ messageId: "refusedByClients", data: { why: "`errorCategory` is not in it", framework: "sdk-v1" } }],
    },
    {
      name: "a strict JSON Schema",
      code: withSchema(
        "{ type: 'object', properties: { rate: {} }, required: ['rate'], additionalProperties: false }",
        `  return ⟦${mirrored}⟧;`,
      ),
      problems: [
        { messageId: "refusedByClients", data: { why: "it lacks `rate`", framework: "sdk-v1" }, suggest: withoutIt },
      ],
    },
    {
      name: "made by a builder that several tools share",
      code: withSchema(
        "{ rate: z.number() }",
        `  if (args.a) return ⟦failure(${payload})⟧;\n  return { content: [] };`,
        'function failure(fields) { return { isError: true, content: [{ type: "text", text: JSON.stringify(fields) }], structuredContent: fields }; }\nexport const other = () => failure({ x: 1 });',
      ),
      problems: [{ messageId: "refusedByClients", data: { why: "it lacks `rate`", framework: "sdk-v1" } }],
    },
    {
      name: "FastMCP checks it itself",
      code: `import { FastMCP } from "fastmcp";\nconst server = new FastMCP({ name: "s", version: "1.0.0" });\nserver.addTool({ name: "a", outputSchema: z.object({ rate: z.number() }), execute: async () => {\n  return ⟦${mirrored}⟧;\n} });`,
      problems: [
        { messageId: "replacedByServer", data: { why: "it lacks `rate`", framework: "fastmcp" }, suggest: withoutIt },
      ],
    },
    {
      name: "listed for a low-level handler",
      code: lowLevel(
        `  switch (request.params.name) {\n    case "get_rate":\n      return ⟦${mirrored}⟧;\n    case "get_name":\n      return { isError: true, content: [], structuredContent: { errorCategory: "business" } };\n  }`,
        'server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "get_rate", outputSchema: z.toJSONSchema(z.object({ rate: z.number() })) }, { name: "get_name" }] }));',
      ),
      problems: [
        { messageId: "refusedByClients", data: { why: "it lacks `rate`", framework: "low-level" }, suggest: withoutIt },
      ],
    },
  ],
);
