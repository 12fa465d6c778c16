import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { hashOf } from "../../src/review/dependencies.js";
import { resultsOf, run } from "../support/cli.js";
import { FAILING_TOOL, makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

const project = (files: Readonly<Record<string, string | Buffer>>): string =>
  makeTree({ "package.json": MCP_MANIFEST, ...files });

const toolNamed = (name: string): string => SWALLOWING_TOOL.replace('"archive"', JSON.stringify(name));
const telling = (message: string): string => FAILING_TOOL.replace("The note cannot be archived.", message);

/** Inputs by which a pattern could be kept busy: each took seconds to minutes. */
const BUSY: Readonly<Record<string, string>> = {
  "a message that names a file": telling(
    "Failed to load packages/server/src/tools/list-tools.ts since the file is not a module of the kind that we want here",
  ),
  "a message of many words": telling(`Failed to ${"load ".repeat(20_000)}!`),
  "a message of punctuation": telling(`Error${"!".repeat(100_000)}x`),
  "comments at the top": `${"/**/".repeat(500)}${SWALLOWING_TOOL}`,
  "block comments that are not closed": `${SWALLOWING_TOOL}const text = "${"/*".repeat(50_000)}";\n`,
  "imports in a text": `${SWALLOWING_TOOL}const text = "${"import type ".repeat(8_000)}";\n`,
  "a long name": `${SWALLOWING_TOOL}const ${"tool".repeat(20_000)} = 1;\n`,
  "blank lines": `${SWALLOWING_TOOL}${"\n".repeat(100_000)}`,
  "a comment of stars": SWALLOWING_TOOL.replace("catch {}", `catch { /*${" *".repeat(50_000)} x */ }`),
};

describe("sources that would keep a pattern busy", () => {
  it.each(Object.entries(BUSY))("are linted at once: %s", async (_name, source) => {
    const { code, err } = await run(project({ "a.ts": source }), ["check"]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
  });
});

describe("names that a runner of GitHub or Azure would take for a command", () => {
  const NAMES = ["::set-output name=a::b", "::stop-commands::x", "##[add-matcher]a", "##vso[task.setvariable]a"];
  const isCommand = (line: string): boolean => /^\s*::|##\[|##vso\[/u.test(line);

  it.each(NAMES)("of a tool, in what migrate says: %s", async (name) => {
    const root = project({ "a.ts": toolNamed(name) });
    const { out, err } = await run(root, ["migrate", "--dry-run"]);
    // The diff goes to stdout, and is the change as it is.
    expect(err.split("\n").filter(isCommand)).toEqual([]);
    expect((await run(root, ["migrate"])).out.split("\n").filter(isCommand)).toEqual([]);
    expect(out).toContain("diff --git");
  });

  it.each(NAMES.map((name) => `${name.replaceAll(/[ :]/gu, ":")}.ts`))("of a file: %s", async (name) => {
    const root = project({ [name]: SWALLOWING_TOOL, "b.ts": "const mcp = tool(;" });
    for (const args of [["check"], ["migrate"], ["surface"]])
      for (const text of Object.values(await run(root, args)).map(String))
        expect(text.split("\n").filter(isCommand)).toEqual([]);
  });

  it.each([
    ["check", "--format", "json"],
    ["migrate", "--dry-run", "--report", "json"],
    ["surface", "--format", "json"],
  ])("are escaped in JSON, whose values stay: %s %s %s", async (...args) => {
    const name = "##[add-matcher]##vso[task.a]";
    const { out } = await run(project({ "a.ts": toolNamed(name) }), args);
    expect(out.split("\n").filter(isCommand)).toEqual([]);
    expect(JSON.stringify(JSON.parse(out))).toContain(name);
  });

  it("are told as they are where no runner looks", async () => {
    const root = project({ "::a.ts": SWALLOWING_TOOL });
    const { out } = await run(root, ["check", "--format", "json"]);
    expect(resultsOf({ code: 1, out, err: "" })[0]?.filePath).toBe(path.join(root, "::a.ts"));
  });
});

it("migrate escapes in JSON what a terminal would act on", async () => {
  const root = project({ "a.ts": toolNamed("\u009B31m\u202Etxt") });
  const { out } = await run(root, ["migrate", "--dry-run", "--report", "json"]);
  expect(out).not.toMatch(/[\u0080-\u009F\u202A-\u202E]/u);
  expect(out).toContain("\\u009b31m\\u202etxt");
});

describe("a source with bytes that are no UTF-8", () => {
  const latin = Buffer.concat([Buffer.from(SWALLOWING_TOOL), Buffer.from("// Stra\xDFe\n", "latin1")]);

  it("is linted like any other", async () => {
    expect(await run(project({ "a.ts": latin }), ["check"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("1 finding in 1 file"),
    });
  });

  it("is not rewritten, as its bytes would be lost", async () => {
    const root = project({ "a.ts": latin });
    const { code, out } = await run(root, ["migrate"]);
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining("a.ts: The file is not UTF-8") });
    expect(readFileSync(path.join(root, "a.ts"))).toEqual(latin);
  });

  it("is no source where most of it is binary", async () => {
    const bytes = Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 37) % 256));
    const { code, out } = await run(project({ "a.ts": bytes, "b.ts": SWALLOWING_TOOL }), ["check"]);
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining("The file is binary") });
  });
});

