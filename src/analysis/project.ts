import { readFileSync, statSync, existsSync } from "node:fs";
import path from "node:path";
import { analyzeScopes, loadOxc, parseWithOxc, type Parse, type ParseResult } from "../syntax/parse.js";
import { isMcpPackage } from "../frameworks/index.js";
import type { Settings } from "../settings.js";
import { File } from "./file.js";

export interface ProjectOptions {
  readonly settings: Settings;
  /** How an imported file is parsed. */
  readonly parse: Parse;
}

/** What a package.json says about a folder. */
export interface PackageFacts {
  readonly directory: string;
  readonly name: string | undefined;
  /** Names of everything the package depends on, in any dependency field. */
  readonly dependencies: ReadonlySet<string>;
  readonly dependsOnMcp: boolean;
}

interface Cached<T> {
  readonly stamp: string;
  readonly value: T;
}

/** A file that is larger than this is a bundle or data, and is not followed. In characters. */
const MAX_FOLLOWED_SIZE = 1_000_000;
/** How many imported files one linted file may cause to be parsed: enough for three hops, bounded for barrels. */
const FILES_PER_ROOT = 200;

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx"] as const;
/** TypeScript's ESM spelling: the import says `.js`, the source is `.ts`. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".js", ".jsx"],
  ".mjs": [".mts", ".mjs"],
  ".cjs": [".cts", ".cjs"],
  ".jsx": [".tsx", ".jsx"],
};

function stampOf(file: string): string | undefined {
  try {
    const stat = statSync(file);
    return stat.isFile() ? `${stat.mtimeMs}:${stat.size}` : undefined;
  } catch {
    return undefined; // absent, or not ours to read: the import stays unknown
  }
}

/** Comments and trailing commas are legal in a tsconfig. */
function parseJsonc(text: string): unknown {
  const bare = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, (_whole, string: string | undefined) => string ?? "")
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[\]}])/gu, (_whole, string: string | undefined) => string ?? "");
  return JSON.parse(bare);
}

