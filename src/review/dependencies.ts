import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { File } from "../analysis/file.js";
import type { Importer } from "../analysis/project/importers.js";
import { ImportResolver } from "../analysis/project/import-resolver.js";
import { Packages, type PackageFacts } from "../analysis/project/packages.js";
import { Project } from "../analysis/project/project.js";

/** Where an import led: the path of a file, or null for one that was not followed. */
export type Edges = Readonly<Record<string, string | null>>;

/** Yes or no, or the hash of what was found. */
export type Answer = boolean | string;

/** What was asked of a package, and the answer. */
export type Answers = Readonly<Record<string, Answer>>;

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 27);
}

/** The hash of a file as it is now; undefined where it is gone. */
export function hashOfFile(file: string): string | undefined {
  try {
    return hashOf(readFileSync(file, "utf8"));
  } catch {
    return undefined; // removed, or not ours to read: whatever depended on it is looked at afresh
  }
}

/** A question to a package as a string, so that it can be asked again in a later run. */
type Question =
  | readonly ["importsMcp" | "isShared"]
  | readonly [
      "uses" | "servesAgentOnly" | "isEntry" | "isLoaded" | "isLeftOver" | "isAmongExamples" | "listsTools",
      string,
    ]
  | readonly ["linesOfTests", string]
  | readonly ["names" | "filesNaming", string, string];

/** How many words each question has. */
const WORDS: Readonly<Record<Question[0], number>> = {
  importsMcp: 1,
  isShared: 1,
  uses: 2,
  servesAgentOnly: 2,
  isEntry: 2,
  isLoaded: 2,
  isLeftOver: 2,
  isAmongExamples: 2,
  listsTools: 2,
  linesOfTests: 2,
  names: 3,
  filesNaming: 3,
};

/** True if a text that was stored is a question that can be asked again. */
export function isQuestion(text: string): boolean {
  try {
    const words: unknown = JSON.parse(text);
    if (!Array.isArray(words) || !words.every((word): word is string => typeof word === "string")) return false;
    const [name = ""] = words;
    return Object.hasOwn(WORDS, name) && WORDS[name as Question[0]] === words.length;
  } catch {
    return false; // not JSON
  }
}

/** Packages that note what was asked of them. */
class TracedPackages extends Packages {
  readonly answers = new Map<string, Map<string, Answer>>();

  override importsMcp(facts: PackageFacts): boolean {
    return this.#note(facts, ["importsMcp"], super.importsMcp(facts));
  }

  override uses(facts: PackageFacts, name: string): boolean {
    return this.#note(facts, ["uses", name], super.uses(facts, name));
  }

  override servesAgentOnly(filename: string, facts: PackageFacts): boolean {
    return this.#note(facts, ["servesAgentOnly", filename], super.servesAgentOnly(filename, facts));
  }

  override isEntry(filename: string, facts: PackageFacts): boolean {
    return this.#note(facts, ["isEntry", filename], super.isEntry(filename, facts));
  }

  override isLoaded(filename: string, facts: PackageFacts): boolean {
    return this.#note(facts, ["isLoaded", filename], super.isLoaded(filename, facts));
  }

  override isLeftOver(filename: string, facts: PackageFacts): boolean {
    return this.#note(facts, ["isLeftOver", filename], super.isLeftOver(filename, facts));
  }

  override listsTools(field: string, facts: PackageFacts): boolean {
    return this.#note(facts, ["listsTools", field], super.listsTools(field, facts));
  }

  override isShared(facts: PackageFacts): boolean {
    return this.#note(facts, ["isShared"], super.isShared(facts));
  }

  override isAmongExamples(filename: string): boolean {
    const facts = this.of(filename);
    const answer = super.isAmongExamples(filename);
    return facts ? this.#note(facts, ["isAmongExamples", filename], answer) : answer;
  }

  override names(word: string, except: string, facts: PackageFacts): boolean {
    return this.#note(facts, ["names", word, except], super.names(word, except, facts));
  }

  override filesNaming(word: string, except: string, facts: PackageFacts): readonly string[] {
    const files = super.filesNaming(word, except, facts);
    this.#note(facts, ["filesNaming", word, except], hashOfFiles(files));
    return files;
  }

  override linesOfTests(words: string, facts: PackageFacts): readonly string[] {
    const lines = super.linesOfTests(words, facts);
    this.#note(facts, ["linesOfTests", words], hashOf(JSON.stringify(lines)));
    return lines;
  }

  #note<A extends Answer>({ directory }: PackageFacts, question: Question, answer: A): A {
    const ofPackage = this.answers.get(directory) ?? new Map<string, Answer>();
    this.answers.set(directory, ofPackage.set(JSON.stringify(question), answer));
    return answer;
  }
}

/** The files, and what stands in them: whoever is given them reads them. */
function hashOfFiles(files: readonly string[]): string {
  return hashOf(JSON.stringify(files.map((file) => [file, hashOfFile(file)])));
}

function askAgain(packages: Packages, facts: PackageFacts, question: Question): Answer {
  switch (question[0]) {
    case "importsMcp":
    case "isShared":
      return packages[question[0]](facts);
    case "uses":
      return packages.uses(facts, question[1]);
    case "names":
      return packages.names(question[1], question[2], facts);
    case "filesNaming":
      return hashOfFiles(packages.filesNaming(question[1], question[2], facts));
    case "linesOfTests":
      return hashOf(JSON.stringify(packages.linesOfTests(question[1], facts)));
    default:
      return packages[question[0]](question[1], facts);
  }
}

/** The package gives the same answers today. */
export function answersHold(packages: Packages, facts: PackageFacts, answers: Answers): boolean {
  return Object.entries(answers).every(([text, answer]) => {
    return askAgain(packages, facts, JSON.parse(text) as Question) === answer;
  });
}

/**
 * A project that notes which files were followed from which, and what was asked of packages. An import is noted for the
 * file that it stands in: what is computed about a file once serves all who follow it, so what a file depends on is
 * whatever can be reached from it.
 */
export class TracedProject extends Project {
  override readonly packages = new TracedPackages();
  readonly edges = new Map<string, Map<string, string | null>>();
  /** Hashes of the followed files, from when they were first followed. */
  readonly hashes = new Map<string, string | undefined>();
  /** Of each file that was looked at: whose importers were asked for, and what they were. */
  readonly importers = new Map<string, Map<string, readonly string[]>>();
  readonly #imports = new ImportResolver();

  /** Asked to see whether an answer still holds: that is noted for nobody. */
  importersNow(filename: string): string[] {
    return super.importersOf(filename, filename).map(({ file }) => file);
  }

  override importersOf(filename: string, root: string): readonly Importer[] {
    const found = super.importersOf(filename, root);
    const asked = this.importers.get(root) ?? new Map<string, readonly string[]>();
    this.importers.set(
      root,
      asked.set(
        filename,
        found.map(({ file }) => file),
      ),
    );
    return found;
  }

  override follow(from: File, specifier: string): File | undefined {
    const known = this.edges.get(from.filename) ?? new Map<string, string | null>();
    if (!known.has(specifier)) {
      const target = this.#imports.resolve(from.filename, specifier);
      known.set(specifier, target ?? null);
      this.edges.set(from.filename, known);
      if (target !== undefined && !this.hashes.has(target)) this.hashes.set(target, hashOfFile(target));
    }
    return super.follow(from, specifier);
  }
}
