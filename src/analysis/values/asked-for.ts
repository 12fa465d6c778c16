import { calleeName } from "../../syntax/names.js";
import { contains, isFunction, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { rootOf } from "./root.js";
import type { File } from "../file.js";

/** `readFileSync(args.path)`, `getAllVaults(config)`: what is found by the arguments is not what was asked for. */
const LOOKS_UP = /Sync$|^(?:get|find|list|load|read|fetch|query|search|glob)[A-Z]/u;

/** A handler's other parameters: what the server has at hand for each call. */
function isSurroundings(name: string): boolean {
  return /^(?:config|ctx|context|extra|env|deps|server|client|api|db|services?|settings|store|storage|state|cache|kv|registry)$/u.test(
    name,
  );
}

/** Names by which a list is followed to the arguments that it is made of. */
const MAX_STEPS = 4;

/** The list that is mapped comes from the arguments of the tool, without work in between: `ids.split(",").map(…)`. */
export function isAskedFor(list: Node, fn: FunctionNode, file: File, steps = MAX_STEPS): boolean {
  const node = unwrap(list);
  if (steps <= 0 || contains(list, (child) => child.type === "AwaitExpression")) return false;
  // `[args.id]`: of one thing there is no part.
  if (node.type === "ArrayExpression" && node.elements.length === 1 && node.elements[0]?.type !== "SpreadElement")
    return false;
  if (node.type === "CallExpression") {
    const callee = unwrap(node.callee);
    if (callee.type === "Identifier" && LOOKS_UP.test(callee.name)) return false;
    // What a method makes of its receiver; what a function makes of its arguments. `found.slice(0, args.limit)` is a part
    // of what was found.
    const isPart = /^(?:slice|filter|map|flatMap|sort|toSorted|split)$/u.test(calleeName(node) ?? "");
    const given = isPart ? [] : node.arguments;
    const made = callee.type === "MemberExpression" ? [callee.object, ...given] : node.arguments;
    return made.some((part) => part.type !== "SpreadElement" && isAskedFor(part, fn, file, steps));
  }
  if (node.type === "ArrayExpression" || node.type === "NewExpression") {
    const parts = node.type === "ArrayExpression" ? node.elements : node.arguments;
    return parts.some(
      (part) => part !== null && isAskedFor(part.type === "SpreadElement" ? part.argument : part, fn, file, steps),
    );
  }
  if (node.type === "LogicalExpression") return isAskedFor(node.left, fn, file, steps);
  if (node.type === "ConditionalExpression")
    return isAskedFor(node.consequent, fn, file, steps) || isAskedFor(node.alternate, fn, file, steps);
  const root = rootOf(node);
  const variable = root.type === "Identifier" ? file.bindings.variable(root) : undefined;
  const [definition] = variable?.defs ?? [];
  if (!variable || !definition) return false;
  const declared = definition.node as Node;
  if (isFunction(declared)) return declared === fn && !isSurroundings(variable.name);
  // Its first value, each later one, and the list that a loop takes it from.
  return variable.references.some(({ writeExpr }) => writeExpr && isAskedFor(writeExpr, fn, file, steps - 1));
}
