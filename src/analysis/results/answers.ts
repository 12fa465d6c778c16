import { asksBack, tellsFailure } from "../../contract/lexicon.js";
import { memberName } from "../../syntax/names.js";
import { isEmptyList, unwrap, walk, type Node } from "../../syntax/tree.js";
import type { ReachedFunction } from "../tools/reach.js";
import { outcomesOf, wordsOfOutcome, type Outcome } from "./results.js";
import type { ToolResult } from "./tool-results.js";
import { dynamicParts, type Text } from "../values/text.js";
import {
  constantOf,
  isLoopVariable,
  isUndefined,
  objectShape,
  resolve,
  type Env,
  type ObjectShape,
  type Ref,
} from "../values/values.js";

/**
 * What the model gets from one returned value on a failure path:
 * `error` flagged as an error · `told` as ordinary text or data that speaks of a failure · `hidden` as success or
 * "nothing there" · `other` as a different answer (a fallback, a question back) · `unknown`.
 */
export type Verdict = "error" | "told" | "hidden" | "other" | "unknown" | "throws";

export interface Judged {
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  readonly words: string;
}

/** The part of a failure's data that says why: beside it, a `status` says whether the work was done, and not how a thing stands. */
export const SAYS_WHY = /^(?:error\w*|message|msg|reason)$/u;

/** `{ success: false }`, `{ ok: false }`, `{ status: "error" }`, `{ error: … }`, `{ status: false, message: … }`. */
export function hasFailureFlag(shape: ObjectShape, depth = 0): boolean {
  for (const [name, value] of shape.fields) {
    const constant = constantOf(value);
    const inner = depth < 1 ? objectShape(value) : undefined;
    if (inner && hasFailureFlag(inner, depth + 1)) return true;
    if (/^(?:success|ok|succeeded|isSuccess)$/u.test(name) && constant === false) return true;
    if (name === "status" && constant === false && [...shape.fields.keys()].some((other) => SAYS_WHY.test(other)))
      return true;
    if (
      /^(?:status|result|outcome|state)$/u.test(name) &&
      typeof constant === "string" &&
      /^(?:error|failed|failure)$/iu.test(constant)
    )
      return true;
    if (
      /^(?:error|isError|errorMessage|error_message|errors)$/u.test(name) &&
      constant !== null &&
      constant !== false &&
      constant !== "" &&
      !isNothing(value.node) &&
      !isCount(value.node)
    )
      return true;
  }
  return false;
}

/** `errors: found.length`: a number in a report, which may be 0. */
function isCount(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === "MemberExpression" && memberName(inner) === "length";
}

function isNothing(node: Node): boolean {
  return (node.type === "Identifier" && node.name === "undefined") || isEmptyList(node);
}

function jsonFailureFlag(text: Text): boolean {
  return text.some((part) => {
    if (part.kind === "choice") return part.options.some(jsonFailureFlag);
    if (part.kind !== "json") return false;
    const shape = objectShape(part.ref);
    return shape !== undefined && hasFailureFlag(shape);
  });
}

/** A constant, an empty value, or what the model itself sent: nothing that was found out. */
export function saysNothingNew(ref: Ref, steps = 4): boolean {
  const target = resolve(ref);
  const { node, env } = target;
  if (constantOf(target) !== undefined || isNothing(node)) return true;
  if (steps <= 0) return false;
  const shape = objectShape(target);
  if (shape) return !shape.open && [...shape.fields.values()].every((value) => saysNothingNew(value, steps - 1));
  if (node.type === "TemplateLiteral")
    return node.expressions.every((expression) => saysNothingNew({ node: expression, env }, steps - 1));
  if (node.type === "MemberExpression") return saysNothingNew({ node: node.object, env }, steps - 1);
  if (node.type !== "Identifier") return false;
  const binding = env.file.bindings.resolve(node);
  // `const { id } = request.params.arguments`
  if (binding.kind === "variable" && binding.constant && binding.init)
    return saysNothingNew({ node: unwrap(binding.init), env }, steps - 1) && binding.init.type !== "AwaitExpression";
  return binding.kind === "parameter" || node.name === "undefined";
}

/** `[]`, `{}`, `null`, `0`, `""`. */
export function isEmptyValue(node: Node): boolean {
  if (node.type === "ArrayExpression") return node.elements.length === 0;
  if (node.type === "ObjectExpression")
    return node.properties.every((entry) => entry.type === "Property" && isEmptyValue(unwrap(entry.value)));
  return (node.type === "Literal" && !node.value) || isUndefined(node);
}

/** `name` of `for (const name of names)` */
function namesLoopItem({ node, env }: Ref): boolean {
  const binding = node.type === "Identifier" ? env.file.bindings.resolve(node) : undefined;
  return binding?.kind === "variable" && isLoopVariable(binding.declarator);
}

