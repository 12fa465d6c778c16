import path from "node:path";
import { describe, expect, it } from "vitest";
import { isNeverStarted } from "../../src/analysis/started/never-started.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
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

/** A script that calls a function of its own. */
const SCRIPT = `${HELPER.replace("export ", "")}\ncloseAll([]);`;
const CLASS = "export class CloseDesk { async run(ids) { return close(ids); } }";
const ALL = 'export * from "./tools/index.js";';
const BARREL = (name: string): string => `import { ${name} } from "./tools/index.js";\nserve(${name});`;
const LATER = (name: string): string => `const { ${name} } = await import("./all.js");\nserve(${name});`;
const MADE = 'import { desk } from "./make.js";\nserve(() => desk.closeAll([]));';

const manifest = (more: object): string => JSON.stringify({ ...(JSON.parse(MCP_MANIFEST) as object), ...more });
const tsconfig = (...include: string[]): string => JSON.stringify({ include });
const PROGRAM = { "package.json": manifest({ main: "dist/index.js" }), "mcp/index.ts": "serve();" };
const PAGE = { "README.md": "Run `node dist/mcp/server.js`." };
const BUILT = { "tsconfig.json": tsconfig("src/**/*.ts"), "src/server.ts": SWALLOWING_TOOL };
const STARTED = { "package.json": manifest({ scripts: { start: "tsx index.ts" } }) };

/** A package in a folder of its own. */
const within = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ "package.json": MCP_MANIFEST, ...files }).map(([name, text]) => [`${folder}/${name}`, text]),
  );

