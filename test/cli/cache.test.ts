import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Packages } from "../../src/analysis/project/packages.js";
import * as lint from "../../src/lint/lint-text.js";
import { answersHold, isQuestion, TracedProject } from "../../src/review/dependencies.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { run, type Run } from "../support/cli.js";
import { GOOD_TOOL, makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

beforeEach(() => {
  vi.spyOn(lint, "lintText");
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** What it answers depends on the helper in another file, and on where the import leads. */
const CALLING_TOOL = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "./load.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("notes", { description: "Reads the notes of a user." }, async ({ id }) => ({ content: [{ type: "text", text: String(await load(id)) }] }));
`;
const hidingHelper =
  "export async function load(id) {\n  try { return await fetchNotes(id); } catch { return []; }\n}\n";
const honestHelper = "export async function load(id) {\n  return fetchNotes(id);\n}\n";
const throughLoad = 'import { load as read } from "./load.js";\nexport const load = (id) => read(id);\n';
const throughBarrel = 'export { load } from "./deep.js";\n';

interface Checked extends Run {
  /** Names of the files that were looked at, not taken from the cache. */
  readonly linted: string[];
}

function project(files: Readonly<Record<string, string>>): {
  readonly root: string;
  readonly check: (...args: string[]) => Promise<Checked>;
  readonly write: (name: string, text: string) => void;
} {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  const check = async (...args: string[]): Promise<Checked> => {
    const spy = vi.mocked(lint.lintText);
    spy.mockClear();
    const result = await run(root, ["check", "--cache-location", "cache", ...args]);
    return { ...result, linted: spy.mock.calls.map(([file]) => file.slice(root.length + 1)).sort() };
  };
  return {
    root,
    check,
    write: (name, text) => {
      writeFileSync(join(root, name), text);
    },
  };
}

describe("what a cached result depends on", () => {
  it("includes every question that can be asked of a package", () => {
    // A new one has to be noted by TracedPackages, or results outlive what they were based on. What `isAnother` and `isMcp` answer
    // with are the dependencies, which are kept of every file, and another question.
    expect(Object.getOwnPropertyNames(Packages.prototype).sort()).toEqual([
      "constructor",
      "filesNaming",
      "importsMcp",
      "isAmongExamples",
      "isAnother",
      "isEntry",
      "isLeftOver",
      "isLoaded",
      "isMcp",
      "isShared",
      "linesOfTests",
      "listsTools",
      "names",
      "of",
      "servesAgentOnly",
      "uses",
    ]);
  });

  it.each([
    ["a file that holds a word is changed", "calls.ts", "export const call = (desk) => [desk.open(1)];"],
    ["a file holds the word from now on", "other.ts", "export const other = (desk) => desk.open(2);"],
    ["a test compares a message otherwise", "calls.test.ts", 'expect(message).toBe("desk.open failed!");'],
  ])("does not hold when %s", (_name, changed, text) => {
    const root = makeTree({
      "package.json": MCP_MANIFEST,
      "calls.ts": "export const call = (desk) => desk.open(1);",
      "calls.test.ts": 'expect(message).toBe("desk.open failed");',
    });
    const facts = new Packages().of(join(root, "calls.ts"));
    if (!facts) throw new Error("The package is not found.");
    const { packages } = new TracedProject({
      settings: DEFAULT_SETTINGS,
      parse: () => expect.fail("Nothing is parsed."),
    });
    packages.filesNaming("open", join(root, "desk.ts"), facts);
    packages.linesOfTests("desk.open", facts);
    const answers = Object.fromEntries(packages.answers.get(root) ?? []);
    expect(Object.keys(answers).map(isQuestion)).toEqual([true, true]);
    expect(answersHold(new Packages(), facts, answers)).toBe(true);
    writeFileSync(join(root, changed), text);
    expect(answersHold(new Packages(), facts, answers)).toBe(false);
  });
});

describe("--cache", () => {
  it("looks at nothing again when nothing changed, and prints the same in every format", async () => {
    const { check } = project({
      "a.ts": SWALLOWING_TOOL,
      "b.ts": CALLING_TOOL,
      "load.ts": hidingHelper,
      "c.js": "tool(;",
    });
    for (const format of ["stylish", "json", "sarif", "html"]) {
      const whole = await check("--cache-location", `cache-${format}`, "--format", format);
      const cached = await check("--cache-location", `cache-${format}`, "--format", format);
      expect(whole.linted).toEqual(["a.ts", "b.ts", "c.js", "load.ts"]);
      expect(cached).toEqual({ ...whole, linted: [] });
      expect(whole.code).toBe(1);
    }
  });

  it("looks again at what changed, and at nothing else", async () => {
    const { check, write } = project({ "a.ts": SWALLOWING_TOOL, "b.ts": GOOD_TOOL });
    await check();
    write("b.ts", SWALLOWING_TOOL);
    const { linted, out } = await check();
    expect(linted).toEqual(["b.ts"]);
    expect(out).toContain("2 findings in 2 files");
  });

  it.each([
    ["a helper in the next file", { "load.ts": honestHelper }, { "load.ts": hidingHelper }],
    [
      "a helper behind another file",
      { "load.ts": throughBarrel, "deep.ts": honestHelper },
      { "deep.ts": hidingHelper },
    ],
    ["a file that an import leads to from now on", { "load.js": honestHelper }, { "load.ts": hidingHelper }],
    ["a file that was missing", {}, { "load.ts": hidingHelper }],
  ] satisfies [string, Record<string, string>, Record<string, string>][])(
    "looks again at what depends on %s",
    async (_name, before, change) => {
      const { check, write } = project({ "b.ts": CALLING_TOOL, "z.ts": GOOD_TOOL, ...before });
      expect((await check()).code).toBe(0);
      expect((await check()).linted).toEqual([]);
      for (const [name, text] of Object.entries(change)) write(name, text);
      const { code, linted } = await check();
      expect(linted).toContain("b.ts");
      expect(linted).not.toContain("z.ts");
      expect(code).toBe(1);
      expect((await check()).linted).toEqual([]);
    },
  );

  it("asks again which fields of a tool are listed by hand", async () => {
    const answer = (fields: string): string =>
      `export const answer = (method) => method === "tools/list" ? tools.map(({ config }) => (${fields})) : call(method);`;
    const tool = `export function addRates(server) {
  server.registerTool("get_rate", { inputSchema: {}, outputSchema: z.object({ rate: z.number() }) }, async () => ({
    isError: true, content: [{ type: "text", text: "No rate." }], structuredContent: { errorCategory: "transient", isRetryable: false },
  }));
}`;
    const { check, write } = project({
      "rates.ts": tool,
      "main.ts": 'import { addRates } from "./rates.js";\naddRates(server);',
      "list.ts": answer("{ inputSchema: config.inputSchema }"),
    });
    expect((await check()).out).not.toContain("outputSchema");
    write("list.ts", answer("{ inputSchema: config.inputSchema, outputSchema: config.outputSchema }"));
    const { linted, out } = await check();
    expect(linted).toContain("rates.ts");
    expect(out).toContain("outputSchema");
  });

  it("asks again whether another part of a workspace imports a package", async () => {
    const { check, write } = project({
      "package.json": '{"private":true,"workspaces":["shop","desk"],"devDependencies":{"tsx":"4"}}',
      "shop/package.json": JSON.stringify({ ...(JSON.parse(MCP_MANIFEST) as object), name: "shop", main: "main.js" }),
      "shop/close.ts": `export async function closeAll(ids) {
  try {
    return { content: [{ type: "text", text: String(await close(ids)) }] };
  } catch (error) {
    return { content: [{ type: "text", text: \`Error: \${error.message}\` }] };
  }
}`,
      "desk/run.ts": "export const desk = 1;",
    });
    expect((await check()).out).not.toContain("require-is-error");
    write("desk/run.ts", 'import { closeAll } from "shop";\ncloseAll([]);');
    const { linted, out } = await check();
    expect(linted).toContain("shop/close.ts");
    expect(out).toContain("require-is-error");
  });

  it("follows dependencies also when the file between was not looked at in the last run", async () => {
    const { check, write } = project({ "b.ts": CALLING_TOOL, "load.ts": throughBarrel, "deep.ts": honestHelper });
    await check();
    write("b.ts", `// a line\n${CALLING_TOOL}`);
    // What calls a function decides what is said of it.
    expect((await check()).linted).toEqual(["b.ts", "deep.ts"]);
    write("deep.ts", hidingHelper);
    const { code, linted } = await check();
    expect(linted).toContain("b.ts");
    expect(code).toBe(1);
  });

  it.each([
    ["a tool that calls it from now on", { "tool.ts": CALLING_TOOL }],
    [
      "a file through which a tool calls it from now on",
      { "b.ts": CALLING_TOOL.replace("load.js", "deep.js"), "deep.ts": throughLoad },
    ],
  ] satisfies [string, Record<string, string>][])("looks again at a file that %s", async (_name, change) => {
    const { check, write } = project({ "load.ts": hidingHelper, "b.ts": GOOD_TOOL });
    expect((await check()).code).toBe(0);
    expect((await check()).linted).toEqual([]);
    for (const [name, text] of Object.entries(change)) write(name, text);
    const { linted, out } = await check();
    expect(linted).toContain("load.ts");
    expect(out).toContain("caught in line 2");
    expect((await check()).linted).toEqual([]);
    for (const name of Object.keys(change)) write(name, GOOD_TOOL);
    expect((await check()).code).toBe(0);
  });

  it("looks again at all when the package's dependencies change", async () => {
    const { check, write } = project({ "a.ts": SWALLOWING_TOOL });
    await check();
    write("package.json", MCP_MANIFEST.replace('"1.32.2"', '"1.32.2", "express": "5"'));
    expect((await check()).linted).toEqual(["a.ts"]);
  });

  it("keeps presets apart", async () => {
    const { check } = project({ "a.ts": SWALLOWING_TOOL });
    await check("--preset", "defects");
    expect((await check("--preset", "strict")).linted).toEqual(["a.ts"]);
  });

  it("keeps what a run of some files did not look at", async () => {
    const { check } = project({ "a.ts": SWALLOWING_TOOL, "b.ts": GOOD_TOOL });
    await check();
    await check("a.ts");
    expect((await check()).linted).toEqual([]);
  });

  it.each([
    ["cut off", (text: string) => text.slice(0, -20)],
    ["changed", (text: string) => text.replace('"errorCount":1', '"errorCount":0')],
    ["something else", () => "{}"],
    ["empty", () => ""],
  ])("a cache that is %s is ignored with a note, and written anew", async (_name, damage) => {
    const { root, check, write } = project({ "a.ts": SWALLOWING_TOOL });
    await check();
    write("cache", damage(readFileSync(join(root, "cache"), "utf8")));
    const { code, linted, err } = await check();
    expect({ code, linted }).toEqual({ code: 1, linted: ["a.ts"] });
    expect(err).toBe(`The cache ${join(root, "cache")} is damaged; it is ignored and recreated.\n`);
    expect(await check()).toMatchObject({ linted: [], err: "" });
  });

  it("a cache that cannot be read or written is said so, and the run goes on", async () => {
    const { root, check } = project({ "a.ts": SWALLOWING_TOOL });
    mkdirSync(join(root, "cache"));
    const { code, out, err } = await check();
    expect(code).toBe(1);
    expect(out).toContain("1 finding");
    expect(err).toMatch(
      /^The cache .* cannot be read \(EISDIR\); it is ignored\.\nThe cache .* cannot be written \(\w+\)\.\n$/u,
    );
  });

  it("lies below node_modules by default, and nowhere without the flag", async () => {
    const { root } = project({ "src/a.ts": SWALLOWING_TOOL });
    const location = join(root, "node_modules/.cache/mcp-errors/check");
    await run(root, ["check"]);
    expect(existsSync(location)).toBe(false);
    await run(join(root, "src"), ["check", "--cache"]);
    expect(existsSync(location)).toBe(true);
    rmSync(location);
  });

  it("does not keep a finding known to a baseline from being told later", async () => {
    const { check } = project({ "a.ts": SWALLOWING_TOOL });
    await check("--baseline", "known.json", "--update-baseline");
    expect((await check("--baseline", "known.json")).code).toBe(0);
    expect(await check()).toMatchObject({ code: 1, linted: [] });
  });
});
