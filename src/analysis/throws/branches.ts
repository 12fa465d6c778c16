import { dottedName } from "../../syntax/names.js";
import { ancestors, parentOf, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { canComplete } from "../values/flow.js";

/** The branch of a dispatcher that a statement belongs to: one missing try is told once a branch. */
export function branchOf(node: Node, fn: FunctionNode): Node {
  for (const up of ancestors(node)) {
    if (up === fn) return fn;
    if (up.type === "SwitchCase") return up;
    const parent = parentOf(up);
    if (parent?.type === "IfStatement" && up === parent.consequent && dispatches(parent.test)) return up;
  }
  return fn;
}

/** The way through a branch that a statement is on: `if (args.id) { return await get(args.id); }` leaves it by itself. */
export function wayOf(node: Node, branch: Node): Node {
  for (const up of ancestors(node)) {
    if (up === branch) return branch;
    const parent = parentOf(up);
    if (parent?.type === "IfStatement" && up === parent.consequent && !canComplete(up)) return up;
  }
  return branch;
}

function dispatches(test: Node): boolean {
  const node = unwrap(test);
  return (
    node.type === "BinaryExpression" &&
    /^===?$/u.test(node.operator) &&
    (node.right.type === "Literal" || node.left.type === "Literal") &&
    /(?:^|\.)(?:name|toolName|tool)$/u.test(dottedName(node.left) ?? dottedName(node.right) ?? "")
  );
}
