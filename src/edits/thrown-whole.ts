import type { TSESTree } from "@typescript-eslint/types";
import { guardingTry } from "../analysis/catches/tries.js";
import type { Exit } from "../analysis/exits/exits.js";
import type { File } from "../analysis/file.js";
import { memoised } from "../analysis/memoised.js";
import type { Site } from "../analysis/flow/values.js";
import { isHelperError } from "../analysis/results/helper.js";
import { Model } from "../analysis/model.js";
import { guardsOf } from "../analysis/values/guards.js";
import { showsThrown } from "../frameworks/types.js";
import { calledFunction } from "../analysis/values/calls.js";
import { rootEnv } from "../analysis/values/values.js";
import { calleeName, dottedName, memberName } from "../syntax/names.js";
import {
  contains,
  enclosingFunction,
  isFunction,
  isInside,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import { callsOf } from "./calls-of.js";
import { everyCallOf } from "./every-call.js";

/**
 * What is thrown here reaches the boundary as it is: the framework's, `withToolErrors`, or a clause that hands it to the
 * helper. Anything else on the way would read the message, which is JSON then.
 */
export function arrivesWhole(place: Node, model: Model, fuel = 3): boolean {
  const { file } = model;
  for (let around = guardingTry(place); around; around = guardingTry(around)) {
    const passes = around.handler ? passesOn(around.handler, file) : "thrown";
    if (passes !== "thrown") return passes === "reported";
  }
  const fn = enclosingFunction(place);
  const reached = fn && model.reached.get(fn);
  if (!fn) return false;
  if (isWrapped(fn)) return true;
  if (reached?.isHandler && reached.certain) return showsThrown(reached.framework.outcomes);
  // A service, a client, a helper of the project: each call of it, in whatever file, hands on what is thrown.
  const calls = fuel > 0 ? callsWherever(fn, model) : [];
  return calls.length > 0
    ? calls.every((site) => arrivesFrom(site, fn, model, fuel))
    : reached !== undefined && arrivesInRuns(fn, model);
}

/** The calls of a function, where nobody else can call it. */
function callsWherever(fn: FunctionNode, { file, reached }: Model): readonly Site[] {
  const calls = reached.has(fn) ? callsOf(fn, file) : [];
  return calls.length > 0 ? calls.map((node) => ({ node, file })) : (everyCallOf(fn, file) ?? []);
}

/** What a call throws arrives whole; of an asynchronous function only where the call is awaited. */
function arrivesFrom({ node, file }: Site, { async, generator }: FunctionNode, model: Model, fuel: number): boolean {
  if (generator || (async && !isAwaited(node))) return false;
  // No `try` gets what a promise rejects with that is returned out of it.
  if (async && node.parent?.type !== "AwaitExpression" && guardingTry(node)) return false;
  return arrivesWhole(node, file === model.file ? model : modelOf(file), fuel - 1);
}

/** A file is analysed once, however many of the functions that it calls throw. */
const modelOf = memoised((file: File) => new Model(file));

/** `withToolErrors(async (request) => …)` */
function isWrapped({ parent }: FunctionNode): boolean {
  return parent.type === "CallExpression" && /^withTool(?:Errors|Failures)$/u.test(calleeName(parent) ?? "");
}

/** `await load(id)`, `return load(id)`: not `load(id).catch(…)`, and not a promise that is kept for later. */
function isAwaited(call: Node): boolean {
  const { parent } = call;
  return (
    parent?.type === "AwaitExpression" ||
    parent?.type === "ReturnStatement" ||
    (parent?.type === "ArrowFunctionExpression" && parent.body === call)
  );
}

/**
 * A method, a function that is handed on: the tools whose runs come through it tell what is around their calls of it. Where
 * no run comes through it, nothing is known of a throw.
 */
function arrivesInRuns(fn: FunctionNode, model: Model): boolean {
  const runs = model.told.tools.filter(({ tool, entry }) => tool.certain || entry?.node !== fn);
  const ends = runs.flatMap(({ exits }) =>
    exits.flatMap((exit) =>
      [...exit.completed, ...exit.failures.map(({ operation }) => operation)].flatMap((operation) => {
        const chain = [...operation.stack.sites(), operation.site];
        const at = chain.findIndex((site) => isOf(site, fn, model));
        return at < 0 ? [] : [leavesWhole(chain.slice(0, at).reverse(), exit)];
      }),
    ),
  );
  return ends.length > 0 && ends.every(Boolean);
}

/** @param calls that led to the function, innermost first; the last one is the framework's */
function leavesWhole(calls: readonly Site[], { tool, framework }: Exit): boolean {
  for (const { node, file } of calls) {
    if (isFunction(node)) return isWrapped(node) || (tool.certain && showsThrown(framework.outcomes));
    if (!isAwaited(node)) return false;
    for (let around = guardingTry(node); around; around = guardingTry(around)) {
      const passes = around.handler ? passesOn(around.handler, file) : "thrown";
      if (passes !== "thrown") return passes === "reported";
    }
  }
  return tool.certain && showsThrown(framework.outcomes);
}

function isOf(site: Site, fn: FunctionNode, model: Model): boolean {
  const node = model.told.nodeAt(site);
  return node !== undefined && enclosingFunction(node) === fn;
}

/** What becomes of a failure of this package: `reported` by the helper, `thrown` on, or something that reads it. */
type Passage = "reported" | "thrown" | "read";

function passesOn({ param, body }: TSESTree.CatchClause, file: File): Passage {
  return param?.type === "Identifier" ? passageOf(param.name, body, file) : "read";
}

/** What becomes of the error of a name, in a clause, or in a function that is given it. */
function passageOf(name: string, body: Node, file: File, fuel = 2): Passage {
  if (comparesMessage(name, body, file)) return "read";
  const found = new Set<Passage>();
  const add = (argument: Node | null, isThrow: boolean): void => {
    const value = argument && unwrap(argument);
    if (isThrow && value?.type === "Identifier" && value.name === name) found.add("thrown");
    else found.add(value?.type === "CallExpression" ? passageOfCall(value, name, file, fuel) : "read");
  };
  if (body.type === "BlockStatement")
    walkSameFunction(body, (node) => {
      if (node.type !== "ReturnStatement" && node.type !== "ThrowStatement") return;
      if (!picksOtherErrors(node, body, file)) add(node.argument, node.type === "ThrowStatement");
    });
  else add(body, false);
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 ? only : "read";
}

/** `toolError.from(error, …)`, `failed(error)` of a function that calls it so. */
function passageOfCall(call: TSESTree.CallExpression, name: string, file: File, fuel: number): Passage {
  const at = call.arguments.findIndex((argument) => argument.type === "Identifier" && argument.name === name);
  if (at < 0) return "read";
  if (isHelperError(call, file))
    return at === 0 && (dottedName(call.callee) ?? "").endsWith(".from") ? "reported" : "read";
  const called = fuel > 0 ? calledFunction(call, rootEnv(file)) : undefined;
  const parameter = called?.fn.params[at];
  if (!called || parameter?.type !== "Identifier") return "read";
  return passageOf(parameter.name, called.fn.body, called.env.file, fuel - 1);
}

/** `error.message.includes("closed")`, `message === "closed"` of the error's message: the words decide what becomes of it. */
function comparesMessage(name: string, body: Node, file: File): boolean {
  return contains(body, (node) => {
    if (node.type === "BinaryExpression" && /^[!=]==?$/u.test(node.operator))
      return [node.left, node.right].some((side) => isMessage(side, name, file));
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
    const { object } = node.callee;
    if (memberName(node.callee) === "test") return node.arguments.some((one) => isMessage(one, name, file));
    return COMPARES.test(memberName(node.callee) ?? "") && isMessage(object, name, file);
  });
}

const COMPARES = /^(?:includes|startsWith|endsWith|indexOf|match|search)$/u;

/** The message itself, or a variable that is made of it. */
function isMessage(node: Node, name: string, file: File): boolean {
  const isOfError = (made: Node): boolean =>
    /\bmessage\b|\bString\(|\btoString\b|\$\{/u.test(file.textOf(made)) &&
    contains(made, (part) => part.type === "Identifier" && part.name === name);
  const inner = unwrap(node);
  const root =
    inner.type === "CallExpression" && inner.callee.type === "MemberExpression" ? inner.callee.object : inner;
  const binding = root.type === "Identifier" ? file.bindings.resolve(root) : undefined;
  return isOfError(inner) || (binding?.kind === "variable" && binding.init != null && isOfError(binding.init));
}

/** `if (error instanceof ApiError) …`: what is thrown here does not come there, as it is or as a failure of the helper. */
function picksOtherErrors(node: Node, body: Node, file: File): boolean {
  return guardsOf(node).some(
    ({ test, negated }) =>
      !negated &&
      isInside(test, body) &&
      contains(test, (part) => part.type === "BinaryExpression" && part.operator === "instanceof") &&
      !/instanceof (?:Type|Range)?Error\b|\.message\b/u.test(file.textOf(test)),
  );
}
