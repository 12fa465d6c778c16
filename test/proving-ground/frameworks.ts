/**
 * The same tool in every supported framework. A case is written once, on the high-level API of SDK v1; its registration is
 * written anew here, and what stands around it stays. Where a framework makes something else of a throw or of a returned
 * flag, the handler tells its failure in the way that works there.
 */
import ts from "typescript";
import { FRAMEWORKS, type Framework } from "../../src/frameworks/index.js";
import { apply, bodyLines, catchesEverything, dependenciesOf, failureResult, indent, isRegistration } from "./forms.js";
import { parse, replace, text, visit, type Edit, type Form, type ProvingCase } from "./forms.js";

/** What a case says of its tool, as source text. */
interface Tool {
  name: string;
  description: string;
  inputSchema: string;
  annotations: string | undefined;
  outputSchema: string | undefined;
  /** The parameters of the handler: `{ city }`, or nothing. */
  params: string;
  body: string[];
}

interface FrameworkForm {
  framework: string;
  /** Where a framework takes a tool in several shapes. */
  shape?: string;
  path?: string;
  imports: string[];
  /** What stands in place of `export const server = new McpServer(…)`. */
  server?: string;
  tool: (tool: Tool) => string[];
  /** Packages that no import tells. */
  needs?: Record<string, string>;
}

const arrow = ({ params, body }: Tool): string[] => [`async (${params}) => {`, ...indent(body, 2), "}"];

/** A method with this head; its parameter is typed loosely, as its type hangs on the framework. */
const method = (head: string, { body }: Tool): string[] => [`  ${head} {`, ...indent(body, 4), "  }"];
const typed = ({ params }: Tool): string => (params === "" ? "" : `${params}: any`);

const zod = (shape: string | undefined): string | undefined => shape && `z.object(${shape})`;

/** The declarations of a tool, one a line; those that it does not have are left out. */
function declare(declared: Record<string, string | undefined>): string[] {
  return Object.entries(declared).flatMap(([key, value]) => (value === undefined ? [] : [`  ${key}: ${value},`]));
}

/** `call({ …, handler: async () => { … } })` */
function withHandler(open: string, declared: string[], key: string, tool: Tool, close: string): string[] {
  const [head = "", ...rest] = arrow(tool);
  return [open, ...declared, `  ${key}: ${head}`, ...indent(rest, 2), close];
}

/** `call({ … }, async () => { … })` */
function besideHandler(open: string, declared: string[], tool: Tool, close = ");"): string[] {
  const [head = "", ...rest] = arrow(tool);
  return [open, ...declared, `}, ${head}`, ...rest.slice(0, -1), `}${close}`];
}

const sdk = ({ description, inputSchema, annotations, outputSchema }: Tool): string[] =>
  declare({ description, inputSchema, annotations, outputSchema });

const mcpServer = "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';";
const named = "{ name: 'x', version: '1.0.0' }";

