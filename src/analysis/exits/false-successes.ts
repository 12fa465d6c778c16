import { categoryOf } from "../../contract/categories.js";
import { conceptOf, type Concept } from "../../contract/dialects.js";
import { dottedName } from "../../syntax/names.js";
import { enclosingFunction, isFunction, unwrap, type Node } from "../../syntax/tree.js";
import { conveyed } from "../flow/provenance.js";
import { statesFailure } from "../flow/stated-failures.js";
import type { State } from "../flow/state.js";
import { alternatives, isNullish, type FailurePart, type RecordObject, type Site, type Value } from "../flow/values.js";
import { ANSWER_EXEMPTIONS } from "../policy/answers.js";
import type { RouteExit, RouteExits } from "./route-exits.js";

/** An answer of a route that reports a failure under a status of success. */
export interface FalseSuccess {
  readonly site: Site;
  readonly exit: RouteExit;
  readonly status: number;
  /** Where a status may be set, in the words of the framework. */
  readonly advice: string;
}

/** @param routes all routes that run through a file */
export function falseSuccessesIn(routes: readonly RouteExits[]): FalseSuccess[] {
  const others = routes.flatMap(({ exits }) => exits);
  const faults = others.filter((exit) => isFalseSuccess(exit, others));
  // An answer that is right goes through these: what is to be mended stands before them.
  const right = new Set(
    others.filter((exit) => !faults.includes(exit)).flatMap((exit) => sitesOf(exit).map(({ node }) => node)),
  );
  return faults.map((exit) => {
    const sites = sitesOf(exit);
    const site = sites.find(({ node }) => !right.has(node)) ?? exit.answer.made;
    return { site, exit, status: exit.status ?? 200, advice: adviceFor(exit) };
  });
}

/** Where an answer is sent, and the calls that lead there, innermost first. */
function sitesOf({ answer: { made, calls } }: RouteExit): readonly Site[] {
  return [made, ...(calls?.sites() ?? []).slice(1).reverse()];
}

function isFalseSuccess(exit: RouteExit, others: readonly RouteExit[]): boolean {
  const { status, visible, state } = exit;
  if (status === undefined || status >= 300) return false;
  return visible.parts.flatMap(alternatives).some((part) => {
    const body = state.recordOf(part.kind === "json" ? part.of : part);
    if (!(body ? tellsFailure(body, exit) : isTextOfFailure(part, exit))) return false;
    return !ANSWER_EXEMPTIONS.some(({ when }) => when({ exit, body, others }));
  });
}

/** A text for a failure on the path: words that say so, or those of the failure itself. */
function isTextOfFailure(text: Value, { failures, state }: RouteExit): boolean {
  if (failures.length === 0) return false;
  if (statesFailure(text, state)) return true;
  const sources = conveyed(text, state);
  // The body of another server's answer is another rule's matter.
  return sources.length > 0 && sources.every((source) => source.kind === "failure" && WORDS.has(source.part));
}

const WORDS: ReadonlySet<FailurePart> = new Set(["whole", "message", "stack", "name"]);

const SUCCESS = /^(?:success|ok|succeeded|isSuccess)$/u;
const ERROR = /^(?:error|isError|errorMessage|error_message|errorCode|error_code)$/u;
/** Beside a flag that says no: why. */
const WHY = /^(?:message|msg|reason|details?|description|code|errors?|err|error_?(?:message|code)|human_?message)$/iu;
/** Fields of a body that is about the failure alone. */
const ABOUT_FAILURE =
  /^(?:error\w*|message|msg|reason|details?|description|code|status(?:Code|Text)?|name|type|title|stack|cause|timestamp|time|path|url|method|request_?id|trace_?id|tool|ok|success)$/iu;

function tellsFailure(body: RecordObject, { failures, state }: RouteExit): boolean {
  if (statesCategory(body, failures.length > 0)) return true;
  if (failures.length === 0) return refuses(body, state);
  if (refuses(body, state)) return true;
  return statesRecord(body, state) ? !isPartial(body, state) : isAboutFailure(body, state);
}

/** The body says of itself which kind of failure it is: no route answers so when all went well. */
function statesCategory(body: RecordObject, hasFailed: boolean): boolean {
  const field = (concept: Concept): Value | undefined =>
    [...body.fields].find(([name, value]) => conceptOf(name) === concept && !isNullish(value))?.[1];
  const category = field("category");
  if (!category || !field("retryable")) return false;
  return (
    (hasFailed && category.kind !== "constant") ||
    alternatives(category).some(
      (one) => one.kind === "constant" && typeof one.value === "string" && categoryOf(one.value) !== undefined,
    )
  );
}