/** `{ items: [] }`, `{ name, count: 0 }`: what was asked for by its name, and nothing of it. */
export function holdsNothing(shape: ObjectShape): boolean {
  const values = [...shape.fields.values()];
  const isEmpty = (value: Ref): boolean => isEmptyValue(unwrap(value.node));
  const isGiven = (value: Ref): boolean =>
    constantOf(value) === undefined && (saysNothingNew(value) || namesLoopItem(value));
  return (
    !hasFailureFlag(shape) &&
    !shape.open &&
    (values.length === 0 || values.some(isEmpty)) &&
    values.every((value) => isEmpty(value) || isGiven(value))
  );
}

/** The fields of the error contract, in a result that is not flagged. */
export function hasContractFields(result: ToolResult): boolean {
  return result.fields.list.some(
    ({ concept, name }) =>
      concept === "retryable" || (concept === "category" && /^(?:errorCategory|error_category|bucket)$/u.test(name)),
  );
}

/** Names of what only shapes a text: calls of them bring in nothing new. */
const FORMATTING =
  /^(?:stringify|String|format\w*|join|trim|toString|toFixed|toISOString|toUpperCase|toLowerCase|slice|sort|map|filter|now|max|min|round|floor|substring|replace|padEnd|padStart|getErrorMessage|toLocaleString|Date)$/u;

/** The value is made by further work (a second attempt, a cache): a fallback, not a constant. */
export function doesWork(node: Node): boolean {
  let works = false;
  walk(node, (child) => {
    if (works) return false;
    if (child.type === "AwaitExpression") works = true;
    if (child.type === "CallExpression" || child.type === "NewExpression") {
      const callee = child.callee.type === "MemberExpression" ? child.callee.property : child.callee;
      const name = callee.type === "Identifier" ? callee.name : "";
      if (!FORMATTING.test(name) && !/^(?:Map|Set|Array|Date)$/u.test(name)) works = true;
    }
    return undefined;
  });
  return works;
}

/** What the model makes of one outcome. */
export function judgeOne(outcome: Outcome, reached: ReachedFunction, tellsCause: boolean): Judged {
  const words = wordsOfOutcome(outcome);
  const judged = (verdict: Verdict): Judged => ({ verdict, outcome, words });
  const { framework, certain } = reached;
  switch (outcome.kind) {
    case "throws":
      return judged("throws");
    case "error":
      return judged("error");
    case "tool-result": {
      const { result } = outcome;
      if (result.isError === "true" || result.isError === "maybe")
        return judged(framework.outcomes.returnedIsError === "success" && certain ? "told" : "error");
      if (result.isError === "unknown") return judged("unknown");
      if (result.isError === "false" && tellsCause) return judged("told");
      const flagged =
        result.flagInBlock !== undefined ||
        hasContractFields(result) ||
        result.texts.some(jsonFailureFlag) ||
        (result.structured !== undefined && hasFailureFlag(result.structured));
      if (flagged || tellsCause || tellsFailure(words)) return judged("told");
      if (asksBack(words)) return judged("other");
      if (result.texts.length === 0 && !result.contentIsEmpty) return judged("unknown");
      return judged(result.texts.flatMap(dynamicParts).every((ref) => saysNothingNew(ref)) ? "hidden" : "other");
    }
    case "text":
      if (framework.outcomes.returnedString !== "success" || !certain) return judged("unknown");
      if (tellsCause || tellsFailure(words) || jsonFailureFlag(outcome.text)) return judged("told");
      return judged(
        dynamicParts(outcome.text).every((ref) => saysNothingNew(ref)) && !asksBack(words) ? "hidden" : "other",
      );
    case "data":
      if (framework.outcomes.returnedObject !== "success" || !certain) return judged("unknown");
      if (hasFailureFlag(outcome.shape) || tellsCause) return judged("told");
      return judged(
        !outcome.shape.open && [...outcome.shape.fields.values()].every((ref) => saysNothingNew(ref))
          ? "hidden"
          : "other",
      );
    case "empty":
      if (!certain || framework.outcomes.returnedString !== "success") return judged("unknown");
      return judged("hidden");
    default:
      return judged("unknown");
  }
}

/** What the model makes of a value that a function in a tool's reach returns where something has failed. */
export function judge(expression: Node, env: Env, reached: ReachedFunction, tellsCause: boolean): Judged {
  const target = resolve({ node: expression, env });
  const all = outcomesOf(target).map((outcome) => judgeOne(outcome, reached, tellsCause));
  return (
    all.find(({ verdict }) => verdict === "error" || verdict === "throws") ??
    all.find(({ verdict }) => verdict === "unknown") ??
    all.find(({ verdict }) => verdict === "told") ??
    all[0] ?? { verdict: "unknown", outcome: { kind: "unknown", ref: target }, words: "" }
  );
}
