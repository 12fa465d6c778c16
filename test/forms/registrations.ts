/** How a server tells its framework of a tool. */
import type { Entry, Unit } from "./code.js";
import type { Language } from "./language.js";

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameter: string;
  readonly parameterType: "string" | "string[]";
  /** For names of functions and classes: `ListOrders`. */
  readonly title: string;
  readonly statements: readonly string[];
}

export interface Registration {
  readonly name: string;
  /** What becomes of a throw. */
  readonly throwBecomes: "tool-error" | "protocol-error";
  /** True where a string is a result, and a failure has to be thrown. */
  readonly takesStrings?: boolean;
  /** The type of a result. */
  readonly resultType: string;
  readonly write: (tool: Tool) => readonly Entry[];
  readonly units: readonly Unit[];
  readonly dependency: string;
  /** What its files are written in. Default: any language. */
  readonly languages?: readonly Language[];
}

const MAIN = "src/index.ts";
const RESULT = (from: string): Unit => ({ name: "CallToolResult", from, how: "type" });
const Z: Unit = { name: "z", from: "zod" };

const V1: readonly Unit[] = [
  Z,
  RESULT("@modelcontextprotocol/sdk/types.js"),
  { name: "McpServer", from: "@modelcontextprotocol/sdk/server/mcp.js" },
  { name: "Server", from: "@modelcontextprotocol/sdk/server/index.js" },
  { name: "CallToolRequestSchema", from: "@modelcontextprotocol/sdk/types.js" },
  { name: "ListToolsRequestSchema", from: "@modelcontextprotocol/sdk/types.js" },
  { name: "McpError", from: "@modelcontextprotocol/sdk/types.js" },
  { name: "ErrorCode", from: "@modelcontextprotocol/sdk/types.js" },
];
const V2: readonly Unit[] = [
  Z,
  RESULT("@modelcontextprotocol/server"),
  { name: "McpServer", from: "@modelcontextprotocol/server" },
  { name: "Server", from: "@modelcontextprotocol/server" },
];

const zod = ({ parameterType }: Tool): string => (parameterType === "string" ? "z.string()" : "z.array(z.string())");
const shape = (tool: Tool): string => `{ ${tool.parameter}: ${zod(tool)} }`;
const typed = ({ parameter, parameterType }: Tool): string => `{ ${parameter} }: { ${parameter}: ${parameterType} }`;
const lines = ({ statements }: Tool): string => statements.join("\n");
const jsonSchema = ({ parameter, parameterType }: Tool): string =>
  `{ type: "object", properties: { ${parameter}: ${parameterType === "string" ? '{ type: "string" }' : '{ type: "array", items: { type: "string" } }'} }, required: ["${parameter}"] }`;
const fromArguments = ({ parameter, parameterType }: Tool, args: string): string =>
  `const { ${parameter} } = ${args} as { ${parameter}: ${parameterType} };`;
const main = (...parts: readonly string[]): Entry[] => [{ path: MAIN, code: parts.join("\n\n") }];
const serverOf = (name = "McpServer"): string => `const server = new ${name}({ name: "office", version: "1.2.0" });`;
const config = (tool: Tool): string => `{ description: "${tool.description}", inputSchema: ${shape(tool)} }`;
const lowServer = 'const server = new Server({ name: "office", version: "1.2.0" }, { capabilities: { tools: {} } });';
const listed = (tool: Tool): string =>
  `server.setRequestHandler(ListToolsRequestSchema, async () => ({\ntools: [{ name: "${tool.name}", description: "${tool.description}", inputSchema: ${jsonSchema(tool)} }],\n}));`;

const sdkV1 = {
  throwBecomes: "tool-error",
  resultType: "CallToolResult",
  units: V1,
  dependency: "@modelcontextprotocol/sdk",
} as const;
const lowLevel = { ...sdkV1, throwBecomes: "protocol-error" } as const;
const handlerName = ({ title }: Tool): string => `handle${title}`;