/** `{ success: false, message }`, `{ error: "…" }`: the body says no, and why, whatever led to it. */
function refuses({ fields }: RecordObject, state: State): boolean {
  let saysNo = false;
  let saysWhy = false;
  for (const [name, value] of fields) {
    saysNo ||= SUCCESS.test(name) && isConstant(value, false);
    saysWhy ||= WHY.test(name) && !alternatives(value).some(isNullish);
    if (ERROR.test(name) && alternatives(value).every((one) => isStated(one, state)))
      return !holdsResult(fields, state);
  }
  return saysNo && saysWhy;
}

function isConstant(value: Value, expected: unknown): boolean {
  return value.kind === "constant" && value.value === expected;
}

/** Words, or an object of them: what a variable of run time holds may be nothing. */
function isStated(value: Value, state: State): boolean {
  switch (value.kind) {
    case "constant":
      return value.value === true || (typeof value.value === "string" && value.value !== "");
    case "text":
    case "error":
      return true;
    case "reference":
      return state.recordOf(value) !== undefined;
    case "derived":
      return value.sources.some(({ kind }) => kind === "failure");
    default:
      return false;
  }
}

/** A field with what an operation has brought: the failure is a part of the answer. */
function holdsResult(fields: ReadonlyMap<string, Value>, state: State): boolean {
  return [...fields].some(
    ([name, value]) =>
      !ABOUT_FAILURE.test(name) &&
      (state.listOf(value) !== undefined || conveyed(value, state).some(({ kind }) => kind === "operation")),
  );
}

function statesRecord(body: RecordObject, state: State): boolean {
  return [...body.fields].some(([name, value]) => {
    if (SUCCESS.test(name)) return isConstant(value, false);
    if (/^(?:status|result|outcome|state)$/u.test(name))
      return value.kind === "constant" && /^(?:error|failed|failure)$/iu.test(String(value.value));
    if (!ERROR.test(name) && name !== "errors") return false;
    return alternatives(value).every((one) => isStated(one, state) || (state.listOf(one)?.items.length ?? 0) > 0);
  });
}

function isPartial({ fields }: RecordObject, state: State): boolean {
  return (
    ![...fields].some(([name, value]) => SUCCESS.test(name) && isConstant(value, false)) && holdsResult(fields, state)
  );
}

/** `{ message: error.message }` */
function isAboutFailure({ fields, open }: RecordObject, state: State): boolean {
  return (
    !open &&
    [...fields.keys()].every((name) => ABOUT_FAILURE.test(name)) &&
    [...fields.values()].some((value) => conveyed(value, state).some(({ kind }) => kind === "failure"))
  );
}

function adviceFor({ answer: { made }, route }: RouteExit): string {
  const node = unwrap(made.node);
  if (node.type === "AssignmentExpression") {
    const target = node.left.type === "MemberExpression" ? dottedName(node.left.object) : undefined;
    return `\`${target ?? "ctx"}.status = 502\` before the body`;
  }
  if (node.type === "NewExpression") return INIT;
  if (node.type !== "CallExpression") return `\`${replyNameAt(node)}.code(502)\` before the body`;
  const root = dottedName(rootOf(node)) ?? "res";
  if (/^(?:\w+\.)?\w*Response$/u.test(root)) return INIT;
  if (route.style === "context") return `\`${root}.json(body, 502)\``;
  return route.isPlain ? `\`${root}.statusCode = 502\` before the body` : `\`${root}.status(502)\` before the body`;
}

const INIT = "`{ status: 502 }` as the second argument";

/** `res` of `res.status(200).json(body)` */
function rootOf(call: Node): Node {
  let node = call;
  while (node.type === "CallExpression") {
    const callee = unwrap(node.callee);
    if (callee.type !== "MemberExpression") break;
    node = unwrap(callee.object);
  }
  return node;
}

/** The reply of the handler that returns a body. */
function replyNameAt(node: Node): string {
  const fn = enclosingFunction(node);
  const parameter = fn && isFunction(fn) ? fn.params[1] : undefined;
  return parameter?.type === "Identifier" ? parameter.name : "reply";
}
