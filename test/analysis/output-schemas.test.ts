import path from "node:path";
import { expect, it } from "vitest";
import { noStructuredErrorWithOutputSchema as rule } from "../../rules/no-structured-error-with-output-schema.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { lintText } from "../../src/lint/lint-text.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const LISTS = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
new Server({ name: "s", version: "1" }).setRequestHandler(ListToolsRequestSchema, async () => ({ tools }));`;
const ZOD = "z.object({ rate: z.number() })";
const JSON_SCHEMA = '{ type: "object", properties: { rate: { type: "number" } }, required: ["rate"] }';

/** The findings on a tool with this schema, whose error has other fields; `main` is another file of the package. */
function findings(schema: string, main: string): number {
  const text = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const server = new McpServer({ name: "s", version: "1" });
server.registerTool("get_rate", { outputSchema: ${schema} }, async () => ({
  isError: true, content: [{ type: "text", text: "No rate." }], structuredContent: { category: "transient" },
}));`;
  return findingsIn(text, { "rates.ts": text, "main.ts": main });
}

function findingsIn(text: string, files: Readonly<Record<string, string>>): number {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  const parse = projectParser(undefined);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const active = [{ id: "mcp-errors/no-structured-error-with-output-schema", rule, options: {} }];
  return lintText(path.join(root, "rates.ts"), text, parse, project, active).result.messages.length;
}

it.each([
  ["a shape of Zod", ZOD, "serve();", 1],
  ["a JSON Schema that a handler of tools/list publishes", JSON_SCHEMA, LISTS, 1],
  ["a JSON Schema that the server class of the SDK refuses", JSON_SCHEMA, "serve();", 0],
])("%s", (_name, schema, main, expected) => {
  expect(findings(schema, main)).toBe(expected);
});

const BY_HAND = (fields: string): string =>
  `export const answer = (method) => method === "tools/list" ? tools.map(({ config }) => (${fields})) : call(method);`;

it.each([
  ["whole", "{ ...config, name }", 1],
  ["with its output schema", "{ inputSchema: config.inputSchema, outputSchema: config.outputSchema }", 1],
  ["without its output schema", "{ inputSchema: config.inputSchema }", 0],
])("a tool of a server written by hand, which lists it %s", (_name, fields, expected) => {
  const text = `export function addRates(server) {
  server.registerTool("get_rate", { outputSchema: ${ZOD} }, async () => ({
    isError: true, content: [{ type: "text", text: "No rate." }], structuredContent: { category: "transient" },
  }));
}`;
  expect(findingsIn(text, { "rates.ts": text, "main.ts": BY_HAND(fields) })).toBe(expected);
});

it("a server of the SDK lists them itself, whatever else is written in the package", () => {
  expect(findings(ZOD, BY_HAND("{ inputSchema: config.inputSchema }"))).toBe(1);
});
