import path from "node:path";
import type { FileTree } from "./file-tree.js";
import { asObject, readJson } from "./json-file.js";

/** A specifier, exact or with one `*`, and the files that it may stand for, the likeliest first. */
export interface PathAlias {
  readonly prefix: string;
  readonly suffix: string;
  readonly targets: readonly string[];
}

/** The suffix of an alias without `*`: no specifier ends so. */
const EXACT = "\0";

export function aliasOf(pattern: string, targets: readonly string[]): PathAlias {
  const [prefix = "", suffix = ""] = pattern.split("*");
  return { prefix, suffix: pattern.includes("*") ? suffix : EXACT, targets };
}

/** The files that an alias makes of a specifier; none where it is another's. */
export function targetsOf({ prefix, suffix, targets }: PathAlias, specifier: string): string[] {
  if (suffix === EXACT) return specifier === prefix ? [...targets] : [];
  if (specifier.length < prefix.length + suffix.length) return [];
  if (!specifier.startsWith(prefix) || !specifier.endsWith(suffix)) return [];
  const middle = specifier.slice(prefix.length, specifier.length - suffix.length);
  return targets.map((target) => target.replaceAll("*", () => middle));
}

/** The more of a specifier an alias names, the earlier it is asked, whatever the order in the file. */
export function byExactness(a: PathAlias, b: PathAlias): number {
  return Number(b.suffix === EXACT) - Number(a.suffix === EXACT) || b.prefix.length - a.prefix.length;
}

/** Conditions for other programs than a server: they are asked last. */
const ELSEWHERE = /^(?:browser|worker|workerd|deno|bun|react-native|edge-light|electron)$/u;

/** The paths of a target, which may be a list of fallbacks or an object of conditions. */
function pathsOf(target: unknown): string[] {
  if (typeof target === "string") return target.startsWith("./") ? [target] : [];
  if (Array.isArray(target)) return target.flatMap(pathsOf);
  if (typeof target !== "object" || target === null) return [];
  const conditions = Object.entries(target).filter(([name]) => name !== "types");
  const isHere = ([name]: [string, unknown]): boolean => !ELSEWHERE.test(name);
  return [...conditions.filter(isHere), ...conditions.filter((entry) => !isHere(entry))].flatMap(([, inner]) =>
    pathsOf(inner),
  );
}

/**
 * The `#` names that a package gives its own files (`imports` of its package.json), the most exact first.
 * Undefined where the folder holds no package.json. See https://nodejs.org/api/packages.html#subpath-imports
 */
export function packageImports(directory: string, tree: FileTree): readonly PathAlias[] | undefined {
  const manifest = readJson(path.join(directory, "package.json"), tree);
  if (!manifest) return undefined;
  return Object.entries(asObject(manifest["imports"]) ?? {})
    .map(([pattern, target]) =>
      aliasOf(
        pattern,
        pathsOf(target).map((found) => path.join(directory, found)),
      ),
    )
    .sort(byExactness);
}
