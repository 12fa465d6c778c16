import path from "node:path";
import picomatch from "picomatch";
import { isMcpSpecifier } from "../../frameworks/index.js";
import { withoutBlockComments } from "../../syntax/comments.js";
import type { FileTree } from "./file-tree.js";
import { isTestFile } from "./importers.js";
import { asObject, readJson, textsIn } from "./json-file.js";
import { withoutEnding, type PackageSources } from "./package-sources.js";

/** Files that are started by themselves, or by what looks for them in their folder. */
const ENTRY =
  /(?:^|[\\/])(?:index|main|server|app|cli|worker|mod|lib|route|plugin|middleware|\[(?:(?![\\/]\[).)*)\.\w+$|[\\/](?:pages|app|api|functions|routes|netlify)[\\/]/u;

/** Of these, the ones that only run: what they export is for the files that import them. */
const ONLY_RUN = /[\\/](?:server|app|cli)\.\w+$/u;

/** Folders that a build makes, or makes its output of. */
const BUILT = /^(?:\.?\/)?(?:(?:dist|build|out|lib|esm|cjs|es|src|source)\/)*/u;

const LINE_COMMENT = /^[^\S\n\r\u2028\u2029]*\/\/.*$/gmu;

/** `import { open } from "./open.js";`, `export * from "./close.js";`, `export { open };` */
const HANDED_ON =
  /^[^\S\n\r\u2028\u2029]*(?:import|export)\s+(?:type\s+)?(?:\*(?:\s*as\s+\w+)?|(?:[\w$]+\s*,\s*)?\{[^{}]*\}|[\w$]+(?=\s+from\b))\s*(?:from\s*["'][^"']+["'])?\s*;?/gmu;

/** Texts at the top of a package that may name what is started. */
const NAMING =
  /^(?!.*\block\b).*\.(?:jsonc?|toml|ya?ml|mdx?|txt|sh|[mc]?[jt]s)$|^(?:Dockerfile|Procfile|Makefile|justfile)/iu;
const NAMING_FOLDERS = [".", "bin", "scripts", "docker", "docs", ".github/workflows"];
/** Larger ones are data. In bytes. */
const NAMING_SIZE = 200_000;

/** What may stand around the name of a file where something names it. */
const BEFORE_PATH = /(?:^|[^\w-])$/u;
const BEFORE_FILE = /(?:^|[^\w/.-])(?:\.?\/)?(?:(?:dist|build|out|lib)\/)?$/u;
const BEFORE_SOURCE = /(?:^|[^\w/.-])(?:\.?\/)?(?:(?:dist|build|out|lib|src)\/)*$/u;
const AFTER_PATH = /^(?:\.[mc]?[jt]sx?)?(?![\w/-])/u;
const AFTER_FILE = /^\.[mc]?[jt]sx?(?![\w/-])/u;
/** So much of the text on either side is looked at. In characters. */
const BESIDE = 40;

/** Of a larger package, the other files say nothing of another server. */
const SCANNED_FILES = 400;

/** The files of one package from which it is started or used, by its manifest and what else stands beside it. */
export class Entries {
  readonly #directory: string;
  readonly #tree: FileTree;
  readonly #sources: PackageSources;
  #targets: readonly string[] | undefined;
  #built: readonly (readonly string[])[] | undefined;
  readonly #leftOver = new Map<string, boolean>();
  #texts: string | undefined;
  #loads: boolean | undefined;

  constructor(directory: string, tree: FileTree, sources: PackageSources) {
    this.#directory = directory;
    this.#tree = tree;
    this.#sources = sources;
  }

  /** The manifest gives the file to whoever depends on the package. */
  isGiven(filename: string): boolean {
    const own = this.#nameOf(filename).replace(BUILT, "");
    return this.#given().some((target) => {
      const [start = "", rest] = target.replace(BUILT, "").split("*");
      return rest === undefined ? start.endsWith(own) : own.startsWith(start);
    });
  }

  /** A file that no other one imports may be looked for under its name or in its folder. */
  isLoaded(filename: string): boolean {
    if (this.#loadsFiles()) return true;
    if (!ENTRY.test(filename.slice(this.#directory.length)) || this.#isBarrel(filename)) return false;
    return !ONLY_RUN.test(filename) || this.#given().length === 0 || this.#isNamed(filename);
  }

  /** `tools/index.ts` that only hands on what its folder exports: nothing comes of starting it. */
  #isBarrel(filename: string): boolean {
    const name = this.#nameOf(filename);
    if (!name.endsWith("/index") || name.replace(BUILT, "") === "index") return false;
    const text = withoutBlockComments(this.#tree.read(filename) ?? "").replaceAll(LINE_COMMENT, "");
    return text.replaceAll(HANDED_ON, "").trim() === "" && !this.#isNamed(filename);
  }

  /**
   * A source that every build leaves out and nobody names, in a package that serves from other files: what an earlier version
   * has left.
   */
  isLeftOver(filename: string): boolean {
    let left = this.#leftOver.get(filename);
    if (left === undefined) this.#leftOver.set(filename, (left = this.#isLeft(filename)));
    return left;
  }

  #isLeft(filename: string): boolean {
    const builds = (this.#built ??= this.#builds());
    if (!/\.[mc]?tsx?$/u.test(filename) || builds.length === 0 || this.#isNamed(filename)) return false;
    if (builds.some((folders) => holds(folders, filename))) return false;
    return this.#sources
      .files(this.#directory, SCANNED_FILES)
      .some(
        (file) =>
          file !== filename &&
          !isTestFile(file, this.#directory) &&
          builds.some((folders) => holds(folders, file)) &&
          this.#sources.importsOf(file).atRunTime.some((one) => isMcpSpecifier(one) && one.includes("server")),
      );
  }

  #nameOf(filename: string): string {
    return withoutEnding(path.relative(this.#directory, filename).replaceAll("\\", "/"));
  }

  /** What the manifest leads to, without endings. */
  #given(): readonly string[] {
    if (this.#targets) return this.#targets;
    const manifest = readJson(path.join(this.#directory, "package.json"), this.#tree) ?? {};
    const found = ["main", "module", "browser", "types", "exports", "bin"]
      .flatMap((field) => textsIn(manifest[field]))
      // A program that opens a folder has no file in mind.
      .filter((target) => !target.includes("*") || manifest["bin"] === undefined);
    return (this.#targets = found.map((target) => withoutEnding(target.replace(/\.d(?=\.[mc]?ts$)/u, ""))));
  }

  /** A script, a configuration or a page of the package names the file. */
  #isNamed(filename: string): boolean {
    this.#texts ??= this.#textsBeside(filename);
    const name = this.#nameOf(filename);
    const bare = name.replace(/^src\//u, "");
    const isPath = bare.includes("/");
    const before = isPath ? BEFORE_PATH : name.startsWith("src/") ? BEFORE_SOURCE : BEFORE_FILE;
    const after = isPath ? AFTER_PATH : AFTER_FILE;
    for (let at = this.#texts.indexOf(bare); at >= 0; at = this.#texts.indexOf(bare, at + 1)) {
      const end = at + bare.length;
      if (
        before.test(this.#texts.slice(Math.max(0, at - BESIDE), at)) &&
        after.test(this.#texts.slice(end, end + BESIDE))
      )
        return true;
    }
    return false;
  }

  #textsBeside(filename: string): string {
    return NAMING_FOLDERS.flatMap((folder) => {
      const within = path.join(this.#directory, folder);
      return this.#tree
        .entries(within)
        .filter(({ name, isFolder }) => !isFolder && NAMING.test(name))
        .map(({ name }) => path.join(within, name))
        .filter((file) => file !== filename && (this.#tree.size(file) ?? NAMING_SIZE) < NAMING_SIZE)
        .map((file) => this.#tree.read(file) ?? "");
    }).join("\n");
  }

  #loadsFiles(): boolean {
    return (this.#loads ??= this.#sources
      .files(this.#directory, SCANNED_FILES)
      .some((file) => !isTestFile(file, this.#directory) && this.#sources.importsOf(file).loadsFiles));
  }

  /** Of each `tsconfig` at the top the folders and files that it builds; none where one of them may build everything. */
  #builds(): readonly (readonly string[])[] {
    const configs = this.#tree
      .entries(this.#directory)
      .filter(({ name, isFolder }) => !isFolder && /^tsconfig.*\.json$/u.test(name));
    const builds = configs.map(({ name }) => foldersOf(readJson(path.join(this.#directory, name), this.#tree)));
    return builds.includes(undefined)
      ? []
      : builds.map((folders) => (folders ?? []).map((folder) => path.join(this.#directory, folder)));
  }
}

/** What a `tsconfig` includes; undefined where that cannot be told from its text. */
function foldersOf(config: Readonly<Record<string, unknown>> | undefined): string[] | undefined {
  const included = [config?.["include"], config?.["files"]].flatMap(textsIn);
  const root = asObject(config?.["compilerOptions"])?.["rootDir"];
  const patterns = included.length === 0 && typeof root === "string" ? [root] : included;
  const folders = patterns.map((pattern) => path.normalize(picomatch.scan(pattern).base));
  return folders.length === 0 || folders.some((folder) => folder === "." || folder.startsWith(".."))
    ? undefined
    : folders;
}

function holds(folders: readonly string[], filename: string): boolean {
  return folders.some((folder) => filename === folder || filename.startsWith(folder.replace(/[\\/]?$/u, path.sep)));
}