describe("settings of a rule in a comment", () => {
  it.each([
    ['mcp-errors/no-generic-error-message: ["error", { phrases: 1 }]', "options.phrases"],
    ['mcp-errors/no-generic-error-message: ["error", { phrase: ["a"] }]', "phrase"],
    ['mcp-errors/no-generic-error-message: ["error", null]', "options"],
    ['mcp-errors/no-swallowed-error: ["error", 1, 2]', "takes"],
  ])("that do not fit are told in one line, and the rest is linted: %s", async (setting, part) => {
    const { code, out, err } = await run(project({ "a.ts": `/* eslint ${setting} */\n${SWALLOWING_TOOL}` }), ["check"]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    const told = out.split("\n").find((line) => line.includes("Inline configuration for rule"));
    expect(told).toMatch(/^ {2}1:1 {2}/u);
    expect(told).toContain(part);
    expect(out).toContain("mcp-errors/no-swallowed-error");
  });

  it("that fit are used", async () => {
    const setting = 'mcp-errors/no-generic-error-message: ["error", { phrases: ["No way"] }]';
    const source = `/* eslint ${setting} */\n${telling("No way")}`;
    expect((await run(project({ "a.ts": source }), ["check"])).out).toContain("mcp-errors/no-generic-error-message");
  });
});

describe("settings of a project that are of another form", () => {
  it.each([
    ["tsconfig.json", '{ "compilerOptions": { "paths": { "@/*": [1, null, {}] }, "baseUrl": 7 } }'],
    ["tsconfig.json", '{ "compilerOptions": { "paths": ["a"], "rootDir": {} }, "include": 1, "extends": [3] }'],
    ["tsconfig.json", '{ "compilerOptions": null }'],
    ["tsconfig.json", "[".repeat(100_000)],
    ["package.json", '{ "dependencies": "a", "imports": [1], "exports": 3, "workspaces": { "packages": 1 } }'],
    ["package.json", '{ "imports": { "#a": [[[1]]] }, "name": 1, "bin": [] }'],
    ["pnpm-workspace.yaml", "packages: [1, { a: b }, '[']\n"],
    ["pnpm-workspace.yaml", "a: &a [*a"],
  ])("say nothing: %s %s", async (name, text) => {
    const importing = `import { a } from "@/a";\nimport b from "#a";\n${SWALLOWING_TOOL}`;
    const root = project({ [name]: text, "a.ts": importing, "packages/x/package.json": MCP_MANIFEST });
    expect(await run(root, ["check", "a.ts"])).toMatchObject({ code: 1, err: "" });
  });
});

describe("a cache that is well formed, and not of this program's making", () => {
  it.each([
    ["null", null],
    ["a list", []],
    ["results of another form", { files: {}, packages: {}, results: { x: 1 } }],
    ["edges of another form", { files: { x: { hash: "", package: "", edges: 1 } }, packages: {}, results: {} }],
    ["questions of another form", { files: {}, packages: { x: { "[": true, '["constructor"]': true } }, results: {} }],
  ])("is ignored with a note: %s", async (_name, content) => {
    const root = project({ "a.ts": SWALLOWING_TOOL });
    const args = ["check", "--cache-location", "cache"];
    await run(root, args);
    const cache = path.join(root, "cache");
    const [key = ""] = readFileSync(cache, "utf8").split("\n");
    const text = JSON.stringify(content);
    writeFileSync(cache, `${key}\n${hashOf(text)}\n${text}`);
    const { code, out, err } = await run(root, args);
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining("1 finding in 1 file") });
    expect(err).toMatch(/^The cache \S+ is damaged; it is ignored and recreated\.\n/u);
    expect((await run(root, args)).err).toBe("");
  });
});

describe("a file that a command writes", () => {
  const CONFIG = "export default [];\n";
  const WRITES: readonly (readonly [name: string, args: readonly string[], before: string | undefined])[] = [
    ["eslint.config.js", ["init", "--no-helper"], CONFIG],
    ["baseline.json", ["check", "--baseline", "baseline.json", "--update-baseline"], undefined],
    ["report.json", ["check", "--format", "json", "--output-file", "report.json"], "old"],
  ];

  it.each(WRITES)("%s takes the place of the old one, whose mode and links stay", async (name, args, before) => {
    const root = project({ "a.ts": SWALLOWING_TOOL, "real/file": before ?? '{ "version": 1, "findings": [] }\n' });
    symlinkSync("real/file", path.join(root, name));
    const inode = statSync(path.join(root, "real/file")).ino;
    await run(root, args);
    const real = path.join(root, "real/file");
    expect(statSync(real).ino).not.toBe(inode);
    expect(readFileSync(path.join(root, name), "utf8")).toBe(readFileSync(real, "utf8"));
    expect(readFileSync(real, "utf8")).not.toBe(before);
    expect(readdirSync(path.join(root, "real"))).toEqual(["file"]);
  });

  it("takes drafts of runs along that were killed, and no other file", async () => {
    const dead = ".report.json.4194304999-01234567-89ab-cdef-0123-456789abcdef.mcp-errors";
    const alive = `.report.json.${process.pid}-01234567-89ab-cdef-0123-456789abcdef.mcp-errors`;
    const root = project({ "a.ts": SWALLOWING_TOOL });
    mkdirSync(path.join(root, "out"));
    for (const name of [dead, alive, ".report.json.mcp-errors"]) writeFileSync(path.join(root, "out", name), "");
    await run(root, ["check", "--format", "json", "--output-file", "out/report.json"]);
    expect(readdirSync(path.join(root, "out")).sort()).toEqual(
      [alive, ".report.json.mcp-errors", "report.json"].sort(),
    );
  });
});