export const REGISTRATIONS: readonly Registration[] = [
  {
    name: "v1-register-tool",
    ...sdkV1,
    write: (tool) =>
      main(
        serverOf(),
        `server.registerTool("${tool.name}", ${config(tool)}, async ({ ${tool.parameter} }) => {\n${lines(tool)}\n});`,
      ),
  },
  {
    name: "v1-tool",
    ...sdkV1,
    write: (tool) =>
      main(
        serverOf(),
        `server.tool("${tool.name}", "${tool.description}", ${shape(tool)}, async ({ ${tool.parameter} }) => {\n${lines(tool)}\n});`,
      ),
  },
  {
    name: "v1-named-handler",
    ...sdkV1,
    write: (tool) =>
      main(
        serverOf(),
        `async function ${handlerName(tool)}(${typed(tool)}): Promise<CallToolResult> {\n${lines(tool)}\n}`,
        `server.registerTool("${tool.name}", ${config(tool)}, ${handlerName(tool)});`,
      ),
  },
  {
    name: "v1-handler-elsewhere",
    ...sdkV1,
    units: [...V1],
    write: (tool) => [
      {
        path: "src/tools/handler.ts",
        code: `export async function ${handlerName(tool)}(${typed(tool)}): Promise<CallToolResult> {\n${lines(tool)}\n}`,
      },
      {
        path: MAIN,
        code: `import { ${handlerName(tool)} } from "./tools/handler.js";\n\n${serverOf()}\n\nserver.registerTool("${tool.name}", ${config(tool)}, ${handlerName(tool)});`,
      },
    ],
  },
  {
    name: "v1-register-function",
    ...sdkV1,
    write: (tool) => [
      {
        path: "src/tools/register.ts",
        code: `export function register${tool.title}(server: McpServer): void {\nserver.registerTool("${tool.name}", ${config(tool)}, async ({ ${tool.parameter} }) => {\n${lines(tool)}\n});\n}`,
      },
      {
        path: MAIN,
        code: `import { register${tool.title} } from "./tools/register.js";\n\n${serverOf()}\n\nregister${tool.title}(server);`,
      },
    ],
  },
  {
    name: "v1-tool-table",
    ...sdkV1,
    write: (tool) =>
      main(
        serverOf(),
        `const tools = [\n{\nname: "${tool.name}",\ndescription: "${tool.description}",\ninputSchema: ${shape(tool)},\nhandler: async (${typed(tool)}): Promise<CallToolResult> => {\n${lines(tool)}\n},\n},\n];`,
        "for (const tool of tools) {\nserver.registerTool(tool.name, { description: tool.description, inputSchema: tool.inputSchema }, tool.handler);\n}",
      ),
  },
  {
    name: "v1-tool-classes",
    ...sdkV1,
    write: (tool) => [
      {
        path: "src/tools/base.ts",
        code: "export abstract class Tool {\nabstract readonly name: string;\nabstract readonly description: string;\nabstract readonly inputSchema: Record<string, unknown>;\nabstract execute(args: any): Promise<CallToolResult>;\n}",
      },
      {
        path: "src/tools/tool.ts",
        code: `import { Tool } from "./base.js";\n\nexport class ${tool.title}Tool extends Tool {\nreadonly name = "${tool.name}";\nreadonly description = "${tool.description}";\nreadonly inputSchema = ${shape(tool)};\n\nasync execute(${typed(tool)}): Promise<CallToolResult> {\n${lines(tool)}\n}\n}`,
      },
      {
        path: MAIN,
        code: `import { ${tool.title}Tool } from "./tools/tool.js";\n\n${serverOf()}\n\nfor (const tool of [new ${tool.title}Tool()]) {\nserver.registerTool(tool.name, { description: tool.description, inputSchema: tool.inputSchema }, (args) => tool.execute(args));\n}`,
      },
    ],
  },
  {
    name: "v1-logging-wrapper",
    ...sdkV1,
    units: [
      ...V1,
      {
        name: "withLogging",
        file: "src/with-logging.ts",
        code: "export function withLogging<A>(name: string, handler: (args: A) => Promise<CallToolResult>) {\nreturn async (args: A): Promise<CallToolResult> => {\nconsole.error(`${name} called`);\nconst result = await handler(args);\nconsole.error(`${name} done`);\nreturn result;\n};\n}",
      },
    ],
    write: (tool) =>
      main(
        serverOf(),
        `server.registerTool(\n"${tool.name}",\n${config(tool)},\nwithLogging("${tool.name}", async (${typed(tool)}) => {\n${lines(tool)}\n}),\n);`,
      ),
  },
  {
    name: "v1-bound-method",
    ...sdkV1,
    write: (tool) =>
      main(
        `class Office {\nreadonly server = new McpServer({ name: "office", version: "1.2.0" });\n\nconstructor() {\nthis.server.registerTool("${tool.name}", ${config(tool)}, this.${handlerName(tool)}.bind(this));\n}\n\nprivate async ${handlerName(tool)}(${typed(tool)}): Promise<CallToolResult> {\n${lines(tool)}\n}\n}`,
        "export const office = new Office();",
      ),
  },
  {
    name: "v2-register-tool",
    throwBecomes: "tool-error",
    resultType: "CallToolResult",
    units: V2,
    dependency: "@modelcontextprotocol/server",
    write: (tool) =>
      main(
        serverOf(),
        `server.registerTool("${tool.name}", { description: "${tool.description}", inputSchema: z.object(${shape(tool)}) }, async ({ ${tool.parameter} }) => {\n${lines(tool)}\n});`,
      ),
  },
  {
    name: "low-level-switch",
    ...lowLevel,
    write: (tool) =>
      main(
        lowServer,
        listed(tool),
        `server.setRequestHandler(CallToolRequestSchema, async (request) => {\nswitch (request.params.name) {\ncase "${tool.name}": {\n${fromArguments(tool, "request.params.arguments")}\n${lines(tool)}\n}\ndefault:\nthrow new McpError(ErrorCode.MethodNotFound, \`Unknown tool: \${request.params.name}\`);\n}\n});`,
      ),
  },
  {
    name: "low-level-table",
    ...lowLevel,
    write: (tool) =>
      main(
        lowServer,
        listed(tool),
        `const handlers: Record<string, (args: any) => Promise<CallToolResult>> = {\n${tool.name}: async (${typed(tool)}) => {\n${lines(tool)}\n},\n};`,
        "server.setRequestHandler(CallToolRequestSchema, async (request) => {\nconst handler = handlers[request.params.name];\nif (!handler) {\nthrow new McpError(ErrorCode.MethodNotFound, `Unknown tool: ${request.params.name}`);\n}\nreturn handler(request.params.arguments ?? {});\n});",
      ),
  },
  {
    name: "low-level-delegates",
    ...lowLevel,
    write: (tool) => [
      {
        path: "src/call-tool.ts",
        code: `export async function callTool(name: string, args: Record<string, unknown>): Promise<CallToolResult> {\nif (name === "${tool.name}") {\n${fromArguments(tool, "args")}\n${lines(tool)}\n}\nthrow new McpError(ErrorCode.MethodNotFound, \`Unknown tool: \${name}\`);\n}`,
      },
      {
        path: MAIN,
        code: `import { callTool } from "./call-tool.js";\n\n${lowServer}\n\n${listed(tool)}\n\nserver.setRequestHandler(CallToolRequestSchema, async (request) => callTool(request.params.name, request.params.arguments ?? {}));`,
      },
    ],
  },
  {
    name: "v2-low-level",
    throwBecomes: "protocol-error",
    resultType: "CallToolResult",
    units: V2,
    dependency: "@modelcontextprotocol/server",
    write: (tool) =>
      main(
        lowServer,
        `server.setRequestHandler("tools/call", async (request) => {\n${fromArguments(tool, "request.params.arguments")}\n${lines(tool)}\n});`,
      ),
  },
  {
    name: "fastmcp",
    throwBecomes: "tool-error",
    resultType: "ContentResult",
    units: [Z, { name: "FastMCP", from: "fastmcp" }, { name: "ContentResult", from: "fastmcp", how: "type" }],
    dependency: "fastmcp",
    write: (tool) =>
      main(
        serverOf("FastMCP"),
        `server.addTool({\nname: "${tool.name}",\ndescription: "${tool.description}",\nparameters: z.object(${shape(tool)}),\nexecute: async ({ ${tool.parameter} }) => {\n${lines(tool)}\n},\n});`,
      ),
  },
  {
    name: "fastmcp-strings",
    throwBecomes: "tool-error",
    takesStrings: true,
    resultType: "string",
    units: [Z, { name: "FastMCP", from: "fastmcp" }],
    dependency: "fastmcp",
    write: (tool) =>
      main(
        serverOf("FastMCP"),
        `server.addTool({\nname: "${tool.name}",\ndescription: "${tool.description}",\nparameters: z.object(${shape(tool)}),\nexecute: async (args) => {\nconst { ${tool.parameter} } = args;\n${lines(tool)}\n},\n});`,
      ),
  },
  {
    name: "tmcp",
    throwBecomes: "protocol-error",
    resultType: "CallToolResult",
    units: [
      Z,
      { name: "McpServer", from: "tmcp" },
      { name: "ZodJsonSchemaAdapter", from: "@tmcp/adapter-zod" },
      RESULT("tmcp"),
    ],
    dependency: "tmcp",
    write: (tool) =>
      main(
        'const server = new McpServer({ name: "office", version: "1.2.0", description: "Office tools" }, { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } });',
        `server.tool(\n{ name: "${tool.name}", description: "${tool.description}", schema: z.object(${shape(tool)}) },\nasync ({ ${tool.parameter} }) => {\n${lines(tool)}\n},\n);`,
      ),
  },
  {
    name: "mcp-lite",
    throwBecomes: "protocol-error",
    resultType: "ToolCallResult",
    units: [Z, { name: "McpServer", from: "mcp-lite" }, { name: "ToolCallResult", from: "mcp-lite", how: "type" }],
    dependency: "mcp-lite",
    write: (tool) =>
      main(
        serverOf(),
        `server.tool("${tool.name}", {\ndescription: "${tool.description}",\ninputSchema: z.object(${shape(tool)}),\nhandler: async (args) => {\nconst { ${tool.parameter} } = args;\n${lines(tool)}\n},\n});`,
      ),
  },
  {
    name: "mcp-framework",
    languages: ["ts", "js"],
    throwBecomes: "tool-error",
    takesStrings: true,
    resultType: "string",
    units: [Z, { name: "MCPTool", from: "mcp-framework" }],
    dependency: "mcp-framework",
    write: (tool) => [
      {
        path: `src/tools/${tool.title}Tool.ts`,
        code: `export default class ${tool.title}Tool extends MCPTool<{ ${tool.parameter}: ${tool.parameterType} }> {\nname = "${tool.name}";\ndescription = "${tool.description}";\nschema = { ${tool.parameter}: { type: ${zod(tool)}, description: "What to work on" } };\n\nasync execute({ ${tool.parameter} }: { ${tool.parameter}: ${tool.parameterType} }) {\n${lines(tool)}\n}\n}`,
      },
    ],
  },
  {
    name: "claude-agent-sdk",
    throwBecomes: "tool-error",
    resultType: "CallToolResult",
    units: [
      Z,
      RESULT("@modelcontextprotocol/sdk/types.js"),
      { name: "tool", from: "@anthropic-ai/claude-agent-sdk" },
      { name: "createSdkMcpServer", from: "@anthropic-ai/claude-agent-sdk" },
    ],
    dependency: "@anthropic-ai/claude-agent-sdk",
    write: (one) =>
      main(
        `const oneTool = tool("${one.name}", "${one.description}", ${shape(one)}, async ({ ${one.parameter} }) => {\n${lines(one)}\n});`,
        'export const office = createSdkMcpServer({ name: "office", version: "1.2.0", tools: [oneTool] });',
      ),
  },
  {
    name: "cloudflare-agent",
    languages: ["ts", "js"],
    ...sdkV1,
    units: [...V1, { name: "McpAgent", from: "agents/mcp" }],
    dependency: "agents",
    write: (tool) =>
      main(
        `export class Office extends McpAgent {\nserver = new McpServer({ name: "office", version: "1.2.0" });\n\nasync init() {\nthis.server.tool("${tool.name}", ${shape(tool)}, async ({ ${tool.parameter} }) => {\n${lines(tool)}\n});\n}\n}`,
      ),
  },
  {
    name: "mcp-handler",
    languages: ["ts", "js"],
    ...sdkV1,
    units: [Z, RESULT("@modelcontextprotocol/sdk/types.js"), { name: "createMcpHandler", from: "mcp-handler" }],
    dependency: "mcp-handler",
    write: (tool) => [
      {
        path: "src/app/mcp/route.ts",
        code: `const handler = createMcpHandler((server) => {\nserver.registerTool("${tool.name}", ${config(tool)}, async ({ ${tool.parameter} }) => {\n${lines(tool)}\n});\n});\n\nexport { handler as GET, handler as POST };`,
      },
    ],
  },
  {
    name: "mcp-nest",
    // JavaScript has no decorators.
    languages: ["ts"],
    throwBecomes: "tool-error",
    resultType: "CallToolResult",
    units: [
      Z,
      RESULT("@modelcontextprotocol/sdk/types.js"),
      { name: "Tool", from: "@rekog/mcp-nest" },
      { name: "Injectable", from: "@nestjs/common" },
    ],
    dependency: "@rekog/mcp-nest",
    write: (tool) => [
      {
        path: "src/office.tools.ts",
        code: `@Injectable()\nexport class OfficeTools {\n@Tool({ name: "${tool.name}", description: "${tool.description}", parameters: z.object(${shape(tool)}) })\nasync ${handlerName(tool)}(${typed(tool)}): Promise<CallToolResult> {\n${lines(tool)}\n}\n}`,
      },
    ],
  },
  {
    name: "xmcp",
    languages: ["ts", "js"],
    throwBecomes: "tool-error",
    resultType: "CallToolResult",
    units: [Z, RESULT("@modelcontextprotocol/sdk/types.js"), { name: "ToolMetadata", from: "xmcp", how: "type" }],
    dependency: "xmcp",
    write: (tool) => [
      {
        path: `src/tools/${tool.name}.ts`,
        code: `export const schema = ${shape(tool)};\n\nexport const metadata: ToolMetadata = {\nname: "${tool.name}",\ndescription: "${tool.description}",\n};\n\nexport default async function ${handlerName(tool)}(${typed(tool)}): Promise<CallToolResult> {\n${lines(tool)}\n}`,
      },
    ],
  },
];
