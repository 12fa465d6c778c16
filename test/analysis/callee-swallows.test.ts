import path from "node:path";
import { describe, expect, it } from "vitest";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

/** What a tool loses that imports `create` from a file with this text, and puts it into its answer by a function. */
function lostBehind(
  store: string,
  format = "const format = (made) => JSON.stringify(made);",
  work = "const made = await create(args);",
): string[] {
  const text = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
    import { create } from "./store.js";
    ${format}
    new McpServer({ name: "s", version: "1" }).registerTool("create", {}, async (args) => {
      ${work}
      return { content: [{ type: "text", text: format(made) }] };
    });`;
  const root = makeTree({ "package.json": MCP_MANIFEST, "main.ts": text, "store.ts": store });
  const parse = projectParser(undefined);
  const filename = path.join(root, "main.ts");
  const parsed = parse(text, filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel(filename, parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
  return model?.swallows.map(({ instead }) => instead) ?? [];
}

describe("a failure that is lost in a function of another file", () => {
  it("is found where it becomes an empty value", () => {
    expect(lostBehind("export const create = async (args) => await api.create(args).catch(() => null);")).toEqual([
      "null",
    ]);
  });

  it.each([
    ["says that it goes on without", "// Continue if the service fails", []],
    ["says nothing", "", ["the code behind it", "null"]],
  ])("depends on a clause around the call that %s", (_name, comment, found) => {
    const store = "export const create = async (args) => await api.create(args).catch(() => null);";
    const format = "const format = (made) => JSON.stringify(made);";
    const work = `let made = [];
      try { const one = await create(args); made.push(one); } catch (error) {
        ${comment}
      }`;
    expect(lostBehind(store, format, work)).toEqual(found);
  });

  it.each([
    ["has words for it", '"Failed to create it"', []],
    ["has none", '"Nothing made"', ["null"]],
  ])("depends on a function that %s", (_name, words, found) => {
    const store = "export const create = async (args) => await api.create(args).catch(() => null);";
    expect(lostBehind(store, `const format = (made) => (made ? made.name : ${words});`)).toEqual(found);
  });

  it("is none where the work is undone, and the first failure thrown", () => {
    const store = `export async function create(args) {
      const box = await api.add(args);
      try {
        return { box, address: await api.name(box) };
      } catch (error) {
        await api.forget(box).catch(() => undefined);
        throw error;
      }
    }`;
    expect(lostBehind(store)).toEqual([]);
  });
});
