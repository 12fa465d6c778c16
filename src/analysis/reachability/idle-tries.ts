import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, lastName, memberName } from "../../syntax/names.js";
import {
  contains,
  enclosingFunction,
  isClass,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  walk,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { isUnused } from "../../syntax/work.js";
import { calledFunction, type CalledFunction } from "../values/calls.js";
import { inheritedMethod } from "../values/classes.js";
import { isHarmlessCall, isTelemetryCall } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { enclosingCatch } from "../values/flow.js";
import { askedOnce, MAX_ENTERED } from "../values/follow.js";
import { testsPassed } from "../values/guards.js";
import { isHelperError } from "../results/helper.js";
import { isMissed } from "../swallows/missed-values.js";
import { implementationsOf } from "../values/implementations.js";
import { makesId, neverThrows } from "./safe-calls.js";
import { convertsAll, guardingTry } from "../catches/tries.js";
import { isOutermost, resolve, rootEnv, type Env } from "../values/values.js";

/** Methods of lists and maps whose names stores and clients use as well: `statement.get(id)`. */
const ALSO_OF_STORES = /^(?:get|set|has|add|delete|clear|exec|find|resolve|test|from)$/u;

const HARMLESS_CLASS = /^(?:Date|Map|Set|WeakMap|WeakSet|Array|URLSearchParams|AbortController|Headers|\w*Error)$/u;

/** What runs other code, or takes apart a value that may not be there. */
const RUNS_CODE =
  /^(?:(?:Call|New|Await|Yield|TaggedTemplate|Import|Member|Binary|Update|Class)Expression|(?:Throw|ForOf|ForIn)Statement|SpreadElement|(?:Object|Array)Pattern)$/u;

/** The clause of a `try` that only writes down a value: `try { return { text: `Read ${id}` }; } catch { … }`. */
export function isInClauseOfValue(place: Node, file: File): boolean {
  const attempt = enclosingCatch(place)?.parent.block;
  return attempt !== undefined && !contains(attempt, (node) => RUNS_CODE.test(node.type) && !isOfValue(node, file));
}

/** `input.id`, where `input` is what the function is given; `JSON.stringify(input)`, and what is only logged. */
function isOfValue(node: Node, file: File): boolean {
  if (node.type === "CallExpression")
    return isTelemetryCall(node) || (isStringify(node) && node.arguments.every((given) => isInput(given, file)));
  if (node.type !== "MemberExpression") return false;
  const call = parentOf(node);
  return (
    isInput(node.object, file) || (call?.type === "CallExpression" && call.callee === node && isOfValue(call, file))
  );
}

function isStringify({ callee }: TSESTree.CallExpression): boolean {
  return dottedName(callee) === "JSON.stringify";
}

function isInput(node: Node, file: File): boolean {
  return file.bindings.resolve(unwrap(node)).kind === "parameter";
}

/** Whether a thrown value counts as a failure of the work that a `try` does. */
type Counts = (thrown: TSESTree.ThrowStatement, env: Env) => boolean;

/** What in the block of a `try` may fail, and is not caught inside of it. */
export interface Attempted {
  readonly failing: readonly Node[];
  /** The block calls functions of the project, or answers failures inside. Without either, it is a sketch, of which nothing is known. */
  readonly followed: boolean;
}

/** Looks for what may fail in blocks, and in the functions of the project that they call. */
export class Attempts {
  readonly #counts: Counts | undefined;
  readonly #idle = askedOnce(({ fn, env }, hops) => this.#failingIn(fn.body, env, hops).failing.length === 0);

  /** Without an argument every throw counts, and so does an argument of the tool that is of another form than expected. */
  constructor(counts?: Counts) {
    this.#counts = counts;
  }

  /**
   * Nothing in a block can fail in a way that counts, whatever its input is like: it calls functions of the project that
   * only put values together, or catch all failures themselves.
   */
  cannotFail(block: Node, file: File): boolean {
    const { failing, followed } = this.#failingIn(block, rootEnv(file), MAX_ENTERED);
    return followed && failing.length === 0;
  }

  /** The same for the block of a `try` in a function that is followed, of any kind. */
  isIdle({ block }: TSESTree.TryStatement, env: Env, hops = MAX_ENTERED): boolean {
    return this.#failingIn(block, env, hops).failing.length === 0;
  }

  #failingIn(root: Node, env: Env, hops: number): Attempted {
    const failing: Node[] = [];
    let followed = false;
    const fails = (node: Node): boolean => {
      switch (node.type) {
        case "ThrowStatement":
          return this.#counts?.(node, env) ?? true;
        case "NewExpression":
          return this.#isMadeFailing(node, env, hops);
        case "CallExpression": {
          if (isTelemetryCall(node) && (isUnused(node) || parentOf(node)?.type === "ArrowFunctionExpression"))
            return false;
          // The typed helper makes a value of what it is given, and throws nothing.
          if (isHelperError(node, env.file)) return false;
          const called = calledFunction(node, env);
          // `notes.count()` of a handler that is given `notes: Notes`
          const implementations = called ? undefined : implementationsOf(node, env);
          if (implementations) {
            followed = true;
            return implementations.some((one) => isMissed(node, one, env.file) || !this.#idle(one, hops));
          }
          if (!called) return (!this.#counts && takesApartInput(node, env)) || this.#isUnknownFailing(node, env, hops);
          followed = true;
          if (called.fn.async && isHandedOn(node, root)) return false;
          return isMissed(node, called, env.file) || !this.#idle(called, hops);
        }
        case "AwaitExpression":
          return unwrap(node.argument).type !== "CallExpression";
        case "YieldExpression":
        case "ImportExpression":
        case "TaggedTemplateExpression":
          return true;
        default:
          return node.type === "ForOfStatement" && node.await;
      }
    };
    walk(root, (node) => {
      if (failing.length > 0) return false;
      if (node.type === "CatchClause") return this.#mayEnter(node, env, hops);
      const answered = answeredBy(node);
      if (answered) {
        followed = true;
        failing.push(...this.#failingIn(answered.body, env, hops).failing);
        return false;
      }
      if (!fails(node)) return undefined;
      // What an inner clause answers is real work, as is that of a function of the project.
      if (isGuarded(node, root, env)) followed = true;
      else failing.push(node);
      return undefined;
    });
    return { failing, followed };
  }

  /** A clause that throws, though its `try` gives it nothing to catch. */
  #mayEnter(clause: TSESTree.CatchClause, env: Env, hops: number): boolean {
    return !(contains(clause.body, ({ type }) => type === "ThrowStatement") && this.isIdle(clause.parent, env, hops));
  }

  #isMadeFailing(made: TSESTree.NewExpression, env: Env, hops: number): boolean {
    if (HARMLESS_CLASS.test(calleeName(made) ?? "")) return false;
    const cls = resolve({ node: made.callee, env });
    if (!isClass(cls.node) || cls.node.superClass) return true;
    const constructor = inheritedMethod(cls, "constructor");
    return constructor !== undefined && !this.#isIdleFunction(constructor, hops);
  }

  #isUnknownFailing(call: TSESTree.CallExpression, env: Env, hops: number): boolean {
    const name = calleeName(call) ?? "";
    if (/^Promise\.(?:all|allSettled|resolve)$/u.test(dottedName(call.callee) ?? ""))
      return !call.arguments.every((list) => isListOfCalls(list, env) || name === "resolve");
    if (isWaitedFor(call)) return !WAITS.test(name);
    if (dottedName(call.callee) === "JSON.parse") return !isWrittenJson(call, env);
    if (makesId(call)) return false;
    if (EACH.test(name) && call.arguments.some((given) => !this.#isIdleCallback(given, env, hops))) return true;
    if (isOfCollection(call, env)) return false;
    return !(isHarmlessCall(call) || neverThrows(call, env.file)) || ALSO_OF_STORES.test(name);
  }

  /** `rows.map(toText)`: a function that is written there is looked through with the call. */
  #isIdleCallback(given: Node, env: Env, hops: number): boolean {
    const node = unwrap(given);
    if (node.type !== "Identifier" && node.type !== "MemberExpression") return true;
    const value = resolve({ node, env });
    if (isFunction(value.node)) return this.#isIdleFunction(value, hops);
    return value.node.type !== "Identifier" || env.file.bindings.resolve(value.node).kind === "global";
  }

  #isIdleFunction({ node, env }: { node: Node; env: Env }, hops: number): boolean {
    return isFunction(node) && this.#idle({ fn: node, env } satisfies CalledFunction, hops);
  }
}

