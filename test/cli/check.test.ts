import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { wantsColor } from "../../src/cli/color.js";
import { VERSION } from "../../src/version.js";
import { resultsOf, run } from "../support/cli.js";
import {
  FAILING_TOOL,
  GOOD_TOOL,
  makeTree,
  MCP_MANIFEST,
  PLAIN_MANIFEST,
  SWALLOWING_LINE,
  SWALLOWING_TOOL,
} from "../support/tree.js";

const project = (files: Readonly<Record<string, string | Buffer>>): string =>
  makeTree({ "package.json": MCP_MANIFEST, ...files });
/** Names of the files in which something was found, below the folder of the run. */
const foundIn = async (root: string, args: readonly string[] = []): Promise<string[]> =>
  resultsOf(await run(root, ["check", ...args, "--format", "json"]))
    .filter(({ errorCount }) => errorCount > 0)
    .map(({ filePath }) => filePath.slice(root.length + 1));
const oneLine = (text: string): void => expect(text).toMatch(/^error: [^\n]+\n$/u);

describe("exit codes", () => {
  it("0: tools, and nothing found", async () => {
    const result = await run(project({ "a.ts": GOOD_TOOL }), ["check"]);
    expect(result).toEqual({ code: 0, out: "Checked 1 file: 1 tool and 0 error paths in 1 file.\n", err: "" });
  });

  it("1: findings", async () => {
    const result = await run(project({ "src/a.ts": SWALLOWING_TOOL }), ["check"]);
    expect(result.code).toBe(1);
    const [name, finding, blank, summary] = result.out.split("\n");
    expect(name).toBe(join("src", "a.ts"));
    expect(finding).toMatch(
      new RegExp(`^  ${SWALLOWING_LINE}:5  This failure is swallowed .*  mcp-errors/no-swallowed-error$`, "u"),
    );
    expect(blank).toBe("");
    expect(summary).toBe("1 finding in 1 file");
    expect(result.err).toBe("");
  });

  it("1: a file that does not parse", async () => {
    expect((await run(project({ "a.ts": "export const tool = ;" }), ["check"])).code).toBe(1);
  });

  it("0: a project that has nothing to do with MCP", async () => {
    const root = makeTree({ "package.json": PLAIN_MANIFEST, "a.ts": "export const tool = 1;" });
    expect(await run(root, ["check"])).toMatchObject({
      code: 0,
      out: "Checked 1 file: 0 tools and 0 error paths in 0 files.\n",
    });
  });

  it("2: a project that depends on an MCP library, and no tool was found", async () => {
    for (const format of ["stylish", "json"]) {
      const result = await run(project({ "a.ts": "export const mcp = 1;" }), ["check", "--format", format]);
      expect(result.code).toBe(2);
      const told = format === "json" ? result.err : result.out;
      expect(told).toContain("No tools found, although the project depends on an MCP library.");
      expect(told).toContain("settings.toolBuilders` of mcp-errors.config.json");
    }
  });

  it("0: a folder without tools, where another one of the project has them", async () => {
    const root = project({ "src/util/a.ts": "export const a = 1;", "src/tools/archive.ts": GOOD_TOOL });
    const { code, out } = await run(root, ["check", "src/util"]);
    expect(code).toBe(0);
    expect(out).toContain(
      `No tools here. The project has some in other files, such as ${join("src", "tools", "archive.ts")}.`,
    );
    expect((await run(project({ "src/util/a.ts": "export const a = 1;" }), ["check", "src/util"])).code).toBe(2);
  });

  it("0: single files of such a project, as hooks name them", async () => {
    const root = project({ "a.ts": "export const mcp = 1;", "b.ts": "export const tool = 1;" });
    expect(await run(root, ["check", "a.ts", "b.ts"])).toEqual({
      code: 0,
      out: "Checked 2 files: 0 tools and 0 error paths in 0 files.\n",
      err: "",
    });
    expect((await run(root, ["check", "a.ts", "."])).code).toBe(2);
  });

  it("0: a helper of a server, though it registers no tool itself", async () => {
    const helper = 'export function ok(text: string) {\n  return { content: [{ type: "text", text }] };\n}\n';
    expect((await run(project({ "helper.ts": helper }), ["check", "helper.ts"])).code).toBe(0);
  });
});

