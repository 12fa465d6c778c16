import { calledFunction } from "../../analysis/values/calls.js";
import type { File } from "../../analysis/file.js";
import type { Model } from "../../analysis/model.js";
import type { Placed } from "../../analysis/exits/queries.js";
import type { Swallowed } from "../../analysis/exits/swallowed.js";
import { localEnv } from "../../analysis/values/values.js";
import { enclosingFunction, isFunction, walk, type FunctionNode, type Node } from "../../syntax/tree.js";
import { sourceOf, type TriggerFacts } from "./triggers.js";

/** A failure that is lost in the reach of a function. */
export interface Loss {
  readonly node: Node;
  readonly trigger: TriggerFacts;
  readonly instead: string;
  /** The calls that lead there, outermost first. */
  readonly via: readonly Node[];
}

function attempted({ node }: Placed<Swallowed>): Node {
  if (node.type === "CatchClause" && node.parent.type === "TryStatement") return node.parent.block;
  return node.type === "CallExpression" && node.callee.type === "MemberExpression" ? node.callee.object : node;
}

function triggerOf(swallowed: Placed<Swallowed>): TriggerFacts {
  const kind = swallowed.how === "settled" ? "ignored" : swallowed.how === "refused" ? "response" : "caught";
  return { kind, statuses: [], condition: null, source: sourceOf(attempted(swallowed)) };
}

/** Failures that are lost in a function, in those defined inside it, and in those of the file that it calls. */
export function lossesIn(fn: FunctionNode, file: File, model: Model | null): Loss[] {
  const swallows = model?.flow.swallowed ?? [];
  if (swallows.length === 0) return [];
  const found: Loss[] = [];
  const seen = new Set<FunctionNode>([fn]);
  const queue: { readonly fn: FunctionNode; readonly via: readonly Node[] }[] = [{ fn, via: [] }];
  const env = localEnv(file);
  for (let entry = queue.shift(); entry; entry = queue.shift()) {
    const { via } = entry;
    for (const swallow of swallows)
      if (enclosingFunction(swallow.node) === entry.fn)
        found.push({ node: swallow.node, trigger: triggerOf(swallow), instead: swallow.instead, via });
    const add = (next: FunctionNode, path: readonly Node[]): void => {
      if (seen.has(next)) return;
      seen.add(next);
      queue.push({ fn: next, via: path });
    };
    walk(entry.fn.body, (node) => {
      if (isFunction(node)) {
        add(node, via);
        return false; // entered on its own
      }
      if (node.type !== "CallExpression") return undefined;
      const called = calledFunction(node, env);
      if (called?.env.file === file) add(called.fn, [...via, node]);
      return undefined;
    });
  }
  return found;
}
