import path from "node:path";
import { DISK, sameStamp, type FileTree, type Stamp } from "./file-tree.js";

/** The imports of one file, as they are written. */
export interface WrittenImports {
  readonly specifiers: readonly string[];
  /** Without imports of types alone. */
  readonly atRunTime: readonly string[];
  /** Those of `export … from` and the like: who imports this file gets what the other one exports. */
  readonly handedOn: readonly string[];
  /** The file imports what it finds in a folder: nobody writes the names of these files. */
  readonly loadsFiles: boolean;
}

/** Longer files are bundles or data. In characters. */
const MAX_SIZE = 1_000_000;
/** Imports stand at the top. In characters. */
const SCANNED_TEXT = 200_000;

const OUTPUT = /^(?:dist|build|out|coverage)$/u;
const SOURCE = /\.(?:[mc]?[jt]s|[jt]sx)$/u;
/** What imports sources, though it is none. */
const COMPONENT = /\.(?:vue|svelte|astro)$/u;
/** An import of types alone leads to no call. */
const TYPE_IMPORT = /\bimport\s+type\s(?:(?!\bimport\b)[^;"'])*?\bfrom\s*["'][^"']+["']/gu;
const SPECIFIER = /(?:\bfrom|\bimport(?:\s*\()?|\brequire\s*\()\s*["']([^"']+)["']/gu;
const REQUIRED_ON = /(?:\.\.\.|\bmodule\.exports\s*=\s*)require\(\s*["']([^"']+)["']/gu;
const REQUIRED_AS = /\b(?:const|let|var)\s+(\w+)\s*=\s*require\(\s*["']([^"']+)["']/gu;
const HANDED_ON = /\bexport\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^{}]*\})\s*from\s*["']([^"']+)["']/gu;

/** `import(file)`, with what finds the file, and `` import(`./tools/${name}.js`) `` */
const COMPUTED_IMPORT = /\b(?:import|require)\s*\(\s*(?:\/\*[^*]*\*\/\s*)?[\w$`]/u;
const FINDS_FILES = /\breaddir|\bglob\w*\s*\(|\b(?:import|require)\s*\(\s*`\.{1,2}\//u;
const GLOB_IMPORT = /\bimport\.meta\.glob/u;

const NOTHING: WrittenImports = { specifiers: [], atRunTime: [], handedOn: [], loadsFiles: false };

function firstGroups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
}

/** `module.exports = { ...require("./orders.js") }`, `const orders = require("./orders.js"); module.exports = { ...orders }` */
function requiredOn(text: string): string[] {
  if (!text.includes("module.exports")) return [];
  const named = [...text.matchAll(REQUIRED_AS)].flatMap(([, name = "", specifier = ""]) =>
    text.includes(`...${name}`) ? [specifier] : [],
  );
  return [...firstGroups(text, REQUIRED_ON), ...named];
}

function endOf({ 0: matched, index }: RegExpExecArray): number {
  return index + matched.length;
}

function importsIn(text: string): WrittenImports {
  const specifiers: string[] = [];
  const atRunTime: string[] = [];
  const endsOfTypes = new Set(Array.from(text.matchAll(TYPE_IMPORT), endOf));
  for (const match of text.matchAll(SPECIFIER)) {
    const [, specifier = ""] = match;
    specifiers.push(specifier);
    if (!endsOfTypes.has(endOf(match))) atRunTime.push(specifier);
  }
  return {
    specifiers,
    atRunTime,
    handedOn: [...firstGroups(text, HANDED_ON), ...requiredOn(text)],
    loadsFiles: (COMPUTED_IMPORT.test(text) && FINDS_FILES.test(text)) || GLOB_IMPORT.test(text),
  };
}

/** The name of a file or specifier without the ending of a source. */
export function withoutEnding(name: string): string {
  return name.replace(SOURCE, "");
}

/** The clock of a file system may go by steps of some ms: a text that was written shortly before it was read is read again. */
const CLOCK_STEP = 50;

interface Known {
  /** When the text was read, in ms since the epoch. */
  readonly since: number;
  /** Undefined: not looked at since the text was read. */
  stamp: Stamp | undefined;
  readonly imports: WrittenImports;
}

/** The sources of packages and what they import, read by text alone and again only where a file has changed. */
export class PackageSources {
  readonly #tree: FileTree;
  readonly #known = new Map<string, Known>();

  constructor(tree: FileTree = DISK) {
    this.#tree = tree;
  }

  /** The first sources of a package, folder by folder; at most so many. */
  files(root: string, most: number): string[] {
    const files: string[] = [];
    const folders = [root];
    for (let folder = folders.shift(); folder !== undefined && files.length < most; folder = folders.shift()) {
      const within = path.join(folder, path.sep);
      for (const entry of this.#tree.entries(folder)) {
        const full = within + entry.name;
        if (entry.isFolder) {
          // Among the sources, `build` is the name of what it is about.
          const isOutput = OUTPUT.test(entry.name) && !/[\\/]src(?:[\\/]|$)/u.test(folder.slice(root.length));
          if (!isOutput && !/^(?:node_modules|\..*)$/u.test(entry.name)) folders.push(full);
        } else if ((SOURCE.test(entry.name) || COMPONENT.test(entry.name)) && files.length < most) files.push(full);
      }
    }
    return files;
  }

  /** What the text of a file imports; read anew only after the file was written. */
  importsOf(file: string): WrittenImports {
    const known = this.#known.get(file);
    if (known && this.#isAsRead(file, known)) return known.imports;
    // Taken before the text is read: what is written meanwhile is read again.
    const since = Date.now();
    const text = this.#tree.read(file) ?? "";
    const imports = text.length > MAX_SIZE ? NOTHING : importsIn(text.slice(0, SCANNED_TEXT));
    this.#known.set(file, { since, stamp: undefined, imports });
    return imports;
  }

  /** Most files are read once and never asked about again: when one was written is looked at from the second time on. */
  #isAsRead(file: string, known: Known): boolean {
    const now = this.#tree.stamp(file);
    if (now === undefined) return false;
    if (known.stamp === undefined && now.changed < known.since - CLOCK_STEP) known.stamp = now;
    return sameStamp(known.stamp, now);
  }
}
