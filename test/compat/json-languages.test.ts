import js from "@eslint/js";
import json from "@eslint/json";
import { ESLint as ESLint9 } from "eslint-9";
import { ESLint as ESLint10, type Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import plugin from "../../src/index.js";
import { readConfig } from "../../src/server-config/config-file.js";
import { run } from "../support/cli.js";
import { GOOD_TOOL, makeTree, MCP_MANIFEST } from "../support/tree.js";

const FILES = {
  "package.json": MCP_MANIFEST,
  "server.js": GOOD_TOOL,
  ".mcp.json":
    '\uFEFF{ "mcpServers": {\n  "a": { "url": "https://a.example/mcp" },\r\n  "b": { "command": "/home/ada/b", "args": ["$B_TOKEN"] } } }',
  ".vscode/mcp.json": '{ // ours\n  "mcpServers": { "a": { "command": "npx", "env": { "A": "${A}" } }, },\n}',
};

/** As `init` writes it, with the strict rules for all files before it. */
const CONFIG: Linter.Config[] = [
  plugin.configs.strict,
  { files: ["**/*.js"], ...js.configs.recommended, rules: { "no-unused-vars": "off" } },
  {
    ...plugin.configs.integration,
    files: ["**/.mcp.json"],
    plugins: { ...plugin.configs.integration.plugins, json },
    language: "json/json",
  },
  {
    ...plugin.configs.integration,
    files: ["**/.vscode/mcp.json"],
    plugins: { ...plugin.configs.integration.plugins, json },
    language: "json/jsonc",
    languageOptions: { allowTrailingCommas: true },
  },
];

type Engine = new (options: object) => {
  lintFiles: (files: string[]) => Promise<{ filePath: string; messages: Linter.LintMessage[] }[]>;
};

async function lint(Eslint: unknown, root: string): Promise<unknown[]> {
  const eslint = new (Eslint as Engine)({ cwd: root, overrideConfigFile: true, overrideConfig: CONFIG });
  const results = await eslint.lintFiles(["."]);
  return results.flatMap(({ filePath, messages }) => messages.map((message) => placeOf(root, filePath, message)));
}

function placeOf(
  root: string,
  filePath: string,
  { ruleId, line, column, endLine, endColumn, suggestions }: Linter.LintMessage,
): unknown {
  const fixes = (suggestions ?? []).map(({ fix }) => fix);
  return [filePath.slice(root.length + 1), ruleId, line, column, endLine, endColumn, fixes];
}

describe("configuration under @eslint/json", () => {
  it("gives the same findings in ESLint 9, in ESLint 10 and in the command", async () => {
    const root = makeTree(FILES);
    const ten = await lint(ESLint10, root);
    expect(ten).toHaveLength(5);
    expect(await lint(ESLint9, root)).toEqual(ten);
    const { out } = await run(root, ["check", "--preset", "integration", "--format", "json"]);
    const ours = JSON.parse(out) as { filePath: string; messages: Linter.LintMessage[] }[];
    expect(
      ours.flatMap(({ filePath, messages }) => messages.map((message) => placeOf(root, filePath, message))),
    ).toEqual(ten);
  });
});

describe("readConfig never throws", () => {
  const whole = FILES[".mcp.json"];
  it("wherever the text is cut off, and whatever stands in the place of a character", () => {
    for (let at = 0; at <= whole.length; at++)
      for (const text of [
        whole.slice(0, at),
        whole.slice(at),
        ...["{", "]", '"', ",", "\\", "1", "\0"].map((one) => whole.slice(0, at) + one + whole.slice(at + 1)),
      ]) {
        const config = readConfig("/shop/.mcp.json", text);
        for (const rule of Object.values(rules))
          for (const { range } of (config && rule.findInConfig?.(config, {})) ?? [])
            expect(range[1]).toBeGreaterThan(range[0]);
      }
    expect(readConfig("/shop/.mcp.json", whole)?.servers).toHaveLength(2);
  });
});
