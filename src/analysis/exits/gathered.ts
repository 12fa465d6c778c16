import { calleeName } from "../../syntax/names.js";
import { contains, isInside, unwrap, walk, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";

/** The name of the variable in which a loop gathers what its iterations bring, or counts them. */
export function gatheredIn(loop: Node, file: File): string | undefined {
  const body = "body" in loop ? (loop.body as Node) : loop;
  let found: string | undefined;
  walk(body, (node) => {
    if (found !== undefined || node.type === "CatchClause") return false;
    const filled = filledBy(node, file);
    const variable = filled && file.bindings.variable(filled);
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (!variable || !declared || isInside(declared, loop)) return undefined;
    // A number that the iteration goes by is a position, and no result.
    const isPosition =
      node.type !== "CallExpression" &&
      variable.references.some(
        (reference) => reference.isRead() && !reference.isWrite() && isInside(reference.identifier as Node, loop),
      );
    if (!isPosition) found = variable.name;
    return undefined;
  });
  return found;
}

/** `all` of `all.push(item)`, `all[id] = item`, `all = [...all, item]`, `text += item` and `count++`. */
function filledBy(node: Node, file: File): Node | undefined {
  switch (node.type) {
    case "CallExpression": {
      const callee = unwrap(node.callee);
      const fills = /^(?:push|set|add|unshift|append)$/u.test(calleeName(node) ?? "");
      return fills && callee.type === "MemberExpression" ? rootOf(callee.object) : undefined;
    }
    case "AssignmentExpression": {
      const { left, operator, right } = node;
      if (operator === "+=") return rootOf(left);
      if (left.type === "MemberExpression") return left.computed ? rootOf(left) : undefined;
      const variable = left.type === "Identifier" ? file.bindings.variable(left) : undefined;
      const adds = right.type === "ArrayExpression" || (right.type === "CallExpression" && calleeName(right) === "concat");
      const isAdded = (one: Node): boolean => one.type === "Identifier" && file.bindings.variable(one) === variable;
      return adds && variable && contains(right, isAdded) ? left : undefined;
    }
    case "UpdateExpression":
      return rootOf(node.argument);
    default:
      return undefined;
  }
}

function rootOf(node: Node): Node | undefined {
  const target = unwrap(node);
  if (target.type === "MemberExpression") return rootOf(target.object);
  return target.type === "Identifier" ? target : undefined;
}
