import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { addToConfig, type Edited } from "../../src/cli/init/edit-config.js";
import { projectParser } from "../../src/analysis/project/project.js";
import { run } from "../support/cli.js";
import { makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

const MODULES = join(import.meta.dirname, "../../node_modules");
const parse = projectParser(undefined);

function edit(text: string, filename = "eslint.config.js"): Edited {
  return addToConfig(text, filename, { preset: "recommended", withMcpConfig: false }, parse);
}

function edited(text: string, filename?: string): string {
  const result = edit(text, filename);
  return result.kind === "edited" ? result.text : JSON.stringify(result);
}

const IMPORT = 'import mcpErrors from "eslint-plugin-mcp-errors";';

describe("a config gets an import and one entry, and keeps everything else", () => {
  it.each<[name: string, before: string, after: string, filename?: string]>([
    [
      "defineConfig with a list",
      'import js from "@eslint/js";\nimport { defineConfig } from "eslint/config";\n\nexport default defineConfig([\n  js.configs.recommended,\n]);\n',
      `import js from "@eslint/js";\nimport { defineConfig } from "eslint/config";\n${IMPORT}\n\nexport default defineConfig([\n  js.configs.recommended,\n  mcpErrors.configs.recommended,\n]);\n`,
    ],
    [
      "defineConfig with arguments, no comma at the end",
      'import { defineConfig } from "eslint/config";\nexport default defineConfig(\n  a,\n  { rules: {} }\n);\n',
      `import { defineConfig } from "eslint/config";\n${IMPORT}\nexport default defineConfig(\n  a,\n  { rules: {} },\n  mcpErrors.configs.recommended\n);\n`,
    ],
    [
      "a list in one line",
      "export default [a, b];\n",
      `${IMPORT}\n\nexport default [a, b, mcpErrors.configs.recommended];\n`,
    ],
    [
      "an empty list",
      "export default []\n",
      `${IMPORT.slice(0, -1)}\n\nexport default [mcpErrors.configs.recommended]\n`,
    ],
    [
      "an empty list over lines",
      "export default [\r\n  // nothing yet\r\n];\r\n",
      `${IMPORT}\r\n\r\nexport default [\r\n  // nothing yet\r\n  mcpErrors.configs.recommended,\r\n];\r\n`,
    ],
    [
      "comments, tabs, single quotes and CRLF",
      "// @ts-check\r\nimport js from '@eslint/js'; // base\r\n\r\nexport default [\r\n\tjs.configs.recommended, // all of it\r\n\t// the end\r\n];\r\n",
      "// @ts-check\r\nimport js from '@eslint/js'; // base\r\nimport mcpErrors from 'eslint-plugin-mcp-errors';\r\n\r\nexport default [\r\n\tjs.configs.recommended, // all of it\r\n\tmcpErrors.configs.recommended,\r\n\t// the end\r\n];\r\n",
    ],
    [
      "a comment behind the last entry without a comma",
      "export default [\n  a // first\n];\n",
      `${IMPORT}\n\nexport default [\n  a, // first\n  mcpErrors.configs.recommended\n];\n`,
    ],
    [
      "tseslint.config",
      'import tseslint from "typescript-eslint";\n\nexport default tseslint.config(tseslint.configs.strict);\n',
      `import tseslint from "typescript-eslint";\n${IMPORT}\n\nexport default tseslint.config(tseslint.configs.strict, mcpErrors.configs.recommended);\n`,
    ],
    [
      "a name with a type",
      'import type { Linter } from "eslint";\nconst config: Linter.Config[] = [\n  {},\n];\nexport default config satisfies Linter.Config[];\n',
      `import type { Linter } from "eslint";\n${IMPORT}\nconst config: Linter.Config[] = [\n  {},\n  mcpErrors.configs.recommended,\n];\nexport default config satisfies Linter.Config[];\n`,
      "eslint.config.ts",
    ],
    [
      "CommonJS",
      '"use strict";\nconst js = require("@eslint/js");\n\nmodule.exports = [\n  js.configs.recommended,\n];\n',
      '"use strict";\nconst js = require("@eslint/js");\nconst { default: mcpErrors } = require("eslint-plugin-mcp-errors");\n\nmodule.exports = [\n  js.configs.recommended,\n  mcpErrors.configs.recommended,\n];\n',
      "eslint.config.cjs",
    ],
    [
      "CommonJS without an import",
      '#!/usr/bin/env node\n"use strict";\n// why\nmodule.exports = [];\n',
      '#!/usr/bin/env node\n"use strict";\n// why\nconst { default: mcpErrors } = require("eslint-plugin-mcp-errors");\n\nmodule.exports = [mcpErrors.configs.recommended];\n',
      "eslint.config.cjs",
    ],
    [
      "one object",
      "export default {\n  rules: {},\n};\n",
      `${IMPORT}\n\nexport default [{\n  rules: {},\n}, mcpErrors.configs.recommended];\n`,
    ],
    [
      "a name that is taken",
      "const mcpErrors = {};\nexport default [mcpErrors];\n",
      'import mcpErrorsPlugin from "eslint-plugin-mcp-errors";\n\nconst mcpErrors = {};\nexport default [mcpErrors, mcpErrorsPlugin.configs.recommended];\n',
    ],
    [
      "a byte order mark",
      "\uFEFFexport default [a];\n",
      `\uFEFF${IMPORT}\n\nexport default [a, mcpErrors.configs.recommended];\n`,
    ],
    [
      "a spread and a call at the end",
      "export default [\n  ...a,\n  b({ x: [1, 2] }),\n];\n",
      `${IMPORT}\n\nexport default [\n  ...a,\n  b({ x: [1, 2] }),\n  mcpErrors.configs.recommended,\n];\n`,
    ],
    [
      "no line end",
      "export default [a]",
      `${IMPORT.slice(0, -1)}\n\nexport default [a, mcpErrors.configs.recommended]`,
    ],
  ])("%s", (_name, before, after, filename) => {
    expect(edited(before, filename)).toBe(after);
    expect(edit(after, filename)).toEqual({ kind: "present" });
  });

  it.each([
    ["a function of another kind", "export default make([a]);\n", /not a list of configs/u],
    ["a function that is called", "module.exports = (async () => [])();\n", /not a list of configs/u],
    ["an imported list", 'import config from "./shared.js";\nexport default config;\n', /not a list of configs/u],
    ["no export", "const a = [];\n", /no `export default` and no `module\.exports`/u],
    ["a text that does not parse", "\nexport default [;\n", /does not parse \(line 2\)/u],
    ["an empty file", "", /no `export default`/u],
  ])("is left as it is: %s", (_name, text, reason) => {
    expect(edit(text)).toEqual({ kind: "refused", reason: expect.stringMatching(reason) });
  });
});

function project(files: Readonly<Record<string, string>>): string {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  mkdirSync(join(root, ".git"));
  symlinkSync(MODULES, join(root, "node_modules"), "junction");
  return root;
}

async function rulesFor(root: string, file: string): Promise<string[]> {
  const config = (await new ESLint({ cwd: root }).calculateConfigForFile(join(root, file))) as
    { rules?: Record<string, unknown> } | undefined;
  return Object.keys(config?.rules ?? {}).filter((name) => name.startsWith("mcp-errors/"));
}

describe("init", () => {
  it.each([
    ["eslint.config.js", "export default [];\n", "a.js"],
    ["eslint.config.mjs", 'import js from "@eslint/js";\nexport default [\n  js.configs.recommended\n];\n', "a.js"],
    ["eslint.config.cjs", 'const js = require("@eslint/js");\nmodule.exports = [js.configs.recommended];\n', "a.js"],
    [
      "eslint.config.ts",
      'import tseslint from "typescript-eslint";\nexport default tseslint.config(tseslint.configs.recommended);\n',
      "a.ts",
    ],
    [
      "eslint.config.mts",
      'import { defineConfig } from "eslint/config";\nexport default defineConfig({ rules: {} });\n',
      "a.js",
    ],
  ])("%s: what it writes, ESLint loads, and the rules run", async (name, text, linted) => {
    const root = project({ [name]: text });
    const { code, out, err } = await run(root, ["init", "--preset", "defects"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Added to ${name}:\n`);
    expect(out).toContain("npm install --save-dev eslint eslint-plugin-mcp-errors\n");
    const rules = await rulesFor(root, linted);
    expect(rules).toContain("mcp-errors/no-swallowed-error");
    expect(rules).not.toContain("mcp-errors/require-error-category");
    const again = await run(root, ["init"]);
    expect(again.out).toContain(`${name} already uses eslint-plugin-mcp-errors; nothing was changed.`);
    expect(again.code).toBe(0);
  });

  it.each([
    ["a config that is there", { "eslint.config.js": "export default [\n  {}\n];\n" }],
    ["a new config", {}],
    ["CommonJS", { "package.json": "{}", "eslint.config.js": "module.exports = [{}];\n" }],
  ])("where a client is configured, that is linted too: %s", async (_name, files) => {
    const root = project({
      "a.js": "",
      ".mcp.json": '{ "mcpServers": { "a": { "url": "https://a.example" } } }',
      ...files,
    });
    const { code, out } = await run(root, ["init"]);
    expect(code).toBe(0);
    expect(out).toContain("npm install --save-dev eslint eslint-plugin-mcp-errors @eslint/json\n");
    const eslint = new ESLint({ cwd: root });
    const [result] = await eslint.lintFiles([".mcp.json"]);
    expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(["mcp-errors/valid-mcp-server-entry"]);
    expect(await rulesFor(root, ".vscode/mcp.json")).toContain("mcp-errors/no-inline-secret");
    expect(await rulesFor(root, "a.js")).toContain("mcp-errors/require-error-category");
  });

  it("leaves the configuration of clients out on request, and where there is none", async () => {
    const withOne = await run(project({ "a.js": "", ".mcp.json": "{}" }), ["init", "--no-mcp-config"]);
    const without = await run(project({ "a.js": "" }), ["init"]);
    for (const { out } of [withOne, without]) expect(out).not.toContain("json");
    expect((await run(project({ "a.js": "" }), ["init", "--mcp-config", "--dry-run"])).out).toContain("json/jsonc");
  });

  it.each([
    ["JavaScript", { "package.json": MCP_MANIFEST }, "eslint.config.js", "a.js"],
    ["TypeScript", { "tsconfig.json": "{}" }, "eslint.config.js", "src/a.ts"],
    ["TypeScript by its files alone", { "src/a.ts": "export {};" }, "eslint.config.js", "src/a.ts"],
    ["CommonJS", { "package.json": MCP_MANIFEST.replace("module", "commonjs") }, "eslint.config.mjs", "a.js"],
  ])("writes a config where there is none: %s", async (_name, files, written, linted) => {
    const root = project(files);
    const { code, out } = await run(root, ["init"]);
    expect(code).toBe(0);
    expect(out).toContain(`Wrote ${written}:\n`);
    expect(await rulesFor(root, linted)).toContain("mcp-errors/require-error-category");
    expect(await rulesFor(root, "dist/a.js")).toEqual([]);
    expect(out.includes("typescript-eslint")).toBe(linted.endsWith(".ts"));
  });

  it.each([
    ["package-lock.json", "npm install --save-dev eslint eslint-plugin-mcp-errors", "npm install mcp-tool-errors"],
    ["pnpm-lock.yaml", "pnpm add --save-dev eslint eslint-plugin-mcp-errors", "pnpm add mcp-tool-errors"],
    ["yarn.lock", "yarn add --dev eslint eslint-plugin-mcp-errors", "yarn add mcp-tool-errors"],
    ["bun.lock", "bun add --dev eslint eslint-plugin-mcp-errors", "bun add mcp-tool-errors"],
  ])("names the command of the project's package manager: %s", async (lock, dev, runTime) => {
    const root = project({ [lock]: "", "packages/server/package.json": MCP_MANIFEST });
    const { out } = await run(join(root, "packages/server"), ["init", "--helper"]);
    expect(out).toContain(`  ${dev}\n`);
    expect(out).toContain(`  ${runTime}\n`);
    expect(existsSync(join(root, "packages/server/eslint.config.js"))).toBe(true);
  });

  it("names only what is missing, and the package manager that the manifest names", async () => {
    const manifest = MCP_MANIFEST.replace(
      '"dependencies"',
      '"packageManager": "pnpm@9.1.0", "devDependencies": { "eslint": "10" }, "dependencies"',
    );
    const { out } = await run(project({ "package.json": manifest, "yarn.lock": "" }), ["init", "--no-helper"]);
    expect(out).toContain("  pnpm add --save-dev eslint-plugin-mcp-errors\n");
    expect(out).not.toContain("mcp-tool-errors");
  });

  it("takes the config of the repository's root where the package has none", async () => {
    const root = project({ "eslint.config.js": "export default [];\n", "packages/a/package.json": MCP_MANIFEST });
    const { out } = await run(join(root, "packages/a"), ["init"]);
    expect(out).toContain("Added to ../../eslint.config.js:");
    expect(readFileSync(join(root, "eslint.config.js"), "utf8")).toContain("mcpErrors");
  });

  it("prints the lines to add to a config that it cannot edit, and changes nothing", async () => {
    const text = 'import config from "./shared.js";\nexport default config;\n';
    const root = project({ "eslint.config.js": text, "tsconfig.json": "{}" });
    const { code, out } = await run(root, ["init"]);
    expect(code).toBe(2);
    expect(out).toMatch(/^eslint\.config\.js was left unchanged: its export is not a list/u);
    for (const line of [IMPORT, "mcpErrors.configs.recommended"]) expect(out).toContain(`  ${line}`);
    expect(readFileSync(join(root, "eslint.config.js"), "utf8")).toBe(text);
  });

  it("sends a project with a config of the old kind to the tool that converts it", async () => {
    const root = project({ ".eslintrc.json": "{}" });
    const { code, out } = await run(root, ["init"]);
    expect(code).toBe(2);
    expect(out).toContain("npx @eslint/migrate-config .eslintrc.json");
    expect(readdirSync(root)).not.toContain("eslint.config.js");
  });

  it("says what to do about a config in package.json", async () => {
    const root = project({ "package.json": MCP_MANIFEST.replace("{", '{"eslintConfig": {"root": true},') });
    const { code, out } = await run(root, ["init"]);
    expect(code).toBe(2);
    expect(out).toContain("`eslintConfig` in package.json");
    expect(out).toContain("  npx @eslint/migrate-config .eslintrc.json\n");
    expect(readdirSync(root)).not.toContain("eslint.config.js");
  });

  it("writes the parts that are asked for, and no file twice", async () => {
    const root = project({ "src/a.ts": SWALLOWING_TOOL });
    const { code, out } = await run(root, [
      "init",
      "--with",
      "config,ci",
      "--with",
      "pre-commit",
      "--preset",
      "defects",
    ]);
    expect(code).toBe(0);
    const config = JSON.parse(readFileSync(join(root, "mcp-errors.config.json"), "utf8")) as { preset: string };
    expect(config.preset).toBe("defects");
    const workflow = parseYaml(readFileSync(join(root, ".github/workflows/mcp-errors.yml"), "utf8")) as object;
    expect(workflow).toMatchObject({
      permissions: { contents: "read" },
      jobs: { check: { "runs-on": "ubuntu-latest" } },
    });
    expect(out).toContain("npx mcp-errors review");
    // The command reads what was written.
    expect((await run(root, ["check"])).code).toBe(1);
    writeFileSync(join(root, "mcp-errors.config.json"), "{}");
    expect((await run(root, ["init", "--with", "config"])).code).toBe(0);
    expect(readFileSync(join(root, "mcp-errors.config.json"), "utf8")).toBe("{}");
  });

  it.each([
    [
      "lint-staged",
      { "package.json": MCP_MANIFEST.replace("{", '{"devDependencies": {"lint-staged": "1"},') },
      "mcp-errors check --cache",
    ],
    ["pre-commit", { ".pre-commit-config.yaml": "repos: []\n" }, "entry: npx mcp-errors check --cache"],
    ["husky", { ".husky/pre-commit": "npm test\n" }, "In .husky/pre-commit:"],
    ["git alone", {}, "In .git/hooks/pre-commit:"],
  ])("shows the line for what runs before commits: %s", async (_name, files, line) => {
    const { out } = await run(project(files), ["init", "--dry-run", "--with", "pre-commit"]);
    expect(out).toContain(line);
  });

  it("refuses a part that does not exist", async () => {
    const { code, err } = await run(project({}), ["init", "--with", "config,deploy"]);
    expect(code).toBe(2);
    expect(err).toContain("Allowed choices are config, ci, pre-commit.");
  });

  it("writes nothing on a dry run, and says so", async () => {
    const root = project({ "eslint.config.js": "export default [];\n" });
    const { code, out } = await run(root, ["init", "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("Nothing was written (--dry-run).");
    expect(readFileSync(join(root, "eslint.config.js"), "utf8")).toBe("export default [];\n");
  });

  it("asks at a terminal: before it writes, and about the helper", async () => {
    const root = project({ "eslint.config.js": "export default [];\n" });
    const config = (): string => readFileSync(join(root, "eslint.config.js"), "utf8");
    const asked: string[] = [];
    const answering = (...answers: string[]) => ({
      ask: async (question: string) => {
        asked.push(question);
        return answers.shift() ?? "";
      },
    });
    const refused = await run(root, ["init"], answering("n"));
    expect(refused).toMatchObject({ code: 0, out: expect.stringMatching(/Nothing was written\.\n$/u) });
    expect(config()).toBe("export default [];\n");
    const agreed = await run(root, ["init"], answering("", "yes"));
    expect(config()).toContain("mcpErrors.configs.recommended");
    expect(agreed.out).toContain("npm install mcp-tool-errors");
    expect(asked).toEqual([
      "Add these lines? [Y/n] ",
      "Add these lines? [Y/n] ",
      "Also use mcp-tool-errors, the typed helper that builds error results at run time? [y/N] ",
      "Write mcp-errors.config.json, the configuration of the command? [y/N] ",
      "Write a workflow for GitHub that annotates pull requests? [y/N] ",
      "Show the line to add to a pre-commit hook? [y/N] ",
    ]);
  });

  it("takes control characters out of names", async () => {
    const root = project({ "\u001b[2J\u202E/package.json": MCP_MANIFEST });
    const { out } = await run(root, ["init", "--dry-run"]);
    // eslint-disable-next-line no-control-regex -- none of these may be printed
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202E]/u);
  });
});
