import path from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { isNeverStarted } from "../../src/analysis/never-started.js";
import { Project, projectParser } from "../../src/analysis/project.js";
import { lintText } from "../../src/lint/lint-text.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

const HELPER =
  "export async function closeAll(ids) { return { content: [{ type: 'text', text: String(await close(ids)) }] }; }";
const SERVICE = "export class Desk { async closeAll(ids) { return close(ids); } }";

/** The first function of a file, which is a helper unless it is written otherwise, is started by nothing. */
function isDead(files: Readonly<Record<string, string>>, name = "tools/close.ts"): boolean {
  const root = makeTree({ "package.json": MCP_MANIFEST, [name]: HELPER, ...files });
  const file = new Project({ settings: DEFAULT_SETTINGS, parse: projectParser(undefined) }).load(path.join(root, name));
  const [fn] = file?.index.functions ?? [];
  if (!file || !fn) throw new Error(`${name} holds no function`);
  return isNeverStarted(fn, file);
}

const importing = (names: string, use: string): string => `import { ${names} } from "./tools/close.js";\n${use}`;

describe("a function that nothing starts", () => {
  it.each([
    ["no file imports", {}],
    ["only a test imports", { "test/close.test.ts": 'import { closeAll } from "../tools/close.js";\ncloseAll([]);' }],
    ["the importing files do not name", { "main.ts": importing("LIMIT", "serve(LIMIT);") }],
    ["is an arrow of that kind", { "tools/close.ts": "export const closeAll = async (ids) => close(ids);" }],
    ["is a method that nobody calls", { "tools/close.ts": SERVICE, "main.ts": importing("Desk", "new Desk();") }],
  ])("is one that %s", (_name, files: Readonly<Record<string, string>>) => {
    expect(isDead(files)).toBe(true);
  });

  it.each([
    ["an importing file names", { "main.ts": importing("closeAll", "server.tool('close', closeAll);") }],
    ["its own file names", { "tools/close.ts": `${HELPER}\nserver.tool("close", closeAll);` }],
    ["a file hands on", { "index.ts": 'export * from "./tools/close.js";' }],
    ["is taken with all others", { "main.ts": 'import * as tools from "./tools/close.js";\nserve(tools);' }],
    ["a loader may look for", { "tools/close.ts": HELPER.replace("closeAll", "handler") }],
    ["is not exported by name", { "tools/close.ts": HELPER.replace("export", "export default") }],
    ["another package of the repository may import", { "tools/package.json": MCP_MANIFEST }],
    [
      "an interface asks for",
      {
        "tools/close.ts": SERVICE.replace("Desk", "Desk implements Closer"),
        "main.ts": importing("Desk", "new Desk();"),
      },
    ],
    [
      "a framework finds by its mark",
      { "tools/close.ts": SERVICE.replace("async", "@Tool() async"), "main.ts": importing("Desk", "new Desk();") },
    ],
  ])("is not one that %s", (_name, files: Readonly<Record<string, string>>) => {
    expect(isDead(files)).toBe(false);
  });
});

it("is not told of a server of the tests, which only they start", () => {
  const main = { "test/main.ts": importing("closeAll", "serve(closeAll);") };
  expect(isDead(main, "test/tools/close.ts")).toBe(false);
  expect(isDead(main, "tools/close.ts")).toBe(true);
});

const parse = projectParser(undefined);

/** How often a rule marks the tools of `tools/issues.ts`. */
function marks(name: string, body: string, main: string): number {
  const text = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nexport function addIssueTools(server: McpServer) {\n  server.registerTool("open_issue", {}, async (args) => {\n${body}\n  });\n}`;
  const root = makeTree({ "package.json": MCP_MANIFEST, "tools/issues.ts": text, "main.ts": main });
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const rule = rules[name];
  if (!rule) throw new Error(`There is no rule "${name}".`);
  const active = [{ id: `mcp-errors/${name}`, rule, options: {} }];
  return lintText(path.join(root, "tools/issues.ts"), text, parse, project, active).result.messages.length;
}

/** A script that calls a function of its own. */
const SCRIPT = `${HELPER.replace("export ", "")}\ncloseAll([]);`;

it.each([
  ["examples/show.ts", SCRIPT, "", true],
  ["src/demo/show.ts", SCRIPT, "", true],
  ["src/show.ts", SCRIPT, "", false],
  ["examples/show.ts", SCRIPT, 'import "./examples/show.js";', false],
  ["examples/server.ts", `${SWALLOWING_TOOL}\n${SCRIPT}`, "", false],
])("a script among the examples: %s", (name, text, main, expected) => {
  const root = makeTree({ "package.json": MCP_MANIFEST, [name]: text, "main.ts": main });
  const file = new Project({ settings: DEFAULT_SETTINGS, parse }).load(path.join(root, name));
  const fn = file?.index.functions.at(-1);
  if (!file || !fn) throw new Error(`${name} holds no function`);
  expect(isNeverStarted(fn, file)).toBe(expected);
});

const TOLD = "      return { isError: true, content: [{ type: 'text', text: error.message }] };";

describe("tools that nothing registers", () => {
  it.each([
    [
      "no-lost-partial-results",
      "    const issue = await api.createIssue(args);\n    await api.addLabels(issue.id, args.labels);\n    return { content: [{ type: 'text', text: issue.url }] };",
    ],
    ["no-bare-throw", "    if (!args.title) throw new Error('The title is empty.');\n    return api.openIssue(args);"],
    [
      "no-raw-error-message",
      `    try {\n      return await api.openIssue(args);\n    } catch (error) {\n${TOLD}\n    }`,
    ],
    ["prefer-tool-error", TOLD.replace("error.message", '"The title is taken."')],
  ])("are left alone by %s", (name, body) => {
    const use = 'import { addIssueTools } from "./tools/issues.js";\naddIssueTools(server);';
    expect(marks(name, body, use)).toBe(1);
    expect(marks(name, body, 'import { LIMIT } from "./tools/issues.js";\nserve(LIMIT);')).toBe(0);
  });
});
