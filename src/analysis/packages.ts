import path from "node:path";
import { isMcpPackage, isMcpSpecifier, isOtherToolPackage } from "../frameworks/index.js";
import { DISK, type FileTree } from "./file-tree.js";
import { readJson } from "./json-file.js";

/** What is known of the package that a file belongs to. */
export interface PackageFacts {
  readonly directory: string;
  /** Names of everything that its package.json lists, in any dependency field. */
  readonly dependencies: ReadonlySet<string>;
  readonly dependsOnMcp: boolean;
}

/** A package whose manifest does not say what its files import is scanned this far, in files … */
const SCANNED_FILES = 400;
/** … of at most this size, in bytes. */
const SCANNED_SIZE = 200_000;

const SOURCE = /\.(?:[mc]?[jt]s|[jt]sx)$/u;
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"']+)["']/gu;

function specifiersOf(text: string): string[] {
  return [...text.matchAll(SPECIFIER)].flatMap(([, specifier]) => specifier ?? []);
}

/** The packages of the files that are linted, each read once. */
export class Packages {
  readonly #tree: FileTree;
  readonly #facts = new Map<string, PackageFacts | undefined>();
  readonly #specifiers = new Map<string, ReadonlySet<string>>();
  readonly #edges = new Map<string, { readonly specifiers: readonly string[] }[]>();

  constructor(tree: FileTree = DISK) {
    this.#tree = tree;
  }

  /** The nearest package.json above a file. */
  of(filename: string): PackageFacts | undefined {
    return path.isAbsolute(filename) ? this.#at(path.dirname(filename)) : undefined;
  }

  #at(directory: string): PackageFacts | undefined {
    if (this.#facts.has(directory)) return this.#facts.get(directory);
    const json = readJson(path.join(directory, "package.json"), this.#tree);
    const parent = path.dirname(directory);
    let facts: PackageFacts | undefined;
    if (json) {
      const dependencies = new Set(
        ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].flatMap((field) =>
          Object.keys((json[field] as Record<string, string> | undefined) ?? {}),
        ),
      );
      // A manifest without dependencies only sets the module type of a folder.
      const up = dependencies.size > 0 || parent === directory ? undefined : this.#at(parent);
      facts = up ?? { directory, dependencies, dependsOnMcp: [...dependencies].some(isMcpPackage) };
    } else facts = parent === directory ? undefined : this.#at(parent);
    this.#facts.set(directory, facts);
    return facts;
  }

  /** Some file of the package imports an MCP library, though its manifest may list none (a hoisted or forgotten dependency). */
  importsMcp(facts: PackageFacts): boolean {
    return [...this.#imports(facts.directory)].some(isMcpSpecifier);
  }

  /** The package depends on another one, by its manifest or by an import of one of its files. */
  uses(facts: PackageFacts, name: string): boolean {
    return facts.dependencies.has(name) || this.#imports(facts.directory).has(name);
  }

  /**
   * The file serves an agent in the same process, not MCP: of the files that import it, some import an agent framework
   * and none an MCP library. False where nobody imports it.
   */
  servesAgentOnly(filename: string, facts: PackageFacts): boolean {
    if (![...facts.dependencies].some(isOtherToolPackage)) return false;
    const importers = this.#importersOf(filename, facts.directory);
    return (
      importers.some((specifiers) => specifiers.some(isOtherToolPackage)) &&
      !importers.some((specifiers) => specifiers.some(isMcpSpecifier))
    );
  }

  /** What else the files import that import this one. */
  #importersOf(filename: string, directory: string): readonly (readonly string[])[] {
    let edges = this.#edges.get(directory);
    if (!edges) {
      edges = [];
      for (const file of sourceFiles(directory, this.#tree))
        edges.push({ specifiers: specifiersOf(readSmall(file, this.#tree)) });
      this.#edges.set(directory, edges);
    }
    const stem = filename.replace(SOURCE, "").split(/[\\/]/u).slice(-2).join("/");
    return edges
      .map(({ specifiers }) => specifiers)
      .filter((specifiers) => specifiers.some((specifier) => specifier.replace(SOURCE, "").endsWith(stem)));
  }

  #imports(directory: string): ReadonlySet<string> {
    let found = this.#specifiers.get(directory);
    if (!found) {
      found = scanSpecifiers(directory, this.#tree);
      this.#specifiers.set(directory, found);
    }
    return found;
  }
}

function scanSpecifiers(root: string, tree: FileTree): ReadonlySet<string> {
  return new Set(
    sourceFiles(root, tree).flatMap((file) =>
      specifiersOf(readSmall(file, tree)).filter((specifier) => !specifier.startsWith(".")),
    ),
  );
}

/** The first sources of a package, folder by folder. */
function sourceFiles(root: string, tree: FileTree): string[] {
  const files: string[] = [];
  const folders = [root];
  let budget = SCANNED_FILES;
  for (let folder = folders.shift(); folder !== undefined && budget > 0; folder = folders.shift()) {
    for (const entry of tree.entries(folder)) {
      const full = path.join(folder, entry.name);
      if (entry.isFolder) {
        if (!/^(?:node_modules|dist|build|out|coverage|\..*)$/u.test(entry.name)) folders.push(full);
      } else if (SOURCE.test(entry.name) && budget > 0) {
        budget--;
        files.push(full);
      }
    }
  }
  return files;
}

function readSmall(file: string, tree: FileTree): string {
  return (tree.size(file) ?? Infinity) <= SCANNED_SIZE ? (tree.read(file) ?? "") : "";
}
