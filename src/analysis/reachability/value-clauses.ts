import { dottedName } from "../../syntax/names.js";
import { contains, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../file.js";
import { isTelemetryCall } from "../swallows/excuses.js";
import { enclosingCatch } from "../values/flow.js";

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
