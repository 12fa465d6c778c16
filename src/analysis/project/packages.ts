import { isBuiltin } from "node:module";
import path from "node:path";
import picomatch from "picomatch";
import { parse as parseYaml } from "yaml";
import { isAmbiguousPackage, isMcpPackage, isMcpSpecifier, isOtherToolPackage } from "../../frameworks/index.js";
import { DISK, type FileTree } from "./file-tree.js";
import { Entries } from "./entries.js";
import { isTestFile } from "./importers.js";
import { asObject, readJson, textsIn } from "./json-file.js";
import { PackageSources, withoutEnding } from "./package-sources.js";

/** What is known of the package that a file belongs to. */
export interface PackageFacts {
  readonly directory: string;
  readonly name: string | undefined;
  /** Names of everything that its package.json lists, in any dependency field. */
  readonly dependencies: ReadonlySet<string>;
  readonly dependsOnMcp: boolean;
}

/** Pages and examples show how a package is used. */
const SHOWN = /[\\/](?:docs|examples?)[\\/]/u;

/** The folders that the list of pnpm names; none where it cannot be read. */
function listedIn(text: string): string[] {
  try {
    return textsIn(asObject(parseYaml(text))?.["packages"]);
  } catch {
    return []; // no YAML: it tells nothing
  }
}

