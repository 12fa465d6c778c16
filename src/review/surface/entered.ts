import type { TSESTree } from "@typescript-eslint/types";
import { calledFunction, type CalledFunction } from "../../analysis/values/calls.js";
import { objectShape, resolve, type Env } from "../../analysis/values/values.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { contains, isFunction, unwrap, walk, type FunctionNode } from "../../syntax/tree.js";
import type { Branch } from "./dispatch.js";

/** A function that a call enters, and the tools that it answers for where a table says so. */
export interface EnteredFunction {
  readonly called: CalledFunction | undefined;
  readonly branch: Branch;
}

/** The function that a call enters; for `handlers[name](…)` each one of the table, with its tool. */
export function enteredBy(call: TSESTree.CallExpression, env: Env): EnteredFunction[] {
  const callee = unwrap(call.callee);
  const called = calledFunction(call, env);
  if (called || callee.type !== "MemberExpression" || !callee.computed) return [{ called, branch: undefined }];
  const table = objectShape({ node: callee.object, env });
  const entries = [...(table?.fields ?? [])].flatMap(([name, value]) => {
    const target = resolve(value);
    return isFunction(target.node) ? [{ called: { fn: target.node, env: target.env }, branch: [name] }] : [];
  });
  return entries.length > 0 ? entries : [{ called, branch: undefined }];
}

const deciding = new WeakMap<FunctionNode, boolean>();
const asked = new Set<FunctionNode>();

const WORKS: ReadonlySet<string> = new Set(["TryStatement", "AwaitExpression", "ThrowStatement"]);

/** The function does work, or has several ends: each one is an exit of its own. One that only builds a value is not entered. */
export function decides({ fn, env }: CalledFunction): boolean {
  const returned = returnedExpressions(fn);
  let own = deciding.get(fn);
  if (own === undefined) {
    own = returned.length > 1 || contains(fn.body, ({ type }) => WORKS.has(type));
    deciding.set(fn, own);
  }
  const [only] = returned;
  if (own || !only || asked.has(fn)) return own;
  asked.add(fn); // a cycle of calls ends here
  try {
    // What it hands on depends on the call: `return logged(result)`.
    const { node, env: home } = resolve({ node: only, env });
    const next = node.type === "CallExpression" ? calledFunction(node, home) : undefined;
    return next !== undefined && decides(next);
  } finally {
    asked.delete(fn);
  }
}

const callees = new WeakMap<FunctionNode, readonly CalledFunction[]>();

function calleesOf({ fn, env }: CalledFunction): readonly CalledFunction[] {
  const known = callees.get(fn);
  if (known) return known;
  const found: CalledFunction[] = [];
  walk(fn.body, (node) => {
    const called = node.type === "CallExpression" ? calledFunction(node, env) : undefined;
    if (called) found.push(called);
  });
  callees.set(fn, found);
  return found;
}

/** Functions, and all that they call, as far as calls can be followed. */
export function withCallees(functions: readonly CalledFunction[]): CalledFunction[] {
  const found = new Map(functions.map((called) => [called.fn, called]));
  // What is added on the way is visited too.
  for (const called of found.values())
    for (const callee of calleesOf(called)) if (!found.has(callee.fn)) found.set(callee.fn, callee);
  return [...found.values()];
}
