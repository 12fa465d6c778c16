import path from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

/** A table of tools whose handlers give data. */
const tools = (name: string, failure: string): string =>
  `export const ${name}Tools = [{ name: "${name}", inputSchema: {}, handler: async (args) => {
    const found = await api.load(args.id);
    if (found.error) return ${failure};
    return { ${name}: found.${name} };
  } }];`;

const FAILURE = "{ error: found.error }";

/** Registers whatever stands in the tables, one after the other. */
const server = (loop: string, call = "tool.handler(args)"): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { orderTools } from "./orders.js";
import { shopTools } from "./shops.js";
const server = new McpServer({ name: "s", version: "1" });
const all = [...orderTools, ...shopTools];
${loop.replace(
  "REGISTER",
  `server.tool(tool.name, "Loads it.", tool.inputSchema, async (args) => {
    const result = await ${call};
    return { content: [{ type: "text", text: JSON.stringify(result) }] };
  })`,
)}`;

/** What is said of the failures of a table that the server hands on as data. */
function handedOn(text: string, files: Readonly<Record<string, string>> = {}): string[] {
  const root = makeTree({
    "package.json": MCP_MANIFEST,
    "main.ts": text,
    "orders.ts": tools("order", FAILURE),
    "shops.ts": tools("shop", FAILURE),
    ...files,
  });
  const parse = projectParser(undefined);
  const filename = path.join(root, "orders.ts");
  const parsed = parse(files["orders.ts"] ?? tools("order", FAILURE), filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel(filename, parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
  const rule = rules["require-is-error"];
  if (!model || !rule) throw new Error("There is nothing to look at.");
  return [...rule.find(model, {})].map(({ messageId }) => messageId);
}

describe("handlers that a loop registers", () => {
  it.each([
    ["for … of", "for (const tool of all) REGISTER;"],
    ["forEach", "all.forEach((tool) => REGISTER);"],
  ])("are looked at for the failures that they give as data: %s", (_, loop) => {
    expect(handedOn(server(loop))).toEqual(["ownFailureAsData"]);
  });

  it("are seen behind a type that is asserted", () => {
    const call = "(tool.handler as (args: unknown) => Promise<unknown>)(args)";
    expect(handedOn(server("for (const tool of all) REGISTER;", call))).toEqual(["ownFailureAsData"]);
  });

  it.each([
    ["nothing in them fails", "for (const tool of all) REGISTER;", "{ order: null }"],
    ["another list is asked", "all.map((tool) => tool.name).forEach((tool) => REGISTER);", FAILURE],
    ["each is only looked for", "all.find((tool) => REGISTER);", FAILURE],
    ["it is its place in the list", "all.forEach((_, tool) => REGISTER);", FAILURE],
    ["it is a part of each", "all.forEach(({ tool }) => REGISTER);", FAILURE],
  ])("make no finding where %s", (_, loop, failure) => {
    const files = { "orders.ts": tools("order", failure), "shops.ts": tools("shop", failure) };
    expect(handedOn(server(loop), files)).toEqual([]);
  });
});
