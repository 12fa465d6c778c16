import { readFileSync } from "node:fs";
import type { ESLint, Linter } from "eslint";
import { ImportResolver } from "../analysis/project/import-resolver.js";
import { Packages } from "../analysis/project/packages.js";
import type { ProjectOptions } from "../analysis/project/project.js";
import { emptyResult } from "../lint/lint-text.js";
import { replaceFile } from "../replace-file.js";
import type { FileCounts } from "./coverage.js";
import { answersHold, hashOf, hashOfFile, TracedProject, type Answers } from "./dependencies.js";
import { parseStored, type FileState, type Stored, type StoredResult } from "./cache-content.js";
import type { LocatedResult } from "./finding.js";

/** What is kept of one file. */
export interface CachedFile {
  readonly located: LocatedResult;
  /** Undefined where the file has nothing to do with MCP or does not parse. */
  readonly counts: FileCounts | undefined;
}

const NOTHING: Stored = { files: {}, packages: {}, results: {} };

/**
 * Results of earlier runs, by path. One holds as long as the file, the files that can be reached by the imports that were
 * followed, where these imports lead, the files that import it, and what was asked of their packages are as they were.
 */
export class Cache {
  /** Why the stored results are not used, in a sentence. */
  readonly note: string | undefined;
  readonly #location: string;
  readonly #key: string;
  readonly #stored: Stored;
  readonly #results = new Map<string, StoredResult>();
  readonly #hashes = new Map<string, string>();
  readonly #packages = new Packages();
  readonly #imports = new ImportResolver();
  readonly #known = new Map<string, boolean>();
  #project: TracedProject | undefined;

