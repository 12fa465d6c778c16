import { returnedExpressions } from "../../syntax/node-index.js";
import { normal, thrown, type Completions } from "./completions.js";
import { allocate, record } from "./heap.js";
import { keyOf } from "./keys.js";
import { isAncillary } from "./library.js";
import { siteOf, type CallSite } from "./machine.js";
import { failureOf, type Failure, type Operation, type Origin } from "./operations.js";
import type { State } from "./state.js";
import {
  constant,
  derived,
  FALSE,
  TRUE,
  UNDEFINED,
  type FailurePart,
  type Site,
  type Source,
  type Value,
} from "./values.js";

/** `OrderSchema.parse(input)`: it says what is wrong with what it is given. */
export function isValidator({ row, verb, receiver }: Operation): boolean {
  return (
    (row?.fails === "throws" && /^(?:parse|validate|assert)/u.test(verb)) ||
    (/schema$/iu.test(receiver) && /^(?:parse|validateSync|assert)$/u.test(verb))
  );
}

export function originOf(operation: Operation): Origin {
  return isValidator(operation) ? "validator" : "third-party";
}

/** What an operation brings when it is awaited, and how it fails. */
export function settleOperation(operation: Operation, made: Site, site: CallSite, state: State): Completions {
  if (!state.mayFail(operation) || isAncillary(operation)) return succeeded(operation, made, state);
  const rejected = failureOf(operation, "rejected", originOf(operation));
  const rejection = thrown({ kind: "error", failure: rejected }, state.fail(rejected), siteOf(site));
  const source = sourceOfValue(operation, state);
  if (!source) return [...succeeded(operation, made, state), rejection];
  const failed = valueOf(operation, failureOf(operation, source, "third-party"), made, state);
  return operation.row?.fails === "error-value"
    ? [...succeeded(operation, made, state), ...failed]
    : [...succeeded(operation, made, state), ...failed, rejection];
}

/** The same for an operation that brings a value at once, whatever comes of its work: `spawnSync()`. */
export function outcomesOf(operation: Operation, made: Site, state: State): Completions {
  const failure = failureOf(operation, "error-value", "third-party");
  const good = succeeded(operation, made, state);
  return state.mayFail(operation) ? [...good, ...valueOf(operation, failure, made, state)] : good;
}

/** Whether an operation gives its failure as a value, and as which. */
function sourceOfValue(operation: Operation, state: State): "error-value" | "refused-response" | undefined {
  switch (operation.row?.fails) {
    case "error-value":
      return asksToReject(operation) ? undefined : "error-value";
    case "tool-result":
    case "exit-code":
      return "error-value";
    case "response":
      return "refused-response";
    default:
      if (isForAnyCode(operation, state)) return "error-value";
      return isForAnyStatus(operation, state) ? "refused-response" : undefined;
  }
}

function succeeded(operation: Operation, made: Site, state: State): Completions {
  const next = state.complete(operation);
  return sourceOfValue(operation, state)
    ? valueOf(operation, undefined, made, next)
    : [normal(derived([{ kind: "operation", operation }], keyOf(operation)), next)];
}

/** The value that an operation gives where it has worked, or has failed. */
function valueOf(operation: Operation, failure: Failure | undefined, made: Site, state: State): Completions {
  const next = failure ? state.fail(failure) : state;
  switch (operation.row?.fails) {
    case "error-value":
      return envelope(operation, failure, made, next);
    case "tool-result":
      return toolResult(operation, failure, made, next);
    case "exit-code":
      return ended(operation, failure, made, next);
    default:
      return isForAnyCode(operation, state)
        ? ended(operation, failure, made, next)
        : response(operation, failure, made, next);
  }
}

/** `{ data, error }` */
function envelope(operation: Operation, failure: Failure | undefined, made: Site, state: State): Completions {
  const good: Source = { kind: "operation", operation };
  const fields = new Map<string, Value>([
    ["data", failure ? constant(null) : derived([good], `${keyOf(operation)}.data`)],
    ["error", failure ? { kind: "error", failure } : constant(null)],
  ]);
  return allocate(record(fields, made, { open: true, sources: [good] }), state);
}