const FORMS: readonly FrameworkForm[] = [
  {
    framework: "sdk-v1",
    shape: "server.tool",
    imports: [mcpServer],
    server: `const server = new McpServer(${named});`,
    tool: (tool) => {
      const [head = "", ...rest] = arrow(tool);
      const first = `server.tool('${tool.name}', ${tool.description}, ${tool.inputSchema}, ${tool.annotations ?? "{}"}, ${head}`;
      return [first, ...rest.slice(0, -1), "});"];
    },
  },
  {
    framework: "sdk-v1",
    shape: "bound method",
    imports: [mcpServer],
    server: `const server = new McpServer(${named});`,
    tool: (tool) => [
      "class Tools {",
      ...method(`async run(${typed(tool)})`, tool),
      "",
      "  register() {",
      `    server.registerTool('${tool.name}', {`,
      ...indent(sdk(tool), 4),
      "    }, this.run.bind(this));",
      "  }",
      "}",
      "",
      "new Tools().register();",
    ],
  },
  {
    framework: "sdk-v2",
    shape: "named function",
    imports: ["import { McpServer } from '@modelcontextprotocol/server';"],
    server: `const server = new McpServer(${named});`,
    tool: (tool) => [
      `async function run(${typed(tool)}) {`,
      ...indent(tool.body, 2),
      "}",
      "",
      `server.registerTool('${tool.name}', {`,
      ...declare({
        description: tool.description,
        inputSchema: zod(tool.inputSchema),
        annotations: tool.annotations,
        outputSchema: zod(tool.outputSchema),
      }),
      "}, run);",
    ],
  },
  {
    framework: "fastmcp",
    imports: ["import { FastMCP } from 'fastmcp';"],
    server: `const server = new FastMCP(${named});`,
    tool: (tool) => withHandler("server.addTool({", zodParameters(tool), "execute", tool, "});"),
  },
  {
    framework: "fastmcp-edge",
    imports: ["import { EdgeFastMCP } from 'fastmcp/edge';"],
    server: `const server = new EdgeFastMCP(${named});`,
    tool: (tool) => withHandler("server.addTool({", zodParameters(tool), "execute", tool, "});"),
  },
  {
    framework: "claude-agent-sdk",
    imports: ["import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';"],
    tool: (tool) => {
      const [head = "", ...rest] = arrow(tool);
      const close = tool.annotations === undefined ? "});" : `}, { annotations: ${tool.annotations} });`;
      return [
        `const theTool = tool('${tool.name}', ${tool.description}, ${tool.inputSchema}, ${head}`,
        ...rest.slice(0, -1),
        close,
        "",
        "export default createSdkMcpServer({ name: 'x', tools: [theTool] });",
      ];
    },
  },
  {
    framework: "mcp-nest",
    imports: ["import { McpController, Payload, Tool } from '@rekog/mcp-nest';"],
    tool: (tool) => [
      "@McpController()",
      "export class Tools {",
      "  @Tool({",
      ...indent(declare({ name: `'${tool.name}'` }).concat(zodParameters(tool, false)), 2),
      "  })",
      ...method(`async run(${tool.params === "" ? "" : `@Payload() ${typed(tool)}`})`, tool),
      "}",
    ],
  },
  {
    framework: "nestjs-mcp",
    imports: ["import { Resolver, Tool } from '@nestjs-mcp/server';"],
    tool: (tool) => [
      "@Resolver()",
      "export class Tools {",
      "  @Tool({",
      ...indent(
        declare({
          name: `'${tool.name}'`,
          description: tool.description,
          paramsSchema: tool.inputSchema,
          annotations: tool.annotations,
        }),
        2,
      ),
      "  })",
      ...method(`async run(${typed(tool)})`, tool),
      "}",
    ],
  },
  {
    framework: "mcp-use",
    imports: ["import { MCPServer } from 'mcp-use';"],
    server: `const server = new MCPServer(${named});`,
    tool: (tool) => besideHandler("server.tool({", zodSchema(tool), tool),
  },
  {
    framework: "mcp-handler",
    path: "app/api/[transport]/route.ts",
    imports: ["import { createMcpHandler } from 'mcp-handler';"],
    tool: (tool) => [
      "const handler = createMcpHandler((server) => {",
      ...indent(besideHandler(`server.registerTool('${tool.name}', {`, sdk(tool), tool), 2),
      "}, {});",
      "",
      "export { handler as GET, handler as POST };",
    ],
  },
  {
    framework: "cloudflare-agents",
    imports: ["import { McpAgent } from 'agents/mcp';", mcpServer],
    tool: (tool) => [
      "export class Agent extends McpAgent {",
      `  server = new McpServer(${named});`,
      "",
      "  async init() {",
      ...indent(besideHandler(`this.server.registerTool('${tool.name}', {`, sdk(tool), tool), 4),
      "  }",
      "}",
    ],
  },
  {
    framework: "ext-apps",
    imports: ["import { registerAppTool } from '@modelcontextprotocol/ext-apps/server';", mcpServer],
    server: `const server = new McpServer(${named});`,
    tool: (tool) => besideHandler(`registerAppTool(server, '${tool.name}', {`, sdk(tool), tool),
  },
  {
    framework: "skybridge",
    imports: ["import { McpServer } from 'skybridge/server';"],
    server: `const server = new McpServer(${named}, {});`,
    tool: (tool) =>
      besideHandler("server.registerTool({", [...declare({ name: `'${tool.name}'` }), ...sdk(tool)], tool),
  },
  {
    framework: "supabase-utils",
    imports: ["import { createMcpServer, tool } from '@supabase/mcp-utils';"],
    tool: (tool) => [
      ...withHandler(
        "const theTool = tool({",
        zodParameters({ ...tool, outputSchema: undefined }, false),
        "execute",
        tool,
        "});",
      ),
      "",
      `export default createMcpServer({ name: 'x', version: '1.0.0', tools: { ${tool.name}: theTool } });`,
    ],
  },
  {
    framework: "xmcp",
    path: "src/tools/the-tool.ts",
    imports: ["import type { ToolMetadata } from 'xmcp';"],
    tool: (tool) => [
      `export const schema = ${tool.inputSchema};`,
      ...(tool.outputSchema === undefined ? [] : [`export const outputSchema = ${tool.outputSchema};`]),
      "",
      "export const metadata: ToolMetadata = {",
      ...declare({ name: `'${tool.name}'`, description: tool.description, annotations: tool.annotations }),
      "};",
      "",
      `export default async function run(${typed(tool)}) {`,
      ...indent(tool.body, 2),
      "}",
    ],
  },
  {
    framework: "nuxt-toolkit",
    path: "server/mcp/tools/the-tool.ts",
    imports: [],
    needs: { "@nuxtjs/mcp-toolkit": "0.21.0" },
    tool: (tool) => {
      const declared = [...declare({ name: `'${tool.name}'` }), ...sdk(tool)];
      return withHandler("export default defineMcpTool({", declared, "handler", tool, "});");
    },
  },
  {
    framework: "salesforce-provider",
    imports: ["import { McpTool } from '@salesforce/mcp-provider-api';"],
    tool: (tool) => [
      "export class TheTool extends McpTool {",
      "  getName() {",
      `    return '${tool.name}';`,
      "  }",
      "",
      "  getConfig() {",
      "    return {",
      ...indent(sdk(tool), 4),
      "    };",
      "  }",
      "",
      ...method(`async exec(${typed(tool)})`, tool),
      "}",
    ],
  },
  {
    framework: "frontmcp",
    imports: ["import { Tool, ToolContext } from '@frontmcp/sdk';"],
    tool: (tool) => [
      "@Tool({",
      ...declare({ name: `'${tool.name}'` }),
      ...sdk(tool),
      "})",
      "export default class TheTool extends ToolContext {",
      ...method(`async execute(${typed(tool)})`, tool),
      "}",
    ],
  },
  {
    framework: "mcp-framework",
    path: "src/tools/TheTool.ts",
    imports: ["import { MCPTool } from 'mcp-framework';"],
    tool: (tool) => [
      "export default class TheTool extends MCPTool {",
      `  name = '${tool.name}';`,
      `  description = ${tool.description};`,
      `  schema = z.object(${tool.inputSchema});`,
      "",
      ...method(`async execute(${typed(tool)})`, tool),
      "}",
    ],
  },
  {
    framework: "mastra",
    imports: ["import { createTool } from '@mastra/core/tools';", "import { MCPServer } from '@mastra/mcp';"],
    tool: (tool) => {
      const declared = declare({
        id: `'${tool.name}'`,
        description: tool.description,
        inputSchema: zod(tool.inputSchema),
        outputSchema: zod(tool.outputSchema),
      });
      return [
        ...withHandler("const theTool = createTool({", declared, "execute", tool, "});"),
        "",
        "export const server = new MCPServer({ id: 'x', name: 'x', version: '1.0.0', tools: { theTool } });",
      ];
    },
  },
  {
    framework: "litemcp",
    imports: ["import { LiteMCP } from 'litemcp';"],
    server: "const server = new LiteMCP('x', '1.0.0');",
    tool: (tool) =>
      withHandler(
        "server.addTool({",
        zodParameters({ ...tool, annotations: undefined, outputSchema: undefined }),
        "execute",
        tool,
        "});",
      ),
  },
  {
    framework: "mcp-ts-core",
    imports: ["import { tool } from '@cyanheads/mcp-ts-core';"],
    tool: (tool) => {
      const declared = declare({
        description: tool.description,
        annotations: tool.annotations,
        input: zod(tool.inputSchema),
        output: zod(tool.outputSchema ?? "{ content: z.array(z.unknown()) }"),
      });
      return withHandler(`export const theTool = tool('${tool.name}', {`, declared, "handler", tool, "});");
    },
  },
  {
    framework: "agentkit",
    imports: [
      "import { ActionProvider, CreateAction } from '@coinbase/agentkit';",
      "import { getMcpTools } from '@coinbase/agentkit-model-context-protocol';",
    ],
    tool: (tool) => [
      "export class Provider extends ActionProvider {",
      "  @CreateAction({",
      ...indent(declare({ name: `'${tool.name}'`, description: tool.description, schema: zod(tool.inputSchema) }), 2),
      "  })",
      ...method(`async run(${typed(tool)})`, tool),
      "}",
      "",
      "export const serve = (kit: any) => getMcpTools(kit);",
    ],
  },
  {
    framework: "tmcp",
    imports: ["import { McpServer } from 'tmcp';"],
    server: `const server = new McpServer(${named}, {});`,
    tool: (tool) => besideHandler("server.tool({", zodSchema(tool), tool),
  },
  {
    framework: "mcp-lite",
    imports: ["import { McpServer } from 'mcp-lite';"],
    server: `const server = new McpServer(${named});`,
    tool: (tool) => {
      const declared = declare({
        description: tool.description,
        inputSchema: zod(tool.inputSchema),
        annotations: tool.annotations,
        outputSchema: zod(tool.outputSchema),
      });
      return withHandler(`server.tool('${tool.name}', {`, declared, "handler", tool, "});");
    },
  },
];

