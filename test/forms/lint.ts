/** Lints cells with the plugin's rules, all in one process and without ESLint. */
import path from "node:path";
import type { Cell } from "./cell.js";
import type { Files } from "./code.js";
import { rules as allRules } from "../../rules/index.js";
import { Project } from "../../src/analysis/project/project.js";
import type { FileTree } from "../../src/analysis/project/file-tree.js";
import { lintText } from "../../src/lint/lint-text.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../../src/syntax/parse.js";

/** Rules whose verdict follows from what happens on a path: about a good twin all of them are silent. */
export const FLOW_RULES = [
  "no-swallowed-error",
  "require-is-error",
  "no-protocol-error",
  "no-error-for-empty-result",
  "no-retryable-terminal-error",
  "require-retry-after",
  "no-error-leak",
  "no-unchecked-response",
  "no-generic-error-message",
  "no-lost-partial-results",
  "no-terminal-retry",
  "no-http-200-error",
] as const;

const ACTIVE = FLOW_RULES.map((name) => {
  const rule = allRules[name];
  if (!rule) throw new Error(`no rule ${name}`);
  return { id: name, rule, options: rule.meta.docs.strictOptions ?? {} };
});

const ROOT = path.resolve("/cells");

/** A tree that holds the files of one cell. */
function treeOf(files: Files): FileTree {
  const texts = new Map(Object.entries(files).map(([name, text]) => [path.join(ROOT, name), text]));
  const folders = new Map<string, Map<string, boolean>>();
  for (const file of texts.keys())
    for (let at = file; at !== path.dirname(at); at = path.dirname(at)) {
      const folder = path.dirname(at);
      folders.set(folder, (folders.get(folder) ?? new Map<string, boolean>()).set(path.basename(at), at !== file));
    }
  return {
    stamp: (file) => (texts.has(file) ? { changed: 1, size: texts.get(file)?.length ?? 0 } : undefined),
    read: (file) => texts.get(file),
    size: (file) => texts.get(file)?.length,
    entries: (folder) => [...(folders.get(folder) ?? [])].map(([name, isFolder]) => ({ name, isFolder })),
  };
}

export interface CellFinding {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const parser = (): Parse => {
  const oxc = loadOxc();
  if (!oxc) throw new Error("oxc-parser cannot be loaded");
  return (text, filename) => parseWithOxc(oxc, text, filename);
};

export interface CellProject {
  readonly project: Project;
  readonly parse: Parse;
  /** The files by their absolute paths. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The files of a cell as a project that lies on no disk. */
export function projectOf(files: Files): CellProject {
  const parse = parser();
  const sources = new Map(
    Object.entries(files)
      .filter(([name]) => !name.endsWith(".json"))
      .map(([name, text]) => [path.join(ROOT, name), text]),
  );
  return {
    project: new Project({ settings: DEFAULT_SETTINGS, parse, tree: treeOf(files), frozen: true }),
    parse,
    sources,
  };
}

export function lintCell({ files }: Pick<Cell, "files">): CellFinding[] {
  const { project, parse, sources } = projectOf(files);
  return [...sources].flatMap(([file, text]) =>
    lintText(file, text, parse, project, ACTIVE).result.messages.map(({ ruleId, message, line }) => ({
      rule: ruleId ?? "fatal",
      file: path.relative(ROOT, file),
      line,
      message,
    })),
  );
}

/** Whether the rules say of a cell what is to be said of it. */
export function isRight(cell: Cell, findings: readonly CellFinding[] = lintCell(cell)): boolean {
  if (findings.some(({ rule }) => rule === "fatal")) return false;
  return cell.rules.length === 0 ? findings.length === 0 : findings.some(({ rule }) => cell.rules.includes(rule));
}
