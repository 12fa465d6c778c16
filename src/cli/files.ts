import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { globSync, isDynamicPattern, type GlobOptions } from "tinyglobby";
import { isCopy } from "../analysis/project/file-tree.js";
import { codeStart } from "../syntax/comments.js";
import { clientOf } from "../server-config/clients/index.js";
import { UsageError } from "./command.js";
import { DEFAULT_IGNORES } from "./ignores.js";
import { codeOf } from "./system-error.js";

const EXTENSIONS = "ts,tsx,mts,cts,js,jsx,mjs,cjs";
const EXTENSION_PATTERN = /\.(?:[mc]?[jt]s|[jt]sx)$/u;

export interface Targets {
  /** Absolute paths, sorted. */
  readonly files: readonly string[];
  /** Arguments that name nothing that exists. */
  readonly missing: readonly string[];
  /** Named files that are no JavaScript or TypeScript. */
  readonly unsupported: readonly string[];
  /** Files were named, and no folder. */
  readonly filesOnly: boolean;
  /** Folders that could not be looked into, with the code of the system. */
  readonly unreadable: readonly { readonly folder: string; readonly code: string }[];
}

type Unreadable = Map<string, string>;

/** A folder that cannot be read is noted: a silent gap would look like a clean result. */
function notingReaddir(unreadable: Unreadable): typeof readdirSync {
  const read = (folder: string, options: unknown): unknown => {
    try {
      return readdirSync(folder, options as never);
    } catch (error) {
      unreadable.set(path.resolve(folder), codeOf(error));
      return [];
    }
  };
  return read as typeof readdirSync;
}

/** The sources that a pattern matches, and those below the folders that it matches. */
function sourcesMatching(pattern: string, cwd: string, unreadable: Unreadable): string[] {
  const found = globSync(pattern, { ...optionsFor(cwd, unreadable), onlyFiles: false });
  const folders = found.filter((one) => one.endsWith("/"));
  const outermost = folders.filter((one) => !folders.some((other) => other !== one && one.startsWith(other)));
  return [
    ...sourcesAmong(found),
    // All that is below a folder with two asterisks at its end is matched already.
    ...(pattern.endsWith("**") ? [] : outermost.flatMap((folder) => sourcesBelow(folder, unreadable))),
  ];
}

/** The sources below a folder. */
export function sourcesBelow(folder: string, unreadable: Unreadable): string[] {
  return sourcesAmong(globSync(`**/*.{${EXTENSIONS}}`, optionsFor(folder, unreadable)));
}

function sourcesAmong(found: readonly string[]): string[] {
  const files = found.filter((file) => EXTENSION_PATTERN.test(file));
  const all = new Set(files);
  return files.filter((file) => !isCopy(file, (other) => all.has(other))).map((file) => path.normalize(file));
}

function optionsFor(cwd: string, unreadable: Unreadable): GlobOptions {
  return {
    cwd,
    ignore: [...DEFAULT_IGNORES],
    absolute: true,
    dot: false,
    // A link leads back into the tree, or out of it.
    followSymbolicLinks: false,
    expandDirectories: false,
    fs: { readdirSync: notingReaddir(unreadable) },
  };
}

/** True if some source below a folder is TypeScript; the configuration of a tool says nothing of the project. */
export function holdsTypeScript(folder: string): boolean {
  return sourcesBelow(folder, new Map()).some((file) => /(?<!\.config)\.(?:[mc]?ts|tsx)$/u.test(file));
}

/** Which files below a folder a run is about; by absolute path. */
export type Admits = (file: string) => boolean;

/** The files behind the paths of a command: files as named, folders with all sources below them, matches of globs. */
function findTargets(paths: readonly string[], cwd: string, admits: Admits): Targets {
  const files = new Set<string>();
  const missing: string[] = [];
  const unsupported: string[] = [];
  const unreadable: Unreadable = new Map();
  let filesOnly = true;
  const add = (found: readonly string[]): void => {
    for (const file of found) if (admits(file)) files.add(file);
  };
  for (const given of paths) {
    const absolute = path.resolve(cwd, given);
    const kind = kindOf(absolute);
    if (kind === "file") {
      if (EXTENSION_PATTERN.test(absolute)) files.add(absolute);
      else if (!clientOf(absolute)) unsupported.push(given);
    } else if (kind === "folder") {
      filesOnly = false;
      add(sourcesBelow(absolute, unreadable));
    } else {
      // A shell that does not expand a pattern, or quotes around it, leave that to the command.
      const matches = isDynamicPattern(given)
        ? sourcesMatching(path.sep === "/" ? given : given.replaceAll(path.sep, "/"), cwd, unreadable)
        : [];
      if (matches.length === 0) missing.push(given);
      else filesOnly = false;
      add(matches);
    }
  }
  return {
    files: [...files].sort(),
    missing,
    unsupported,
    filesOnly,
    unreadable: [...unreadable].map(([folder, code]) => ({ folder, code })),
  };
}

/**
 * The same for a command that needs something to look at.
 *
 * @param others how many files of another kind the command looks at as well
 * @throws {UsageError} if a path does not exist, is no source file, or no source file is found
 */
