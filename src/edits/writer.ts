import type { File } from "../analysis/file.js";
import type { DialectName } from "../contract/dialects.js";
import { holdsName } from "../syntax/words.js";
import type { Answer, Answers } from "./answer.js";
import type { Edit } from "./edit.js";
import { writeCall, type HelperField } from "./helper-call.js";
import { addImports } from "./helper-import.js";
import { HelperNames, namesIn, type HelperExport } from "./helper-names.js";
import { DEFAULT_WIDTH, lineWidth } from "./line-width.js";
import { declareConstant } from "./wait-constant.js";

/** Waits that are assumed where nothing tells them, by the table of the helper's classifier. */
const ASSUMED_WAITS = {
  /** `RATE_LIMITED`: 60 s. */
  "rate-limit": { name: "RATE_LIMIT_RETRY_AFTER_SECONDS", seconds: 60 },
  /** `UPSTREAM_UNAVAILABLE`: 5 s. */
  other: { name: "RETRY_AFTER_SECONDS", seconds: 5 },
} as const;

/** A line begins with `const`, and what is given by itself. */
function declares(what: string, text: string): boolean {
  const head = `const ${what}`;
  return text.split("\n").some((line) => line.startsWith(head) && !/\w/u.test(line.charAt(head.length)));
}

export type AssumedWait = keyof typeof ASSUMED_WAITS;

/** What is to be called: one member of a namespace of the helper, or one of its functions. */
export interface Call {
  readonly helper: HelperExport;
  readonly member?: string;
  readonly first?: string;
  readonly fields: readonly HelperField[];
  readonly comments?: readonly string[];
  /** Further options of writing: `structuredContent: "mirror"`. */
  readonly writing?: readonly HelperField[];
}

/**
 * Writes calls of the helper into one file, and remembers what the text then needs besides: imports, constants.
 * Needs are found again in the finished text, so that a plan that is dropped leaves nothing behind.
 */
export class Writer {
  readonly #file: File;
  readonly #names: HelperNames;
  readonly #specifier: string;
  readonly #dialect: DialectName;
  readonly #wanted = new Map<string, HelperExport>();
  /** Lines are to be no longer than this. */
  readonly width: number;
  readonly #answers: Answers;
  readonly #waits = new Map<string, AssumedWait>();

  /** @param answers what the user has decided, by what the failures say */
  constructor(file: File, specifier: string, dialect: DialectName, answers: Answers = new Map()) {
    this.#answers = answers;
    this.width = lineWidth(file.filename) ?? DEFAULT_WIDTH;
    this.#file = file;
    this.#specifier = specifier;
    this.#dialect = dialect;
    this.#names = new HelperNames(file, { specifier });
  }

  /**
   * The source of a call that will start at this offset.
   *
   * @param outer the indentation of its last line, where that is not the one of the line it starts on
   */
  call({ helper, member, first, fields, comments, writing = [] }: Call, at: number, outer?: string): string {
    const layout = { at, width: this.width, ...(outer === undefined ? {} : { outer }) };
    const callee = member === undefined ? this.name(helper) : `${this.name(helper)}.${member}`;
    const isSuccess = helper !== "toolError" && helper !== "toolFailure";
    const dialect =
      isSuccess || this.#dialect === "standard"
        ? []
        : [{ name: "dialect", value: `${this.name("dialects")}.${this.#dialect}` }];
    const options = [...dialect, ...writing];
    const shared = { callee, ...(first === undefined ? {} : { first }), ...(comments ? { comments } : {}) };
    // `from` takes the options of writing beside its own.
    if (member === "from") return writeCall({ ...shared, fields: [...fields, ...options] }, layout, this.#file);
    const last = options.map(({ name, value }) => `${name}: ${value}`).join(", ");
    return writeCall({ ...shared, fields, ...(last === "" ? {} : { last: `{ ${last} }` }) }, layout, this.#file);
  }

  /** What the user has decided of failures with these words. */
  answerTo(words: string): Answer | undefined {
    return this.#answers.get(words);
  }

  /** The name of an export in this file. */
  name(helper: HelperExport): string {
    const local = this.#names.of(helper);
    this.#wanted.set(local, helper);
    return local;
  }

  /** The name of a constant for a wait that nobody knows; it is declared below the imports. */
  assumedWait(kind: AssumedWait): { readonly name: string; readonly seconds: number } {
    const { name, seconds } = ASSUMED_WAITS[kind];
    const taken = namesIn(this.#file);
    const declared = declares(`${name} = ${seconds}`, this.#file.text);
    const local = taken.has(name) && !declared ? `TOOL_${name}` : name;
    this.#waits.set(local, kind);
    return { name: local, seconds };
  }

  /** What the accepted edits need besides: imports and constants that they use and the file does not have. */
  needs(accepted: readonly Edit[]): { readonly edits: Edit[]; readonly usesHelper: boolean } {
    const written = accepted.map(({ text }) => text).join("\n");
    const used = [...this.#wanted].filter(([local]) => holdsName(local, written));
    const missing = used.filter(([, name]) => !this.#names.has(name)).map(([local, name]) => ({ name, local }));
    const waits = [...this.#waits]
      .filter(([local]) => written.includes(local) && !declares(local, this.#file.text))
      .map(([local, kind]) => ({ name: local, seconds: ASSUMED_WAITS[kind].seconds }));
    return {
      edits: [...addImports(missing, this.#specifier, this.#file), ...declareConstant(waits, this.#file)],
      usesHelper: used.length > 0,
    };
  }
}