function zodParameters(tool: Tool, withName = true): string[] {
  return declare({
    name: withName ? `'${tool.name}'` : undefined,
    description: tool.description,
    annotations: tool.annotations,
    outputSchema: zod(tool.outputSchema),
    parameters: zod(tool.inputSchema),
  });
}

function zodSchema(tool: Tool): string[] {
  return declare({
    name: `'${tool.name}'`,
    description: tool.description,
    annotations: tool.annotations,
    outputSchema: zod(tool.outputSchema),
    schema: zod(tool.inputSchema),
  });
}

/** Forms that `forms.ts` makes: these frameworks need none here. */
const SDK_FORMS: readonly string[] = ["sdk-v1", "sdk-v2", "low-level"];

export const frameworksWithForm: ReadonlySet<string> = new Set([
  ...SDK_FORMS,
  ...FORMS.map(({ framework }) => framework),
]);

export const nameOfForm = ({ framework, shape }: FrameworkForm): string =>
  shape === undefined ? framework : `${framework}, ${shape}`;

/** The case as a tool of each framework, by the name of the form. */
export function frameworkFormsOf(provingCase: ProvingCase): Form[] {
  return FORMS.map((form) => {
    const framework = FRAMEWORKS.find(({ name }) => name === form.framework);
    if (!framework) throw new Error(`no framework ${form.framework}`);
    const source = toFramework(provingCase, form, framework);
    return {
      framework,
      name: nameOfForm(form),
      path: form.path ?? provingCase.path,
      dependencies: { ...dependenciesOf(source), ...form.needs, ...provingCase.needs },
      source,
    };
  });
}