/** What a tool of another server gives: `{ content, isError }`. */
function toolResult(operation: Operation, failure: Failure | undefined, made: Site, state: State): Completions {
  // Written for a model to read, and no body of a service.
  const source = partOf(operation, failure, "other");
  const key = keyOf(failure ?? operation);
  const fields = new Map<string, Value>([
    ["content", derived([source], `${key}.content`)],
    ["isError", failure ? TRUE : FALSE],
  ]);
  return allocate(record(fields, made, { open: true, sources: [source], failure }), state);
}

/** What a command has written, and the code that it has ended with. */
function ended(operation: Operation, failure: Failure | undefined, made: Site, state: State): Completions {
  const code = failure
    ? derived([partOf(operation, failure, "code")], `${keyOf(failure)}.exitCode`, "failed exit code")
    : constant(0);
  const written: Source = { kind: "operation", operation };
  const key = keyOf(failure ?? operation);
  const fields = new Map<string, Value>([
    ["exitCode", code],
    ["status", code],
    ["failed", failure ? TRUE : FALSE],
    ["error", UNDEFINED],
    // A command that has failed may have written some of it all the same.
    ["stdout", derived([written], `${key}.stdout`)],
    ["stderr", derived([partOf(operation, failure, "message")], `${key}.stderr`)],
  ]);
  return allocate(record(fields, made, { open: true, sources: [written], failure }), state);
}

function response(operation: Operation, refused: Failure | undefined, made: Site, state: State): Completions {
  const body = partOf(operation, refused, "body");
  const status = partOf(operation, refused, "status");
  const key = keyOf(refused ?? operation);
  const fields = new Map<string, Value>([
    ["ok", refused ? FALSE : TRUE],
    ["status", derived([status], `${key}.status`, refused ? "error status" : "success status")],
    ["statusText", derived([status], `${key}.statusText`, "string")],
    ["data", derived([body], `${key}.data`)],
  ]);
  return allocate(record(fields, made, { open: true, sources: [body], brand: "response", failure: refused }), state);
}

function partOf(operation: Operation, failure: Failure | undefined, part: FailurePart): Source {
  return failure ? { kind: "failure", failure, part } : { kind: "operation", operation };
}

/** `.throwOnError()` in a chain of calls. */
function asksToReject({ callee }: Operation): boolean {
  return callee.kind === "library" && callee.path.includes("throwOnError");
}

/** A command that has failed, where it says so by a code alone. */
export function isOfCommand({ source, operation }: Failure): boolean {
  return source === "error-value" && (operation.row?.fails === "exit-code" || isExeca(operation));
}

function isExeca({ callee }: Operation): boolean {
  return callee.kind === "library" && callee.module === "execa";
}

/** `execa("git", ["status"], { reject: false })` */
function isForAnyCode(operation: Operation, state: State): boolean {
  return isExeca(operation) && operation.args.some((arg) => isSetTo(false, arg, "reject", state));
}

function isSetTo(expected: boolean, options: Value, name: string, state: State): boolean {
  const flag = state.recordOf(options)?.fields.get(name);
  return flag?.kind === "constant" && flag.value === expected;
}

/** A request that resolves for every status, by what it or its client is told. */
function isForAnyStatus({ args, callee }: Operation, state: State): boolean {
  return (
    (callee.kind === "library" && callee.path.includes(ANY_STATUS)) || args.some((arg) => takesAnyStatus(arg, state))
  );
}

/** `validateStatus: () => true`, `throwHttpErrors: false` */
export function takesAnyStatus(options: Value, state: State): boolean {
  if (isSetTo(false, options, "throwHttpErrors", state)) return true;
  const check = state.recordOf(options)?.fields.get("validateStatus");
  if (check?.kind === "constant") return !check.value;
  if (check?.kind !== "function") return false;
  const returned = returnedExpressions(check.node);
  return returned.length > 0 && returned.every((node) => node.type === "Literal" && node.value === true);
}

/** In the path of a client whose requests resolve for every status. */
export const ANY_STATUS = "(any status)";
