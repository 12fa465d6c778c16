import type { Answers } from "../edits/answer.js";
import { transforms as ALL } from "../../codemods/index.js";
import type { Project } from "../analysis/project/project.js";
import type { DialectName } from "../contract/dialects.js";
import { helperSpecifier, type Helper } from "./engine/helper-specifier.js";
import { runTransforms, type Progress, type Rewrite, type RunOptions } from "./engine/run.js";
import { TRANSFORM_NAMES, type Transform, type TransformName } from "./engine/transform.js";

export type { Helper } from "./engine/helper-specifier.js";
export type { Change, Progress, Rewrite } from "./engine/run.js";
export { TRANSFORM_NAMES, type TransformName } from "./engine/transform.js";

export interface RewriteOptions {
  /** In any order: they run in that of `TRANSFORM_NAMES`. */
  readonly transforms: readonly TransformName[];
  /** The dialect that the helper's calls write. Default: `"standard"`. */
  readonly dialect?: DialectName;
  /** The dialect that the transform `dialect` rewrites hand-written results to; without it, that transform does nothing. */
  readonly to?: DialectName;
  /** Only what fails in these tools; none: everywhere. */
  readonly tools?: readonly string[] | undefined;
  /** What the user has decided, by what the failures say (`question` of a change). */
  readonly answers?: Answers | undefined;
  /** Where the helper is imported from. A vendored path is absolute, or relative to the working directory. */
  readonly helper: Helper;
}

/**
 * Rewrites one text: runs the transforms until none of them finds anything more to do, and puts a marker above each
 * statement for which a person has to decide first. A second run changes nothing.
 *
 * @param text of the file, with its byte order mark if it has one
 * @param filename absolute: it decides the language and what imports lead to; the file itself is not read
 * @param project the files around it; one for all files of a run. It is not told of the rewritten text.
 * @param before what became of the text when the files around it were as on the disk: only what depends on those that call it is
 * looked at again
 * @returns the identical string as `text` where nothing is changed; `changes` in source order, `left` ones included
 * @throws {RewriteError} if the text cannot be parsed, or if the rewritten text could not be (a fault of ours);
 * the message names the file, and the place where it is known
 */
export function rewriteText(
  text: string,
  filename: string,
  project: Project,
  options: RewriteOptions,
  before?: Progress,
): Rewrite {
  const chosen = (names: readonly TransformName[]): Transform[] =>
    names.filter((name) => options.transforms.includes(name)).map((name) => ALL[name]);
  const run: RunOptions = {
    dialect: options.dialect ?? "standard",
    to: options.to,
    tools: options.tools,
    answers: options.answers,
    specifier: helperSpecifier(options.helper, filename, text),
  };
  return runTransforms(text, filename, project, chosen(before ? AFTERWARDS : TRANSFORM_NAMES), run, before);
}

/** Those that look at what callers in other files do with a failure. */
const AFTERWARDS: readonly TransformName[] = ["thrown-errors"];
