import { analyzeScopes, loadOxc, parseWithOxc, type Parse, type ParseResult } from "../../syntax/parse.js";
import type { Settings } from "../../settings.js";
import { File } from "../file.js";
import { DISK, sameStamp, type FileTree, type Stamp } from "./file-tree.js";
import { mayHoldTools } from "../gate.js";
import { Importers, type Importer } from "./importers.js";
import { ImportResolver } from "./import-resolver.js";
import { PackageSources } from "./package-sources.js";
import { Packages } from "./packages.js";

export interface ProjectOptions {
  readonly settings: Settings;
  /** How an imported file is parsed. */
  readonly parse: Parse;
  /** Where files are read from. Default: the disk. */
  readonly tree?: FileTree;
  /** No file changes while the project is in use (one run of the command line): none is looked at twice. */
  readonly frozen?: boolean;
  /** True for a file that was just added, by its absolute path: who wrote it may wire it up next. Default: none is known. */
  readonly isNew?: (file: string) => boolean;
}

interface Cached {
  /** Undefined: not looked at since the linter handed the file over. */
  stamp: Stamp | undefined;
  /** When the text was read, in ms since the epoch. */
  readonly since: number;
  readonly value: File | undefined;
}

/** A file that is larger than this is a bundle or data, and is not followed. In characters. */
const MAX_FOLLOWED_SIZE = 1_000_000;
/** How many imported files one linted file may cause to be parsed: enough for three hops, bounded for barrels. */
const FILES_PER_ROOT = 200;
/** Parsed files that are kept for the next imports of them. */
const FILES_KEPT = 1000;

/**
 * What was found (and not found) on the disk is looked for anew: an editor's process lives for days. A run over many files
 * asks without a pause, so that a pause of this many ms says that people may have changed something.
 */
const PAUSE = 1_000;
/** Looked for anew also without a pause, after this many ms. */
const REFRESH_AFTER = 60_000;

/** Files of one process: packages, aliases and parsed imports, cached by path, time and size. */
export class Project {
  readonly options: ProjectOptions;
  packages: Packages;
  #imports: ImportResolver;
  #importers: Importers;
  /** Of files that import others: whether their text has a cue of a tool. */
  #holders = new Map<string, boolean>();
  #refreshed = Date.now();
  #asked = this.#refreshed;
  readonly #tree: FileTree;
  readonly #sources: PackageSources;
  readonly #files = new Map<string, Cached>();
  #checked = new Set<string>();
  #budget = FILES_PER_ROOT;
  #version = 0;
  #reloads = 0;

  constructor(options: ProjectOptions) {
    this.options = options;
    this.#tree = options.tree ?? DISK;
    this.#sources = new PackageSources(this.#tree);
    this.packages = new Packages(this.#tree, this.#sources);
    this.#imports = new ImportResolver(this.#tree);
    this.#importers = this.#newImporters();
  }

  #newImporters(): Importers {
    return new Importers(
      this.#sources,
      (from, specifier) => this.resolve(from, specifier),
      (from, specifier) => this.packages.isAnother(from, specifier),
    );
  }

  /** A file comes up to be linted, whatever it holds: as long as they come without a pause, nobody has changed anything. */
  visit(): void {
    this.#lookAgain();
  }

  /** Starts the model of a linted file: imports are looked at afresh, and the budget is full again. */
  begin(): void {
    if (!this.options.frozen) this.#checked = new Set();
    this.#lookAgain();
    this.#version++;
    this.#budget = FILES_PER_ROOT;
  }