function toFramework({ name, source }: ProvingCase, form: FrameworkForm, framework: Framework): string {
  const told = framework.outcomes.failureForm === "throw" ? throwErrors(source) : source;
  const edits: Edit[] = [];
  let hasZod = false;
  let hasResult = false;
  let converts = false;
  let serverImport: ts.ImportDeclaration | undefined;
  for (const statement of parse(told).statements) {
    if (ts.isImportDeclaration(statement)) {
      hasZod ||= text(statement.moduleSpecifier) === "'zod'";
      hasResult ||= text(statement.importClause).includes("CallToolResult");
      if (text(statement).includes("sdk/server/mcp.js")) serverImport = statement;
    } else if (ts.isVariableStatement(statement) && text(statement).includes("new McpServer(")) {
      edits.push(replace(statement, form.server ?? ""));
    } else if (ts.isExpressionStatement(statement) && isRegistration(statement.expression)) {
      const read = readTool(statement.expression, name, framework);
      const helper = read.converts && !converts ? [...failureResult, ""] : [];
      edits.push(replace(statement, [...helper, ...form.tool(read.tool)].join("\n")));
      converts ||= read.converts;
    }
  }
  if (!hasZod || !serverImport) throw new Error(`${name}: import McpServer and zod, as every form replaces them`);
  const imports = converts && !hasResult ? [...form.imports, resultImport] : form.imports;
  edits.push(replace(serverImport, imports.join("\n")));
  return apply(told, edits);
}