const attempts = new Attempts();

/** A clause, or the handler of `load(id).catch(…)`, that nothing ever comes to: what is attempted cannot fail. */
export function isNeverEntered(place: TSESTree.CatchClause | TSESTree.CallExpression, file: File): boolean {
  if (place.type === "CatchClause") return attempts.cannotFail(place.parent.block, file);
  const callee = unwrap(place.callee);
  return callee.type === "MemberExpression" && attempts.cannotFail(callee.object, file);
}

/** A place in a clause that nothing ever comes to, or nothing but errors of a class that the clause has sent on before. */
export function isInIdleClause(place: Node, file: File): boolean {
  const clause = enclosingCatch(place);
  if (!clause) return false;
  if (isNeverEntered(clause, file)) return true;
  const sentOn = new Set([...testsPassed(place)].flatMap((test) => classAsked(test, clause, file) ?? []));
  if (sentOn.size === 0) return false;
  const others = new Attempts(
    ({ argument }) => argument.type !== "NewExpression" || !sentOn.has(calleeName(argument) ?? ""),
  );
  return others.cannotFail(clause.parent.block, file);
}

/** `McpError` of `error instanceof McpError`, of what the clause has caught. */
function classAsked(test: Node, { param }: TSESTree.CatchClause, { bindings }: File): string | undefined {
  if (test.type !== "BinaryExpression" || test.operator !== "instanceof" || !param) return undefined;
  return bindings.variable(test.left) === bindings.variable(param) ? lastName(test.right) : undefined;
}

