import path from "node:path";
import { isMcpSpecifier } from "../../frameworks/index.js";
import type { FileTree } from "./file-tree.js";
import { isTestFile } from "./importers.js";
import { readJson, textsIn } from "./json-file.js";
import { withoutEnding, type PackageSources } from "./package-sources.js";

/** Files that are started by themselves, or by what looks for them in their folder. */
const ENTRY =
  /(?:^|[\\/])(?:index|main|server|app|cli|worker|mod|lib|route|plugin|middleware|\[.*)\.\w+$|[\\/](?:pages|app|api|functions|routes|netlify)[\\/]/u;

/** Of these, the ones that only run: what they export is for the files that import them. */
const ONLY_RUN = /[\\/](?:server|app|cli)\.\w+$/u;

/** Folders that a build makes, or makes its output of. */
const BUILT = /^(?:\.?\/)?(?:(?:dist|build|out|lib|esm|cjs|es|src|source)\/)*/u;

const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$/gmu;

/** `import { open } from "./open.js";`, `export * from "./close.js";`, `export { open };` */
const HANDED_ON =
  /^\s*(?:import|export)\s+(?:type\s+)?(?:\*(?:\s*as\s+\w+)?|(?:[\w$]+\s*,\s*)?\{[^{}]*\}|[\w$]+(?=\s+from\b))\s*(?:from\s*["'][^"']+["'])?\s*;?/gmu;

/** Texts at the top of a package that may name what is started. */
const NAMING =
  /^(?!.*\block\b).*\.(?:jsonc?|toml|ya?ml|mdx?|txt|sh|[mc]?[jt]s)$|^(?:Dockerfile|Procfile|Makefile|justfile)/iu;
const NAMING_FOLDERS = [".", "bin", "scripts", "docker", "docs", ".github/workflows"];
/** Larger ones are data. In bytes. */
const NAMING_SIZE = 200_000;

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
    const text = (this.#tree.read(filename) ?? "").replaceAll(COMMENT, "");
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
    const bare = name.replace(/^src\//u, "").replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
    const folders = name.startsWith("src/") ? "(?:(?:dist|build|out|lib|src)/)*" : "(?:(?:dist|build|out|lib)/)?";
    const before = bare.includes("/") ? "(?:^|[^\\w-])" : `(?:^|[^\\w/.-])(?:\\.?/)?${folders}`;
    return new RegExp(`${before}${bare}(?:\\.[mc]?[jt]sx?)${bare.includes("/") ? "?" : ""}(?![\\w/-])`, "mu").test(
      this.#texts,
    );
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
  const options = config?.["compilerOptions"];
  const root = typeof options === "object" && options !== null && "rootDir" in options ? options.rootDir : undefined;
  const patterns = included.length === 0 && typeof root === "string" ? [root] : included;
  const folders = patterns.map((pattern) => path.normalize(pattern.replace(/[\\/]?[^\\/]*[*?{].*$/u, "")));
  return folders.length === 0 || folders.some((folder) => folder === "." || folder.startsWith(".."))
    ? undefined
    : folders;
}

function holds(folders: readonly string[], filename: string): boolean {
  return folders.some((folder) => filename === folder || filename.startsWith(folder.replace(/[\\/]?$/u, path.sep)));
}
