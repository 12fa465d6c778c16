import { failureOf, type Failure, type Operation } from "./operations.js";
import type { DerivedValue, Value } from "./values.js";

/** Fields of what an operation gives that hold a failure when they are set. */
const ERROR_FIELD =
  /^(?:error|errors|err|isError|is_error|hasError|failed|failure|errorMessage|error_message|stderrError|exception)$/u;
/** Fields that say whether it worked. */
const SUCCESS_FIELD = /^(?:ok|success|succeeded|isSuccess|is_success|successful|isOk|isOK)$/u;
const STATUS_FIELD = /^(?:status|statusCode|status_code|httpStatus)$/u;
/** Fields that are 0 where a process did its work. */
const EXIT_FIELD = /^(?:exitCode|exit_code|returncode|returnCode)$/u;

/** A field that says whether something failed. */
export function tellsOfFailure(name: string): boolean {
  return [ERROR_FIELD, SUCCESS_FIELD, STATUS_FIELD, EXIT_FIELD].some((field) => field.test(name));
}

/** The operation whose result a value is a part of, with the way down to it. */
export function partOf(value: Value): { readonly operation: Operation; readonly path: readonly string[] } | undefined {
  if (value.kind !== "derived" || value.key === undefined) return undefined;
  const [operation] = value.sources.flatMap((source) => (source.kind === "operation" ? [source.operation] : []));
  return operation ? { operation, path: pathOf(value) } : undefined;
}

function pathOf({ key }: DerivedValue): readonly string[] {
  return (key ?? "").split(".").slice(1);
}

/** The failure that a test of truth tells of: `if (result.error)`, `if (!result.success)`. */
export function failureByTruth(value: Value, holds: boolean): Failure | undefined {
  const part = partOf(value);
  const name = part?.path.at(-1);
  if (!part || name === undefined) return undefined;
  if (holds && ERROR_FIELD.test(name)) return failureOf(part.operation, "error-value", "third-party");
  if (!holds && SUCCESS_FIELD.test(name)) return failureOf(part.operation, "refused-response", "third-party");
  return undefined;
}

/** The failure that a comparison tells of: `status !== 200`, `error !== null`, `exitCode !== 0`. */
export function failureByComparison(left: Value, operator: string, right: Value, holds: boolean): Failure | undefined {
  const part = partOf(left);
  const name = part?.path.at(-1);
  if (!part || name === undefined || right.kind !== "constant") return undefined;
  const { value } = right;
  const isEqual = operator === "===" || operator === "==";
  if (isEqual && (value === null || value === undefined))
    return !holds && ERROR_FIELD.test(name) ? failureOf(part.operation, "error-value", "third-party") : undefined;
  if (isEqual && typeof value === "boolean") return failureByTruth(left, holds === value);
  if (typeof value !== "number") return undefined;
  if (EXIT_FIELD.test(name) && value === 0) {
    const failed = isEqual ? !holds : operator === ">" ? holds : undefined;
    return failed ? failureOf(part.operation, "error-value", "third-party") : undefined;
  }
  // The statuses of a known response are told apart already.
  if (!STATUS_FIELD.test(name) || part.operation.row?.fails === "response") return undefined;
  const refused =
    (isEqual && value >= 400 && holds) ||
    (isEqual && value === 200 && !holds) ||
    (/^>=?$/u.test(operator) && value >= 299 && holds) ||
    (/^<=?$/u.test(operator) && value >= 299 && value <= 400 && !holds);
  return refused ? failureOf(part.operation, "refused-response", "third-party") : undefined;
}
