import path from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { isNeverStarted } from "../../src/analysis/started/never-started.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { lintText } from "../../src/lint/lint-text.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

const SCRIPT =
  "async function closeAll(ids) { return { content: [{ type: 'text', text: String(await close(ids)) }] }; }\ncloseAll([]);";

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
      "    const made = [];\n    for (const title of args.titles) made.push(await api.createIssue(title));\n    return { content: [{ type: 'text', text: made.join() }] };",
    ],
    ["no-bare-throw", "    if (!args.title) throw new Error('The title is empty.');\n    return api.openIssue(args);"],
    [
      "no-raw-error-message",
      `    try {\n      return await api.openIssue(args);\n    } catch (error) {\n${TOLD}\n    }`,
    ],
    ["prefer-tool-error", TOLD.replace("error.message", '"The title is taken."')],
    ["require-error-category", TOLD.replace("error.message", '"The title is taken."')],
    [
      "require-is-error",
      "    try {\n      return await api.openIssue(args);\n    } catch (error) {\n      return { content: [{ type: 'text', text: `Error: ${error.message}` }] };\n    }",
    ],
    [
      "no-swallowed-error",
      "    try {\n      await api.openIssue(args);\n    } catch {}\n    return { content: [{ type: 'text', text: 'Opened.' }] };",
    ],
  ])("are left alone by %s", (name, body) => {
    const use = 'import { addIssueTools } from "./tools/issues.js";\naddIssueTools(server);';
    expect(marks(name, body, use)).toBe(1);
    expect(marks(name, body, 'import { LIMIT } from "./tools/issues.js";\nserve(LIMIT);')).toBe(0);
  });
});

it.each([
  [
    "a server beside them has others",
    `${SWALLOWING_TOOL}\nimport { addTools } from "./tools/orders.js";\naddTools();`,
    0,
  ],
  ["no server is to be seen that could", "export const LIMIT = 5;", 1],
])("tools that no file imports, where %s", (_, main, found) => {
  const body =
    "    try {\n      await api.openIssue(args);\n    } catch {}\n    return { content: [{ type: 'text', text: 'Opened.' }] };";
  expect(marks("no-swallowed-error", body, main)).toBe(found);
});

it("is no tool that a failure of another file is told to", () => {
  const issues = `export async function readIssues() {
  try {
    return JSON.parse(await fs.readFile("issues.json", "utf8"));
  } catch {
    return null;
  }
}`;
  const server = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readIssues } from "./issues.js";
export class IssueServer {
  constructor() {
    const server = new McpServer({ name: "s", version: "1" });
    server.registerTool("list_issues", {}, async () => {
      const issues = await readIssues();
      return { content: [{ type: "text", text: issues ? issues.join() : "There are none." }] };
    });
  }
}`;
  const marksWith = (main: string): number => {
    const root = makeTree({
      "package.json": MCP_MANIFEST,
      "src/issues.ts": issues,
      "src/desk.ts": server,
      "src/main.ts": main,
    });
    const project = new Project({ settings: DEFAULT_SETTINGS, parse });
    const rule = rules["no-swallowed-error"];
    if (!rule) throw new Error("There is no such rule.");
    const active = [{ id: "mcp-errors/no-swallowed-error", rule, options: {} }];
    return lintText(path.join(root, "src/issues.ts"), issues, parse, project, active).result.messages.length;
  };
  expect(marksWith('import { IssueServer } from "./desk.js";\nnew IssueServer();')).toBe(1);
  expect(marksWith("serve();")).toBe(0);
});
