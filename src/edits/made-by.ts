import type { TSESTree } from "@typescript-eslint/types";
import { calledFunction } from "../analysis/values/calls.js";
import { resolve, rootEnv, type Env, type Ref } from "../analysis/values/values.js";
import type { Model } from "../analysis/model.js";
import type { Exit } from "../analysis/exits/exits.js";
import type { Site } from "../analysis/flow/values.js";
import { returnedExpressions } from "../syntax/node-index.js";
import { isInside, sameNodeIn, type Node } from "../syntax/tree.js";

/** The literal of a result, and what the parameters around it were given. */
export interface Made {
  readonly literal: TSESTree.ObjectExpression;
  readonly env: Env;
}

/** Calls that are followed to where a result is made. */
const MAX_CALLS = 4;

/** The result of an exit as it is written in the file, or made by the call that leaves at a place. */
export function resultAt(node: Node, { visible }: Exit, { told, file }: Model): Made | undefined {
  const made = visible.result?.made;
  if (!made) return undefined;
  const own = told.nodeAt(made);
  const env = rootEnv(file);
  if (own?.type === "ObjectExpression" && isInside(own, node)) return { literal: own, env };
  return madeBy({ node, env }, made) ?? (own?.type === "ObjectExpression" ? { literal: own, env } : undefined);
}

/** A result that is made at a place, as the call makes it. */
function madeBy(call: Ref, made: Site, fuel = MAX_CALLS): Made | undefined {
  const { node, env } = resolve(call);
  const called = node.type === "CallExpression" && fuel > 0 ? calledFunction(node, env) : undefined;
  if (!called) return undefined;
  if (called.env.file.filename === made.file.filename && isInside(made.node, called.fn)) {
    const literal = sameNodeIn(called.fn, made.node);
    return literal?.type === "ObjectExpression" ? { literal, env: called.env } : undefined;
  }
  for (const returned of returnedExpressions(called.fn)) {
    const found = madeBy({ node: returned, env: called.env }, made, fuel - 1);
    if (found) return found;
  }
  return undefined;
}