describe("wrong use: one clear line on stderr, nothing on stdout, exit code 2", () => {
  const root = (): string => project({ "a.ts": GOOD_TOOL, "notes.md": "# mcp", "empty/.keep": "" });
  it.each([
    ["an unknown option", ["check", "--nope"], /unknown option '--nope'/u],
    ["an option that is nearly right", ["check", "--formt", "json"], /unknown option '--formt'.*--format/u],
    ["an unknown command", ["lint"], /unknown command 'lint'/u],
    ["a command that is nearly right", ["chekc"], /unknown command 'chekc'.*check/u],
    ["an unknown option before the command", ["--nope", "check"], /unknown option '--nope'/u],
    ["an unknown preset", ["check", "--preset", "best"], /best.*defects, recommended, integration, strict, all/u],
    ["an unknown format", ["check", "--format", "yaml"], /yaml.*stylish, json/u],
    ["an option without its value", ["check", "--preset"], /--preset/u],
    ["a path that does not exist", ["check", "src/nothing.ts"], /No such file or folder: src\/nothing\.ts\./u],
    ["two paths, one of which does not exist", ["check", "a.ts", "b.ts", "c"], /No such file or folder: b\.ts, c\./u],
    ["a file of another kind", ["check", "notes.md"], /Not a JavaScript or TypeScript file: notes\.md\./u],
    ["a folder without sources", ["check", "empty"], /No JavaScript or TypeScript files in empty/u],
    ["everything ignored", ["check", "--ignore", "**/*"], /No JavaScript or TypeScript files in \. /u],
  ])("%s", async (_name, args, message) => {
    const result = await run(root(), args);
    expect(result.code).toBe(2);
    expect(result.out).toBe("");
    oneLine(result.err);
    expect(result.err).toMatch(message);
  });

  it("no command: the help", async () => {
    const result = await run(root(), []);
    expect(result).toMatchObject({ code: 2, out: "" });
    expect(result.err).toContain("Usage: mcp-errors");
    expect(result.err).toContain("check [options] [paths...]");
  });

  it("control characters of a name do not reach the terminal", async () => {
    const { err } = await run(root(), ["check", "a\u001b[2Jb\n\u202Ec"]);
    oneLine(err);
    expect(err).toContain("a\uFFFD[2Jb \uFFFDc");
  });
});

describe("help and version", () => {
  it.each([["--help"], ["-h"]])("of the program: %s", async (flag) => {
    const result = await run(".", [flag]);
    expect(result).toMatchObject({ code: 0, err: "" });
    expect(result.out).toContain("Usage: mcp-errors");
  });

  it("of check names every option, gives examples and the exit codes", async () => {
    const result = await run(".", ["check", "--help"]);
    expect(result).toMatchObject({ code: 0, err: "" });
    for (const option of ["--preset", "--format", "--ignore"]) expect(result.out).toContain(option);
    expect(result.out).toMatch(/Examples:\n {2}\$ mcp-errors check /u);
    expect(result.out).toContain(
      "Exit code: 0 nothing found, 1 findings or files that cannot be read, 2 wrong use or nothing to check.",
    );
  });

  it("the examples are commands that exist", async () => {
    const root = project({ "src/a.ts": GOOD_TOOL });
    const examples = [
      ...(await run(root, ["check", "--help"])).out.matchAll(/^ {2}\$ mcp-errors (.*?)(?: {2,}.*)?$/gmu),
    ].map(([, args = ""]) => args.split(" "));
    expect(examples.length).toBeGreaterThan(1);
    for (const args of examples) {
      const result = await run(root, args);
      expect(result.code, args.join(" ")).toBe(0);
      expect(result.err).not.toContain("error:");
    }
  });

  it.each([["--version"], ["-v"]])("the version: %s", async (flag) => {
    expect(await run(".", [flag])).toEqual({ code: 0, out: `${VERSION}\n`, err: "" });
  });
});

