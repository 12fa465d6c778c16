/** Registrations with the official SDK. */
import {
  V1,
  V2,
  shape,
  typed,
  lines,
  fromArguments,
  main,
  serverOf,
  config,
  MAIN,
  lowServer,
  listed,
  sdkV1,
  lowLevel,
  handlerName,
  type Registration,
} from "./parts.js";

export const SDK: readonly Registration[] = [
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
];
