import { isVendoredText } from "../../contract/vendored.js";
import { isFunction } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { allocate, birth, catchFailures, failureIn, record, settled, throwValue } from "./heap.js";
import type { CallSite, Machine } from "./machine.js";
import { siteOf } from "./machine.js";
import { conveyed } from "./provenance.js";
import { andThen, normal, type Completions } from "./completions.js";
import type { State } from "./state.js";
import {
  constant,
  derived,
  FALSE,
  TRUE,
  type BuiltinValue,
  type FunctionValue,
  type Source,
  type Value,
} from "./values.js";

/** The package of the typed helper, also where its source stands in the project. */
export const HELPER = "mcp-tool-errors";

const CATEGORIES: ReadonlySet<string> = new Set(["transient", "validation", "permission", "business", "from"]);

const FAILURE_CLASS = "ToolFailure";

/** What becomes of an error at a boundary: it is told in a result, or thrown as a failure with the contract. */
const BOUNDARIES: ReadonlyMap<string, "result" | "failure"> = new Map([
  ["withToolErrors", "result"],
  ["withToolFailures", "failure"],
]);
const BOUNDARY = "boundary";

const EXPORTS: ReadonlySet<string> = new Set(["toolError", "toolFailure", "emptyResult", ...BOUNDARIES.keys()]);

/**
 * A file of the project holds the helper: it says so, or it exports `toolError` as an object, and no function of the project's
 * own.
 */
export function isVendoredHelper(file: File, name: string): boolean {
  if (isVendoredText(file.text)) return name !== "*";
  if (!EXPORTS.has(name)) return false;
  const exported = file.exports.get("toolError");
  return exported?.type === "VariableDeclarator" && exported.init !== null && !isFunction(exported.init);
}

/** What a function of the helper gives; undefined for those that are taken as any function of a package. */
export function callHelper(
  path: readonly string[],
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions | undefined {
  const [name = "", member = ""] = path;
  const [first] = args;
  if (name === "emptyResult") return emptyResult(args, site, state);
  const becomes = BOUNDARIES.get(name);
  if (becomes && (first?.kind === "function" || first?.kind === "builtin"))
    return [normal({ kind: "builtin", name: `${BOUNDARY}.${becomes}`, receiver: first }, state)];
  if (!CATEGORIES.has(member)) return undefined;
  if (name === "toolError")
    return andThen(payload(member, args, site, state), (text, next) => textResult(text, TRUE, site, next));
  return name === "toolFailure"
    ? andThen(payload(member, args, site, state), (text, next) => failureWith(text, site, next))
    : undefined;
}

/** A handler behind a boundary of the helper's: `withToolErrors(handler)`. */
export function isBoundary({ name, receiver }: BuiltinValue): boolean {
  return receiver !== undefined && name.startsWith(`${BOUNDARY}.`);
}

/** The function that runs where a handler is called, behind any boundary. */
export function functionBehind(handler: Value): FunctionValue | undefined {
  if (handler.kind === "function") return handler;
  return handler.kind === "builtin" && handler.receiver && isBoundary(handler)
    ? functionBehind(handler.receiver)
    : undefined;
}

/** Calls a handler behind a boundary: what it returns is passed on, and what it throws becomes a classified error. */
export function callBoundary(
  m: Machine,
  { name, receiver: handler }: BuiltinValue,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  if (!handler) return [];
  const ended = andThen(m.call(handler, args, site, state), (value, next) => m.await(value, site, next));
  const answered = ended.flatMap((one): Completions => {
    if (one.how !== "throw") return [one];
    const caught = catchFailures(one, siteOf(site));
    const own = ownPayload(one.value, caught);
    const texts = own ? [normal(own, caught)] : payload("from", [one.value], site, caught);
    return andThen(texts, (text, next) => {
      if (name === `${BOUNDARY}.result`) return textResult(text, TRUE, site, next);
      return andThen(failureWith(text, site, next), (failure, after) => throwValue(failure, site, after));
    });
  });
  return settled(answered, site);
}

/** The fields that a failure of the helper carries: a boundary passes them on as they are. */
function ownPayload(value: Value, state: State): Value | undefined {
  const fields = state.recordOf(value)?.fields;
  const name = fields?.get("name");
  return name?.kind === "constant" && name.value === FAILURE_CLASS ? fields?.get("message") : undefined;
}

/** `toolFailure.validation({ description })`: an error whose message is the fields as JSON. */
function failureWith(text: Value, site: CallSite, state: State): Completions {
  const fields = new Map<string, Value>([
    ["name", constant(FAILURE_CLASS)],
    ["message", text],
  ]);
  return allocate(record(fields, siteOf(site), { brand: "error", ...birth(site, state) }), state);
}

/** `toolError.validation({ description })`, `toolError.from(error, { description })`: the fields as JSON. */
function payload(member: string, args: readonly Value[], site: CallSite, state: State): Completions {
  const [caught, given] = member === "from" ? [args[0], args[1]] : [undefined, args[0]];
  const own = given && state.recordOf(given);
  const said = member === "from" ? classified(caught, state) : undefined;
  const fields = new Map<string, Value>([
    ["errorCategory", said ?? constant(member)],
    ["isRetryable", said ?? (member === "transient" ? TRUE : FALSE)],
    // The code of the cause, and the wait that a service has asked for.
    ...(said
      ? ([
          ["errorCode", said],
          ["retryAfterSeconds", said],
        ] as const)
      : []),
    ...(own?.fields ?? []),
  ]);
  const object = record(fields, own?.made ?? siteOf(site), {
    open: true,
    brand: "contract",
    sources: own?.sources ?? (given ? conveyed(given, state) : []),
    ...birth(site, state),
  });
  return andThen(allocate(object, state), (value, next) => [normal({ kind: "json", of: value }, next)]);
}

/** What `from` finds out of an error: its kind, and nothing of its words. */
function classified(caught: Value | undefined, state: State): Value {
  const failure = caught && failureIn(caught, state);
  const sources: readonly Source[] = failure
    ? [{ kind: "failure", failure, part: "name" }]
    : caught
      ? conveyed(caught, state)
      : [];
  return derived(sources, undefined, "string");
}

function emptyResult([text = constant("")]: readonly Value[], site: CallSite, state: State): Completions {
  return textResult(text.kind === "reference" ? { kind: "json", of: text } : text, FALSE, site, state);
}

function textResult(text: Value, isError: Value, site: CallSite, state: State): Completions {
  const made = siteOf(site);
  const block = record(
    new Map([
      ["type", constant("text")],
      ["text", text],
    ]),
    made,
  );
  return andThen(allocate(block, state), (item, first) =>
    andThen(allocate({ kind: "list", items: [item], open: false, sources: [], made }, first), (content, second) =>
      allocate(
        record(
          new Map([
            ["content", content],
            ["isError", isError],
          ]),
          made,
          birth(site, second),
        ),
        second,
      ),
    ),
  );
}
