import { unwrap, contains, isFunction, type FunctionNode } from "../../syntax/tree.js";
import type { CalledFunction } from "./calls.js";
import { resolve, type Env, type Ref } from "./values.js";

/** Functions that are entered one inside the other, for a question that is asked of all that a call may run. */
export const MAX_ENTERED = 8;

/** Whether something holds for a function and for all that it calls; `hops` calls may still be entered. */
type Judge = (called: CalledFunction, hops: number) => boolean;

interface Known {
  /** That of the project: for the next linted file, imports are followed anew. */
  readonly version: number;
  readonly holds: boolean;
  readonly hops: number;
}

/**
 * Asks each function once, however many calls lead to it. In a circle of calls a function holds as far as the others do;
 * where no further call may be entered, nothing holds.
 */
export function askedOnce(judge: Judge): Judge {
  const answers = new WeakMap<FunctionNode, Known>();
  const active = new Set<FunctionNode>();
  // An answer that was found inside of a circle says nothing of a function alone.
  let circular = false;
  return (called, hops) => {
    const { fn, env } = called;
    if (active.has(fn)) {
      circular = true;
      return true;
    }
    if (hops <= 0) return false;
    const { version } = env.file.project;
    const isSame = !isGivenFunctions(env);
    const known = isSame ? answers.get(fn) : undefined;
    if (known?.version === version && (known.holds || known.hops >= hops)) return known.holds;
    const before = circular;
    circular = false;
    active.add(fn);
    let holds: boolean;
    try {
      // Each call is as near as the first one: how many are entered is counted here.
      holds = judge({ fn, env: env.depth > 0 ? { ...env, depth: 0 } : env }, hops - 1);
    } finally {
      active.delete(fn);
    }
    if (isSame && !(holds && circular && active.size > 0) && env.file.project.version === version)
      answers.set(fn, { version, holds, hops });
    circular = active.size > 0 && (before || circular);
    return holds;
  };
}

/** What runs depends on the call: `retry(() => load(id))`. */
function isGivenFunctions(env: Env): boolean {
  return [...env.args.values()].some(holdsFunction);
}

function holdsFunction(argument: Ref): boolean {
  const node = unwrap(argument.node);
  if (node.type === "Literal" || node.type === "TemplateLiteral") return false;
  const value = resolve(argument).node;
  return isFunction(value) || (value.type === "ObjectExpression" && contains(value, isFunction));
}
