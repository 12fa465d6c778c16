/**
 * Lints files with each parser that people use, and compares the findings: oxc-parser and @typescript-eslint/parser for all
 * files and for what they import, and for JavaScript ESLint with its own parser as well.
 *
 * `npm run differential`, or `npm run differential -- ../server ../other/src`; without folders, the fixtures of this repository.
 */
import path from "node:path";
import process from "node:process";
import { parseForESLint } from "@typescript-eslint/parser";
import type { TSESTree } from "@typescript-eslint/types";
import { Linter } from "eslint";
import plugin from "../src/index.js";
import { rules as allRules } from "../rules/index.js";
import { Project } from "../src/analysis/project/project.js";
import { readSource, sourcesBelow } from "../src/cli/files.js";
import { lintText, type ActiveRule } from "../src/lint/lint-text.js";
import { DEFAULT_SETTINGS } from "../src/settings.js";
import { analyzeScopes, loadOxc, parseWithOxc, type Parse } from "../src/syntax/parse.js";

const ROOT = path.resolve(import.meta.dirname, "..");
const FIXTURES = ["test/servers", "test/variants", "test/proving-ground", "test/codemods/fixtures"];

const oxc = loadOxc();
if (!oxc) throw new Error("oxc-parser is not installed.");

const parseEslint: Parse = (text, filename) => {
  const bare = text.replace(/^\uFEFF/u, "");
  try {
    const options = { range: true, loc: true, comment: true, tokens: true, sourceType: "module" } as const;
    const jsx = /x$/u.test(filename);
    const { ast, scopeManager } = parseForESLint(bare, { ...options, filePath: filename, ecmaFeatures: { jsx } });
    const program = ast as unknown as TSESTree.Program;
    const source = {
      text: bare,
      ast: program,
      comments: program.comments ?? [],
      scopeManager: scopeManager ?? analyzeScopes(program),
    };
    return { ok: true, source };
  } catch (error) {
    return { ok: false, failure: { message: String(error), line: 1, column: 1 } };
  }
};

const PARSERS: Readonly<Record<string, Parse>> = {
  "oxc-parser": (text, filename) => parseWithOxc(oxc, text, filename),
  "@typescript-eslint/parser": parseEslint,
};
const rules = Object.entries(allRules).map(([name, rule]): ActiveRule => ({
  id: `mcp-errors/${name}`,
  rule,
  options: {},
}));
const everyRule = Object.fromEntries(rules.map(({ id }) => [id, "error"] as const));

/** Findings as text; undefined where the file does not parse. */
function plain(messages: readonly Linter.LintMessage[]): string[] | undefined {
  if (messages.some(({ fatal }) => fatal)) return undefined;
  return messages
    .filter(({ ruleId }) => ruleId !== null)
    .map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId ?? ""} ${message}`)
    .sort();
}

function byEslint(text: string, filename: string, folder: string): string[] | undefined {
  const config: Linter.Config = {
    files: ["**/*"],
    plugins: { "mcp-errors": plugin },
    rules: everyRule,
    linterOptions: { reportUnusedDisableDirectives: "off" },
  };
  // A file outside of its folder is of no config.
  return plain(new Linter({ cwd: folder }).verify(text, config, { filename }));
}

let files = 0;
let findings = 0;
let different = 0;

/** What one of two has, and the other has not. */
function compare(file: string, names: string, one: readonly string[], other: readonly string[]): void {
  const missing = one.filter((finding) => !other.includes(finding)).map((finding) => `- ${finding}`);
  const more = other.filter((finding) => !one.includes(finding)).map((finding) => `+ ${finding}`);
  if (missing.length + more.length === 0) return;
  different++;
  console.error(`${file}: ${names}\n  ${[...missing, ...more].join("\n  ")}`);
}

const given = process.argv.slice(2);
const folders =
  given.length > 0 ? given.map((name) => path.resolve(name)) : FIXTURES.map((name) => path.join(ROOT, name));
for (const folder of folders) {
  const projects = Object.values(PARSERS).map(
    (parse) => [parse, new Project({ settings: DEFAULT_SETTINGS, parse, frozen: true })] as const,
  );
  for (const file of sourcesBelow(folder, new Map())) {
    const read = readSource(file);
    if (!read.ok) continue;
    const { text } = read;
    const [first, second] = projects.map(([parse, project]) =>
      plain(lintText(file, text, parse, project, rules).result.messages),
    );
    // Which files are no programs, the parsers may say differently.
    if (!first || !second) continue;
    files++;
    findings += first.length;
    compare(file, Object.keys(PARSERS).join(" and "), first, second);
    const own = /\.[mc]?js$/u.test(file) ? byEslint(text, file, folder) : undefined;
    if (own) compare(file, "oxc-parser and ESLint's own parser", first, own);
  }
}
console.log(`${files} files, ${findings} findings: ${different} differ.`);
if (different > 0) process.exitCode = 1;
