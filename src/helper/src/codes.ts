import type { ErrorCategory, ToolErrorResult } from "./contract.js";
import type { CheckedCode } from "./code-pattern.js";
import type { AnyFields, FieldsByCategory } from "./fields.js";
import { ToolFailure } from "./failure.js";
import { cleanCode, isCategory, makePayload } from "./payload.js";
import { optionsOf, peek } from "./safe.js";
import { problem, type WriteOptions } from "./settings.js";
import { writeResult } from "./write.js";

/** What a catalogue says about one code; members said here need not be said at each use. */
export interface CodeEntry {
  category: ErrorCategory;
  /** For `toMarkdown` and for whoever reads the source. */
  meaning?: string;
  /** The default description for the model. */
  description?: string;
  customerFriendlyMessage?: string;
  /** The default wait in seconds; only for transient codes. */
  retryAfterSeconds?: number;
  /** Only for transient codes that must not be repeated; needs `reason`. */
  isRetryable?: false;
  reason?: string;
}

type Known<Entry> = keyof Entry & string;
type Fields<Category extends ErrorCategory> = Omit<FieldsByCategory[Category], "errorCode">;
/** The fields of the category, those optional that the entry has, and a whole argument optional if nothing is missing. */
type Demanded<Entry extends CodeEntry> = Entry["category"] extends "transient"
  ? Entry extends { retryAfterSeconds: number } | { isRetryable: false; reason: string }
    ? Relaxed<
        Omit<FieldsByCategory["validation"], "errorCode" | "isRetryable" | "retryAfterSeconds" | "reason"> & {
          retryAfterSeconds?: number;
        },
        Entry
      >
    : DistributiveOmit<FieldsByCategory["transient"], "errorCode" | Extract<"description", Known<Entry>>> &
        Partial<Pick<FieldsByCategory["transient"], Extract<"description", Known<Entry>>>>
  : Relaxed<Fields<Entry["category"]>, Entry>;
type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;
type Relaxed<F, Entry> = Omit<F, Known<Entry>> & Partial<Pick<F, Extract<keyof F, Known<Entry>>>>;
type Arguments<Entry extends CodeEntry> =
  {} extends Demanded<Entry>
    ? [fields?: Demanded<Entry>, options?: WriteOptions]
    : [fields: Demanded<Entry>, options?: WriteOptions];

type FieldArguments<Entry extends CodeEntry> =
  {} extends Demanded<Entry> ? [fields?: Demanded<Entry>] : [fields: Demanded<Entry>];

/** A server's own codes, one category each. */
export interface ErrorCatalogue<Entries extends Record<string, CodeEntry>> {
  /** All codes, in the order of their definition. */
  readonly codes: readonly Known<Entries>[];
  readonly entries: Readonly<Entries>;
  /** An error result with this code and its category. Throws nothing. */
  error<Code extends Known<Entries>>(code: Code, ...rest: Arguments<Entries[Code]>): ToolErrorResult;
  /** The same as a `ToolFailure` to throw. Throws nothing itself. */
  failure<Code extends Known<Entries>>(code: Code, ...rest: Arguments<Entries[Code]>): ToolFailure;
  /** The same as fields, for `defineClassifier` and `fallback`. Throws nothing. */
  fields<Code extends Known<Entries>>(code: Code, ...rest: FieldArguments<Entries[Code]>): AnyFields;
  has(code: unknown): code is Known<Entries>;
  /** A table with one line per code. */
  toMarkdown(): string;
  toJSON(): {
    errorCode: string;
    category: ErrorCategory;
    isRetryable: boolean;
    retryAfterSeconds?: number;
    meaning?: string;
  }[];
}

/** A code of the catalogue: `ErrorCodeOf<typeof codes>`. */
export type ErrorCodeOf<Catalogue extends { codes: readonly string[] }> = Catalogue["codes"][number];

/**
 * Defines a catalogue of error codes. A code in another form than `UPPER_SNAKE_CASE`, an unknown one, a missing field and a second category for a code do not compile.
 * Throws nothing: a code or category that does not fit (JavaScript) is reported to `onProblem` and used as transient, not
 * retryable.
 */
export function defineErrorCodes<Entries extends Record<string, CodeEntry>>(
  given: Entries & {
    [Code in keyof Entries]: Code & string extends CheckedCode<Code & string>
      ? unknown
      : { "no UPPER_SNAKE_CASE": Code };
  },
): ErrorCatalogue<Entries> {
  const entries: Entries = optionsOf(given);
  const codes = Object.keys(entries) as Known<Entries>[];
  for (const code of codes) {
    if (cleanCode(code) !== code) problem(`The code ${code} is neither in UPPER_SNAKE_CASE nor in PascalCase.`);
    if (!isCategory(peek(entries, code, "category"))) problem(`The category of ${code} does not exist.`);
  }
  const payloadFor = (code: string, fields: unknown) => {
    const entry = Object.hasOwn(entries, code) ? entries[code] : undefined;
    if (!entry) problem(`The code ${code} is not in the catalogue.`);
    const isKnown = isCategory(entry?.category);
    return makePayload(isKnown ? entry!.category : "transient", {
      ...(isKnown ? entry : { isRetryable: false, description: entry?.description }),
      ...(fields as object | undefined),
      errorCode: code,
    });
  };
  const isRetryable = (entry: CodeEntry) => entry.category === "transient" && entry.isRetryable !== false;
  return {
    codes,
    entries,
    error: (code, ...[fields, options]) => writeResult(payloadFor(code, fields), options),
    failure: (code, ...[fields, options]) => new ToolFailure(payloadFor(code, fields), options),
    fields: (code, ...[fields]) => {
      const { errorCategory: category, ...rest } = payloadFor(code, fields);
      return { category, ...rest } as AnyFields;
    },
    has: (code): code is Known<Entries> => typeof code === "string" && Object.hasOwn(entries, code),
    toMarkdown: () =>
      [
        "| code | category | retryable | wait | meaning |",
        "|---|---|---|---|---|",
        ...codes.map((code) => {
          const entry = entries[code]!;
          const wait = entry.retryAfterSeconds === undefined ? "" : `${entry.retryAfterSeconds} s`;
          const meaning = (entry.meaning ?? entry.description ?? "").replace(/\s+/g, " ").replaceAll("|", "\\|");
          return `| \`${code}\` | ${entry.category} | ${isRetryable(entry) ? "yes" : "no"} | ${wait} | ${meaning} |`;
        }),
      ].join("\n"),
    toJSON: () =>
      codes.map((code) => {
        const { category, retryAfterSeconds, meaning, description } = entries[code]!;
        const text = meaning ?? description;
        return {
          errorCode: code,
          category,
          isRetryable: isRetryable(entries[code]!),
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
          ...(text !== undefined && { meaning: text }),
        };
      }),
  };
}