function readJson(file: string): Record<string, unknown> | undefined {
  try {
    const value = parseJsonc(readFileSync(file, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // an absent or broken manifest tells nothing
  }
}

interface PathAlias {
  readonly prefix: string;
  readonly suffix: string;
  readonly targets: readonly string[];
}

interface TsConfig {
  readonly aliases: readonly PathAlias[];
  readonly baseUrl: string | undefined;
}

/** `extends` chains are followed this far; deeper ones do not occur. */
const MAX_EXTENDS = 5;

function readTsConfig(file: string, depth = 0): TsConfig | undefined {
  const config = readJson(file);
  if (!config) return undefined;
  const directory = path.dirname(file);
  const options = (config["compilerOptions"] ?? {}) as { paths?: Record<string, string[]>; baseUrl?: string };
  const baseUrl = typeof options.baseUrl === "string" ? path.resolve(directory, options.baseUrl) : undefined;
  const aliases: PathAlias[] = Object.entries(options.paths ?? {})
    .filter(([, targets]) => Array.isArray(targets))
    .map(([pattern, targets]) => {
      const [prefix = "", suffix = ""] = pattern.split("*");
      return { prefix, suffix: pattern.includes("*") ? suffix : "\0", targets: targets.map((target) => path.resolve(baseUrl ?? directory, target)) };
    });
  const parents = [config["extends"]].flat().filter((parent): parent is string => typeof parent === "string" && parent.startsWith("."));
  const inherited = depth < MAX_EXTENDS ? parents.map((parent) => readTsConfig(withJson(path.resolve(directory, parent)), depth + 1)) : [];
  const parent = inherited.find((found) => found !== undefined && (found.aliases.length > 0 || found.baseUrl !== undefined));
  return { aliases: aliases.length > 0 ? aliases : (parent?.aliases ?? []), baseUrl: baseUrl ?? parent?.baseUrl };
}

function withJson(file: string): string {
  return file.endsWith(".json") ? file : `${file}.json`;
}

/** Files of one process: packages, aliases and parsed imports, cached by path, time and size. */
export class Project {
  readonly options: ProjectOptions;
  readonly #packages = new Map<string, PackageFacts | undefined>();
  readonly #tsconfigs = new Map<string, TsConfig | undefined>();
  readonly #resolved = new Map<string, string | undefined>();
  readonly #files = new Map<string, Cached<File | undefined>>();
  #checked = new Set<string>();
  #budget = FILES_PER_ROOT;

  constructor(options: ProjectOptions) {
    this.options = options;
  }

  /** Starts a new linted file: imports are looked at afresh, and the budget is full again. */
  begin(): void {
    this.#checked = new Set();
    this.#budget = FILES_PER_ROOT;
  }

  /** The nearest package.json above a file. A workspace member also counts what its root depends on. */
  packageOf(filename: string): PackageFacts | undefined {
    return path.isAbsolute(filename) ? this.#packageAt(path.dirname(filename)) : undefined;
  }

  #packageAt(directory: string): PackageFacts | undefined {
    if (this.#packages.has(directory)) return this.#packages.get(directory);
    const manifest = path.join(directory, "package.json");
    const parent = path.dirname(directory);
    let facts: PackageFacts | undefined;
    const json = existsSync(manifest) ? readJson(manifest) : undefined;
    if (json) {
      const dependencies = new Set(
        ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].flatMap((field) =>
          Object.keys((json[field] as Record<string, string> | undefined) ?? {}),
        ),
      );
      const name = typeof json["name"] === "string" ? json["name"] : undefined;
      const up = parent === directory || dependencies.size > 0 ? undefined : this.#packageAt(parent);
      facts = {
        directory,
        name,
        dependencies,
        dependsOnMcp: [...dependencies].some(isMcpPackage) || (up?.dependsOnMcp ?? false),
      };
    } else facts = parent === directory ? undefined : this.#packageAt(parent);
    this.#packages.set(directory, facts);
    return facts;
  }

  #tsconfigAt(directory: string): TsConfig | undefined {
    if (this.#tsconfigs.has(directory)) return this.#tsconfigs.get(directory);
    const parent = path.dirname(directory);
    const own = ["tsconfig.json", "jsconfig.json"]
      .map((name) => path.join(directory, name))
      .find((file) => existsSync(file));
    const config = own ? readTsConfig(own) : parent === directory ? undefined : this.#tsconfigAt(parent);
    this.#tsconfigs.set(directory, config);
    return config;
  }

  /** The file that an import in `from` means: relative paths and tsconfig aliases; a package is not followed. */
  resolveImport(from: string, specifier: string): string | undefined {
    if (!path.isAbsolute(from)) return undefined;
    const directory = path.dirname(from);
    const key = `${directory}\0${specifier}`;
    if (!this.#resolved.has(key)) this.#resolved.set(key, this.#resolve(directory, specifier));
    return this.#resolved.get(key);
  }

  #resolve(directory: string, specifier: string): string | undefined {
    if (specifier.startsWith(".")) return sourceFile(path.resolve(directory, specifier));
    const config = this.#tsconfigAt(directory);
    if (!config) return undefined;
    for (const alias of config.aliases) {
      const exact = alias.suffix === "\0";
      if (exact ? specifier !== alias.prefix : !specifier.startsWith(alias.prefix) || !specifier.endsWith(alias.suffix)) continue;
      const middle = exact ? "" : specifier.slice(alias.prefix.length, specifier.length - alias.suffix.length);
      for (const target of alias.targets) {
        const found = sourceFile(target.replace("*", () => middle));
        if (found) return found;
      }
    }
    return config.baseUrl === undefined ? undefined : sourceFile(path.join(config.baseUrl, specifier));
  }

  /** The file that an import leads to, parsed; undefined where it cannot be followed. */
  follow(from: File, specifier: string): File | undefined {
    if (!this.options.settings.followImports) return undefined;
    const target = this.resolveImport(from.filename, specifier);
    if (target === undefined || target === from.filename) return undefined;
    return this.load(target);
  }

  load(filename: string): File | undefined {
    const known = this.#files.get(filename);
    if (known && this.#checked.has(filename)) return known.value;
    this.#checked.add(filename);
    const stamp = stampOf(filename);
    if (stamp === undefined) return undefined;
    if (known?.stamp === stamp) return known.value;
    if (this.#budget <= 0) return undefined;
    this.#budget--;
    const value = this.#parse(filename);
    this.#files.set(filename, { stamp, value });
    return value;
  }

  /** Lets a file that is linted itself serve as an import of others, so that it is parsed once. */
  add(file: File): void {
    const stamp = stampOf(file.filename);
    if (stamp !== undefined) this.#files.set(file.filename, { stamp, value: file });
  }

  #parse(filename: string): File | undefined {
    let text: string;
    try {
      text = readFileSync(filename, "utf8");
    } catch {
      return undefined; // removed meanwhile, or not readable: the import stays unknown
    }
    if (text.length > MAX_FOLLOWED_SIZE) return undefined;
    const result = this.options.parse(text, filename);
    return result.ok ? new File(filename, result.source, this) : undefined;
  }
}

function isFile(file: string): boolean {
  return stampOf(file) !== undefined;
}

function sourceFile(target: string): string | undefined {
  const extension = path.extname(target);
  const bare = target.slice(0, target.length - extension.length);
  const candidates = [
    ...(SOURCES_OF[extension] ?? []).map((other) => bare + other),
    ...((EXTENSIONS as readonly string[]).includes(extension) ? [target] : []),
    ...EXTENSIONS.map((other) => target + other),
    ...EXTENSIONS.map((other) => path.join(target, `index${other}`)),
  ];
  return candidates.find(isFile);
}

interface EslintParser {
  parseForESLint?: (text: string, options: object) => { ast: unknown; scopeManager?: unknown };
  parse?: (text: string, options: object) => unknown;
}

/** oxc-parser where it is installed (no TypeScript needed, the same as on the command line), else the user's parser. */
export function projectParser(fallback: EslintParser | undefined): Parse {
  const oxc = loadOxc();
  if (oxc) return (text, filename) => parseWithOxc(oxc, text, filename);
  return (text, filename) => parseWithEslintParser(fallback, text, filename);
}

function parseWithEslintParser(parser: EslintParser | undefined, text: string, filename: string): ParseResult {
  const options = { range: true, loc: true, comment: true, tokens: false, sourceType: "module", ecmaVersion: "latest", filePath: filename };
  try {
    const ast = parser?.parseForESLint?.(text, options).ast ?? parser?.parse?.(text, options);
    if (!ast) return { ok: false, failure: { message: "No parser is available for imported files.", line: 1, column: 1 } };
    const program = ast as Parameters<typeof analyzeScopes>[0];
    return { ok: true, source: { text, ast: program, comments: program.comments ?? [], scopeManager: analyzeScopes(program) } };
  } catch (error) {
    return { ok: false, failure: { message: error instanceof Error ? error.message : String(error), line: 1, column: 1 } };
  }
}