describe("which files are linted", () => {
  it("sources of every kind", async () => {
    const names = ["a.ts", "b.mts", "c.tsx", "d.js", "e.mjs", "f.jsx", "sub/g.ts"];
    const root = project(Object.fromEntries(names.map((name) => [name, SWALLOWING_TOOL])));
    expect(await foundIn(root)).toEqual(names);
  });

  it("CommonJS too: require, and a return at the top", async () => {
    const text = SWALLOWING_TOOL.replace(
      /^import (.*) from (.*);$/mu,
      "const $1 = require($2);\nif (!process.env.KEY) return;",
    );
    const root = project({
      "a.cjs": text,
      "b.js": text,
      "c.cts": text.replace("const", "import type { X } from './x';\nconst"),
      "d.cts": SWALLOWING_TOOL,
    });
    expect((await run(root, ["check"])).out).not.toContain("Parsing error");
    expect(await foundIn(root)).toEqual(["a.cjs", "b.js", "c.cts", "d.cts"]);
  });

  it("not what others wrote, built or test", async () => {
    const left = [
      "node_modules/x/a.ts",
      "dist/a.js",
      "build/a.js",
      "coverage/a.js",
      "sub/dist/a.js",
      "dist-ssr/a.js",
      "a.d.ts",
      "a.min.js",
      "a.bundle.js",
      "src-backup/a.ts",
      "a.test.ts",
      "a.spec.tsx",
      "__tests__/a.ts",
      "test/a.ts",
      "e2e/a.ts",
      "src/evals/a.ts",
      "test-app/a.ts",
      "sub/test-server/a.ts",
      "scripts/test-client.mjs",
      "tmp/a.ts",
      "sub/scratch/a.ts",
      "temp_copy/a.ts",
      ".cache/a.ts",
      ".hidden/a.ts",
    ];
    const root = project({
      ...Object.fromEntries(left.map((name) => [name, SWALLOWING_TOOL])),
      "latest/a.ts": SWALLOWING_TOOL,
      "temp-sensors/a.ts": SWALLOWING_TOOL,
      "scripts/a.ts": SWALLOWING_TOOL,
      "test-tools/a.ts": SWALLOWING_TOOL,
      "tools/backup/a.ts": SWALLOWING_TOOL,
    });
    expect(await foundIn(root)).toEqual([
      "latest/a.ts",
      "scripts/a.ts",
      "temp-sensors/a.ts",
      "test-tools/a.ts",
      "tools/backup/a.ts",
    ]);
  });

  it("not what the compiler wrote beside its source", async () => {
    const compiled = { "a.ts": "a.js", "b.tsx": "b.js", "c.tsx": "c.jsx", "d.mts": "d.mjs", "e.cts": "e.cjs" };
    const written = { "f.js": "f.d.ts", "g.mjs": "g.ts", "sub/h.js": "h.ts", "i.tool.js": "i.ts" };
    const names = [...Object.entries(compiled), ...Object.entries(written)].flat();
    const root = project(Object.fromEntries(names.map((name) => [name, SWALLOWING_TOOL])));
    expect(await foundIn(root)).toEqual(
      [...Object.keys(compiled), ...Object.entries(written).flat()].filter((name) => name !== "f.d.ts").sort(),
    );
    expect(await foundIn(root, ["a.js"])).toEqual(["a.js"]);
  });

  it("not what was left beside its source under another name", async () => {
    const left = ["a.original.ts", "a.old.ts", "a-backup.ts", "sub/a_bak.ts"];
    const kept = ["a.ts", "sub/a.ts", "b.old.ts", "old.ts", "bold.ts"];
    const root = project(Object.fromEntries([...left, ...kept].map((name) => [name, SWALLOWING_TOOL])));
    expect(await foundIn(root)).toEqual(kept.sort());
    expect(await foundIn(root, ["a.old.ts"])).toEqual(["a.old.ts"]);
  });

  it("whatever is named, and folders of any name", async () => {
    const root = project({ "test/a.ts": SWALLOWING_TOOL, "dist/b.js": SWALLOWING_TOOL, "dist/c.js": SWALLOWING_TOOL });
    expect(await foundIn(root, ["test", "dist/b.js"])).toEqual(["dist/b.js", "test/a.ts"]);
  });

  it("once, however often it is named", async () => {
    const root = project({ "src/a.ts": SWALLOWING_TOOL });
    expect(
      resultsOf(await run(root, ["check", "src", "src/a.ts", ".", "./src/../src/a.ts", "--format", "json"])),
    ).toHaveLength(1);
  });

  it("all but the ignored ones, and --ignore takes one pattern at a time", async () => {
    const root = project({
      "src/a.ts": SWALLOWING_TOOL,
      "src/gen/b.ts": SWALLOWING_TOOL,
      "src/old/c.ts": SWALLOWING_TOOL,
    });
    expect(await foundIn(root, ["--ignore", "**/gen/**", "src"])).toEqual(["src/a.ts", "src/old/c.ts"]);
    expect(await foundIn(root, ["--ignore", "**/gen/**", "--ignore", "**/old/**", "src"])).toEqual(["src/a.ts"]);
  });

  it("names with blanks, brackets and letters of any alphabet", async () => {
    const names = ["[id]/a b.ts", "(group)/ü 日本.ts", "{x,y}/!(a).ts", "a*b?.ts", "'q\"/$HOME.ts"];
    const root = project(Object.fromEntries(names.map((name) => [name, SWALLOWING_TOOL])));
    expect((await foundIn(root)).sort()).toEqual([...names].sort());
    for (const name of names) expect(await foundIn(root, [name]), name).toEqual([name]);
    for (const folder of ["[id]", "(group)", "{x,y}"]) expect(await foundIn(root, [folder]), folder).toHaveLength(1);
    expect((await run(root, ["check", "(group)"])).out).toContain(join("(group)", "ü 日本.ts"));
  });

  it("not what links lead to, so that a loop of links ends", async () => {
    const root = project({ "src/a.ts": SWALLOWING_TOOL });
    symlinkSync("..", join(root, "src", "up"));
    symlinkSync(".", join(root, "src", "self"));
    symlinkSync("nowhere", join(root, "src", "broken.ts"));
    expect(await foundIn(root)).toEqual(["src/a.ts"]);
    expect(await foundIn(root, ["src/up/src"])).toEqual(["src/up/src/a.ts"]);
    const broken = await run(root, ["check", "src/broken.ts"]);
    expect(broken).toMatchObject({ code: 2, err: "error: No such file or folder: src/broken.ts.\n" });
  });
});

