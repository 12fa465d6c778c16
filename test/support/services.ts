import path from "node:path";
import type { Placed } from "../../src/analysis/exits/queries.js";
import type { Swallowed } from "../../src/analysis/exits/swallowed.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { concernsTools, modelOfFile } from "../../src/model-of.js";
import { DEFAULT_SETTINGS, type Settings } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "./tree.js";

export const IMPORTS = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
`;

/** A tool that hands on what an expression gives. */
export function toolOf(imports: string, work: string): string {
  return `${IMPORTS}${imports}
server.registerTool("orders", {}, async ({ id }) => {
  ${work}
  return { content: [{ type: "text", text: JSON.stringify(found) }] };
});`;
}

export const TOOL = toolOf('import { ordersOf } from "./store.js";', "const found = await ordersOf(id);");

/** What `store.ts` loses: the ways of its failures, from the attempt to the tool. */
export function lostIn(files: Readonly<Record<string, string>>, settings: Settings = DEFAULT_SETTINGS): string[] {
  return swallowsOf(files, settings).map((swallow) => swallow.path.slice(1).join(" → "));
}

export function swallowsOf(
  files: Readonly<Record<string, string>>,
  settings: Settings = DEFAULT_SETTINGS,
): readonly Placed<Swallowed>[] {
  const root = makeTree({ "package.json": MCP_MANIFEST, "main.ts": TOOL, ...files });
  const project = new Project({ settings, parse: projectParser(undefined) });
  const filename = path.join(root, "store.ts");
  if (!concernsTools(files["store.ts"] ?? "", filename, project)) return [];
  const file = project.load(filename);
  if (!file) throw new Error("store.ts does not parse");
  return modelOfFile(file)?.flow.swallowed ?? [];
}
