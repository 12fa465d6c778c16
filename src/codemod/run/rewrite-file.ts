import path from "node:path";
import { Project } from "../../analysis/project/project.js";
import { DEFAULT_SETTINGS, type Settings } from "../../settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../../syntax/parse.js";
import { HelperTree } from "../engine/helper-tree.js";
import { rewriteText, type Change, type Progress, type RewriteOptions } from "../rewrite.js";

/** One file to rewrite. Plain data: it goes to a worker. */
export interface Job {
  readonly file: string;
  readonly text: string;
  /** The same for all jobs of a run; default: those of a project without a configuration. */
  readonly settings?: Settings;
  readonly options: RewriteOptions;
  /** What became of the file when the others were as on the disk. */
  readonly before?: Progress;
}

/** What became of it. Plain data: it comes from a worker. */
export type Outcome =
  | {
      readonly kind: "done";
      readonly file: string;
      /** The identical string where nothing changes. */
      readonly text: string;
      readonly changes: readonly Change[];
      readonly usesHelper: boolean;
      readonly progress?: Progress;
    }
  | { readonly kind: "failed"; readonly file: string; readonly reason: string };

export type RewriteJob = (job: Job) => Outcome;

/** The parser of the command; undefined where it is not installed. */
export function commandParser(): Parse | undefined {
  const oxc = loadOxc();
  return oxc ? (text, filename) => parseWithOxc(oxc, text, filename) : undefined;
}

/** Texts that a run is about to write, by the absolute paths of their files. Plain data: they go to a worker. */
export type Texts = ReadonlyMap<string, string>;

/**
 * Rewrites files one by one, in one process: imports that several of them follow are parsed once.
 * A file that does not parse, or on which the analysis stumbles, is a failure of its own.
 *
 * @param texts what the run has made of the files so far; without it, each of them is seen as it is on the disk
 * @throws {Error} if no parser is installed
 */
export function rewriter(texts?: Texts): RewriteJob {
  const parse = commandParser();
  if (!parse) throw new Error("oxc-parser is not installed.");
  const tree = new HelperTree(texts);
  let project: Project | undefined;
  return ({ file, text, settings = DEFAULT_SETTINGS, options, before }) => {
    try {
      if (options.helper.kind === "vendored") tree.expect(path.resolve(options.helper.path));
      project ??= new Project({ settings, parse, tree, frozen: true });
      return { kind: "done", file, ...rewriteText(text, file, project, options, before) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // The name of the file stands before the reason already.
      return { kind: "failed", file, reason: sentence(message.replace(file, "").replace(/^[:\s]+/u, "")) };
    }
  };
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/u.test(trimmed) ? "" : "."}`;
}