export function resolveTargets(paths: readonly string[], cwd: string, admits: Admits, others = 0): Targets {
  const targets = findTargets(paths, cwd, admits);
  const { files, missing, unsupported, unreadable } = targets;
  if (missing.length > 0) throw new UsageError(`No such file or folder: ${missing.join(", ")}.`);
  if (unsupported.length > 0) throw new UsageError(`Not a JavaScript or TypeScript file: ${unsupported.join(", ")}.`);
  if (files.length === 0 && others > 0) return targets;
  if (files.length === 0 && unreadable.length > 0)
    throw new UsageError(
      `No folder can be read: ${unreadable.map(({ folder, code }) => `${path.relative(cwd, folder) || "."} (${code})`).join(", ")}.`,
    );
  if (files.length === 0)
    throw new UsageError(
      `No JavaScript or TypeScript files in ${paths.join(", ")} (tests, build output, dependencies and ignored files are skipped; name a file to check it anyway).`,
    );
  return targets;
}

function kindOf(absolute: string): "file" | "folder" | undefined {
  try {
    const stat = statSync(absolute);
    return stat.isDirectory() ? "folder" : stat.isFile() ? "file" : undefined;
  } catch {
    return undefined; // does not exist, or may not be looked at
  }
}

/** Bytes that are no UTF-8 become U+FFFD, as ESLint reads them: a comment in Latin-1 does not make a source a binary. */
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
/** So much of a file tells whether it is text. In characters. */
const SAMPLE = 4096;

/** The text of a file, or undefined for a binary one. A NUL in a string literal is legal source text. */
function decode(bytes: Buffer): string | undefined {
  const text = DECODER.decode(bytes);
  const odd = text.slice(0, SAMPLE).match(/(?!\s)\p{Cc}|\uFFFD/gu)?.length ?? 0;
  return odd * 20 > Math.min(text.length, SAMPLE) ? undefined : text;
}

/** Opens with the byte order mark of UTF-16, as `>` of Windows PowerShell writes it. Clients read UTF-8 alone (RFC 8259 §8.1). */
function isUtf16([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** `bundle`: no source that a person wrote; `unreadable`: nobody can say what it holds. */
export type ReadResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** The file holds these bytes: written back, the text would not be another one where nothing was changed. */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly kind: "bundle" | "unreadable"; readonly reason: string };

/** Larger files are bundles or data. In bytes. */
const MAX_SIZE = 4 * 1024 * 1024;
/** A longer line is machine-made. In characters. */
const MAX_LINE = 200_000;

/** Nobody writes a program of this length in lines that are this long on average. In characters. */
const MINIFIED = { file: /\.[mc]?js$/u, size: 50_000, line: 500 };

/** What bundlers write before the first module of a file that is made anew with each build. */
const BUNDLERS = [
  {
    name: "esbuild",
    isFirst: true,
    mark: /^var __(?:create|defProp|getOwnPropNames|commonJS|esm|export|require|name) = /u,
  },
  { name: "webpack", isFirst: false, mark: /^\/\*{6}\/ .*\bwebpackBootstrap\b/mu },
  { name: "Rolldown", isFirst: false, mark: /^\/\/#region (?:node_modules|src|\.\.)\/\S+\.[mc]?[jt]sx?$/mu },
];
/** In characters. */
const BUNDLE_HEAD = 4000;

/** What stands behind `"use strict"`, where that is the first statement. */
function withoutStrict(code: string): string {
  const rest = code.replace(/^(["'])use strict\1;?/u, "");
  return rest.slice(codeStart(rest));
}

/** Reads a text, or says in a sentence why it is none. */
export function readText(file: string, tooLarge = MAX_SIZE): ReadResult {
  let bytes: Buffer;
  try {
    const { size } = statSync(file);
    if (size > tooLarge)
      return {
        ok: false,
        kind: "bundle",
        reason: `The file is larger than ${tooLarge / 1024 / 1024} MiB; it's treated as a bundle.`,
      };
    bytes = readFileSync(file);
  } catch (error) {
    return { ok: false, kind: "unreadable", reason: `The file cannot be read (${codeOf(error)}).` };
  }
  if (isUtf16(bytes))
    return { ok: false, kind: "unreadable", reason: "The file is encoded as UTF-16. Save it as UTF-8." };
  const text = decode(bytes);
  return text === undefined
    ? { ok: false, kind: "bundle", reason: "The file is binary, not source text." }
    : { ok: true, text, isExact: isUtf8(bytes) };
}

/** Reads a source text that a person wrote, or says in a sentence why it is none. */
export function readSource(file: string): ReadResult {
  const read = readText(file);
  if (!read.ok) return read;
  const { text, isExact } = read;
  let lines = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); ; end = text.indexOf("\n", start)) {
    if ((end < 0 ? text.length : end) - start > MAX_LINE)
      return {
        ok: false,
        kind: "bundle",
        reason: `A line is longer than ${MAX_LINE} characters; the file is treated as a bundle.`,
      };
    if (end < 0) break;
    lines++;
    start = end + 1;
  }
  if (MINIFIED.file.test(file) && text.length > MINIFIED.size && text.length / lines > MINIFIED.line)
    return { ok: false, kind: "bundle", reason: "The file is minified; lint its sources." };
  const head = text.slice(0, BUNDLE_HEAD);
  const code = head.slice(codeStart(head));
  const bundler = BUNDLERS.find(({ mark, isFirst }) => mark.test(isFirst ? withoutStrict(code) : head));
  if (bundler)
    return { ok: false, kind: "bundle", reason: `The file is a bundle of ${bundler.name}; lint its sources.` };
  return { ok: true, text, isExact };
}
