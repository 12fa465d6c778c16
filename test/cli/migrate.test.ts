import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TRANSFORM_NAMES } from "../../src/codemod/rewrite.js";
import type { MigrationSummary } from "../../src/codemod/run/summary.js";
import { run } from "../support/cli.js";
import { commitAll } from "../support/git.js";
import { GOOD_TOOL, makeTree, MCP_MANIFEST, PLAIN_MANIFEST, FAILING_TOOL } from "../support/tree.js";

type Files = Readonly<Record<string, string | Buffer>>;

const MANIFEST = JSON.stringify(JSON.parse(MCP_MANIFEST), undefined, 2);
const project = (files: Files): string => makeTree({ "package.json": MANIFEST, ...files });
const repository = (files: Files): string => commitAll(project(files));
const BROKEN_TOOL = FAILING_TOOL.replace("isError: true,", "isError: true, ,");
const text = (root: string, name: string): string => readFileSync(join(root, name), "utf8");
const summaryOf = (out: string): MigrationSummary => JSON.parse(out) as MigrationSummary;
const oneLine = (line: string): void => expect(line).toMatch(/^error: [^\n]+\n$/u);

describe("migrate", () => {
  it("rewrites a failure, adds the helper to the manifest, and says what to do next", async () => {
    const root = repository({ "src/a.ts": FAILING_TOOL, "src/good.ts": GOOD_TOOL, ".prettierrc": "{}" });
    const { code, out, err } = await run(root, ["migrate"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(text(root, "src/a.ts")).toContain('import { toolError } from "mcp-tool-errors"');
    expect(text(root, "src/a.ts")).toContain("toolError.from(error");
    expect(text(root, "src/good.ts")).toBe(GOOD_TOOL);
    expect(JSON.parse(text(root, "package.json"))).toMatchObject({
      dependencies: { "mcp-tool-errors": expect.stringMatching(/^\^\d/u) },
    });
    expect(out).toContain("Changed 1 file, and package.json. Checked 2 files.\n");
    expect(out).toMatch(/^transform +rewritten +marked +left\nerror-results +1 +0 +0$/mu);
    expect(out).toMatch(/^tool +rewritten +marked +left\narchive +1 +0 +0$/mu);
    expect(out).toContain("  npm install\n  npx prettier --write src/a.ts\n  npx mcp-errors check .\n");
  });

  it("puts up a marker in a rewritten file whose tools another file registers, and has nothing to do then", async () => {
    const root = repository({
      "server.ts": `
        import { Server } from "@modelcontextprotocol/sdk/server/index.js";
        import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
        import { searchNotes } from "./notes.js";
        const server = new Server({ name: "notes", version: "1.0.0" }, { capabilities: { tools: {} } });
        server.setRequestHandler(CallToolRequestSchema, async (request) => searchNotes(request.params.arguments));
      `,
      "notes.ts": `
        export async function searchNotes({ names, phrase }) {
          try {
            const hits = [];
            for (const name of names) if ((await api.readNote(name)).includes(phrase)) hits.push(name);
            return { content: [{ type: "text", text: JSON.stringify({ hits }) }] };
          } catch (error) {
            return { content: [{ type: "text", text: \`Error while searching: \${error.message}\` }] };
          }
        }
      `,
    });
    await run(root, ["migrate"]);
    const migrated = text(root, "notes.ts");
    expect(migrated).toContain("toolError.from(error");
    expect(migrated).toContain("mcp-errors-todo: Collect the failures beside `hits`");
    expect((await run(root, ["migrate", "--force", "--check"])).code).toBe(0);
  });

  it("changes nothing when it runs again, even in a tree that is not committed", async () => {
    const root = repository({ "a.ts": FAILING_TOOL });
    await run(root, ["migrate"]);
    const after = text(root, "a.ts");
    const manifest = text(root, "package.json");
    expect(await run(root, ["migrate"])).toEqual({ code: 0, out: "Nothing to change in 1 file.\n", err: "" });
    expect(text(root, "a.ts")).toBe(after);
    expect(text(root, "package.json")).toBe(manifest);
  });

  it("takes a function of the project's own that is called toolError for none of the helper's", async () => {
    const own =
      "export function toolError(action: string, error: unknown) {\n  return report(`${action}: ${String(error)}`);\n}\n";
    const root = repository({
      "src/errors.ts": own,
      "src/a.ts": `import { toolError } from "./errors.js";\n${FAILING_TOOL}export const later = () => toolError("Archive", undefined);\n`,
    });
    expect((await run(root, ["migrate"])).code).toBe(0);
    const after = text(root, "src/a.ts");
    expect(after).toContain('import { toolError } from "./errors.js";');
    expect(after).toContain('import { toolError as mcpToolError } from "mcp-tool-errors";');
    expect(after).toContain("return mcpToolError.from(error");
    expect(text(root, "src/errors.ts")).toBe(own);
  });

  it("leaves a clean project alone", async () => {
    const root = repository({ "a.ts": GOOD_TOOL });
    expect(await run(root, ["migrate"])).toMatchObject({ code: 0, out: "Nothing to change in 1 file.\n" });
    expect(text(root, "package.json")).toBe(MANIFEST);
  });

  it("keeps the line ends and the byte order mark of a file", async () => {
    const root = repository({ "a.ts": `\uFEFF${FAILING_TOOL.replaceAll("\n", "\r\n")}` });
    expect((await run(root, ["migrate"])).code).toBe(0);
    const after = text(root, "a.ts");
    expect(after.startsWith("\uFEFFimport")).toBe(true);
    expect(after.match(/(?<!\r)\n/u)).toBeNull();
    expect(after).toContain("toolError");
  });

  it("adds the helper to the package of each file in a workspace", async () => {
    const root = commitAll(
      makeTree({
        "package.json": '{ "private": true, "workspaces": ["packages/*"], "devDependencies": { "typescript": "6" } }',
        "packages/a/package.json": MANIFEST,
        "packages/a/src/a.ts": FAILING_TOOL,
        "packages/b/package.json": MANIFEST,
        "packages/b/src/b.ts": GOOD_TOOL,
      }),
    );
    await run(root, ["migrate"]);
    expect(text(root, "packages/a/package.json")).toContain("mcp-tool-errors");
    expect(text(root, "packages/b/package.json")).toBe(MANIFEST);
    expect(text(root, "package.json")).not.toContain("mcp-tool-errors");
  });

  it("says so where no manifest is found", async () => {
    const root = makeTree({ "a.ts": FAILING_TOOL });
    const { code, out } = await run(root, ["migrate"]);
    expect(code).toBe(0);
    expect(out).toContain("No package.json was found above some of the files: install mcp-tool-errors where they run.");
  });
});

describe("migrate --helper vendored", () => {
  it("writes the helper among the sources, and needs no dependency", async () => {
    const root = repository({ "src/tools/a.ts": FAILING_TOOL });
    const { code, out } = await run(root, ["migrate", "--helper", "vendored"]);
    expect(code).toBe(0);
    expect(out).toContain("Changed 1 file, and src/mcp-tool-errors.ts.");
    expect(text(root, "src/tools/a.ts")).toContain('import { toolError } from "../mcp-tool-errors.js"');
    expect(text(root, "src/mcp-tool-errors.ts")).toContain("export const toolError");
    expect(text(root, "package.json")).toBe(MANIFEST);
    // It is the user's from now on.
    writeFileSync(join(root, "src/mcp-tool-errors.ts"), `${text(root, "src/mcp-tool-errors.ts")}// edited\n`);
    expect((await run(root, ["migrate", "--helper", "vendored"])).out).toContain("Nothing to change");
    expect(text(root, "src/mcp-tool-errors.ts")).toMatch(/\/\/ edited\n$/u);
  });

  it("knows in the first run what it will import, and finds nothing more in the second one", async () => {
    const files = {
      "src/server.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { api } from "orders-client";

const server = new McpServer({ name: "orders", version: "1.0.0" });

server.registerTool("create_order", { description: "Creates an order." }, async (args) => {
  try {
    const order = await api.create(args);
    await api.activate(order.id);
    return { content: [{ type: "text", text: JSON.stringify(order) }] };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: \`Failed: \${error.message}\` }] };
  }
});
`,
    };
    const outcomes = async (helper: string) => {
      const root = repository(files);
      const { out } = await run(root, ["migrate", "--helper", helper, "--report", "json"]);
      const found = summaryOf(out).files.flatMap(({ changes }) =>
        changes.map(({ transform, outcome }) => [transform, outcome]),
      );
      return { root, found };
    };
    const vendored = await outcomes("vendored");
    expect(vendored.found).toEqual((await outcomes("package")).found);
    expect(vendored.found).toContainEqual(["partial-results", "marked"]);
    commitAll(vendored.root);
    const second = await run(vendored.root, ["migrate", "--helper", "vendored", "--check"]);
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining("Nothing to change") });
  });

  it("writes it where it is told to", async () => {
    const root = repository({ "src/a.ts": FAILING_TOOL });
    await run(root, ["migrate", "--helper", "vendored:src/lib/errors.ts"]);
    expect(text(root, "src/a.ts")).toContain('from "./lib/errors.js"');
    expect(existsSync(join(root, "src/lib/errors.ts"))).toBe(true);
  });

  it("writes CommonJS for a CommonJS project", async () => {
    const tool = FAILING_TOOL.replace(/^import (.*) from (.*);$/mu, "const $1 = require($2);");
    const manifest = JSON.stringify({ name: "s", dependencies: { "@modelcontextprotocol/sdk": "1.32.2" } });
    const root = commitAll(makeTree({ "package.json": manifest, "a.js": tool }));
    await run(root, ["migrate", "--helper", "vendored"]);
    expect(text(root, "a.js")).toMatch(/const \{ toolError \} = require\("\.\/mcp-tool-errors(?:\.js)?"\)/u);
    const loaded = spawnSync(
      process.execPath,
      ["-p", "Object.keys(require('./mcp-tool-errors')).includes('toolError')"],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
    expect(loaded.stdout).toBe("true\n");
  });

  it.each([
    ["vendored:src/a.ts", /already exists and isn't the vendored helper/u],
    ["vendored:src", /must be a \.ts, .* file/u],
    ["vendored:errors.json", /must be a \.ts, .* file/u],
    ["vendored:", /--helper is "package", "vendored" or "vendored:<path>"/u],
    ["package:x", /--helper is "package"/u],
  ])("refuses %s", async (helper, message) => {
    const root = repository({ "src/a.ts": FAILING_TOOL });
    const { code, err } = await run(root, ["migrate", "--helper", helper]);
    expect(code).toBe(2);
    oneLine(err);
    expect(err).toMatch(message);
    expect(text(root, "src/a.ts")).toBe(FAILING_TOOL);
  });
});

describe("migrate --dry-run", () => {
  it("prints a diff that does what the command would have done, and writes nothing", async () => {
    const files = { "src/a.ts": FAILING_TOOL, "src/with blank.ts": FAILING_TOOL.replaceAll("\n", "\r\n") };
    const root = repository(files);
    const { code, out, err } = await run(root, ["migrate", "--dry-run"]);
    expect(code).toBe(0);
    expect(text(root, "src/a.ts")).toBe(FAILING_TOOL);
    expect(err).toContain("Would change 2 files, and package.json.");
    const applied = repository(files);
    expect(spawnSync("git", ["apply", "-"], { cwd: applied, input: out }).stderr.toString()).toBe("");
    await run(root, ["migrate"]);
    for (const name of [...Object.keys(files), "package.json"]) expect(text(applied, name)).toBe(text(root, name));
  });

  it("colours it for a terminal", async () => {
    const root = repository({ "a.ts": FAILING_TOOL });
    expect((await run(root, ["migrate", "--dry-run"], { color: true })).out).toContain(
      "\u001B[32m+    return toolError",
    );
    expect((await run(root, ["migrate", "--dry-run"])).out).not.toContain("\u001B");
  });

  it("does not mind a tree that is not committed", async () => {
    const root = repository({ "a.ts": FAILING_TOOL });
    writeFileSync(join(root, "a.ts"), `${FAILING_TOOL}// edited\n`);
    expect((await run(root, ["migrate", "--dry-run"])).code).toBe(0);
  });
});

describe("migrate --check", () => {
  it("ends with 1 where something would change, and writes nothing", async () => {
    const root = repository({ "a.ts": FAILING_TOOL });
    const { code, out } = await run(root, ["migrate", "--check"]);
    expect(code).toBe(1);
    expect(out).toContain("Would change 1 file, and package.json.");
    expect(text(root, "a.ts")).toBe(FAILING_TOOL);
    await run(root, ["migrate"]);
    expect((await run(root, ["migrate", "--check"])).code).toBe(0);
  });

  it("with --dry-run prints the diff as well", async () => {
    const { code, out } = await run(repository({ "a.ts": FAILING_TOOL }), ["migrate", "--check", "--dry-run"]);
    expect(code).toBe(1);
    expect(out).toContain("diff --git a/package.json");
  });
});

it("a long list is cut on the console, and whole in the report", async () => {
  const marked = FAILING_TOOL.replace(
    "try {",
    'if (store.odd) return { isError: true, content: [{ type: "text", text: "That did not go well." }] };\n  try {',
  );
  const files = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`src/tool-${at}.ts`, marked]));
  const root = repository(files);
  const { out } = await run(root, ["migrate", "--check"]);
  expect(out).toContain("… and 6 more: --report json lists them all");
  const { files: all } = summaryOf((await run(root, ["migrate", "--check", "--report", "json"])).out);
  expect(all.filter(({ changes }) => changes.some(({ outcome }) => outcome === "marked"))).toHaveLength(45);
});

describe("migrate --only and --skip", () => {
  const runHere = (...args: string[]) => run(repository({ "a.ts": FAILING_TOOL }), ["migrate", "--check", ...args]);

  it.each([
    ["--only", "error-results", 1],
    ["--only", "empty-results,error-results", 1],
    ["--only", "empty-results", 0],
    ["--skip", "error-results", 0],
    ["--skip", "empty-results", 1],
  ])("%s %s", async (flag, names, code) => {
    expect((await runHere(flag, names)).code).toBe(code);
  });

  it.each([
    [
      "an unknown name",
      ["--only", "eror-results"],
      /There is no transform "eror-results"\. Transforms: .*error-results/u,
    ],
    ["an unknown name among others", ["--skip", "error-results,,"], /There is no transform ""/u],
    ["nothing left to run", ["--only", "dialect", "--skip", "dialect"], /leave no transform to run/u],
    ["a dialect that is not said", ["--only", "dialect"], /add --dialect/u],
    ["an unknown dialect", ["--dialect", "best"], /best.*standard, envelope, compact, recovery/u],
    ["no number of threads", ["--threads", "0"], /whole number/u],
    ["an unknown report", ["--report", "xml"], /xml.*json, md/u],
  ])("refuses %s", async (_name, args, message) => {
    const { code, out, err } = await runHere(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    oneLine(err);
    expect(err).toMatch(message);
  });
});

describe("migrate --report", () => {
  it("json: everything that the summary says, for programs", async () => {
    const root = repository({ "src/a.ts": FAILING_TOOL, "src/good.ts": GOOD_TOOL, "src/broken.ts": BROKEN_TOOL });
    const { code, out, err } = await run(root, ["migrate", "--check", "--report", "json"]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    const summary = summaryOf(out);
    expect(summary).toMatchObject({
      version: 1,
      written: false,
      counts: {
        files: 3,
        changed: 1,
        failed: 1,
        transforms: { "error-results": { rewritten: 1, marked: 0, left: 0 } },
        tools: { archive: { rewritten: 1, marked: 0, left: 0 } },
      },
      failures: [{ path: "src/broken.ts", reason: expect.stringContaining("parse") }],
      support: [{ path: "package.json", changed: true }],
    });
    expect(summary.files).toHaveLength(1);
    const [{ path, changed, diff = "", changes }] = summary.files as [MigrationSummary["files"][number]];
    expect({ path, changed }).toEqual({ path: "src/a.ts", changed: true });
    expect(diff).toMatch(/^\+.*toolError\.from/mu);
    expect(changes[0]).toMatchObject({ transform: "error-results", outcome: "rewritten", tool: "archive", line: 7 });
  });

  it("json: says what was written", async () => {
    const root = repository({ "src/a.ts": FAILING_TOOL });
    const summary = summaryOf((await run(root, ["migrate", "--report", "json"])).out);
    expect(summary.written).toBe(true);
    expect(summary.files[0]?.diff).toBeUndefined();
    expect(summary.next).toEqual(["npm install", "npx mcp-errors check ."]);
  });

  it("md: tables, with names that cannot become markup", async () => {
    const tool = FAILING_TOOL.replace('"archive"', '"a|<b>`c`"');
    const { out } = await run(repository({ "a.ts": tool }), ["migrate", "--check", "--report", "md"]);
    expect(out).toContain("## Error contract migration");
    expect(out).toContain("| error-results | 1 | 0 | 0 |");
    if (out.includes("a\\|")) expect(out).toContain("| a\\|\\<b\\>\\`c\\` | 1 | 0 | 0 |");
  });
});

describe("the guard of git", () => {
  it("refuses files with changes that are not committed", async () => {
    const root = repository({ "a.ts": FAILING_TOOL, "b.ts": GOOD_TOOL, "README.md": "r" });
    writeFileSync(join(root, "README.md"), "of no concern");
    expect((await run(root, ["migrate", "--check"])).code).toBe(1);
    writeFileSync(join(root, "b.ts"), `${GOOD_TOOL}// edited\n`);
    const { code, out, err } = await run(root, ["migrate"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    oneLine(err);
    expect(err).toBe("error: Nothing was changed (not committed yet: b.ts). Commit or stash first, or use --force.\n");
    expect(text(root, "a.ts")).toBe(FAILING_TOOL);
    expect((await run(root, ["migrate", "--force"])).code).toBe(0);
    expect(text(root, "a.ts")).toContain("toolError");
  });

  it("refuses a manifest with changes that are not committed", async () => {
    const root = repository({ "src/a.ts": FAILING_TOOL });
    writeFileSync(join(root, "package.json"), MCP_MANIFEST);
    const { code, err } = await run(root, ["migrate", "src"]);
    expect(code).toBe(2);
    expect(err).toContain("not committed yet: package.json");
  });

  it("refuses a file that git does not know", async () => {
    const root = repository({ "a.ts": GOOD_TOOL });
    writeFileSync(join(root, "new.ts"), FAILING_TOOL);
    const { code, err } = await run(root, ["migrate"]);
    expect(code).toBe(2);
    expect(err).toContain("not in git, so a change couldn't be undone: new.ts");
  });

  it("refuses a file outside of the repository", async () => {
    const root = repository({ "a.ts": GOOD_TOOL });
    const outside = project({ "b.ts": FAILING_TOOL });
    const { code, err } = await run(root, ["migrate", join(outside, "b.ts")]);
    expect(code).toBe(2);
    expect(err).toMatch(/not in git, so a change couldn't be undone: .*b\.ts/u);
    expect(text(outside, "b.ts")).toBe(FAILING_TOOL);
  });

  it("does not stand in the way where there is no git", async () => {
    const root = project({ "a.ts": FAILING_TOOL });
    expect((await run(root, ["migrate"])).code).toBe(0);
    expect(text(root, "a.ts")).toContain("toolError");
  });
});

describe("bad input loses nothing", () => {
  it("a file that does not parse is named at the end, and the others are changed", async () => {
    const root = repository({ "a.ts": FAILING_TOOL, "broken.ts": BROKEN_TOOL });
    const { code, out } = await run(root, ["migrate"]);
    expect(code).toBe(1);
    expect(out).toMatch(/Failed, not changed:\n {2}broken\.ts: .*pars/u);
    expect(text(root, "broken.ts")).toBe(BROKEN_TOOL);
    expect(text(root, "a.ts")).toContain("toolError");
  });

  it("a binary file and a line of 10 MB are left out, and named", async () => {
    const line = `${FAILING_TOOL}const data = "${"x".repeat(10_000_000)}";\n`;
    const binary = Buffer.from([0, 1, 2, 255, 254, 0, 7]);
    const root = repository({ "a.ts": FAILING_TOOL, "binary.ts": binary, "line.ts": line });
    const { code, out } = await run(root, ["migrate"]);
    expect(code).toBe(0);
    expect(out).toMatch(/Not checked:\n {2}binary\.ts: The file is binary.*\n {2}line\.ts: The file is larger/u);
    expect(readFileSync(join(root, "binary.ts"))).toEqual(binary);
    expect(text(root, "line.ts")).toBe(line);
  });

  it("a read-only file stays as it was, is named, and the others are changed", async () => {
    const root = repository({ "a.ts": FAILING_TOOL, "locked.ts": FAILING_TOOL });
    chmodSync(join(root, "locked.ts"), 0o444);
    commitAll(root);
    const { code, out } = await run(root, ["migrate"]);
    expect(code).toBe(1);
    expect(out).toContain("locked.ts: The file is read-only; it was not changed.");
    expect(out).toContain("Changed 1 file, and package.json.");
    expect(text(root, "locked.ts")).toBe(FAILING_TOOL);
    expect(text(root, "a.ts")).toContain("toolError");
  });

  it("no source is changed if the manifest cannot be: it would import what is not installed", async () => {
    const root = project({ "a.ts": FAILING_TOOL });
    chmodSync(join(root, "package.json"), 0o444);
    const { code, out } = await run(root, ["migrate"]);
    expect(code).toBe(1);
    expect(out).toContain("package.json: The file is read-only");
    expect(out).toContain("a.ts: It depends on a file that couldn't be written, so it was not changed.");
    expect(out).toContain("Changed 0 files.");
    expect(text(root, "a.ts")).toBe(FAILING_TOOL);
  });

  it("links that lead round in a circle are not followed", async () => {
    const root = repository({ "src/a.ts": FAILING_TOOL });
    mkdirSync(join(root, "src/deep"));
    symlinkSync("..", join(root, "src/deep/loop"));
    symlinkSync("self.ts", join(root, "src/self.ts"));
    const { code, out } = await run(root, ["migrate"]);
    expect(code).toBe(0);
    expect(out).toContain("Checked 1 file.");
    const named = await run(root, ["migrate", "src/self.ts"]);
    expect(named).toMatchObject({ code: 2, err: "error: No such file or folder: src/self.ts.\n" });
  });

  it.each([
    ["a path that does not exist", ["nothing.ts"], /No such file or folder: nothing\.ts\./u],
    ["a file of another kind", ["package.json"], /Not a JavaScript or TypeScript file: package\.json\./u],
    ["an unknown option", ["--nope"], /unknown option '--nope'/u],
  ])("%s", async (_name, args, message) => {
    const { code, out, err } = await run(project({ "a.ts": FAILING_TOOL }), ["migrate", ...args]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    oneLine(err);
    expect(err).toMatch(message);
  });

  it("a project that has nothing to do with MCP stays as it is", async () => {
    const source = "try {\n  await load();\n} catch {}\n";
    const root = makeTree({ "package.json": PLAIN_MANIFEST, "a.ts": source });
    expect(await run(root, ["migrate"])).toMatchObject({ code: 0, out: "Nothing to change in 1 file.\n" });
    expect(text(root, "a.ts")).toBe(source);
  });
});

describe("what is shown", () => {
  it("help names every option, the transforms, gives examples and the exit codes", async () => {
    const { code, out } = await run(".", ["migrate", "--help"]);
    expect(code).toBe(0);
    for (const word of ["--dry-run", "--check", "--only", "--skip", "--dialect", "--helper", "--report", "--ignore"])
      expect(out).toContain(word);
    for (const word of ["--threads", "--force", "Examples:", "Exit code: 0", ...TRANSFORM_NAMES])
      expect(out.replaceAll(/\s+/gu, " ")).toContain(word);
  });

  it("progress, on a terminal alone, and cleared at the end", async () => {
    const root = project({ "a.ts": FAILING_TOOL });
    let shown = "";
    await run(root, ["migrate", "--check"], { progress: (part) => (shown += part) });
    expect(shown).toBe("\r\u001B[KChecking 1 of 1 files\r\u001B[K");
    expect((await run(root, ["migrate", "--check"])).err).toBe("");
  });
});
