import path from "node:path";
import { describe, expect, it } from "vitest";
import { distinctToolDescriptions } from "../../rules/distinct-tool-descriptions.js";
import { lintText } from "../../src/lint/lint-text.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { DISK } from "../../src/analysis/project/file-tree.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
`;
const registering = (name: string, tool: string, text: string): string =>
  `export function ${name}(server) {\n  server.registerTool("${tool}", { description: "${text}" }, async () => run());\n}\n`;
const described = (name: string, tool: string, text: string): string =>
  `export const ${name} = { name: "${tool}", description: "${text}", inputSchema: { type: "object" } };\n`;

/** What the rule says of each file: `file:line other place`. */
function found(files: Readonly<Record<string, string>>): string[] {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  const parse = projectParser(undefined);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse, tree: DISK });
  const active = [{ id: "mcp-errors/distinct-tool-descriptions", rule: distinctToolDescriptions, options: {} }];
  return Object.entries(files).flatMap(([name, text]) =>
    lintText(path.join(root, name), text, parse, project, active).result.messages.map(
      ({ line, message }) => `${name}:${line} ${/"(\w+)" \((.*?)\)/u.exec(message)?.slice(1).join(" ") ?? message}`,
    ),
  );
}

const ORDERS = registering("registerOrders", "find_orders", "Gets the order.");
const NOTES = registering("registerNotes", "get_order", "Get order");
const IMPORTS = `import { registerOrders } from "./orders.js";\nimport { registerNotes } from "./notes.js";\n`;

describe("the tools of one server in several files", () => {
  it("of functions that get the server: the one that comes later is reported", () => {
    const main = `${IMPORTS}${SERVER}registerOrders(server);\nregisterNotes(server);\n`;
    expect(found({ "index.ts": main, "orders.ts": ORDERS, "notes.ts": NOTES })).toEqual([
      "notes.ts:2 find_orders orders.ts, line 2",
    ]);
  });

  it("through a function that hands the server on, in another folder", () => {
    const all = `${IMPORTS}export function registerAll(mcp) {\n  registerOrders(mcp);\n  registerNotes(mcp);\n}\n`;
    const main = `import { registerAll } from "./tools/index.js";\n${SERVER}server.tool("orders_by_id", "Gets the  order", async () => run());\nregisterAll(server);\n`;
    expect(
      found({ "main.ts": main, "tools/index.ts": all, "tools/orders.ts": ORDERS, "tools/notes.ts": NOTES }),
    ).toEqual([
      "tools/orders.ts:2 orders_by_id ../main.ts, line 4",
      "tools/notes.ts:2 orders_by_id ../main.ts, line 4",
    ]);
  });

  it("in lists of what other files describe", () => {
    const main = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { order } from "./order.js";
import { NOTES } from "./notes.js";
const server = new Server({ name: "s", version: "1" }, {});
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [order, ...NOTES] }));
`;
    const notes = `export const NOTES = [\n  { name: "getOrder", description: "Looks into the archive.", inputSchema: { type: "object" } },\n];\n`;
    expect(
      found({ "index.ts": main, "order.ts": described("order", "get_order", "Gets one order."), "notes.ts": notes }),
    ).toEqual(["notes.ts:2 get_order order.ts, line 1"]);
  });

  it("are not those of another server", () => {
    const main = `${IMPORTS}${SERVER}const admin = new McpServer({ name: "t", version: "1" });\nregisterOrders(server);\nregisterNotes(admin);\n`;
    expect(found({ "index.ts": main, "orders.ts": ORDERS, "notes.ts": NOTES })).toEqual([]);
  });

  it("are known again where two servers get the same", () => {
    const main = `${IMPORTS}import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
function create() {
  const server = new McpServer({ name: "s", version: "1" });
  registerOrders(server);
  registerNotes(server);
  return server;
}
const other = new McpServer({ name: "s", version: "1" });
registerOrders(other);
registerNotes(other);
create();
`;
    expect(found({ "index.ts": main, "orders.ts": ORDERS, "notes.ts": NOTES })).toEqual([
      "notes.ts:2 find_orders orders.ts, line 2",
    ]);
  });

  it("end where functions hand the server on in a circle", () => {
    const one = `import { b } from "./b.js";\nexport function a(server) {\n  server.tool("x", "One text.", run);\n  b(server);\n}\n`;
    const two = `import { a } from "./a.js";\nexport function b(server) {\n  server.tool("y", "One text.", run);\n  a(server);\n}\n`;
    const main = `import { a } from "./a.js";\n${SERVER}a(server);\n`;
    expect(found({ "index.ts": main, "a.ts": one, "b.ts": two })).toEqual(["b.ts:3 x a.ts, line 3"]);
  });
});
