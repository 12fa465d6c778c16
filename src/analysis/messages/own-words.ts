import type { TSESTree } from "@typescript-eslint/types";
import { dottedName, keyName, lastName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import {
  contains,
  isClass,
  parentOf,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import type { Binding } from "../values/bindings.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { guardsOf } from "../values/guards.js";
import { rejectedBy } from "../throws/leaving-throws.js";
import { throwsIn } from "../throws/throwers.js";
import { resolve, type Env } from "../values/values.js";

/** Where the throws of a clause are looked at, and how many calls deep. */
interface Look {
  readonly env: Env;
  readonly hops: number;
}

/** What a clause asks for first (`error instanceof OrdersError`): errors of these do not come to the rest of it. */
export interface Sorted {
  readonly classes: ReadonlySet<string>;
  /** The packages that these classes come from: what their functions throw is of these classes. */
  readonly packages: ReadonlySet<string>;
}

export function sortedBy(clause: TSESTree.CatchClause | null, file: File): Sorted {
  const asked = clause ? classesIn(clause.body) : [];
  return {
    classes: new Set(asked.flatMap((one) => lastName(one) ?? [])),
    packages: new Set(asked.flatMap((one) => packageOf(one, file) ?? [])),
  };
}

/** The call is one of a package whose errors are asked for. */
export function isOfSorted(call: TSESTree.CallExpression, { packages }: Sorted, file: File): boolean {
  if (packages.size === 0) return false;
  const source = packageOf(call.callee, file);
  return source !== undefined && packages.has(source);
}

/** What something is looked for in: the values that are it are known by how their name is bound. */
type IsIt = (binding: Binding) => boolean;

/** What becomes of a failure where it is caught. */
export type Rethrown = "own words" | "own classes" | "foreign";

/**
 * What a clause throws: words of the project's own alone, with no word of what it caught in them, or for a class that is
 * asked for; beside these, what the project threw itself a moment before (`if (error instanceof OrdersError) throw error`).
 */
export function rethrownBy(clause: TSESTree.CatchClause, look: Look & { readonly sorted: Sorted }): Rethrown {
  const isSorted = (one: Node): boolean => look.sorted.classes.has(lastName(one) ?? "");
  const isCaught: IsIt = (binding) => binding.kind === "catch" && binding.clause === clause;
  let result: Rethrown = "own words";
  for (const node of throwsIn(clause.body, look.env)) {
    const thrown = node.type === "ThrowStatement" ? unwrap(node.argument) : node;
    if (isMadeOf(thrown, isSorted, look)) continue;
    if (guardsOf(node).some(({ test }) => classesIn(test).some(isSorted)) || !tells(thrown, isCaught, look)) continue;
    if (!isPassedByClass(thrown, look.env)) return "foreign";
    result = "own classes";
  }
  return result;
}

/** `new OrdersError(…)`, or a function of the project that returns nothing else: `throw toOrdersError(error)`. */
function isMadeOf(thrown: Node, isSorted: (cls: Node) => boolean, { env, hops }: Look): boolean {
  const node = unwrap(thrown);
  if (node.type === "NewExpression") return isSorted(node.callee);
  const called = node.type === "CallExpression" && hops > 0 ? calledFunction(node, env) : undefined;
  const returned = called ? returnedExpressions(called.fn) : [];
  return (
    called !== undefined &&
    returned.length > 0 &&
    returned.every((one) => isMadeOf(one, isSorted, { env: called.env, hops: hops - 1 }))
  );
}

/** A handler as that of `.catch(…)` ends in an answer, or throws and rejects in words of the project's own. */
export function rejectsOwnWords(handler: FunctionNode, look: Look): boolean {
  const isGiven: IsIt = (binding) => binding.kind === "parameter" && binding.fn === handler && binding.index === 0;
  const rejected = returnedExpressions(handler).flatMap((returned) => rejectedBy(returned) ?? []);
  const thrown = throwsIn(handler.body, look.env).map((node) =>
    node.type === "ThrowStatement" ? unwrap(node.argument) : node,
  );
  return [...rejected, ...thrown].every((node) => !tells(node, isGiven, look));
}

/** `if (error instanceof OrdersError) throw error`, of a class that the project declares. */
function isPassedByClass(thrown: Node, env: Env): boolean {
  return (
    thrown.type === "Identifier" &&
    guardsOf(thrown).some(({ test, negated }) => {
      const asked = unwrap(test);
      return (
        !negated &&
        asked.type === "BinaryExpression" &&
        asked.operator === "instanceof" &&
        isClass(resolve({ node: asked.right, env }).node)
      );
    })
  );
}

/** `OrdersError` of `error instanceof OrdersError`. */
function classesIn(place: Node): Node[] {
  const found: Node[] = [];
  walkSameFunction(place, (node) => {
    if (node.type === "BinaryExpression" && node.operator === "instanceof" && dottedName(node.right) !== "Error")
      found.push(node.right);
  });
  return found;
}

/** `stripe` for `Stripe.errors.StripeError`, and for `client.charges.create` with `client = new Stripe(key)`. */
function packageOf(node: Node, file: File): string | undefined {
  let root = unwrap(node);
  while (root.type === "MemberExpression") root = unwrap(root.object);
  if (root.type !== "Identifier") return undefined;
  const binding = file.bindings.resolve(root);
  if (binding.kind === "import") return binding.source.startsWith(".") ? undefined : binding.source;
  const made = binding.kind === "variable" && binding.constant && binding.init ? unwrap(binding.init) : undefined;
  return made?.type === "NewExpression" ? packageOf(made.callee, file) : undefined;
}

/** Variables that are followed to what they hold, so that cyclic ones end. */
const MAX_STEPS = 8;

/** `new Error(`Not read: ${error.message}`)` hands on the text; `new Error("Not read", { cause: error })` does not. */
export function tells(thrown: Node, isIt: IsIt, look: Look, steps = MAX_STEPS): boolean {
  const { file } = look.env;
  return contains(thrown, (node) => {
    if (node.type !== "Identifier" || staysBehind(node, thrown, look)) return false;
    const binding = file.bindings.resolve(node);
    // `const { status } = error.response`
    if ("path" in binding && KIND.test(binding.path.at(-1) ?? "")) return false;
    if (isIt(binding)) return true;
    if (binding.kind !== "variable" || steps <= 0) return false;
    return [binding.init, ...file.bindings.assignmentsTo(binding.variable)].some(
      (value) => value !== null && value !== thrown && tells(value, isIt, look, steps - 1),
    );
  });
}

/** What of an error, or of an answer, tells its kind and nothing else. */
const KIND = /^(?:code|errno|status|statusCode|statusText|name|ok)$/u;

/**
 * `{ cause: error }`, `error.response?.status`, `error.code === 1 ? … : …`, `new NotRead(id, error)`, `explain(error)` of a
 * function that leaves its text out.
 */
function staysBehind(node: TSESTree.Identifier, within: Node, look: Look): boolean {
  if (isProperty(node)) return true;
  let last: Node = node;
  let name: string | undefined;
  for (let up = parentOf(last); up && last !== within; up = parentOf(up)) {
    if (up.type === "MemberExpression" && up.object === last) name = memberName(up);
    else if (!isTransparent(up)) break;
    last = up;
  }
  if (name !== undefined && KIND.test(name)) return true;
  const up = last === within ? undefined : parentOf(last);
  if (up?.type === "Property" && up.value === last && keyName(up.key, up.computed) === "cause") return true;
  if (up?.type === "NewExpression" && last === node) return up.arguments.indexOf(node) > messagePlace(up);
  if (up?.type === "CallExpression" && up.callee !== last && last === node)
    return leavesOut(up, up.arguments.indexOf(node), look);
  return isInTest(last, within);
}

/** `new NotRead("Not read", error)` has its message first, `new ApiError(response.status, message)` a code before it. */
function messagePlace({ arguments: [first] }: TSESTree.NewExpression): 0 | 1 {
  return first && isCode(unwrap(first)) ? 1 : 0;
}

function isCode(node: Node): boolean {
  if (node.type === "Literal")
    return typeof node.value === "number" || (typeof node.value === "string" && /^[A-Z][A-Z0-9_]*$/u.test(node.value));
  const name = dottedName(node);
  return name !== undefined && (KIND.test(lastName(node) ?? "") || /(?:^|\.)[A-Z][A-Z0-9_]*$|Codes?\.\w+$/u.test(name));
}

/** `message` of `error.message` and of `{ message: text }`: no variable. */
function isProperty(node: TSESTree.Identifier): boolean {
  const up = parentOf(node);
  return (
    (up?.type === "MemberExpression" && up.property === node && !up.computed) ||
    (up?.type === "Property" && up.key === node && !up.computed && !up.shorthand)
  );
}

function isTransparent(node: Node): boolean {
  return node.type === "TSAsExpression" || node.type === "TSNonNullExpression" || node.type === "ChainExpression";
}

/** What is asked of a value is not told. */
function isInTest(node: Node, within: Node): boolean {
  let child = node;
  for (let up = parentOf(node); up && child !== within; up = parentOf(up)) {
    if (up.type === "ConditionalExpression" && up.test === child) return true;
    child = up;
  }
  return false;
}

/** Nothing that the called function of the project returns or throws has a word of what it is given. */
function leavesOut(call: TSESTree.CallExpression, at: number, { env, hops }: Look): boolean {
  const called = hops > 0 ? calledFunction(call, env) : undefined;
  if (!called || at < 0) return false;
  const isGiven: IsIt = (binding) => binding.kind === "parameter" && binding.fn === called.fn && binding.index === at;
  const inside = { env: called.env, hops: hops - 1 };
  const thrown = throwsIn(called.fn.body, called.env).map((node) =>
    node.type === "ThrowStatement" ? node.argument : node,
  );
  return [...returnedExpressions(called.fn), ...thrown].every((node) => !tells(node, isGiven, inside));
}
