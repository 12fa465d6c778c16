import path from "node:path";
import { rules as allRules } from "../../rules/index.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { presetRules } from "../../src/configs.js";
import type { ActiveRule } from "../../src/lint/lint-text.js";
import { surfaceOf } from "../../src/review/surface/load.js";
import type { Exit, Surface, SurfaceTool } from "../../src/review/surface/types.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { MCP_MANIFEST, makeTree } from "./tree.js";

export const RECOMMENDED: readonly ActiveRule[] = Object.entries(presetRules(allRules, "recommended")).flatMap(
  ([id, entry]) => {
    const rule = allRules[id.slice("mcp-errors/".length)];
    return rule ? [{ id, rule, options: (Array.isArray(entry) ? entry[1] : {}) as object }] : [];
  },
);

/** The surface of files that are written to a folder of their own. */
export function surfaceOfTexts(files: Readonly<Record<string, string>>): Surface {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  const parse = projectParser(undefined);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const sources = Object.entries(files)
    .filter(([name]) => /\.[cm]?[jt]s$/u.test(name))
    .map(([name, text]) => ({ file: path.join(root, name), text }));
  return surfaceOf(sources, root, project, parse, RECOMMENDED).surface;
}

/** A tool of the official SDK with this handler; `head` stands above it. */
export function tool(handler: string, head = "", name = "get_order"): string {
  return `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
${head}
const server = new McpServer({ name: "orders", version: "1.0.0" });
server.registerTool("${name}", { description: "Read an order.", inputSchema: {} }, ${handler});
`;
}

/** The one tool of a text. */
export function onlyTool(text: string, others: Readonly<Record<string, string>> = {}): SurfaceTool {
  const { tools } = surfaceOfTexts({ "main.ts": text, ...others });
  const [only] = tools;
  if (!only || tools.length > 1) throw new Error(`${tools.length} tools: ${tools.map(({ id }) => id).join(", ")}`);
  return only;
}

/** What the exits of a tool amount to, one line each. */
export function exitsOf({ exits }: SurfaceTool): string[] {
  return exits.map(lineOf);
}

function lineOf({ outcome, seenAs, trigger, category, retryable, waitSeconds, code }: Exit): string {
  const contract = [category, retryable, waitSeconds, code].map(String).join(" ");
  return `${trigger.label}: ${outcome}, ${seenAs}${contract === "null null null null" ? "" : `, ${contract}`}`;
}