const ARROW = "async (ids) => ({ content: [{ type: 'text', text: String(await close(ids)) }] })";
const TABLE = `export const tools = [{ name: "close", inputSchema: {}, handler: ${ARROW} }];`;
const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export function startServer() {
  const server = new McpServer({ name: "s", version: "1" });
  server.registerTool("close", {}, async (ids) => close(ids));
}`;
const CHILD = "export class CloseDesk extends Desk { async run(ids) { return close(ids); } }";
const WORKSPACE = {
  ...within("shop", { "package.json": manifest({ name: "shop", main: "main.js" }), "tools/close.ts": HELPER }),
  "package.json": '{"private":true,"workspaces":["shop","desk"],"devDependencies":{"tsx":"4"}}',
};

const importing = (names: string, use: string): string => `import { ${names} } from "./tools/close.js";\n${use}`;

describe("a function that nothing starts", () => {
  it.each([
    ["no file imports", {}],
    [
      "makes a server, in a package that serves from another file",
      { "tools/close.ts": SERVER, "main.ts": SERVER.replaceAll("McpServer", "Server") },
    ],
    ["only a test imports", { "test/close.test.ts": 'import { closeAll } from "../tools/close.js";\ncloseAll([]);' }],
    ["the importing files do not name", { "main.ts": importing("LIMIT", "serve(LIMIT);") }],
    [
      "is called like what builds a result",
      { "tools/close.ts": HELPER.replace("closeAll", "error"), "main.ts": importing("success", "serve(success);") },
    ],
    ["is an arrow of that kind", { "tools/close.ts": "export const closeAll = async (ids) => close(ids);" }],
    ["is a method that nobody calls", { "tools/close.ts": SERVICE, "main.ts": importing("Desk", "new Desk();") }],
    ["is imported, and never called", { "main.ts": importing("closeAll, closeOne", "serve(closeOne);") }],
    [
      "is handed on, and taken by nobody",
      { "tools/index.ts": 'export { closeAll, closeOne } from "./close.js";', "main.ts": BARREL("closeOne") },
    ],
    [
      "only others call that nothing starts",
      { "desk.ts": `import { closeAll } from "./tools/close.js";\nexport const closeDesk = () => closeAll([]);` },
    ],
    ["only a type asks for", { "main.ts": importing("closeAll, LIMIT", "serve(LIMIT as typeof closeAll);") }],
    [
      "stands in a class of which one is made at the top, and taken by nobody",
      { "tools/close.ts": `${CLASS}\nexport const closeDesk = new CloseDesk();` },
    ],
    [
      "stands in a class of which only what a method gives is taken by nobody",
      { "tools/close.ts": `${CLASS}\nexport const closingTools = new CloseDesk().run([]);` },
    ],
    [
      "stands in a class that extends one of the platform, and is made nowhere",
      {
        "tools/close.ts": `import { EventEmitter } from "node:events";\n${CLASS.replace("CloseDesk", "CloseDesk extends EventEmitter")}`,
      },
    ],
    [
      "stands in a class that extends a global one, and is made nowhere",
      { "tools/close.ts": CLASS.replace("CloseDesk", "CloseDesk extends EventTarget") },
    ],
    [
      "is a method of a class that only tests make",
      {
        "tools/close.ts": CLASS,
        "test/close.test.ts": 'import { CloseDesk } from "../tools/close.js";\nnew CloseDesk();',
      },
    ],
    [
      "a comment names that was code",
      {
        "main.ts": importing("closeAll", "/*\nserve({\n  closeAll,\n});\n*/\nserve(1);"),
        "index.ts": 'import "./main.js";',
      },
    ],
    [
      "another file registers that nothing imports",
      {
        "desk.ts": importing(
          "closeAll",
          `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export function addTools(server: McpServer) { server.registerTool("close", {}, async (ids) => closeAll(ids)); }`,
        ),
      },
    ],
    [
      "stands in a list of which only the length is asked for",
      {
        "desk.ts": importing(
          "closeAll",
          "export const allTools = () => [closeAll];\nexport const COUNT = allTools().length;",
        ),
      },
    ],
    [
      "stands in a list that nobody takes",
      { "tools/close.ts": `${HELPER}\nexport const closingTools = { closeAll };` },
    ],
    [
      "stands in an exported list of a file that nothing imports",
      { "tools/close.ts": `export const closingWork = { all: ${ARROW}, "one by one": ${ARROW} } as const;` },
    ],
    [
      "stands in a list that only a list of the folder hands on",
      {
        "tools/close.ts": `export const closingTools = { all: ${ARROW} };`,
        "tools/index.ts": '// All of them.\nimport { closingTools } from "./close.js";\n\nexport { closingTools };\n',
      },
    ],
    ["is the default of a file that nothing imports", { "tools/close.ts": HELPER.replace("export", "export default") }],
    ["stands in a file of handlers that nothing imports", { "tools/handler.ts": HELPER }, "tools/handler.ts"],
    [
      "stands in a class that extends one of its own project, and is made nowhere",
      { "desk.ts": "export class Desk {}", "tools/close.ts": `import { Desk } from "../desk.js";\n${CHILD}` },
    ],
    [
      "stands in a class that was moved away from its base",
      { "tools/close.ts": `import { Desk } from "../desk.js";\n${CHILD}` },
    ],
    [
      "no file of its package imports, nor another part of the workspace",
      {
        ...WORKSPACE,
        "desk/run.ts": 'import { open } from "hall";\nopen();',
        "desk/run.test.ts": 'import { closeAll } from "shop";\ncloseAll([]);',
        "docs/use.ts": 'import { closeAll } from "shop";\ncloseAll([]);',
      },
      "shop/tools/close.ts",
    ],
    [
      "no part of a workspace imports that a list of its own names",
      {
        ...WORKSPACE,
        "package.json": '{"devDependencies":{"tsx":"4"}}',
        "pnpm-workspace.yaml": "packages:\n  # all of them\n  - './sh*'\n",
      },
      "shop/tools/close.ts",
    ],
    [
      "stands in the default list of a file that nothing imports",
      { "tools/close.ts": `${HELPER}\nexport default { closeAll };` },
    ],
    ["stands in a server file that only runs", { ...PROGRAM, "mcp/server.ts": HELPER }, "mcp/server.ts"],
    ["stands in a file that no build takes in", { ...BUILT, "index.ts": SCRIPT }, "index.ts"],
    [
      "stands in a file that no build of its part of a repository takes in",
      {
        ...within("shop", { ...BUILT, "draft.ts": SCRIPT }),
        "package.json": '{"private":true,"devDependencies":{"tsx":"4"}}',
      },
      "shop/draft.ts",
    ],
  ])("is one that %s", (_name, files: Readonly<Record<string, string>>, name?: string) => {
    expect(isDead(files, name)).toBe(true);
  });

  it.each([
    [
      "stands in a class of which one is made at the top, and given to nobody",
      { "tools/close.ts": `${CLASS}\nconst desk = new CloseDesk();` },
    ],
    [
      "stands in what a class of a library is given",
      { "tools/close.ts": `import { Desk } from "desk";\nexport const closeDesk = new Desk({ run: ${ARROW} });` },
    ],
    ["an importing file names", { "main.ts": importing("closeAll", "server.tool('close', closeAll);") }],
    [
      "registers tools in a file that nothing imports yet",
      {
        "tools/close.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export function closeAll(server: McpServer) { server.registerTool("close", {}, async () => close()); }`,
      },
    ],
    [
      "stands in a list that is served, and whose length is asked for",
      { "desk.ts": importing("closeAll", "const allTools = () => [closeAll];\nserve(allTools(), allTools().length);") },
    ],
    [
      "stands in a list of a circle of lists",
      { "tools/close.ts": `${HELPER}\nconst closing = { closeAll, opening };\nconst opening = { closing };` },
    ],
    [
      "stands in a list that its own file serves",
      { "tools/close.ts": `${HELPER}\nexport const closingTools = { closeAll };\nserve(closingTools);` },
    ],
    [
      "stands in a list that another file takes",
      {
        "tools/close.ts": `${HELPER}\nexport const closingTools = { closeAll };`,
        "main.ts": importing("closingTools", "serve(closingTools);"),
      },
    ],
    [
      "stands in a list under a name that a loader may look for",
      { "tools/close.ts": `${HELPER}\nexport const handlers = { closeAll };` },
    ],
    [
      "stands in the default list of a file that another one imports",
      {
        "tools/close.ts": `${HELPER}\nexport default { closeAll };`,
        "main.ts": 'import tools from "./tools/close.js";\nserve(tools);',
      },
    ],
    ["its own file names", { "tools/close.ts": `${HELPER}\nserver.tool("close", closeAll);` }],
    ["a file hands on", { "index.ts": 'export * from "./tools/close.js";' }],
    ["is taken with all others", { "main.ts": 'import * as tools from "./tools/close.js";\nserve(tools);' }],
    ["a loader may look for", { "tools/close.ts": HELPER.replace("closeAll", "handler") }],
    [
      "is the default of a file that another one imports",
      {
        "tools/close.ts": HELPER.replace("export", "export default"),
        "main.ts": 'import close from "./tools/close.js";',
      },
    ],
    [
      "has no name, as the default of a file",
      { "tools/close.ts": HELPER.replace("export", "export default").replace("closeAll", "") },
    ],
    [
      "stands in a list that is made by a call",
      { "tools/close.ts": `export const closingTools = { all: tool(${ARROW}) };` },
    ],
    ["makes the only server of its package", { "tools/close.ts": SERVER, "main.ts": "serve();" }],
    ["stands in a list of tools that nothing imports yet", { "tools/close.ts": TABLE }],
    ["stands in a class that extends one of a package", { "tools/close.ts": `import { Desk } from "desk";\n${CHILD}` }],
    [
      "stands in a class that comes to extend itself",
      { "tools/close.ts": `class Desk extends CloseDesk {}\n${CHILD}` },
    ],
    [
      "stands in a class whose base extends one of a package",
      {
        "desk.ts": 'import { Hall } from "hall";\nexport class Desk extends Hall {}',
        "tools/close.ts": `import { Desk } from "../desk.js";\n${CHILD}`,
      },
    ],
    [
      "stands in a class of a framework that makes what extends its own",
      {
        "package.json": manifest({ dependencies: { "mcp-framework": "1" } }),
        "desk.ts": "export class Desk {}",
        "tools/close.ts": `import { Desk } from "../desk.js";\n${CHILD}`,
      },
    ],
    [
      "is handed on by a file of the top that nothing imports",
      { "tools/close.ts": HELPER, "index.ts": 'export { closeAll } from "./tools/close.js";' },
    ],
    [
      "is handed on by a list of the folder that a page names",
      { "tools/index.ts": 'export { closeAll } from "./close.js";', "README.md": "See `tools/index.ts`." },
    ],
    [
      "is imported by a list of the folder that runs",
      { "tools/index.ts": 'import { closeAll } from "./close.js";\nserve(closeAll);' },
    ],
    [
      "stands in a folder with a manifest that is no part of the workspace",
      {
        ...WORKSPACE,
        "package.json": '{"workspaces":{"packages":["desk","packages/*"]},"devDependencies":{"tsx":"4"}}',
      },
      "shop/tools/close.ts",
    ],
    [
      "another part of a workspace imports by the name of the package",
      { ...WORKSPACE, "desk/run.ts": 'import { closeAll } from "shop";\ncloseAll([]);' },
      "shop/tools/close.ts",
    ],
    [
      "another part of a workspace imports by its path",
      { ...WORKSPACE, "desk/run.ts": 'import { closeAll } from "../shop/tools/close.js";\ncloseAll([]);' },
      "shop/tools/close.ts",
    ],
    ["another package of the repository may import", { "tools/package.json": MCP_MANIFEST }],
    [
      "is handed on, and taken from there",
      { "tools/index.ts": 'export { closeAll as shut } from "./close.js";', "all.ts": ALL, "main.ts": LATER("shut") },
    ],
    ["others call that are started", { "main.ts": importing("closeAll", "const run = () => closeAll([]);\nrun();") }],
    [
      "is imported by a name of the project's own",
      {
        "tsconfig.json": JSON.stringify({ compilerOptions: { paths: { "@closing": ["./tools/close.ts"] } } }),
        "main.ts": importing("closeAll", "serve(closeAll);").replace("./tools/close.js", "@closing"),
      },
    ],
    [
      "is handed out in a list",
      {
        "tools/close.ts": `${HELPER.replace("export ", "")}\nexport { closeAll };`,
        "main.ts": importing("closeAll", "serve(closeAll);"),
      },
    ],
    [
      "another one calls that is the default of its file",
      {
        "close.ts": importing("closeAll", "const closeDesk = () => closeAll([]);\nexport default closeDesk;"),
        "main.ts": 'import close from "./close.js";\nserve(close);',
      },
    ],
    [
      "a script takes from the build",
      { "scripts/close.js": 'import { closeAll } from "../dist/tools/close.js";\ncloseAll([]);' },
    ],
    ["is imported by a component", { "page.vue": `<script>${importing("closeAll", "closeAll([]);")}</script>` }],
    [
      "needs no import",
      { "package.json": manifest({ dependencies: { nitro: "3", "@modelcontextprotocol/sdk": "1" } }) },
    ],
    ["is imported under an unknown name", { "main.ts": importing("LIMIT", "").replace("./tools", "$lib/tools") }],
    [
      "a loader may find in the folder",
      { "main.ts": "for (const file of await readdir('tools')) Object.values(await import(file)).forEach(serve);" },
    ],
    ["the manifest gives to others", { "package.json": manifest({ exports: { "./close": "./dist/tools/close.js" } }) }],
    [
      "is a method of a class that is made",
      { "tools/close.ts": CLASS, "main.ts": importing("CloseDesk", "serve(new CloseDesk());") },
    ],
    [
      "is a method that any word may call",
      { "tools/close.ts": SERVICE, "main.ts": importing("Desk", "new Desk()[word]();") },
    ],
    [
      "is a method that a file calls which does not import its class",
      { "tools/close.ts": SERVICE, "make.ts": importing("Desk", "export const desk = new Desk();"), "main.ts": MADE },
    ],
    ["stands in a server file that a page names", { ...PROGRAM, ...PAGE, "mcp/server.ts": HELPER }, "mcp/server.ts"],
    [
      "stands in a part of a repository, of which others may import it",
      {
        ...within("shop", { "tools/close.ts": HELPER }),
        "package.json": '{"private":true,"devDependencies":{"tsx":"4"}}',
      },
      "shop/tools/close.ts",
    ],
    ["stands in a file that a script names", { ...BUILT, ...STARTED, "index.ts": SCRIPT }, "index.ts"],
    [
      "stands in a file that a build takes in",
      { ...BUILT, "tsconfig.json": tsconfig("*.ts"), "index.ts": SCRIPT },
      "index.ts",
    ],
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
  ])("is not one that %s", (_name, files: Readonly<Record<string, string>>, name?: string) => {
    expect(isDead(files, name)).toBe(false);
  });
});

it("is not told of a server of the tests, which only they start", () => {
  const main = { "test/main.ts": importing("closeAll", "serve(closeAll);") };
  expect(isDead(main, "test/tools/close.ts")).toBe(false);
  expect(isDead(main, "tools/close.ts")).toBe(true);
});
