import type { Linter } from "eslint";
import type { FileTree } from "../../analysis/project/file-tree.js";
import { Project } from "../../analysis/project/project.js";
import { lintConfig } from "../../lint/lint-config.js";
import { fatalResult, lintText, type ActiveRule } from "../../lint/lint-text.js";
import { readConfig } from "../../server-config/config-file.js";
import type { Settings } from "../../settings.js";
import type { Parse } from "../../syntax/parse.js";
import { locate, locateInConfig, type LocatedResult } from "../finding.js";
import { SurfaceBuilder } from "../surface/build.js";
import type { Surface } from "../surface/types.js";

/** One state of the files that a change concerns. */
export interface Side {
  readonly results: readonly LocatedResult[];
  readonly surface: Surface;
}

export interface SideOptions {
  readonly parse: Parse;
  readonly rules: readonly ActiveRule[];
  readonly settings: Settings;
}

/** A file that is larger is a bundle or data, and not reviewed. In characters. */
const MAX_TEXT = 1_000_000;

/**
 * Lints files as they are in one state of the tree, and maps their error surface.
 *
 * @param added absolute paths of those that came with this state
 */
export function sideOf(
  files: readonly string[],
  tree: FileTree,
  root: string,
  { parse, rules, settings }: SideOptions,
  added: ReadonlySet<string> = new Set(),
): Side {
  const isNew = (file: string): boolean => added.has(file);
  const project = new Project({ settings, parse, tree, frozen: true, isNew });
  const builder = new SurfaceBuilder(root);
  const findings = new Map<string, readonly Linter.LintMessage[]>();
  const results = files.flatMap((file): LocatedResult[] => {
    const text = tree.read(file);
    if (text === undefined || text.length > MAX_TEXT) return [];
    try {
      const { result, model } = lintText(file, text, parse, project, rules);
      findings.set(file, result.messages);
      builder.add(model);
      return [locate(result, model)];
    } catch (error) {
      // One file that the analysis cannot cope with does not keep the others from being reviewed.
      const reason = error instanceof Error ? error.message : String(error);
      const result = fatalResult(file, `The file cannot be analysed: ${reason}`, { line: 1, column: 1 }, text);
      return [locate(result, undefined)];
    }
  });
  return { results, surface: builder.build(findings) };
}

/** Lints configuration files of clients as they are in one state of the tree. */
export function configSide(
  files: readonly string[],
  tree: FileTree,
  { rules }: Pick<SideOptions, "rules">,
): LocatedResult[] {
  return files.flatMap((file) => {
    const text = tree.read(file);
    const config = text === undefined || text.length > MAX_TEXT ? undefined : readConfig(file, text);
    return config ? [locateInConfig(lintConfig(config, rules), config)] : [];
  });
}
