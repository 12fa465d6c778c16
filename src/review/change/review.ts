import path from "node:path";
import { DISK, isCopy } from "../../analysis/project/file-tree.js";
import { Project } from "../../analysis/project/project.js";
import type { ActiveRule } from "../../lint/lint-text.js";
import type { Settings } from "../../settings.js";
import type { Parse } from "../../syntax/parse.js";
import { changesIn, type ChangedFile } from "../git/changes.js";
import type { Range } from "../git/range.js";
import { beforeChange, CommitTree } from "../git/trees.js";
import { dependentsOf } from "./dependents.js";
import { newFindings, type ChangedLines, type NewFinding } from "./new-findings.js";
import { sideOf } from "./side.js";
import { surfaceDiff, type ToolChange } from "./surface-diff.js";

export interface ReviewOptions {
  /** Absolute paths of files and folders; only changes below them are reviewed. */
  readonly paths: readonly string[];
  readonly rules: readonly ActiveRule[];
  readonly settings: Settings;
  readonly parse: Parse;
  /** False for a file that is left out, such as a test; by its path from the root. */
  readonly concerns: (file: string) => boolean;
}

/** What a change is answerable for. */
export interface Review {
  readonly range: Range;
  readonly findings: readonly (NewFinding & { readonly causes: readonly string[] })[];
  readonly tools: readonly ToolChange[];
  /** Changed source files that were reviewed. */
  readonly changedFiles: number;
  /** Files that did not change, and were looked at because they import one that did. */
  readonly dependents: number;
  /** Changed files whose names cannot be read, as they are no UTF-8. */
  readonly unnamed: number;
  /** What became of the lines, by absolute path. */
  readonly changed: ReadonlyMap<string, ChangedLines>;
}

const SOURCE = /\.(?:[mc]?[jt]s|[jt]sx)$/u;

function isBelow(file: string, paths: readonly string[]): boolean {
  return paths.some(
    (folder) => file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep),
  );
}

/**
 * Reviews a change: what is new in its findings, and what it did to the error surface.
 *
 * @throws {GitError} if git cannot tell what changed
 */
export function review(range: Range, { paths, rules, settings, parse, concerns }: ReviewOptions): Review {
  const { root, git, head } = range;
  const { files: all, unnamed } = changesIn(range);
  const absolute = (name: string): string => path.resolve(root, name);
  const tree = head === undefined ? DISK : new CommitTree(git, root, head);
  const isWritten = (name: string): boolean =>
    concerns(name) && !isCopy(absolute(name), (file) => tree.stamp(file) !== undefined);
  const files = all.filter(({ path: name, oldPath }) => {
    const current = name ?? oldPath ?? "";
    return SOURCE.test(current) && isWritten(current) && isBelow(absolute(current), paths);
  });
  const before = beforeChange(git, root, all, tree);
  const changed = files.flatMap(({ path: name }) => (name === undefined ? [] : [absolute(name)]));
  const gone = files.flatMap(({ path: name, oldPath }) =>
    oldPath !== undefined && oldPath !== name ? [absolute(oldPath)] : [],
  );
  const project = new Project({ settings, parse, tree });
  const dependents = dependentsOf(
    [...changed, ...gone.filter((file) => !changed.includes(file))],
    range,
    project,
    tree,
  );
  const others = [...dependents.keys()].filter((file) =>
    isWritten(path.relative(root, file).split(path.sep).join("/")),
  );
  const added = files.flatMap(({ path: name, oldPath }) =>
    name !== undefined && oldPath === undefined ? [absolute(name)] : [],
  );
  const now = sideOf([...changed, ...others], tree, root, { parse, rules, settings }, new Set(added));
  const oldNames = files.flatMap(({ oldPath }) => (oldPath === undefined ? [] : [absolute(oldPath)]));
  const then = sideOf([...oldNames, ...others], before, root, { parse, rules, settings });
  const renamed = renames(files);
  const current = new Map([...renamed].map(([from, to]) => [absolute(from), absolute(to)]));
  const earlier = then.results.map(({ result, ...located }) => ({
    ...located,
    result: { ...result, filePath: current.get(result.filePath) ?? result.filePath },
  }));
  const lines = new Map(
    files.flatMap((file) => (file.path === undefined ? [] : [[absolute(file.path), file] as const])),
  );
  return {
    range,
    findings: newFindings(earlier, now.results, lines, root).map((found) => ({
      ...found,
      causes: [...(dependents.get(found.finding.filePath) ?? [])].map((file) =>
        path.relative(root, file).split(path.sep).join("/"),
      ),
    })),
    tools: surfaceDiff(then.surface, now.surface, renamed),
    changedFiles: files.length,
    dependents: others.length,
    unnamed,
    changed: lines,
  };
}

function renames(files: readonly ChangedFile[]): Map<string, string> {
  return new Map(
    files.flatMap(({ path: name, oldPath }) =>
      name !== undefined && oldPath !== undefined && name !== oldPath ? [[oldPath, name] as const] : [],
    ),
  );
}