describe("files that cannot be linted", () => {
  it("that do not parse are told of, and the rest is linted", async () => {
    const root = project({
      "a.ts": "// mcp\nexport const tool = {{;\n",
      "b.ts": SWALLOWING_TOOL,
      "c.js": "const tool = 'open;",
    });
    const { code, out } = await run(root, ["check"]);
    expect(code).toBe(1);
    expect(out).toMatch(/^a\.ts\n {2}2:\d+ {2}Parsing error: \S.*\n$/mu);
    expect(out).toMatch(/^c\.js\n {2}1:14 {2}Parsing error: \S.*\n$/mu);
    expect(out).toContain("mcp-errors/no-swallowed-error");
    expect(out).toContain("\nChecked 3 files: 1 tool and 1 error path in 1 file.\n2 files couldn't be parsed.\n");
  });

  it.each([
    ["a source", "a.ts", SWALLOWING_TOOL],
    ["a configuration file", ".mcp.json", '{ "mcpServers": {} }'],
  ])("name %s in UTF-16, and say what to do", async (_name, file, text) => {
    const root = project({});
    writeFileSync(join(root, file), Buffer.from(`\uFEFF${text}`, "utf16le"));
    const { code, out } = await run(root, ["check"]);
    expect(code).toBe(1);
    expect(out).toContain("The file is encoded as UTF-16. Save it as UTF-8.");
  });

  it("point at the character, whatever stands before it", async () => {
    const root = project({ "a.ts": "const s = '😀 tool';\r\nconst t = '😀'; const = 1;\r\n" });
    expect(resultsOf(await run(root, ["check", "--format", "json"]))[0]?.messages[0]).toMatchObject({
      line: 2,
      column: 23,
    });
  });

  it.each([
    [
      "binary",
      Buffer.from([0x47, 0x40, 0x00, 0x10, ...Buffer.from("mcp tool")]),
      "The file is binary, not source text.",
    ],
    [
      "with a line of 10 MB",
      `const tool = "${"x".repeat(10_000_000)}";`,
      "The file is larger than 4 MiB; it's treated as a bundle.",
    ],
    [
      "with a long line",
      `const tool = 1;\n"${"x".repeat(250_000)}";\n`,
      "A line is longer than 200000 characters; the file is treated as a bundle.",
    ],
    [
      "written by esbuild",
      `#!/usr/bin/env node\nvar __defProp = Object.defineProperty;\n\n// src/tool.ts\n${SWALLOWING_TOOL}`,
      "The file is a bundle of esbuild; lint its sources.",
    ],
    [
      "written by webpack",
      `/******/ (() => { // webpackBootstrap\n${SWALLOWING_TOOL.replaceAll(/^import.*$/gmu, "")}\n})();`,
      "The file is a bundle of webpack; lint its sources.",
    ],
    [
      "written by Rolldown",
      `import { a } from "a";\n\n//#region src/tool.ts\n${SWALLOWING_TOOL}`,
      "The file is a bundle of Rolldown; lint its sources.",
    ],
  ])("%s: named at the end, no finding", async (_name, content, reason) => {
    const root = project({ "a.ts": content, "b.ts": GOOD_TOOL });
    const { code, out } = await run(root, ["check"]);
    expect(out).toBe(`Checked 2 files: 1 tool and 0 error paths in 1 file.\nNot checked: a.ts. ${reason}\n`);
    expect(code).toBe(0);
    const json = await run(root, ["check", "--format", "json"]);
    expect(json.err).toContain(`Not checked: a.ts. ${reason}\n`);
    // As ESLint tells of an ignored file.
    expect(resultsOf(json)[0]).toMatchObject({
      errorCount: 0,
      warningCount: 1,
      messages: [{ ruleId: null, fatal: false, severity: 1, message: `File ignored: ${reason}` }],
    });
  });

  it("minified: named at the end, no finding, but not a program with one long text", async () => {
    const long = `const names = ${JSON.stringify("order ".repeat(10_000))};\n`;
    const root = project({ "a.js": long + SWALLOWING_TOOL.replaceAll("\n", " "), "b.ts": GOOD_TOOL });
    const { code, out } = await run(root, ["check"]);
    expect(out).toBe(
      "Checked 2 files: 1 tool and 0 error paths in 1 file.\nNot checked: a.js. The file is minified; lint its sources.\n",
    );
    expect(code).toBe(0);
    const typed = project({ "a.ts": long + SWALLOWING_TOOL.replaceAll("\n", " ") });
    expect((await run(typed, ["check"])).code).toBe(1);
    const written = project({ "a.js": long + "\n".repeat(200) + SWALLOWING_TOOL });
    expect((await run(written, ["check"])).code).toBe(1);
  });

  it("a source that writes what a bundler writes is linted", async () => {
    const text = `${SWALLOWING_TOOL}\nconst HEAD = \`\nvar __commonJS = (cb) => cb;\n\`;\n`;
    expect(await foundIn(project({ "a.ts": text }))).toEqual(["a.ts"]);
  });

  it.each([
    ["empty", ""],
    ["of a BOM alone", "\uFEFF"],
    ["of white space", "\r\n\t \n"],
    ["of a comment", "// mcp tool"],
    ["of a shebang", "#!/usr/bin/env -S node --mcp-tool"],
  ])("%s: nothing to say", async (_name, content) => {
    const root = project({ "a.ts": content, "b.ts": GOOD_TOOL });
    expect(await run(root, ["check"])).toMatchObject({
      code: 0,
      out: "Checked 2 files: 1 tool and 0 error paths in 1 file.\n",
    });
  });

  it.each([
    ["brackets", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, "Parsing error: The code nests deeper than 1500 levels"],
    // Compiled by V8, the walk of a tree takes a fifth of the stack that it takes at first: 20,000 levels may fit.
    ["calls", `a${"()\n".repeat(50_000)}`, "The file cannot be analysed: "],
  ])(
    "that nest deeper than the analysis can go are told of, and the rest is linted: %s",
    async (_name, expression, message) => {
      const root = project({ "a.js": `// mcp isError\nexport const tool = ${expression};`, "b.ts": SWALLOWING_TOOL });
      const { code, out } = await run(root, ["check"]);
      expect(code).toBe(1);
      expect(out).toMatch(/^a\.js\n {2}\d+:\d+ {2}/mu);
      expect(out).toContain(message);
      expect(out).toContain("b.ts");
    },
  );

  it("brackets that nest a thousand levels deep are linted", async () => {
    const root = project({ "a.js": `${SWALLOWING_TOOL}\nconst deep = ${"[".repeat(1_000)}${"]".repeat(1_000)};` });
    expect((await run(root, ["check"])).out).toContain("1 finding in 1 file");
  });

  // Root reads everything, so the test steps down for a moment.
  const asNobody = async <T>(action: () => Promise<T>): Promise<T> => {
    if (process.getuid?.() !== 0) return action();
    process.seteuid?.(65_534);
    try {
      return await action();
    } finally {
      process.seteuid?.(0);
    }
  };

  it.skipIf(process.platform === "win32")("that may not be read are an error, never a silent gap", async () => {
    const root = project({ "a.ts": SWALLOWING_TOOL, "b.ts": GOOD_TOOL, "secret/c.ts": SWALLOWING_TOOL });
    chmodSync(root, 0o755);
    chmodSync(join(root, "a.ts"), 0);
    chmodSync(join(root, "secret"), 0);
    const { code, out } = await asNobody(() => run(root, ["check"]));
    chmodSync(join(root, "secret"), 0o755);
    expect(code).toBe(1);
    expect(out).toContain("Not checked: a.ts. The file cannot be read (EACCES).\n");
    expect(out).toContain("Not checked: secret. The folder cannot be read (EACCES).\n");
    expect(out).toContain("Checked 2 files: 1 tool");
  });

  it.skipIf(process.platform === "win32")("a folder that is named and may not be read is wrong use", async () => {
    const root = project({});
    chmodSync(root, 0o755);
    mkdirSync(join(root, "secret"), { mode: 0 });
    const result = await asNobody(() => run(root, ["check", "secret"]));
    chmodSync(join(root, "secret"), 0o755);
    expect(result).toEqual({ code: 2, out: "", err: "error: No folder can be read: secret (EACCES).\n" });
  });
});