  #lookAgain(): void {
    if (this.options.frozen) return;
    const now = Date.now();
    const paused = now - this.#asked >= PAUSE;
    this.#asked = now;
    if (!paused && now - this.#refreshed < REFRESH_AFTER) return;
    this.packages = new Packages(this.#tree, this.#sources);
    this.#imports = new ImportResolver(this.#tree);
    this.#importers = this.#newImporters();
    this.#holders = new Map();
    this.#refreshed = now;
  }

  /** Grows with each linted file, and whenever an import may lead to something else than before. */
  get version(): number {
    return this.#version;
  }

  /** Grows when a file is read anew: what was computed over several files no longer holds. */
  get reloads(): number {
    return this.#reloads;
  }

  /** The path of the file that an import in `from` leads to. */
  resolve(from: string, specifier: string): string | undefined {
    return this.#imports.resolve(from, specifier);
  }

  /** The file that an import leads to, parsed; undefined where it cannot be followed. */
  follow(from: File, specifier: string): File | undefined {
    if (!this.options.settings.followImports) return undefined;
    const target = this.resolve(from.filename, specifier);
    if (target === undefined || target === from.filename) return undefined;
    return this.load(target);
  }

  /**
   * The files of the same package that import a file; none where imports are not followed.
   *
   * @param _root the file whose findings depend on the answer
   */
  importersOf(filename: string, _root: string): readonly Importer[] {
    this.#lookAgain();
    const facts = this.options.settings.followImports ? this.packages.of(filename) : undefined;
    return facts && this.packages.isMcp(facts) ? this.#importers.of(filename, facts.directory) : [];
  }

  /** The file is there to be imported, and the package is small enough for all files that may do so to be looked at. */
  seesImportersOf(filename: string): boolean {
    const facts = this.packages.of(filename);
    return facts !== undefined && this.#tree.stamp(filename) !== undefined && this.#importers.seesAll(facts.directory);
  }

  /** The file's text has a cue of a tool: a question for files that are not looked at themselves. */
  mayHoldTools(filename: string): boolean {
    let may = this.#holders.get(filename);
    if (may === undefined) {
      may = mayHoldTools(this.#tree.read(filename) ?? "", filename, this.options.settings);
      this.#holders.set(filename, may);
    }
    return may;
  }

  /** The text of a file, as it was parsed or stands on the disk. */
  textOf(filename: string): string | undefined {
    return this.#files.get(filename)?.value?.text ?? this.#tree.read(filename);
  }

  /** The parsed file, if its text holds a word. */
  loadWith(filename: string, word: string): File | undefined {
    return this.textOf(filename)?.includes(word) ? this.load(filename) : undefined;
  }

  load(filename: string): File | undefined {
    const known = this.#files.get(filename);
    if (known && this.#checked.has(filename)) return known.value;
    const now = this.#tree.stamp(filename);
    if (now === undefined) return undefined;
    if (known && known.stamp === undefined && now.changed <= known.since) known.stamp = now;
    if (known && sameStamp(known.stamp, now)) {
      this.#checked.add(filename);
      return known.value;
    }
    if (this.#budget <= 0) return undefined;
    this.#budget--;
    this.#checked.add(filename);
    const value = this.#parse(filename);
    if (known) {
      this.#version++;
      this.#reloads++;
    }
    this.#files.set(filename, { stamp: now, since: now.changed, value });
    return value;
  }

  /** The parsed file, if it was followed before and still has this text. */
  parsed(filename: string, text: string): File | undefined {
    const known = this.#files.get(filename)?.value;
    return known?.text === text ? known : undefined;
  }

  /** Lets a file that is linted itself serve as an import of others, so that it is parsed once. */
  add(file: File): void {
    const known = this.#files.get(file.filename)?.value;
    if (known && known.text !== file.text) this.#reloads++;
    this.#files.delete(file.filename);
    this.#files.set(file.filename, { stamp: undefined, since: Date.now(), value: file });
    // The oldest goes first: a long run over a large tree must not hold every tree that it has seen.
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= FILES_KEPT) break;
      this.#files.delete(oldest);
    }
  }

  #parse(filename: string): File | undefined {
    const text = this.#tree.read(filename);
    if (text === undefined || text.length > MAX_FOLLOWED_SIZE) return undefined;
    const result = this.options.parse(text, filename);
    return result.ok ? new File(filename, result.source, this) : undefined;
  }
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
  const options = {
    range: true,
    loc: true,
    comment: true,
    tokens: false,
    sourceType: "module",
    ecmaVersion: "latest",
    filePath: filename,
  };
  try {
    const ast = parser?.parseForESLint?.(text, options).ast ?? parser?.parse?.(text, options);
    if (!ast)
      return { ok: false, failure: { message: "No parser is available for imported files.", line: 1, column: 1 } };
    const program = ast as Parameters<typeof analyzeScopes>[0];
    return {
      ok: true,
      source: { text, ast: program, comments: program.comments ?? [], scopeManager: analyzeScopes(program) },
    };
  } catch (error) {
    return {
      ok: false,
      failure: { message: error instanceof Error ? error.message : String(error), line: 1, column: 1 },
    };
  }
}
