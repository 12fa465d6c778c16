/** How a server tells its framework of a tool: what the registrations share. */
import type { Entry, Unit } from "../code.js";
import type { Language } from "../language.js";

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

export const MAIN = "src/index.ts";
export const RESULT = (from: string): Unit => ({ name: "CallToolResult", from, how: "type" });
export const Z: Unit = { name: "z", from: "zod" };

export const V1: readonly Unit[] = [
  Z,
  RESULT("@modelcontextprotocol/sdk/types.js"),
  { name: "McpServer", from: "@modelcontextprotocol/sdk/server/mcp.js" },
  { name: "Server", from: "@modelcontextprotocol/sdk/server/index.js" },
  { name: "CallToolRequestSchema", from: "@modelcontextprotocol/sdk/types.js" },
  { name: "ListToolsRequestSchema", from: "@modelcontextprotocol/sdk/types.js" },
  { name: "McpError", from: "@modelcontextprotocol/sdk/types.js" },
  { name: "ErrorCode", from: "@modelcontextprotocol/sdk/types.js" },
];
export const V2: readonly Unit[] = [
  Z,
  RESULT("@modelcontextprotocol/server"),
  { name: "McpServer", from: "@modelcontextprotocol/server" },
  { name: "Server", from: "@modelcontextprotocol/server" },
];

export const zod = ({ parameterType }: Tool): string =>
  parameterType === "string" ? "z.string()" : "z.array(z.string())";
export const shape = (tool: Tool): string => `{ ${tool.parameter}: ${zod(tool)} }`;
export const typed = ({ parameter, parameterType }: Tool): string =>
  `{ ${parameter} }: { ${parameter}: ${parameterType} }`;
export const lines = ({ statements }: Tool): string => statements.join("\n");
export const jsonSchema = ({ parameter, parameterType }: Tool): string =>
  `{ type: "object", properties: { ${parameter}: ${parameterType === "string" ? '{ type: "string" }' : '{ type: "array", items: { type: "string" } }'} }, required: ["${parameter}"] }`;
export const fromArguments = ({ parameter, parameterType }: Tool, args: string): string =>
  `const { ${parameter} } = ${args} as { ${parameter}: ${parameterType} };`;
export const main = (...parts: readonly string[]): Entry[] => [{ path: MAIN, code: parts.join("\n\n") }];
export const serverOf = (name = "McpServer"): string =>
  `const server = new ${name}({ name: "office", version: "1.2.0" });`;
export const config = (tool: Tool): string => `{ description: "${tool.description}", inputSchema: ${shape(tool)} }`;
export const lowServer =
  'const server = new Server({ name: "office", version: "1.2.0" }, { capabilities: { tools: {} } });';
export const listed = (tool: Tool): string =>
  `server.setRequestHandler(ListToolsRequestSchema, async () => ({\ntools: [{ name: "${tool.name}", description: "${tool.description}", inputSchema: ${jsonSchema(tool)} }],\n}));`;

export const sdkV1 = {
  throwBecomes: "tool-error",
  resultType: "CallToolResult",
  units: V1,
  dependency: "@modelcontextprotocol/sdk",
} as const;
export const lowLevel = { ...sdkV1, throwBecomes: "protocol-error" } as const;
export const handlerName = ({ title }: Tool): string => `handle${title}`;
