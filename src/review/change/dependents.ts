import path from "node:path";
import { DISK, type FileTree } from "../../analysis/project/file-tree.js";
import { MAX_HOPS } from "../../analysis/values/calls.js";
import type { Project } from "../../analysis/project/project.js";
import type { Range } from "../git/range.js";

/** Files that are looked at beside the changed ones; more would be a change of the whole project. */
const MAX_DEPENDENTS = 400;

const SPECIFIER = /(?:\bfrom|\bimport(?:\s*\()?|\brequire\s*\()\s*["']([^"']+)["']/gu;
const EXTENSION = /\.(?:[mc]?[jt]s|[jt]sx)$/u;

/** A file that imports a changed one, and the changed files it depends on. */
export type Dependents = ReadonlyMap<string, ReadonlySet<string>>;

/** What an import of a file ends with, whatever folder it is written in. */
function stemOf(file: string): string {
  const bare = path.basename(file).replace(EXTENSION, "");
  return bare === "index" ? path.basename(path.dirname(file)) : bare;
}

/** Files of the head with one of the words right behind a slash, by git's own search. */
function mentioning({ git, root, head }: Range, stems: readonly string[]): string[] {
  // A folder's index is also imported as "." and "..".
  const patterns = [...stems.map((stem) => `/${stem}`), "'.'", '"."', "'..'", '".."'];
  const where = head === undefined ? ["--untracked"] : [head];
  const { out } = git.try(
    ["grep", "-l", "-z", "-F", "-I", "-f", "-", "--no-color", "--full-name", ...where, "--", ...SOURCES],
    `${patterns.join("\n")}\n`,
  );
  return out
    .toString("utf8")
    .split("\0")
    .filter((name) => name !== "")
    .map((name) => path.resolve(root, head === undefined ? name : name.slice(head.length + 1)));
}

const SOURCES: readonly string[] = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"].map(
  (extension) => `:(top,glob)**/*.${extension}`,
);

/**
 * The files whose facts may depend on changed ones: those that import them, as far as the analysis follows imports.
 *
 * @param changed absolute paths, as they are called in the head
 */
export function dependentsOf(
  changed: readonly string[],
  range: Range,
  project: Project,
  tree: FileTree = DISK,
): Dependents {
  const causes = new Map<string, ReadonlySet<string>>(changed.map((file) => [file, new Set([file])]));
  let frontier = changed;
  for (let hop = 0; hop < MAX_HOPS && frontier.length > 0; hop++) {
    const targets = new Set(frontier);
    const stems = [...new Set(frontier.map(stemOf))];
    const next: string[] = [];
    for (const file of mentioning(range, stems)) {
      if (causes.size - changed.length >= MAX_DEPENDENTS) break;
      if (causes.has(file)) continue;
      const found = importsOf(file, tree, stems, project).filter((target) => targets.has(target));
      if (found.length === 0) continue;
      causes.set(file, new Set(found.flatMap((target) => [...(causes.get(target) ?? [])])));
      next.push(file);
    }
    frontier = next;
  }
  for (const file of changed) causes.delete(file);
  return causes;
}

function importsOf(file: string, tree: FileTree, stems: readonly string[], project: Project): string[] {
  const text = tree.read(file) ?? "";
  return [...text.matchAll(SPECIFIER)].flatMap(([, specifier]) => {
    if (specifier === undefined) return [];
    const tail = (specifier.split("/").at(-1) ?? "").replace(EXTENSION, "");
    if (tail !== "." && tail !== ".." && tail !== "index" && !stems.includes(tail)) return [];
    return project.resolve(file, specifier) ?? [];
  });
}
