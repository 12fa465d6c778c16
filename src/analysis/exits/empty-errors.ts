import { tellsNoneOfThatName, tellsNotFoundById, tellsNothingFound } from "../../contract/lexicon.js";
import { categoryOf } from "../../contract/categories.js";
import { sendsMutation } from "../../syntax/statements.js";
import { endOfBranch } from "../../syntax/branches.js";
import { enclosingFunction, type Node } from "../../syntax/tree.js";
import type { Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import type { Condition } from "../flow/conditions.js";
import type { State } from "../flow/state.js";
import type { Site, Source, Value } from "../flow/values.js";
import { memoised } from "../memoised.js";
import { outputSchemaOf } from "../tools/output-schemas.js";
import { effectOfTool } from "../tools/tool-effects.js";
import type { Exit, ToolExits } from "./exits.js";
import { constantIn, fieldOf, payloadsOf } from "./payload.js";
import { isMeantAsError } from "./wire.js";
import { textsIn } from "./words.js";

/** An error where a lookup worked and found nothing. */
export interface EmptyError {
  readonly site: Site;
  readonly exit: Exit;
  /**
   * An empty list, one item that is not there, or a category that says so; `always`: what the work has brought carries the flag,
   * whatever it is.
   */
  readonly how: "list" | "item" | "category" | "always";
  /** One item is missing: whether that is a failure is a matter of taste. */
  readonly isOfOne: boolean;
  readonly category?: string;
}

/** The flagged exits that the emptiness of what an operation brought decides. */
export function emptyErrorsIn({ exits }: ToolExits): EmptyError[] {
  const found = new Map<Node, EmptyError>();
  for (const exit of exits) {
    const error = emptyErrorOf(exit, exits) ?? ofSuccess(exit, exits);
    if (error && !found.has(error.site.node)) found.set(error.site.node, error);
  }
  return [...found.values()];
}

/** The same of one exit. */
export function emptyErrorOf(exit: Exit, exits: readonly Exit[]): EmptyError | undefined {
  if (exit.how !== "throw" && !isMeantAsError(exit.visible, exit.state)) return undefined;
  return ofCategory(exit) ?? ofEmptiness(exit, exits);
}

/** All of a tool's results carry the flag, that of work which was done without a failure, too. */
function ofSuccess(exit: Exit, exits: readonly Exit[]): EmptyError | undefined {
  const { visible, state, sources, completed, tool } = exit;
  if (exit.how === "throw" || !exit.complete || !tool.certain || state.failures.length > 0 || !visible.result)
    return undefined;
  const brought = completed.filter((operation) =>
    sources.some((source) => source.kind === "operation" && source.operation === operation),
  );
  const saysMore = visible.parts.some((part) => textsIn(part, state).some((text) => /\p{L}{3}/u.test(text)));
  if (brought.length === 0 || saysMore || sources.some(({ kind }) => kind !== "operation")) return undefined;
  // Where a test of what it has brought gives another result, the test may have told a failure.
  if (!exits.every((other) => other.seen === "error-result" && other.complete)) return undefined;
  return { site: visible.result.made, exit, how: "always", isOfOne: false };
}

function ofCategory(exit: Exit): EmptyError | undefined {
  const category = constantIn(payloadsOf(exit).flatMap((payload) => fieldOf(payload, "category") ?? [])[0]);
  if (typeof category !== "string" || !/^not[\s_-]?found$/iu.test(category) || categoryOf(category) !== undefined)
    return undefined;
  const site = siteOf(exit);
  const test = emptinessOf(exit);
  return site && { site, exit, how: "category", isOfOne: test !== undefined && isOneItem(test), category };
}

function ofEmptiness(exit: Exit, exits: readonly Exit[]): EmptyError | undefined {
  if (isForFailure(exit)) return undefined;
  const site = siteOf(exit);
  const test = emptinessOf(exit);
  if (!site || !test || isStep(exit, test, exits)) return undefined;
  // The same place tells of a failure, too: of one that is no matter of what was found.
  const isShared = exits.some(
    (other) =>
      siteOf(other)?.node === site.node &&
      isForFailure(other) &&
      emptinessOf(other)?.operation.site.node !== test.operation.site.node,
  );
  if (isShared) return undefined;
  const words = exit.visible.parts.flatMap((part) => textsIn(part, exit.state)).join("\n");
  if (NOT_A_LOOKUP.test(words) || OTHERWISE.test(words) || FAILED_STEP.test(words)) return undefined;
  const isForOne = takesFirstAlone(test, exits);
  if (test.isList && !isForOne && !tellsNoneOfThatName(words))
    return !tellsNotFoundById(words) || tellsNothingFound(words)
      ? { site, exit, how: "list", isOfOne: false }
      : undefined;
  if (
    !test.isList &&
    tellsNothingFound(words) &&
    SEVERAL_FOUND.test(words) &&
    !tellsNotFoundById(words) &&
    !tellsNoneOfThatName(words)
  )
    return { site, exit, how: "list", isOfOne: false };
  const isTold = tellsNotFoundById(words) || tellsNoneOfThatName(words) || (isForOne && tellsNothingFound(words));
  if (!isTold || outputSchemaOf(exit.tool, exit.file)?.required.some((name) => !FOUND_FLAG.test(name)))
    return undefined;
  return { site, exit, how: "item", isOfOne: true };
}

function isForFailure({ failures }: Exit): boolean {
  return failures.some(({ origin }) => origin !== "first-party");
}

const NOT_A_LOOKUP =
  /\b(?:tool|method|operation|handler|command|action|tokens?|session|credentials?|api[\s-]?keys?|auth\w*|config\w*|environment|env|variable|permissions?|connection|header|device|selector|element)\b/iu;

/** The service gave nothing usable back, the argument is none of the few that there are, or another call has to come first. */
const OTHERWISE =
  /\bno\s+(?:\w+\s+)?(?:response|reply|answer|choices?|completions?)\b(?!\s+\w+s\b)|\b(?:available|valid|known|supported|allowed)\s+[\w-]+:|\bin\s+(?:the\s+)?(?:response|result|reply|output|answer)\b|\bfirst\b/iu;

/** "Failed to download the file (empty)": work that did not succeed, and not a search. */
const FAILED_STEP =
  /^\W*(?:error\W+)?(?:failed\s+to|could\s*(?:not|n['’]t)|unable\s+to)\s+(?!(?:find|locate|match|get|list|search|fetch|retrieve|load|read)\b)\w/iu;

/** "No orders found", and not "no file was found". */
const SEVERAL_FOUND =
  /\b(?:results?|match\w*|(?!(?:was|is|has)\b)\w+s)\b(?:(?!\b(?:results?|match\w*|(?!(?:was|is|has)\b)\w+s)\b).)*\bfound\b/iu;

const FOUND_FLAG = /^(?:found|exists|ok|success)$/iu;

/** A test that came out as "there is nothing". */
export interface Emptiness {
  readonly operation: Operation;
  readonly subject: Value;
  /** The length of a list was asked for. */
  readonly isList: boolean;
}

/** What the last test on the path found empty; where several ways lead to the exit, each of them by such a test. */
export const emptinessOf = memoised((exit: Exit): Emptiness | undefined => {
  const last = exit.state.conditions().at(-1);
  const tests = (last?.either ?? (last ? [last] : [])).map((condition) => emptinessIn(condition, exit.state));
  if (tests.includes(undefined)) return undefined;
  return tests.find((test) => test?.isList) ?? tests[0];
});

/** Parts that tell of success or failure, that every whole answer has, or that a pattern was to match. */
const NO_LIST =
  /\.(?:ok|success|succeeded|error|errors|status|choices|candidates|completions|generations|edges|nodes)$|\.(?:choices|candidates|completions|generations)\.length$|\.(?:match|exec)\(/u;

/** What takes apart or checks a value is no lookup. */
const CHECKS = /^(?:parse|safeParse|validate|decode)/u;

/** The operation that has brought a value, be it through a check. */
function lookupIn(sources: readonly Source[], state: State): Operation | undefined {
  for (const source of sources) {
    if (source.kind !== "operation") continue;
    const { verb, args } = source.operation;
    const found = CHECKS.test(verb)
      ? lookupIn(
          args.flatMap((arg) => conveyed(arg, state)),
          state,
        )
      : source.operation;
    if (found) return found;
  }
  return undefined;
}

function emptinessIn({ subject, operator, other, holds }: Condition, state: State): Emptiness | undefined {
  const sources = conveyed(subject, state);
  const operation = lookupIn(sources, state);
  if (!operation || sources.some(({ kind }) => kind === "failure" || kind === "lost")) return undefined;
  const key = subject.kind === "derived" ? (subject.key ?? "") : "";
  const call = operation.site.node;
  if (NO_LIST.test(key) || /^(?:match|exec)$/u.test(operation.verb)) return undefined;
  if (call.type === "CallExpression" && sendsMutation(call)) return undefined;
  const isList = /\.(?:length|size|count|total)$/iu.test(key);
  const number = other?.kind === "constant" && typeof other.value === "number" ? other.value : undefined;
  const isEmpty =
    operator === ""
      ? !holds
      : number === undefined
        ? /^={2,3}$/u.test(operator) && holds && other?.kind === "constant" && (other.value ?? undefined) === undefined
        : (number === 0 && (/^={2,3}$/u.test(operator) || operator === "<=") && holds) ||
          (number === 1 && operator === "<" && holds) ||
          (number === 0 && operator === ">" && !holds) ||
          (number === 1 && operator === ">=" && !holds);
  return isEmpty ? { operation, subject, isList: isList || number !== undefined } : undefined;
}

/** `api.list(id)`, `searchOrders(query)`: what gives nothing at all has no match either. */
const LISTS = /^(?:list|search|query|findAll|findMany)(?:[A-Z_]|$)/u;
/** `ordersByIds(ids)` */
const OF_SOME = /By(?:Ids?|Names?|Keys?)$/u;

function isOneItem({ isList, operation }: Emptiness): boolean {
  return !isList && !LISTS.test(operation.verb);
}

/** One thing is looked up with a search, or several by their ids: the first is all that a result takes of the list. */
function takesFirstAlone({ operation, subject, isList }: Emptiness, exits: readonly Exit[]): boolean {
  if (OF_SOME.test(operation.verb)) return true;
  const list = subject.kind === "derived" ? subject.key?.replace(/\.(?:length|size)$/u, "") : undefined;
  if (!isList || list === undefined) return false;
  const keys = exits
    .filter(({ seen, failures }) => seen === "result" && failures.length === 0)
    .flatMap(({ visible, state }) => visible.parts.flatMap((part) => keysIn(part, operation, state)));
  return keys.length > 0 && keys.every((key) => key.startsWith(list) && /^\.0(?:\.|$)/u.test(key.slice(list.length)));
}

/** The keys of what a value takes of an operation: "" for what has none. */
function keysIn(value: Value, operation: Operation, state: State, depth = 5): string[] {
  if (depth <= 0) return [""];
  switch (value.kind) {
    case "text":
      return value.parts.flatMap((part) => (typeof part === "string" ? [] : keysIn(part, operation, state, depth - 1)));
    case "json":
      return keysIn(value.of, operation, state, depth - 1);
    case "union":
      return value.of.flatMap((one) => keysIn(one, operation, state, depth - 1));
    case "reference": {
      const object = state.objectOf(value);
      const held = object?.kind === "list" ? object.items : [...(object?.fields.values() ?? [])];
      const own = object?.sources.some((source) => source.kind === "operation" && source.operation === operation);
      return [...(own ? [""] : []), ...held.flatMap((one) => keysIn(one, operation, state, depth - 1))];
    }
    case "derived":
      return value.sources.some((source) => source.kind === "operation" && source.operation === operation)
        ? [value.key ?? ""]
        : [];
    default:
      return [];
  }
}

/**
 * What is missing had to be there for the tool's real work: the tool changes something, or goes on with other work once it
 * has it, and nothing says that it only reads.
 */
function isStep(exit: Exit, { operation }: Emptiness, exits: readonly Exit[]): boolean {
  const { writes } = effectOfTool(exit.tool, exit.file);
  if (writes !== undefined) return writes;
  // Only what begins with the same lookup can go on with it: a tool may have one action for each of many things.
  const goesOn = exits.some(
    (other) =>
      other.failures.length === 0 &&
      other.completed.some(({ site }) => site.node === operation.site.node) &&
      other.completed.some((one) => !exit.completed.includes(one)),
  );
  return goesOn && !exits.some((other) => other.seen === "result" && emptinessOf(other)?.operation === operation);
}

/** Where the result leaves the function that asks whether there is anything, or the error that is thrown. */
const siteOf = memoised((exit: Exit): Site | undefined => {
  const own = exit.failures.find(({ origin }) => origin === "first-party");
  if (own) return valueLeaving(own.operation.site);
  const last = exit.state.conditions().at(-1);
  const test = (last?.either?.[0] ?? last)?.site;
  const at = exit.at && valueLeaving(exit.at);
  if (!test || (at && isInOneFunction(at, test))) return at;
  const made = exit.visible.result?.made;
  if (made && isInOneFunction(made, test)) return made;
  const end = endOfBranch(test.node, isTrue(last?.either?.[0] ?? last));
  return end ? valueLeaving({ node: end, file: test.file }) : at;
});

/** How the test itself came out: `x !== y` is kept as `x === y`. */
function isTrue(condition: Condition | undefined): boolean {
  const node = condition?.site.node;
  const isNegative = node?.type === "BinaryExpression" && node.operator.startsWith("!");
  return condition?.holds !== isNegative;
}

function isInOneFunction(one: Site, other: Site): boolean {
  return one.file.filename === other.file.filename && enclosingFunction(one.node) === enclosingFunction(other.node);
}

function valueLeaving(site: Site): Site {
  const { node } = site;
  const value = node.type === "ReturnStatement" || node.type === "ThrowStatement" ? node.argument : undefined;
  return value ? { node: value, file: site.file } : site;
}
