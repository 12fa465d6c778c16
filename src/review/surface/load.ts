import type { Linter } from "eslint";
import type { Project } from "../../analysis/project/project.js";
import type { ActiveRule } from "../../lint/lint-text.js";
import { lintText } from "../../lint/lint-text.js";
import type { Parse } from "../../syntax/parse.js";
import { SurfaceBuilder } from "./build.js";
import type { Exit, PathStep, Surface } from "./types.js";

/** A source text to look at. */
export interface SourceText {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}

/** A file of which nothing can be said, and why. */
export interface Unread {
  readonly file: string;
  readonly reason: string;
}

export interface SurfaceRun {
  readonly surface: Surface;
  /** The way to an exit of the surface, step by step. */
  readonly pathOf: (exit: Exit) => readonly PathStep[];
  /** Files that do not parse, or that the analysis cannot cope with. */
  readonly unread: readonly Unread[];
}

/**
 * The error surface of source texts.
 *
 * @param sources the files, in the order in which tools of equal place are listed
 * @param root the folder that paths in the surface are relative to
 * @param rules whose findings are shown at the exits
 */
export function surfaceOf(
  sources: Iterable<SourceText>,
  root: string,
  project: Project,
  parse: Parse,
  rules: readonly ActiveRule[],
): SurfaceRun {
  const builder = new SurfaceBuilder(root);
  const findings = new Map<string, readonly Linter.LintMessage[]>();
  const unread: Unread[] = [];
  for (const { file, text } of sources) {
    try {
      const { result, model } = lintText(file, text, parse, project, rules);
      const fatal = result.messages.find((message) => message.fatal);
      if (fatal) unread.push({ file, reason: fatal.message });
      findings.set(file, result.messages);
      builder.add(model);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      unread.push({ file, reason: `The file cannot be analysed: ${reason}` });
    }
  }
  return { surface: builder.build(findings), unread, pathOf: (exit) => builder.pathOf(exit) };
}
