import type { ESLint } from "eslint";
import { asObject } from "../analysis/project/json-file.js";
import type { FileCounts } from "./coverage.js";
import { isQuestion, type Answers, type Edges } from "./dependencies.js";
import type { LocatedMessage } from "./finding.js";

/** The state of a file on which results depend. */
export interface FileState {
  readonly hash: string;
  /** Folder and dependencies of the package that it belongs to. */
  readonly package: string;
  readonly edges: Edges;
  /** The files whose importers were asked for on behalf of this one, with the answers. */
  readonly importers?: Readonly<Record<string, readonly string[]>>;
}

export interface StoredResult {
  readonly sums: Pick<ESLint.LintResult, "errorCount" | "fatalErrorCount" | "warningCount">;
  readonly hasSource: boolean;
  readonly messages: readonly LocatedMessage[];
  readonly counts: FileCounts | undefined;
}

export interface Stored {
  readonly files: Readonly<Record<string, FileState>>;
  readonly packages: Readonly<Record<string, Answers>>;
  readonly results: Readonly<Record<string, StoredResult>>;
}

/**
 * Reads what a cache holds. Its checksum tells of damage, and not of who wrote it: what does not have the form is not used.
 *
 * @returns undefined for anything else
 */
export function parseStored(content: string): Stored | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return undefined; // not JSON
  }
  const { files, packages, results } = asObject(value) ?? {};
  return isMapOf(files, isFileState) && isMapOf(packages, isAnswers) && isMapOf(results, isStoredResult)
    ? (value as Stored)
    : undefined;
}

type Test = (value: unknown) => boolean;

const isString: Test = (value) => typeof value === "string";
const isNumber: Test = (value) => typeof value === "number";
const isBoolean: Test = (value) => typeof value === "boolean";
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const nullable =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);

function isMapOf(value: unknown, test: Test): boolean {
  const entries = asObject(value);
  return entries !== undefined && Object.values(entries).every(test);
}

/** An object whose named fields pass their tests. */
const shape =
  (tests: Readonly<Record<string, Test>>): Test =>
  (value) => {
    const fields = asObject(value);
    return fields !== undefined && Object.entries(tests).every(([name, test]) => test(fields[name]));
  };

const isAnswers: Test = (value) =>
  isMapOf(value, (answer) => isBoolean(answer) || isString(answer)) &&
  Object.keys(asObject(value) ?? {}).every((question) => isQuestion(question));

const isFileState = shape({
  hash: isString,
  package: isString,
  edges: (value) => isMapOf(value, nullable(isString)),
  importers: optional((value) => isMapOf(value, listOf(isString))),
});

const isFix = shape({ range: (value) => listOf(isNumber)(value) && (value as number[]).length === 2, text: isString });

const isMessage = shape({
  message: isString,
  ruleId: nullable(isString),
  severity: isNumber,
  line: isNumber,
  column: isNumber,
  endLine: optional(isNumber),
  endColumn: optional(isNumber),
  messageId: optional(isString),
  fix: optional(isFix),
  suggestions: optional(listOf(shape({ desc: isString, fix: isFix }))),
  suppressions: optional(listOf(shape({ kind: isString, justification: isString }))),
});

const isStoredResult = shape({
  sums: shape({ errorCount: isNumber, fatalErrorCount: isNumber, warningCount: isNumber }),
  hasSource: isBoolean,
  messages: listOf(
    shape({
      message: isMessage,
      tool: optional(isString),
      scope: isString,
      suppressed: isBoolean,
      isMigratable: optional(isBoolean),
    }),
  ),
  counts: optional(shape({ concernsMcp: isBoolean, tools: isNumber, errorPaths: isNumber, unresolved: isNumber })),
});
