/** Registrations with frameworks around the SDK, and beside it. */
import {
  RESULT,
  Z,
  V1,
  zod,
  shape,
  typed,
  lines,
  main,
  serverOf,
  config,
  sdkV1,
  handlerName,
  type Registration,
} from "./parts.js";

export const FRAMEWORKS: readonly Registration[] = [
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
