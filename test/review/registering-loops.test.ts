import path from "node:path";
import { describe, expect, it } from "vitest";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { countsOf } from "../../src/review/coverage.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { surfaceOfTexts } from "../support/surface.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

type Files = Readonly<Record<string, string>>;

/** How many tools `check` counts. */
function counted(files: Files): number {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  const parse = projectParser(undefined);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  return Object.entries(files).reduce((sum, [name, text]) => {
    const filename = path.join(root, name);
    const parsed = parse(text, filename);
    const model = parsed.ok ? buildModel(filename, parsed.source, project) : null;
    return sum + (model ? countsOf(model, []).tools : 0);
  }, 0);
}

const names = (files: Files): (string | null)[] => surfaceOfTexts(files).tools.map(({ name }) => name);

const TABLE = `{
  order: {
    name: "get_order",
    description: "Reads an order by its number.",
    inputSchema: {},
    handler: async ({ id }) => ({ content: [{ type: "text", text: await store.order(id) }] }),
  },
  shop: {
    name: "get_shop",
    description: "Reads the address of a shop.",
    inputSchema: {},
    handler: async ({ id }) => ({ content: [{ type: "text", text: await store.shop(id) }] }),
  },
}`;
const LIST = TABLE.replace(/^\{/u, "[")
  .replace(/\}$/u, "]")
  .replace(/^ {2}(?:order|shop): /gmu, "  ");

const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
`;
const REGISTER = `function register(tool) {
  server.registerTool(tool.name, { description: tool.description }, tool.handler);
}
`;
const DIRECT = "server.registerTool(tool.name, { description: tool.description }, tool.handler)";

describe("tools that a loop registers are counted where they stand, with", () => {
  it.each([
    ["forEach of a function over the values", TABLE, `${REGISTER}Object.values(tools).forEach(register);`],
    [
      "forEach of a function that a variable holds",
      TABLE,
      `const register = (tool) => ${DIRECT};\nObject.values(tools).forEach(register);`,
    ],
    ["forEach over the values", TABLE, `Object.values(tools).forEach((tool) => ${DIRECT});`],
    ["for … of over the values", TABLE, `for (const tool of Object.values(tools)) ${DIRECT};`],
    ["a call in for … of", TABLE, `${REGISTER}for (const tool of Object.values(tools)) register(tool);`],
    ["for … of over the entries", TABLE, `for (const [, tool] of Object.entries(tools)) ${DIRECT};`],
    [
      "for … of over parts of the values",
      TABLE,
      "for (const { name, description, handler } of Object.values(tools)) server.registerTool(name, { description }, handler);",
    ],
    ["forEach of a function over a list", LIST, `${REGISTER}tools.forEach(register);`],
    ["for … of over a list", LIST, `for (const tool of tools) ${DIRECT};`],
  ])("%s", (_, tools, loop) => {
    const files = { "main.js": `${SERVER}const tools = ${tools};\n${loop}\n` };
    expect(names(files)).toEqual(["get_order", "get_shop"]);
    expect(counted(files)).toBe(2);
  });

  it("a table of another file", () => {
    const files = {
      "main.js": `import { tools } from "./tools.js";\n${SERVER}${REGISTER}Object.values(tools).forEach(register);\n`,
      "tools.js": `export const tools = ${TABLE};\n`,
    };
    expect(names(files)).toEqual(["get_order", "get_shop"]);
    expect(counted(files)).toBe(2);
  });

  it("a handler of its own, which is one more", () => {
    const files = {
      "main.js": `${SERVER}const tools = ${TABLE};
for (const tool of Object.values(tools)) ${DIRECT};
server.registerTool(process.env.STATUS_TOOL, { description: "Says whether the store is open." }, async () => ({
  content: [{ type: "text", text: await store.status() }],
}));
`,
    };
    expect(names(files)).toEqual(["get_order", "get_shop", null]);
    expect(counted(files)).toBe(3);
  });

  it("names alone, whose handlers stand nowhere else", () => {
    const files = {
      "main.js": `${SERVER}for (const name of ["get_order", "get_shop"])
  server.registerTool(name, { description: name }, async ({ id }) => ({ content: [{ type: "text", text: await store.read(name, id) }] }));
`,
    };
    expect(counted(files)).toBe(1);
  });
});