/** A `try` in a function that is followed: its clause is never entered. */
export function isIdle(statement: TSESTree.TryStatement, env: Env, hops: number): boolean {
  return attempts.isIdle(statement, env, hops);
}

/** What only passes time. */
const WAITS = /^(?:sleep|delay|wait|nextTick|tick)$/iu;

/** Methods of lists that run a function for each entry. */
const EACH = /^(?:map|filter|flatMap|forEach|some|every|find|findIndex|findLast|reduce|sort)$/u;

/** The handler of `load(id).catch(() => [])`: it takes whatever the promise is rejected with. */
export function answeredBy(node: Node): FunctionNode | undefined {
  if (node.type !== "CallExpression" || calleeName(node) !== "catch") return undefined;
  const [handler] = node.arguments;
  return node.callee.type === "MemberExpression" && isFunction(handler) ? handler : undefined;
}

/** `await load(id)`, `load(id).then(…)` */
function isWaitedFor(call: Node): boolean {
  const user = parentOf(call);
  if (user?.type === "ChainExpression") return isWaitedFor(user);
  return (
    user?.type === "AwaitExpression" ||
    (user?.type === "MemberExpression" && /^(?:then|catch|finally)$/u.test(memberName(user) ?? ""))
  );
}

/** `return load(id)`, `void load(id)` right in the block: the promise goes on, and its failure never comes back. */
function isHandedOn(call: Node, block: Node): boolean {
  let up = parentOf(call);
  while (up?.type === "ConditionalExpression" || up?.type === "LogicalExpression" || up?.type === "UnaryExpression")
    up = parentOf(up);
  if (up?.type !== "ReturnStatement" && up?.type !== "ExpressionStatement") return false;
  const attempt = guardingTry(call);
  return attempt !== undefined && attempt.block === block;
}

/** `[load(1), load(2)]`, `ids.map(load)`: what is in the list is looked at where it is called. */
function isListOfCalls(list: Node, env: Env): boolean {
  const node = unwrap(list);
  if (node.type === "ArrayExpression")
    return node.elements.every((entry) => entry !== null && unwrap(entry).type === "CallExpression");
  return (
    node.type === "CallExpression" && (EACH.test(calleeName(node) ?? "") || calledFunction(node, env) !== undefined)
  );
}

/** `JSON.parse(JSON.stringify(order))`, also by a name in between. */
function isWrittenJson({ arguments: [text] }: TSESTree.CallExpression, env: Env): boolean {
  const made = text && resolve({ node: text, env }).node;
  return made?.type === "CallExpression" && isStringify(made);
}

/** `args.texts.map(…)`, `texts.map(…)` of `{ texts }`, right in a handler: nobody knows what it is given. */
function takesApartInput({ callee }: TSESTree.CallExpression, env: Env): boolean {
  const node = unwrap(callee);
  if (!isOutermost(env) || node.type !== "MemberExpression" || node.optional) return false;
  let root = unwrap(node.object);
  let depth = 0;
  for (; root.type === "MemberExpression" && !root.optional; root = unwrap(root.object)) depth++;
  const binding = env.file.bindings.resolve(root);
  if (binding.kind === "parameter") return depth + binding.path.length > 0;
  const init =
    binding.kind === "variable" && binding.path.length > 0 && binding.init ? unwrap(binding.init) : undefined;
  return init !== undefined && env.file.bindings.resolve(init).kind === "parameter";
}

/** A list, a map or a text at hand: `new Map()`, `[]`, `/x/u`; what is kept in memory of earlier answers. */
function isOfCollection({ callee }: TSESTree.CallExpression, env: Env): boolean {
  const node = unwrap(callee);
  if (node.type !== "MemberExpression") return false;
  if (/cache$/iu.test(dottedName(node.object) ?? "")) return true;
  const made = resolve({ node: node.object, env }).node;
  if (made.type === "NewExpression") return HARMLESS_CLASS.test(calleeName(made) ?? "");
  return made.type === "ArrayExpression" || made.type === "Literal" || made.type === "TemplateLiteral";
}

/** An inner `try` takes what fails, and makes something else of it. */
function isGuarded(node: Node, root: Node, env: Env): boolean {
  for (let around = tryAround(node); around && isInside(around, root); around = tryAround(around))
    if (convertsAll(around, env)) return true;
  return false;
}

/** The `try` around a place, also where that stands in what is done with each entry of a list. */
function tryAround(node: Node): TSESTree.TryStatement | undefined {
  const around = guardingTry(node);
  const fn = around ? undefined : enclosingFunction(node);
  const call = fn && !fn.async ? parentOf(fn) : undefined;
  return call?.type === "CallExpression" && EACH.test(calleeName(call) ?? "") ? tryAround(call) : around;
}