describe("what is printed", () => {
  it("counts the tools that a dispatcher tells apart", async () => {
    const dispatcher = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "s", version: "1" }, {});
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input } }) => {
  switch (name) {
    case "get_note":
      return { content: [{ type: "text", text: await store.get(input.id) }] };
    case "list_notes":
    case "all_notes":
      return { content: [{ type: "text", text: await store.list() }] };
    default:
      return { isError: true, content: [{ type: "text", text: \`Unknown tool: \${name}\` }] };
  }
});
`;
    const { out } = await run(project({ "a.ts": dispatcher }), ["check", "--preset", "defects"]);
    expect(out).toContain("Checked 1 file: 3 tools");
  });

  it("counts a failure that only a rule has seen", async () => {
    const unchecked = GOOD_TOOL.replace(
      "await store.archive(name);",
      "const response = await fetch(url);\n  const body = await response.json();",
    ).replace('"Done."', "JSON.stringify(body)");
    const { out } = await run(project({ "a.ts": unchecked }), ["check", "--preset", "defects"]);
    expect(out).toContain("1  mcp-errors/no-unchecked-response\n");
    expect(out).toContain("Checked 1 file: 1 tool and 1 error path in 1 file.");
  });

  it("gives the totals of each rule, most first, and what migrate can do about them", async () => {
    const root = project({
      "src/a.ts": SWALLOWING_TOOL,
      "src/b.ts": FAILING_TOOL,
      "src/c.ts": FAILING_TOOL.replaceAll("archive", "move"),
    });
    const { out } = await run(root, ["check", "src"]);
    const [, ...totals] = /^\d+ findings in 3 files\n((?: +\d+ {2}mcp-errors\/[\w-]+\n)+)/mu.exec(out) ?? [];
    const amounts = (totals[0] ?? "")
      .trim()
      .split("\n")
      .map((line) => Number.parseInt(line.trim(), 10));
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(Number(/^(\d+) findings/mu.exec(out)?.[1]));
    const migratable = Number(
      /^(\d+) of these can be migrated: npx mcp-errors migrate --dry-run src$/mu.exec(out)?.[1],
    );
    const { out: report } = await run(root, ["migrate", "src", "--check", "--report", "json"]);
    const { files } = JSON.parse(report) as { files: { changes: { outcome: string }[] }[] };
    expect(migratable).toBe(
      files.flatMap(({ changes }) => changes).filter(({ outcome }) => outcome === "rewritten").length,
    );
    expect((await run(root, ["check", "src", "--format", "markdown"])).out).not.toContain("migrate");
    // A shell must not expand it: `**` is less to most of them.
    expect((await run(root, ["check", "src/**/*.ts"])).out).toMatch(/ migrate --dry-run "src\/\*\*\/\*\.ts"$/mu);
  });

  it("says how much could be seen, error paths that end in the dark included", async () => {
    const dark = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toResult } from "some-package";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("a", { description: "Reads the store." }, async () => {
  try {
    return { content: [{ type: "text", text: await store.a() }] };
  } catch (error) {
    return toResult(error);
  }
});
`;
    const { out } = await run(project({ "a.ts": dark }), ["check"]);
    expect(out).toBe(
      "Checked 1 file: 1 tool and 1 error path in 1 file.\n1 error path couldn't be resolved and wasn't checked.\n",
    );
  });

  it("lines places up, and counts over files", async () => {
    const two = `${SWALLOWING_TOOL}\n\n\n${SWALLOWING_TOOL.split("\n").slice(2).join("\n")}`;
    const { out } = await run(project({ "a.ts": two, "b.ts": SWALLOWING_TOOL }), ["check"]);
    expect(out).toMatch(/^ {3}6:5 {2}.*\n {2}15:5 {2}/mu);
    expect(out).toContain("3 findings in 2 files");
  });

  it("has colours where they are wanted, and only there", async () => {
    const root = project({ "a.ts": SWALLOWING_TOOL });
    const plain = (await run(root, ["check"])).out;
    const coloured = (await run(root, ["check"], { color: true })).out;
    expect(plain).not.toContain("\u001b[");
    expect(coloured).toContain("\u001b[4ma.ts\u001b[24m");
    // eslint-disable-next-line no-control-regex -- the codes of a terminal
    expect(coloured.replace(/\u001b\[\d+m/gu, "")).toBe(plain);
    expect((await run(root, ["check", "--format", "json"], { color: true })).out).not.toContain("\u001b[");
  });

  it("takes control characters out of names and messages", async () => {
    const name = "a\u001b[31m\u0007\u202Eb\nc.ts";
    const root = project({
      [name]: SWALLOWING_TOOL.replace("store.archive", "store['\u001b[0m']"),
      "z.ts": `// mcp\nconst tool = '\u009b1m`,
    });
    const { out } = await run(root, ["check"]);
    // eslint-disable-next-line no-control-regex -- none of these may be printed
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202E]/u);
    expect(out).toContain("a\uFFFD[31m\uFFFD\uFFFDb c.ts");
  });
});

describe("colours", () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [true, { TERM: "dumb" }, false],
    [true, { TERM: "xterm" }, true],
  ])("terminal: %s, %o → %s", (isTerminal, env, wanted) => {
    expect(wantsColor(isTerminal, env)).toBe(wanted);
  });
});
