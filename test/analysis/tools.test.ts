import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Project } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../../src/syntax/parse.js";

const oxc = loadOxc();
if (!oxc) throw new Error("oxc-parser is a devDependency of this project.");
const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "mcp-errors-tools-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The sources of the handlers of each tool, cut out of the file that registers them. */
function handlersIn(text: string): (readonly string[])[] | undefined {
  const filename = path.join(folder, "server.ts");
  const parsed = parse(text, filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel(filename, parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
  return model?.tools.map(({ functions }) => functions.map((fn) => model.file.textOf(fn)));
}

const REGISTER = `import { FastMCP } from "fastmcp";
const server = new FastMCP({ name: "orders", version: "1.0.0" });
`;

it("finds the handlers of the tools that stand in the file", () => {
  expect(
    handlersIn(`${REGISTER}const list = { name: "list", execute: async () => "none" };\nserver.addTool(list);\n`),
  ).toEqual([['async () => "none"']]);
});

it("leaves the handlers of imported tools to the file in which they stand", () => {
  const tool = `export const list = { name: "list", description: "Lists orders.", parameters: undefined, execute: async () => "none" };\n`;
  writeFileSync(path.join(folder, "list.ts"), tool);
  writeFileSync(
    path.join(folder, "all.ts"),
    `import { list } from "./list.js";\nexport const handle = async () => "all";\nexport const all = { name: "all", execute: handle };\nexport const tools = [list, all];\n`,
  );
  expect(
    handlersIn(
      `import { list } from "./list.js";\nimport { all, tools } from "./all.js";\n${REGISTER}server.addTool(list);\nserver.addTool(all);\nserver.addTools(tools);\n`,
    ),
  ).toEqual([[], [], []]);
});

it.each([
  ["which serves tools by a library of another one", "@modelcontextprotocol/sdk/server/mcp.js", 1],
  ["which serves none", "express", 0],
])("reads a file that writes results in a package %s", (_name, library, count) => {
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "s", dependencies: { agents: "0.3.1" } }));
  writeFileSync(path.join(folder, "index.ts"), `import { McpServer } from "${library}";\n`);
  const text = 'export const read = async (api, id) => ({ content: [{ type: "text", text: await api.read(id) }] });\n';
  const filename = path.join(folder, "orders.ts");
  const parsed = parse(text, filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel(filename, parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
  expect(model?.reached.size ?? 0).toBe(count);
});
