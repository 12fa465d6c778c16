import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { resultsOf, run } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { FAILING_TOOL, makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

/** A tool that only a setting makes visible: nothing shows what `defineTool` makes. */
const CUSTOM_TOOL = `import { defineTool } from "@acme/tools";
export const archive = defineTool("archive", async ({ name }) => {
  try {
    await store.archive(name);
  } catch {}
  return "Done.";
});
`;

async function idsOf(root: string, ...args: readonly string[]): Promise<string[]> {
  const { out, err } = await run(root, ["check", "--format", "json", ...args]);
  if (out === "") throw new Error(err);
  return resultsOf({ code: 0, out, err }).flatMap(({ messages }) =>
    messages.map(({ ruleId, severity }) => `${ruleId ?? ""}:${severity}`),
  );
}

function project(files: Readonly<Record<string, string>>): string {
  return makeTree({ "package.json": MCP_MANIFEST, "src/a.ts": SWALLOWING_TOOL, ...files });
}

/** The comment names one cause, and the clause takes all. */
const COMMENTED_TOOL = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readdir } from "node:fs/promises";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("list_notes", { inputSchema: {} }, async () => {
  let names: string[] = [];
  try {
    names = await readdir(NOTES_DIR);
  } catch {
    // The folder does not exist yet.
  }
  return { content: [{ type: "text", text: JSON.stringify({ names }) }] };
});
`;

const WARN = { rules: { "no-swallowed-error": "warn" } };
const WARNED = ["mcp-errors/no-swallowed-error:1"];

describe("a configuration file", () => {
  it.each([
    ["mcp-errors.config.json", JSON.stringify(WARN)],
    ["mcp-errors.config.js", `export default ${JSON.stringify(WARN)};`],
    ["mcp-errors.config.mjs", `export default ${JSON.stringify(WARN)};`],
    ["mcp-errors.config.cjs", `module.exports = ${JSON.stringify(WARN)};`],
    ["mcp-errors.config.ts", `const config: object = ${JSON.stringify(WARN)};\nexport default config;`],
    ["mcp-errors.config.mts", `export default ${JSON.stringify(WARN)} satisfies object;`],
    ["package.json", JSON.stringify({ ...(JSON.parse(MCP_MANIFEST) as object), mcpErrors: WARN })],
  ])("%s is read", async (name, text) => {
    expect(await idsOf(project({ [name]: text }))).toEqual(WARNED);
  });

  it("is looked for upwards, and the nearest one counts", async () => {
    const root = project({
      "mcp-errors.config.json": JSON.stringify(WARN),
      "packages/a/package.json": MCP_MANIFEST,
      "packages/a/src/a.ts": SWALLOWING_TOOL,
      "packages/b/mcp-errors.config.json": JSON.stringify({ rules: { "no-swallowed-error": "off" } }),
      "packages/b/src/b.ts": SWALLOWING_TOOL,
    });
    mkdirSync(join(root, ".git"));
    expect(await idsOf(join(root, "packages/a"))).toEqual(WARNED);
    expect(await idsOf(join(root, "packages/b"))).toEqual([]);
  });

  it("above the root of the repository is not the project's", async () => {
    const root = makeTree({
      "mcp-errors.config.json": JSON.stringify(WARN),
      "server/package.json": MCP_MANIFEST,
      "server/a.ts": SWALLOWING_TOOL,
    });
    mkdirSync(join(root, "server/.git"));
    expect(await idsOf(join(root, "server"))).toEqual(["mcp-errors/no-swallowed-error:2"]);
  });

  it("sets the preset; a flag has the last word", async () => {
    const root = project({
      "src/a.ts": FAILING_TOOL,
      "mcp-errors.config.json": JSON.stringify({ preset: "defects" }),
    });
    expect(await idsOf(root)).toEqual([]);
    expect(await idsOf(root, "--preset", "recommended")).toContain("mcp-errors/require-error-category:2");
    expect(await idsOf(root, "--no-config")).toContain("mcp-errors/require-error-category:2");
  });

  it("gives rules their options", async () => {
    const root = project({
      "src/a.ts": COMMENTED_TOOL,
      "mcp-errors.config.json": JSON.stringify({
        preset: "defects",
        rules: { "mcp-errors/no-swallowed-error": ["error", { commentedCauses: true }] },
      }),
    });
    expect(await idsOf(root, "--no-config", "--preset", "defects")).toEqual([]);
    expect(await idsOf(root)).toEqual(["mcp-errors/no-swallowed-error:2"]);
  });

  it.each<[string, string[]]>([
    ["mcp-errors.config.js", ["check"]],
    ["mcp-errors.config.ts", ["surface"]],
    ["mcp-errors.config.cjs", ["migrate", "--check"]],
  ])("that is code is refused, and not run, with --no-code: %s", async (name, args) => {
    const root = project({ "src/a.ts": FAILING_TOOL, [name]: 'throw new Error("It runs.");\n' });
    expect((await run(root, args)).err).toContain("It runs.");
    expect(await run(root, [...args, "--no-code"])).toMatchObject({
      code: 2,
      err: `error: ${name} is code, which --no-code and --post do not run. Use mcp-errors.config.json, or --no-config.\n`,
    });
  });

  it("of ESLint's is code as well", async () => {
    const root = project({ "src/a.ts": FAILING_TOOL, "eslint.config.js": "export default [];\n" });
    const { code, err } = await run(root, ["check", "--config", "eslint.config.js", "--no-code"]);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("eslint.config.js is code, which ") });
  });

  it("has globs relative to its own folder, which named files overrule", async () => {
    const root = project({
      "src/gen/b.ts": SWALLOWING_TOOL,
      "legacy/c.ts": SWALLOWING_TOOL,
      "mcp-errors.config.json": JSON.stringify({ files: ["src/**"], ignores: ["src/gen"] }),
    });
    expect(await idsOf(root)).toHaveLength(1);
    expect(await idsOf(join(root, "src"))).toHaveLength(1);
    expect(await idsOf(root, "src/gen/b.ts", "legacy/c.ts")).toHaveLength(2);
  });

  it("means sources with `files`; the configuration of clients is left out by `ignores` alone", async () => {
    const mcp = '{ "mcpServers": { "orders": { "url": "https://mcp.example.com/mcp" } } }';
    const idsWith = (config: object): Promise<string[]> =>
      idsOf(project({ ".mcp.json": mcp, "mcp-errors.config.json": JSON.stringify(config) }));
    const entry = "mcp-errors/valid-mcp-server-entry:2";
    expect(await idsWith({ files: ["src/**"] })).toContain(entry);
    expect(await idsWith({ files: ["src/**"], ignores: [".mcp.json"] })).not.toContain(entry);
  });

  it("holds settings for check, surface and migrate alike", async () => {
    const settings = { toolBuilders: ["defineTool"] };
    const root = project({ "src/a.ts": CUSTOM_TOOL });
    expect(await idsOf(root)).toEqual([]);
    expect((await run(root, ["surface"])).code).toBe(2);
    expect((await run(root, ["migrate", "--check"])).code).toBe(0);
    writeFileSync(join(root, "mcp-errors.config.json"), JSON.stringify({ settings }));
    expect(await idsOf(root)).toEqual(["mcp-errors/no-swallowed-error:2"]);
    expect((await run(root, ["surface"])).code).toBe(0);
    expect((await run(root, ["migrate", "--check"])).code).toBe(1);
  });

  it("holds rules and globs for review", async () => {
    const repository = new Repository({ "package.json": MCP_MANIFEST, "src/a.ts": "export {};\n" });
    repository.write({ "src/a.ts": SWALLOWING_TOOL, "src/gen/b.ts": SWALLOWING_TOOL.replaceAll("archive", "move") });
    const found = async (): Promise<string[]> => {
      const { out } = await run(repository.root, ["review", "--base", "main", "--format", "json"]);
      return (JSON.parse(out) as { findings: { file: string }[] }).findings.map(({ file }) => file);
    };
    expect(await found()).toEqual(["src/a.ts", "src/gen/b.ts"]);
    writeFileSync(join(repository.root, "mcp-errors.config.json"), JSON.stringify({ ignores: ["src/gen/**"] }));
    expect(await found()).toEqual(["src/a.ts"]);
    writeFileSync(
      join(repository.root, "mcp-errors.config.json"),
      JSON.stringify({ rules: { "no-swallowed-error": "off" } }),
    );
    expect(await found()).toEqual([]);
  });

  it.each([
    ["an unknown key", { prest: "all" }, 'unknown key "prest". Did you mean preset?'],
    [
      "an unknown setting",
      { settings: { dialekt: "compact" } },
      'unknown key "dialekt" in settings. Did you mean dialect?',
    ],
    [
      "a misspelt rule",
      { rules: { "no-swalowed-error": "off" } },
      'there is no rule "no-swalowed-error". Did you mean no-swallowed-error?',
    ],
    [
      "a severity that does not exist",
      { rules: { "no-error-leak": "of" } },
      'rules["no-error-leak"] must be one of off, warn, error, 0, 1, 2.',
    ],
    [
      "a misspelt option",
      { rules: { "no-terminal-retry": ["error", { maks: 3 }] } },
      'unknown key "maks" in rules["no-terminal-retry"][1]. Did you mean max?',
    ],
    [
      "an option of the wrong type",
      { rules: { "no-terminal-retry": ["error", { max: "3" }] } },
      'rules["no-terminal-retry"][1].max must be integer.',
    ],
    [
      "a preset that does not exist",
      { preset: "best" },
      "preset must be one of defects, recommended, integration, strict, all.",
    ],
    ["a list that is none", { files: "src" }, "files must be array."],
    ["no object", [], "the configuration must be object."],
  ])("with %s is refused in one line", async (_name, config, message) => {
    const root = project({ "mcp-errors.config.json": JSON.stringify(config) });
    const { code, err, out } = await run(root, ["check"]);
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: `error: mcp-errors.config.json: ${message}\n` });
  });

  it.each([
    ["that is no JSON", "mcp-errors.config.json", "{ preset: }", /mcp-errors\.config\.json is not valid JSON: /u],
    [
      "that throws",
      "mcp-errors.config.ts",
      'throw new Error("no key");',
      /mcp-errors\.config\.ts cannot be loaded: no key/u,
    ],
    ["that does not parse", "mcp-errors.config.js", "export default {", /mcp-errors\.config\.js cannot be loaded: /u],
  ])("%s is refused in one line", async (_name, file, text, message) => {
    const { code, err } = await run(project({ [file]: text }), ["check"]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  it("is named by --config, also outside of the project", async () => {
    const root = project({ "shared/strict.json": JSON.stringify(WARN) });
    expect(await idsOf(root, "--config", "shared/strict.json")).toEqual(WARNED);
    const missing = await run(root, ["check", "--config", "nowhere.json"]);
    expect(missing).toMatchObject({ code: 2, err: "error: There is no configuration file nowhere.json.\n" });
  });

  it("is described by the JSON Schema of the documentation", () => {
    const file = join(import.meta.dirname, "../../docs/schemas/config.schema.json");
    const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(file, "utf8")) as object);
    expect(validate({ preset: "strict", rules: { "no-error-leak": ["warn", { responseBodies: true }] } })).toBe(true);
    expect(validate({ rules: { "no-error-leek": "warn" } })).toBe(false);
    expect(validate({ rules: { "no-error-leak": ["warn", { bodies: true }] } })).toBe(false);
  });
});

describe("--rule", () => {
  it.each([
    [["no-swallowed-error: off"], []],
    [["mcp-errors/no-swallowed-error: warn"], WARNED],
    [["no-swallowed-error:1"], WARNED],
    [['no-swallowed-error: [warn, {"commentedCauses": true}]'], WARNED],
    [["no-swallowed-error: off", "no-swallowed-error: warn"], WARNED],
  ])("%j", async (rules, expected) => {
    expect(await idsOf(project({}), ...rules.flatMap((rule) => ["--rule", rule]))).toEqual(expected);
  });

  it("switches on a rule that the preset does not have", async () => {
    const root = project({
      "src/a.ts": SWALLOWING_TOOL.replace("catch {}", 'catch { throw new Error("It failed."); }'),
    });
    expect(await idsOf(root, "--preset", "defects")).toEqual([]);
    expect(await idsOf(root, "--preset", "defects", "--rule", "no-generic-error-message: error")).toEqual([
      "mcp-errors/no-generic-error-message:2",
    ]);
  });

  it.each([
    ["no-swallowed-eror: off", /--rule: there is no rule "no-swallowed-eror"\. Did you mean no-swallowed-error\?/u],
    ["no-swallowed-error: maybe", /Write the name and the severity/u],
    ["no-swallowed-error", /Write the name and the severity/u],
  ])("refuses %s", async (rule, message) => {
    const { code, err } = await run(project({}), ["check", "--rule", rule]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe("--quiet", () => {
  it("shows no warnings, which still count for --max-warnings", async () => {
    const root = project({ "mcp-errors.config.json": JSON.stringify(WARN) });
    expect((await run(root, ["check"])).out).toContain("no-swallowed-error");
    const quiet = await run(root, ["check", "--quiet"]);
    expect(quiet.code).toBe(0);
    expect(quiet.out).not.toContain("no-swallowed-error");
    expect((await run(root, ["check", "--quiet", "--max-warnings", "0"])).code).toBe(1);
  });
});

describe("globs", () => {
  it.each([
    ["of files", ["src/**/*.ts"], ["src/a.ts", "src/deep/b.ts"]],
    ["of one level", ["src/*.ts"], ["src/a.ts"]],
    ["of folders", ["packages/*/src"], ["packages/x/src/c.ts"]],
    ["with alternatives", ["{src,packages}/**/[ac].ts"], ["packages/x/src/c.ts", "src/a.ts"]],
  ])("%s that the shell did not expand", async (_name, globs, expected) => {
    const root = project({
      "src/deep/b.ts": SWALLOWING_TOOL,
      "packages/x/src/c.ts": SWALLOWING_TOOL,
      "src/node_modules/p/d.ts": SWALLOWING_TOOL,
    });
    const { out } = await run(root, ["check", "--format", "json", ...globs]);
    expect(
      resultsOf({ code: 0, out, err: "" })
        .map(({ filePath }) => filePath.slice(root.length + 1))
        .sort(),
    ).toEqual(expected);
  });

  it("that match nothing are an error", async () => {
    expect(await run(project({}), ["check", "lib/**/*.ts"])).toMatchObject({
      code: 2,
      err: "error: No such file or folder: lib/**/*.ts.\n",
    });
  });
});

describe("help", () => {
  it("of a command is what its --help prints", async () => {
    const { code, out } = await run(".", ["help", "review"]);
    expect(code).toBe(0);
    expect(out).toBe((await run(".", ["review", "--help"])).out);
  });
});
