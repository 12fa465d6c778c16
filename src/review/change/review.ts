import path from "node:path";
import { DISK, isCopy } from "../../analysis/project/file-tree.js";
import { Project } from "../../analysis/project/project.js";
import type { ActiveRule } from "../../lint/lint-text.js";
import { clientOf } from "../../server-config/clients/index.js";
import type { Settings } from "../../settings.js";
import type { Parse } from "../../syntax/parse.js";
import { changesIn, type ChangedFile } from "../git/changes.js";
import type { Range } from "../git/range.js";
import { beforeChange, CommitTree } from "../git/trees.js";
import { dependentsOf } from "./dependents.js";
import { newFindings, type ChangedLines, type NewFinding } from "./new-findings.js";
import { configSide, sideOf } from "./side.js";
import { surfaceDiff, type ToolChange } from "./surface-diff.js";

export interface ReviewOptions {
  /** True for a file, by its absolute path, whose changes are reviewed. */
  readonly covers: (file: string) => boolean;
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
  /** Changed files that were reviewed: sources, and configurations of clients. */
  readonly changedFiles: number;
  /** Files that did not change, and were looked at because they import one that did. */
  readonly dependents: number;
  /** Changed files whose names cannot be read, as they are no UTF-8. */
  readonly unnamed: number;
  /** What became of the lines, by absolute path. */
  readonly changed: ReadonlyMap<string, ChangedLines>;
}

const SOURCE = /\.(?:[mc]?[jt]s|[jt]sx)$/u;

/** What the file is in the head, or was in the base. */
const nameOf = ({ path: name, oldPath }: ChangedFile): string => name ?? oldPath ?? "";

/**
 * Reviews a change: what is new in its findings, and what it did to the error surface.
 *
 * @throws {GitError} if git cannot tell what changed
 */
export function review(range: Range, { covers, rules, settings, parse, concerns }: ReviewOptions): Review {
  const { root, git, head } = range;
  const { files: all, unnamed } = changesIn(range);
  const absolute = (name: string): string => path.resolve(root, name);
  const tree = head === undefined ? DISK : new CommitTree(git, root, head);
  const isWritten = (name: string): boolean =>
    concerns(name) && !isCopy(absolute(name), (file) => tree.stamp(file) !== undefined);
  const concerned = all.filter((file) => isWritten(nameOf(file)) && covers(absolute(nameOf(file))));
  const files = concerned.filter((file) => SOURCE.test(nameOf(file)));
  const configs = concerned.filter((file) => clientOf(nameOf(file)));
  const before = beforeChange(git, root, all, tree);
  const present = (some: readonly ChangedFile[]): string[] =>
    some.flatMap(({ path: name }) => (name === undefined ? [] : [absolute(name)]));
  const earlier = (some: readonly ChangedFile[]): string[] =>
    some.flatMap(({ oldPath }) => (oldPath === undefined ? [] : [absolute(oldPath)]));
  const changed = present(files);
  const gone = earlier(files.filter(({ path: name, oldPath }) => oldPath !== name));
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
  const added = present(files.filter(({ oldPath }) => oldPath === undefined));
  const options = { parse, rules, settings };
  const now = sideOf([...changed, ...others], tree, root, options, new Set(added));
  const then = sideOf([...earlier(files), ...others], before, root, options);
  const renamed = renames(concerned);
  const current = new Map([...renamed].map(([from, to]) => [absolute(from), absolute(to)]));
  const old = [...then.results, ...configSide(earlier(configs), before, options)].map(({ result, ...located }) => ({
    ...located,
    result: { ...result, filePath: current.get(result.filePath) ?? result.filePath },
  }));
  const found = [...now.results, ...configSide(present(configs), tree, options)];
  const lines = new Map(
    concerned.flatMap((file) => (file.path === undefined ? [] : [[absolute(file.path), file] as const])),
  );
  return {
    range,
    findings: newFindings(old, found, lines, root).map((one) => ({
      ...one,
      causes: [...(dependents.get(one.finding.filePath) ?? [])].map((file) =>
        path.relative(root, file).split(path.sep).join("/"),
      ),
    })),
    tools: surfaceDiff(then.surface, now.surface, renamed),
    changedFiles: files.length + configs.length,
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
