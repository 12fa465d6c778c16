import type { Variable } from "@typescript-eslint/scope-manager";
import { calleeName } from "../../syntax/names.js";
import { contains, isInside, unwrap, walk, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { rootOf } from "../values/root.js";

/**
 * The name of the variable in which a loop gathers what its iterations bring, or counts them.
 * @param work the call whose results are gathered: what is filled after it comes first
 */
export function gatheredIn(loop: Node, work: Node, file: File): string | undefined {
  const body = "body" in loop ? (loop.body as Node) : loop;
  const names: string[] = [];
  const later: string[] = [];
  walk(body, (node) => {
    if (node.type === "CatchClause") return false;
    const filled = filledBy(node, file);
    const variable = filled && file.bindings.variable(filled);
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (!variable || !declared || isInside(declared, loop)) return undefined;
    if (isCount(node) && isPosition(variable, loop)) return undefined;
    (node.range[1] >= work.range[0] ? later : names).push(variable.name);
    return undefined;
  });
  return later[0] ?? names[0];
}

function isCount(node: Node): boolean {
  return node.type === "UpdateExpression" || (node.type === "AssignmentExpression" && node.operator === "+=");
}

/** A number that the iteration goes by is no result. */
function isPosition({ references }: Variable, loop: Node): boolean {
  return references.some(
    (reference) => reference.isRead() && !reference.isWrite() && isInside(reference.identifier, loop),
  );
}

/** `all` of `all.push(item)`, `all[id] = item`, `all = [...all, item]`, `text += item` and `count++`. */
function filledBy(node: Node, file: File): Node | undefined {
  switch (node.type) {
    case "CallExpression": {
      const callee = unwrap(node.callee);
      const fills = /^(?:push|set|add|unshift|append)$/u.test(calleeName(node) ?? "");
      return fills && callee.type === "MemberExpression" ? variableIn(callee.object) : undefined;
    }
    case "AssignmentExpression": {
      const { left, operator, right } = node;
      if (operator === "+=") return variableIn(left);
      if (left.type === "MemberExpression") return left.computed ? variableIn(left) : undefined;
      const variable = left.type === "Identifier" ? file.bindings.variable(left) : undefined;
      const adds =
        right.type === "ArrayExpression" || (right.type === "CallExpression" && calleeName(right) === "concat");
      const isSame = (one: Node): boolean => one.type === "Identifier" && file.bindings.variable(one) === variable;
      return adds && variable && contains(right, isSame) ? left : undefined;
    }
    case "UpdateExpression":
      return variableIn(node.argument);
    default:
      return undefined;
  }
}

function variableIn(node: Node): Node | undefined {
  const root = rootOf(unwrap(node));
  return root.type === "Identifier" ? root : undefined;
}