  /**
   * @param location path of the file that keeps the results
   * @param facts what holds for all files (version, rules, options, settings): with others, nothing stored holds
   */
  constructor(location: string, facts: unknown) {
    this.#location = location;
    this.#key = hashOf(JSON.stringify(facts));
    const { stored, note } = read(location, this.#key);
    this.#stored = stored;
    this.note = note;
  }

  /** The project to lint with: it notes what results depend on. */
  project(options: ProjectOptions): TracedProject {
    return (this.#project = new TracedProject(options));
  }

  /** What is known of a file with this text, if it still holds. */
  get(file: string, text: string): CachedFile | undefined {
    const stored = this.#stored.results[file];
    if (!stored || this.#stored.files[file]?.hash !== hashOf(text) || !this.#holds(file)) return undefined;
    this.#results.set(file, stored);
    const of = (suppressed: boolean): Linter.LintMessage[] =>
      stored.messages.filter((one) => one.suppressed === suppressed).map(({ message }) => message);
    const result: ESLint.LintResult = {
      ...emptyResult(file),
      ...stored.sums,
      messages: of(false),
      suppressedMessages: of(true) as Linter.SuppressedLintMessage[],
      ...(stored.hasSource ? { source: text } : {}),
    };
    return { located: { result, messages: stored.messages }, counts: stored.counts };
  }

  /** Keeps what was found in a file with this text. */
  set(file: string, text: string, { located, counts }: CachedFile): void {
    const { errorCount, fatalErrorCount, warningCount, source } = located.result;
    const sums = { errorCount, fatalErrorCount, warningCount };
    this.#hashes.set(file, hashOf(text));
    this.#results.set(file, { sums, hasSource: source !== undefined, messages: located.messages, counts });
  }

  /**
   * Writes what is known now. Of files that this run did not look at, it keeps what still holds.
   *
   * @returns why it could not be written, in a sentence
   */
  save(): string | undefined {
    for (const [file, result] of Object.entries(this.#stored.results))
      if (!this.#results.has(file) && this.#holds(file)) this.#results.set(file, result);
    const results = Object.fromEntries(this.#results);
    return write(this.#location, this.#key, { results, files: this.#files(), packages: this.#answers() });
  }

  #holds(root: string): boolean {
    const importers = Object.entries(this.#stored.files[root]?.importers ?? {});
    for (const [file, stored] of importers)
      if (JSON.stringify(this.#project?.importersNow(file) ?? []) !== JSON.stringify(stored)) return false;
    const reached = new Set([root, ...importers.flatMap(([, files]) => files)]);
    for (const file of reached) {
      if (!this.#isUnchanged(file)) return false;
      for (const target of Object.values(this.#stored.files[file]?.edges ?? {}))
        if (target !== null) reached.add(target);
    }
    return true;
  }

  #isUnchanged(file: string): boolean {
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    const state = this.#stored.files[file];
    const unchanged =
      state !== undefined &&
      state.hash === hashOfFile(file) &&
      state.package === this.#packageOf(file) &&
      this.#answersHoldFor(file) &&
      Object.entries(state.edges).every(
        ([specifier, target]) => (this.#imports.resolve(file, specifier) ?? null) === target,
      );
    this.#known.set(file, unchanged);
    return unchanged;
  }

  #packageOf(file: string): string {
    const facts = this.#packages.of(file);
    return facts ? hashOf(JSON.stringify([facts.directory, [...facts.dependencies].sort()])) : "";
  }

  #answersHoldFor(file: string): boolean {
    const facts = this.#packages.of(file);
    const answers = facts && this.#stored.packages[facts.directory];
    if (!answers) return true;
    const key = `package ${facts.directory}`;
    const known = this.#known.get(key) ?? answersHold(this.#packages, facts, answers);
    this.#known.set(key, known);
    return known;
  }

  /** The states of the files with results, and of all that can be reached from them. */
  #files(): Record<string, FileState> {
    const files: Record<string, FileState> = {};
    const reached = new Set(this.#results.keys());
    for (const file of reached) {
      const old = this.#isUnchanged(file) ? this.#stored.files[file] : undefined;
      const hash = this.#hashes.get(file) ?? this.#project?.hashes.get(file) ?? old?.hash ?? hashOfFile(file);
      if (hash === undefined) continue;
      const edges = { ...old?.edges, ...Object.fromEntries(this.#project?.edges.get(file) ?? []) };
      const importers = { ...old?.importers, ...Object.fromEntries(this.#project?.importers.get(file) ?? []) };
      files[file] = { hash, package: this.#packageOf(file), edges, importers };
      for (const target of Object.values(edges)) if (target !== null) reached.add(target);
      for (const importer of Object.values(importers).flat()) reached.add(importer);
    }
    return files;
  }

  #answers(): Record<string, Answers> {
    const old = Object.entries(this.#stored.packages).filter(
      ([directory]) => this.#known.get(`package ${directory}`) !== false,
    );
    const answers: Record<string, Answers> = Object.fromEntries(old);
    for (const [directory, asked] of this.#project?.packages.answers ?? [])
      answers[directory] = { ...answers[directory], ...Object.fromEntries(asked) };
    return answers;
  }
}

/** Key, checksum and content, one a line: whatever was cut off or changed shows. */
function read(location: string, key: string): { readonly stored: Stored; readonly note?: string } {
  let text: string;
  try {
    text = readFileSync(location, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    return code === "ENOENT"
      ? { stored: NOTHING }
      : { stored: NOTHING, note: `The cache ${location} cannot be read (${code}); it is ignored.` };
  }
  const [storedKey, checksum, content] = text.split("\n", 3);
  const stored = content !== undefined && checksum === hashOf(content) ? parseStored(content) : undefined;
  if (!stored) return { stored: NOTHING, note: `The cache ${location} is damaged; it is ignored and recreated.` };
  return { stored: storedKey === key ? stored : NOTHING };
}

function write(location: string, key: string, stored: Stored): string | undefined {
  const content = JSON.stringify(stored);
  try {
    replaceFile(location, `${key}\n${hashOf(content)}\n${content}`);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    return `The cache ${location} cannot be written (${code}).`;
  }
}
