import path from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { lintText } from "../../src/lint/lint-text.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const parse = projectParser(undefined);
const SERVER = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { handle } from "./handlers.js";
const server = new Server({ name: "orders", version: "1.0.0" });
`;
const RETHROWS =
  "try { return await orders.open(request.params); } catch (error) { console.error(error); throw error; }";
const TYPED = `import type { CallToolRequest } from "@modelcontextprotocol/sdk/types.js";
export async function handle(request: CallToolRequest) { ${RETHROWS} }`;

/** How often `no-protocol-error` marks `handlers.ts`. */
function marks(handlers: string, server: string): number {
  const root = makeTree({ "package.json": MCP_MANIFEST, "handlers.ts": handlers, "index.ts": SERVER + server });
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const rule = rules["no-protocol-error"];
  if (!rule) throw new Error("There is no such rule.");
  const active = [{ id: "mcp-errors/no-protocol-error", rule, options: {} }];
  return lintText(path.join(root, "handlers.ts"), handlers, parse, project, active).result.messages.length;
}

describe("a handler that another file registers", () => {
  it.each([
    ["by its type", TYPED, "server.setRequestHandler(CallToolRequestSchema, handle);"],
    [
      "by what it reads",
      `import { log } from "@modelcontextprotocol/sdk/shared/log.js";
export const handle = async (request) => { log(request.params.name); ${RETHROWS} };`,
      "server.setRequestHandler(CallToolRequestSchema, handle);",
    ],
    [
      "with an export of its own",
      `${TYPED.replace("export async function handle(", "async function call(")}\nexport { call as handle };`,
      "server.setRequestHandler(CallToolRequestSchema, handle);",
    ],
    [
      "with a schema under a name",
      TYPED,
      'const Call = z.object({ method: z.literal("tools/call") });\nserver.setRequestHandler(Call, handle);',
    ],
  ])("is one for the calls of tools: %s", (_, handlers, server) => {
    expect(marks(handlers, server)).toBe(1);
  });

  it.each([
    ["another kind of request", TYPED, "server.setRequestHandler(ListToolsRequestSchema, handle);"],
    [
      "a function around it may catch",
      TYPED,
      "server.setRequestHandler(CallToolRequestSchema, async (request) => { try { return await handle(request); } catch (error) { return told(error); } });",
    ],
    ["nothing registers it", TYPED, "console.log(handle);"],
    [
      "another function of the file",
      `${TYPED}\nexport function other() {}`,
      'import { other } from "./handlers.js";\nserver.setRequestHandler(CallToolRequestSchema, other);',
    ],
  ])("is none: %s", (_, handlers, server) => {
    expect(marks(handlers, server)).toBe(0);
  });
});
