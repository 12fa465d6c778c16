/** Lints a form with everything the plugin has, and compares the findings with what is marked. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { parseSync } from "oxc-parser";
import { ERRORS_ONLY } from "../support/error-rules.js";
import plugin from "../../src/index.js";
import { misfits } from "./advice.js";
import { type Form, stripMarkers } from "./forms.js";

// Each case stands in a package of its own: neither this repository's name nor its test folder may count.
let projects = "";
const linters = new Map<string, { folder: string; linter: Linter }>();

/** Removes the packages that the checks have made so far. A test file calls it at its end: another may be run after it. */
export function removeProjects(): void {
  if (projects !== "") rmSync(projects, { recursive: true });
  projects = "";
  linters.clear();
}

function projectWith(dependencies: Form["dependencies"]): { folder: string; linter: Linter } {
  const manifest = JSON.stringify({ name: "server", version: "1.0.0", type: "module", dependencies });
  let project = linters.get(manifest);
  if (!project) {
    if (projects === "") projects = mkdtempSync(path.join(tmpdir(), "mcp-servers-"));
    const folder = path.join(projects, String(linters.size));
    mkdirSync(folder);
    writeFileSync(path.join(folder, "package.json"), manifest);
    project = { folder, linter: new Linter({ configType: "flat", cwd: folder }) };
    linters.set(manifest, project);
  }
  return project;
}

const prefix = "mcp-errors/";
export const known = new Set(Object.keys(plugin.rules ?? {}));
const config: Linter.Config[] = [
  { files: ["**/*.{ts,js}"], languageOptions: { parser, ecmaVersion: "latest", sourceType: "module" } },
  [plugin.configs.strict].flat(),
  ERRORS_ONLY,
  // Each error result here is written by hand, so this rule would have its say about every one.
  ...(known.has("prefer-tool-error") ? [{ rules: { [`${prefix}prefer-tool-error`]: "off" as const } }] : []),
].flat();

interface Finding {
  line: number;
  rule: string;
  why: string;
}

interface Linted {
  lines: string[];
  wanted: { line: number; rule: string }[];
  found: Finding[];
  /** Findings whose advice does not fit the framework. */
  misfitting: Finding[];
}

function lint(form: Form): Linted {
  const { code, expected } = stripMarkers(form.source);
  const { folder, linter } = projectWith(form.dependencies);
  const messages = linter.verify(code, config, { filename: path.join(folder, form.path) });
  const { framework } = form;
  const findingOf = (message: Linter.LintMessage, why: string): Finding => ({
    line: message.line,
    rule: (message.ruleId ?? "parser").replace(prefix, ""),
    why,
  });
  return {
    lines: code.split("\n"),
    wanted: expected.filter(({ rule }) => known.has(rule)),
    found: messages.map((message) => findingOf(message, message.message)),
    misfitting: framework
      ? messages.flatMap((message) => misfits(message, framework).map((why) => findingOf(message, why)))
      : [],
  };
}

/** What is wrong with the findings in a form, to be read by whoever broke it; empty if all is well. */
export function check(form: Form): string {
  const { lines, wanted, found, misfitting } = lint(form);
  const isSame = (one: { line: number; rule: string }) => (other: { line: number; rule: string }) =>
    one.line === other.line && one.rule === other.rule;
  return complaint(form, lines, [
    ...wanted.filter((place) => !found.some(isSame(place))).map((place) => ({ ...place, sign: "-", why: "not found" })),
    ...found.filter((place) => !wanted.some(isSame(place))).map((place) => ({ ...place, sign: "+" })),
    ...misfitting.map((place) => ({ ...place, sign: "!" })),
  ]);
}

/** The same by the rules alone, where some report more than is marked and some less. */
export function checkRules(
  form: Form,
  { added = [], gone = [] }: { added?: readonly string[]; gone?: readonly string[] },
): string {
  const { lines, wanted, found, misfitting } = lint(form);
  const marked = wanted.map(({ rule }) => rule).filter((rule) => !gone.includes(rule));
  const rules = new Set([...marked, ...added]);
  const missing = [...rules].filter((rule) => !found.some((finding) => finding.rule === rule));
  return complaint(form, lines, [
    ...missing.map((rule) => ({ rule, line: 1, sign: "-", why: "not found" })),
    ...found.filter(({ rule }) => !rules.has(rule)).map((place) => ({ ...place, sign: "+" })),
    ...misfitting.map((place) => ({ ...place, sign: "!" })),
  ]);
}

function complaint(form: Form, lines: readonly string[], complaints: readonly (Finding & { sign: string })[]): string {
  if (complaints.length === 0) return "";
  return [
    `${form.path} (${form.name})`,
    ...complaints
      .toSorted((a, b) => a.line - b.line)
      .flatMap(({ sign, line, rule, why }) => ["", `${sign} line ${line} ${rule}: ${why}`, ...excerpt(lines, line)]),
  ].join("\n");
}

function excerpt(lines: readonly string[], at: number): string[] {
  return lines
    .slice(Math.max(0, at - 4), at + 3)
    .map((line, index) => ({ line: line.replace("\r", ""), number: Math.max(0, at - 4) + index + 1 }))
    .map(({ line, number }) => `${number === at ? ">" : " "} ${String(number).padStart(3)} | ${line}`);
}

export function parseErrors(form: Form): string[] {
  const { code } = stripMarkers(form.source);
  return parseSync(form.path, code, { astType: "ts", range: true, preserveParens: false }).errors.map(
    (error) => error.message,
  );
}