/** `packages/*`, `./apps/**`, and `!**\/old` for what is left out. */
function isListed(folder: string, patterns: readonly string[]): boolean {
  const bare = patterns.map((pattern) => pattern.replace(/^(!?)\.\//u, "$1").replace(/\/$/u, ""));
  const ignore = bare.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  return bare.some((pattern) => !pattern.startsWith("!") && picomatch.isMatch(folder, pattern, { ignore }));
}

interface FileImports {
  readonly file: string;
  readonly specifiers: readonly string[];
}

function nameOf({ name }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof name === "string" ? name : undefined;
}

/** What a folder of examples stands beside: a package, or a repository of several. */
const OF_PROJECT = /^(?:package\.json|\.git|README\.md|LICEN[CS]E(?:\.\w+)?|packages|libraries|docs)$/iu;

/** A package whose manifest does not say what its files import is scanned this far. */
const SCANNED_FILES = 400;
/** A name is looked for in so many files of a package. */
const NAMED_FILES = 4000;

/** The packages of the files that are linted, each read once. */
export class Packages {
  readonly #tree: FileTree;
  readonly #sources: PackageSources;
  readonly #facts = new Map<string, PackageFacts | undefined>();
  readonly #projects = new Map<string, boolean>();
  readonly #specifiers = new Map<string, ReadonlySet<string>>();
  readonly #entries = new Map<string, Entries>();
  readonly #edges = new Map<string, readonly (readonly string[])[]>();
  readonly #workspaces = new Map<string, readonly FileImports[] | undefined>();

  constructor(tree: FileTree = DISK, sources = new PackageSources(tree)) {
    this.#tree = tree;
    this.#sources = sources;
  }

  /** The nearest package.json above a file. */
  of(filename: string): PackageFacts | undefined {
    return path.isAbsolute(filename) ? this.#at(path.dirname(filename)) : undefined;
  }

  /** Below a folder of examples, beside which stands what they are examples of: `examples/orders/server.ts`. */
  isAmongExamples(filename: string): boolean {
    if (!path.isAbsolute(filename)) return false;
    return [...filename.matchAll(/[\\/]examples?(?=[\\/])/gu)].some(({ index }) =>
      this.#holdsProject(filename.slice(0, index)),
    );
  }

  #holdsProject(folder: string): boolean {
    let holds = this.#projects.get(folder);
    if (holds === undefined) {
      holds = this.#tree.entries(folder).some(({ name }) => OF_PROJECT.test(name));
      this.#projects.set(folder, holds);
    }
    return holds;
  }

  #at(directory: string): PackageFacts | undefined {
    if (this.#facts.has(directory)) return this.#facts.get(directory);
    const json = readJson(path.join(directory, "package.json"), this.#tree);
    const parent = path.dirname(directory);
    let facts: PackageFacts | undefined;
    if (json) {
      const dependencies = new Set(
        ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].flatMap((field) =>
          Object.keys(asObject(json[field]) ?? {}),
        ),
      );
      // A manifest without dependencies only sets the module type of a folder.
      const up = dependencies.size > 0 || parent === directory ? undefined : this.#at(parent);
      facts = up ?? { directory, name: nameOf(json), dependencies, dependsOnMcp: [...dependencies].some(isMcpPackage) };
    } else facts = parent === directory ? undefined : this.#at(parent);
    this.#facts.set(directory, facts);
    return facts;
  }

  /** Some file of the package imports an MCP library, though its manifest may list none (a hoisted or forgotten dependency). */
  importsMcp(facts: PackageFacts): boolean {
    return [...this.#imports(facts.directory)].some(isMcpSpecifier);
  }

  /** The package serves or uses MCP: its manifest says so, or an import where the manifest leaves it open. */
  isMcp(facts: PackageFacts): boolean {
    return facts.dependsOnMcp || ([...facts.dependencies].some(isAmbiguousPackage) && this.importsMcp(facts));
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

  /** The package gives the file to those that depend on it. */
  isEntry(filename: string, facts: PackageFacts): boolean {
    return this.#entriesOf(facts).isGiven(filename);
  }

  /** The file is looked for under its name or in its folder, if no other one imports it. */
  isLoaded(filename: string, facts: PackageFacts): boolean {
    return this.#entriesOf(facts).isLoaded(filename);
  }

  /** The file is what an earlier version has left: no build takes it in, and nothing beside the sources names it. */
  isLeftOver(filename: string, facts: PackageFacts): boolean {
    return this.#entriesOf(facts).isLeftOver(filename);
  }

  /**
   * Files of the same repository, outside of the package, may import its files. That is seen for a part of a workspace that
   * is not too large; any other manifest above the package tells nothing.
   */
  isShared({ directory, name = "" }: PackageFacts): boolean {
    const above = this.#at(path.dirname(directory))?.directory;
    if (above === undefined) return false;
    if (!this.#isMember(directory, above)) return true;
    const through = `/${path.basename(directory)}/`;
    return (
      this.#importsInWorkspace(above)?.some(
        ({ file, specifiers }) =>
          !file.startsWith(directory + path.sep) &&
          specifiers.some((one) => one === name || one.startsWith(`${name}/`) || one.includes(through)),
      ) ?? true
    );
  }

  /** What the files of a workspace import; undefined for what is none, and for one that is too large. */
  #importsInWorkspace(directory: string): readonly FileImports[] | undefined {
    if (!this.#workspaces.has(directory)) {
      const files = this.#sources.files(directory, NAMED_FILES);
      const imports = files
        .filter((file) => !isTestFile(file, directory) && !SHOWN.test(file.slice(directory.length)))
        .map((file) => ({ file, specifiers: this.#sources.importsOf(file).specifiers }));
      this.#workspaces.set(directory, files.length < NAMED_FILES ? imports : undefined);
    }
    return this.#workspaces.get(directory);
  }

  /** A manifest, or the list of pnpm, names the folder as a part of its workspace. */
  #isMember(directory: string, workspace: string): boolean {
    const { workspaces } = readJson(path.join(workspace, "package.json"), this.#tree) ?? {};
    const listed = listedIn(this.#tree.read(path.join(workspace, "pnpm-workspace.yaml")) ?? "");
    return isListed(path.relative(workspace, directory).replaceAll("\\", "/"), [...textsIn(workspaces), ...listed]);
  }

  #entriesOf({ directory }: PackageFacts): Entries {
    let entries = this.#entries.get(directory);
    if (!entries) this.#entries.set(directory, (entries = new Entries(directory, this.#tree, this.#sources)));
    return entries;
  }

  /** Some file of the package but this one holds the word; tests do not count. */
  names(word: string, except: string, facts: PackageFacts): boolean {
    return !this.#filesWith(word, except, facts, false).next().done;
  }

  /** The files of the package but this one that hold the word; tests do not count. */
  filesNaming(word: string, except: string, facts: PackageFacts): readonly string[] {
    return [...this.#filesWith(word, except, facts, false)];
  }

  /** The lines of the package's tests that hold the words. */
  linesOfTests(words: string, facts: PackageFacts): readonly string[] {
    return [...this.#filesWith(words, "", facts, true)].flatMap((file) =>
      (this.#tree.read(file) ?? "").split("\n").filter((line) => line.includes(words)),
    );
  }

  *#filesWith(word: string, except: string, { directory }: PackageFacts, inTests: boolean): Generator<string> {
    for (const file of this.#sources.files(directory, NAMED_FILES))
      if (file !== except && isTestFile(file, directory) === inTests && this.#tree.read(file)?.includes(word))
        yield file;
  }

  /** A file that answers `tools/list` names this field of a tool; tests do not count. */
  listsTools(field: string, { directory }: PackageFacts): boolean {
    return this.#sources.files(directory, NAMED_FILES).some((file) => {
      const text = isTestFile(file, directory) ? "" : (this.#tree.read(file) ?? "");
      return text.includes("tools/list") && text.includes(field);
    });
  }

  /** A specifier of a file names a package that it may import: a builtin one, or one of the manifest. */
  isAnother(from: string, specifier: string): boolean {
    const name = /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0] ?? specifier;
    return isBuiltin(specifier) || (this.of(from)?.dependencies.has(name) ?? false);
  }

  /** What else the files import that import this one. */
  #importersOf(filename: string, directory: string): readonly (readonly string[])[] {
    let edges = this.#edges.get(directory);
    if (!edges) this.#edges.set(directory, (edges = this.#specifiersIn(directory)));
    const stem = withoutEnding(filename).split(/[\\/]/u).slice(-2).join("/");
    return edges.filter((specifiers) => specifiers.some((specifier) => withoutEnding(specifier).endsWith(stem)));
  }

  #specifiersIn(directory: string): (readonly string[])[] {
    return this.#sources.files(directory, SCANNED_FILES).map((file) => this.#sources.importsOf(file).specifiers);
  }

  #imports(directory: string): ReadonlySet<string> {
    let found = this.#specifiers.get(directory);
    if (!found) {
      found = new Set(this.#specifiersIn(directory).flatMap((all) => all.filter((one) => !one.startsWith("."))));
      this.#specifiers.set(directory, found);
    }
    return found;
  }
}