const resultImport = "import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';";

interface Read {
  tool: Tool;
  /** The handler has to make error results of throws by itself. */
  converts: boolean;
}

function readTool(call: ts.CallExpression, caseName: string, { outcomes }: Framework): Read {
  const [name, config, handler] = call.arguments;
  if (!name || !ts.isStringLiteral(name) || !config || !ts.isObjectLiteralExpression(config))
    throw new Error(`${caseName}: this registration has no form in other frameworks`);
  if (!handler || !ts.isArrowFunction(handler)) throw new Error(`${caseName}: write the handler as an arrow`);
  const declared = new Map(
    config.properties.map((property) => [
      text(property.name),
      ts.isPropertyAssignment(property) ? text(property.initializer) : text(property.name),
    ]),
  );
  const body = bodyLines(handler);
  const converts = outcomes.failureForm === "return" && !catchesEverything(handler);
  return {
    tool: {
      name: name.text,
      description: declared.get("description") ?? "''",
      inputSchema: declared.get("inputSchema") ?? "{}",
      annotations: declared.get("annotations"),
      outputSchema: declared.get("outputSchema"),
      params: text(handler.parameters[0]?.name),
      body: converts ? ["try {", ...indent(body, 2), "} catch (error) {", "  return failureResult(error);", "}"] : body,
    },
    converts,
  };
}

/** `return { isError: true, content: [{ type: 'text', text }] }` → `throw new Error(text)`. */
function throwErrors(source: string): string {
  const edits: Edit[] = [];
  visit(parse(source), (node) => {
    if (!ts.isReturnStatement(node) || !node.expression || !ts.isObjectLiteralExpression(node.expression)) return true;
    const flag = valueOf(node.expression, "isError");
    const content = valueOf(node.expression, "content");
    const block = content && ts.isArrayLiteralExpression(content) ? content.elements[0] : undefined;
    const told = block && ts.isObjectLiteralExpression(block) ? valueOf(block, "text") : undefined;
    if (!told || text(flag) !== "true") return true;
    edits.push(replace(node, `throw new Error(${text(told)});`));
    // A builder of error results throws them now.
    const builder = node.parent.parent;
    if (ts.isFunctionDeclaration(builder) && builder.type && builder.body?.statements.length === 1)
      edits.push(replace(builder.type, "never"));
    return false;
  });
  return apply(source, edits);
}

function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = object.properties.find((each) => text(each.name) === name);
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}
