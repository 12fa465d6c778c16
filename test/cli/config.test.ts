import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resultsOf, run } from "../support/cli.js";
import { GOOD_TOOL, makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

const MODULES = join(import.meta.dirname, "../../node_modules");

/** A project that has ESLint and the plugin installed, as a user's has. */
function project(
  config: string | undefined,
  files: Readonly<Record<string, string>> = { "src/a.ts": SWALLOWING_TOOL },
): string {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  symlinkSync(MODULES, join(root, "node_modules"), "junction");
  if (config !== undefined)
    writeFileSync(
      join(root, "eslint.config.js"),
      `import mcpErrors from "eslint-plugin-mcp-errors";\nimport tseslint from "typescript-eslint";\n${config}`,
    );
  return root;
}

const CONFIG = `export default [
  {
    files: ["**/*.ts"],
    languageOptions: { parser: tseslint.parser },
    plugins: { "mcp-errors": mcpErrors },
    rules: { "mcp-errors/no-swallowed-error": "warn", "no-unused-vars": "error", "no-empty": "error" },
  },
];`;
const FLAGS = ["check", "src", "--config", "eslint.config.js"];

describe("--config", () => {
  it("runs the rules of the plugin as the config has them, and no others", async () => {
    const root = project(CONFIG);
    const [result] = resultsOf(await run(root, [...FLAGS, "--format", "json"]));
    expect(result?.messages.map(({ ruleId, severity, line }) => [ruleId, severity, line])).toEqual([
      ["mcp-errors/no-swallowed-error", 1, 6],
    ]);
    const { code, out } = await run(root, FLAGS);
    expect(code).toBe(0);
    expect(out).toMatch(/6:5 {2}warning {2}This failure is swallowed/u);
    expect(out).toContain("Checked 1 file: 1 tool and 1 error path in 1 file.");
    expect((await run(root, [...FLAGS, "--max-warnings", "0"])).code).toBe(1);
  });

  it("finds the plugin under any name, and knows its rules and the tools by it", async () => {
    const root = project(CONFIG.replaceAll("mcp-errors", "mcp"));
    const { out } = await run(root, [...FLAGS, "--format", "sarif"]);
    const [first] = (
      JSON.parse(out) as { runs: { results: { ruleId: string; ruleIndex: number; locations: object[] }[] }[] }
    ).runs;
    expect(first?.results[0]).toMatchObject({ ruleId: "mcp/no-swallowed-error", level: "warning" });
    expect(first?.results[0]?.ruleIndex).toBeGreaterThanOrEqual(0);
    expect(first?.results[0]?.locations[0]).toHaveProperty("logicalLocations", [{ name: "archive", kind: "function" }]);
  });

  it("keeps the settings, ignores and comments of the project", async () => {
    const built =
      'import { build } from "somewhere";\nexport const tool = build({ name: "a" }, async () => {\n  try { await work(); } catch {}\n  return { content: [{ type: "text", text: "Done." }] };\n});\n';
    const root = project(
      CONFIG.replace("rules:", 'settings: { "mcp-errors": { toolBuilders: ["build"] } },\n    rules:').replace(
        "];",
        '  { ignores: ["old/"] },\n];',
      ),
      {
        "src/b.ts": built,
        "old/a.ts": SWALLOWING_TOOL,
        "src/c.ts": SWALLOWING_TOOL.replace(
          "  } catch",
          "  // eslint-disable-next-line mcp-errors/no-swallowed-error, some/rule -- told\n  } catch",
        ),
      },
    );
    const results = resultsOf(await run(root, [...FLAGS, "--format", "json"]));
    expect(results.map(({ filePath, messages }) => [filePath.slice(root.length + 1), messages.length])).toEqual([
      ["src/b.ts", 1],
      ["src/c.ts", 0],
    ]);
  });

  it("works with a baseline, and from another folder", async () => {
    const root = project(CONFIG);
    mkdirSync(join(root, "elsewhere"));
    const flags = ["check", "../src", "--config", "../eslint.config.js", "--baseline", "known.json"];
    expect((await run(join(root, "elsewhere"), [...flags, "--update-baseline"])).err).toContain("now lists 1 finding");
    expect((await run(join(root, "elsewhere"), [...flags, "--max-warnings", "0"])).code).toBe(0);
  });

  it.each([
    ["that is not there", undefined, /There is no config eslint\.config\.js\./u],
    ["that does not load", "export default [;", /ESLint cannot use eslint\.config\.js: /u],
    [
      "with an option that a rule does not have",
      CONFIG.replace("rules: {", 'rules: { "mcp-errors/require-error-code": ["error", { cods: [] }],'),
      /ESLint cannot use eslint\.config\.js: .*require-error-code": Value .*Unexpected property "cods"\. Expected properties: "codes"\.\n$/u,
    ],
    [
      "that is not valid",
      "export default [{ files: ['**/*.ts'], rulez: {} }];",
      /ESLint cannot use eslint\.config\.js: .*rulez/u,
    ],
    [
      "with a setting that does not exist",
      CONFIG.replace("rules:", 'settings: { "mcp-errors": { nope: 1 } },\n    rules:'),
      /ESLint crashed on eslint\.config\.js: .*has no key "nope"/u,
    ],
    [
      "without the plugin",
      "export default [{ languageOptions: { parser: tseslint.parser }, files: ['**/*.ts'] }];",
      /eslint\.config\.js does not use eslint-plugin-mcp-errors for this file\. Add it with `mcp-errors init`/u,
    ],
    [
      "with the plugin for other files only",
      CONFIG.replace("**/*.ts", "**/*.vue"),
      /does not use eslint-plugin-mcp-errors for this file/u,
    ],
  ])("%s: one clear line, and exit code 2", async (_name, config, message) => {
    const { code, out, err } = await run(project(config), FLAGS);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^error: [^\n]+\n$/u);
    expect(err).toMatch(message);
  });

  it("says what to do where no ESLint is installed", async () => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "src/a.ts": GOOD_TOOL, "eslint.config.js": CONFIG });
    expect(await run(root, FLAGS)).toEqual({
      code: 2,
      out: "",
      err: "error: ESLint is not installed where eslint.config.js is. Run `npm install --save-dev eslint` there, or leave --config out: the presets need no ESLint.\n",
    });
  });

  it("says what is wrong with an ESLint that is too old", async () => {
    const root = makeTree({
      "package.json": MCP_MANIFEST,
      "src/a.ts": GOOD_TOOL,
      "eslint.config.js": CONFIG,
      "node_modules/eslint/package.json": '{"name":"eslint","version":"8.57.0","main":"index.js"}',
      "node_modules/eslint/index.js": 'exports.ESLint = class { static version = "8.57.0"; };',
    });
    expect((await run(root, FLAGS)).err).toBe(
      "error: ESLint 8.57.0 is installed where eslint.config.js is; 9.15 or newer is needed.\n",
    );
  });
});
