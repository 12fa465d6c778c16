import type { TSESTree } from "@typescript-eslint/types";
import { memberName } from "../../syntax/names.js";
import { contains, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { type Returned } from "../catches/returns.js";

/** `if (error)`, `if ("error" in data && data.error)`: the error half of an error-first answer. */
function isErrorTest(test: Node, negated: boolean, file: File): boolean {
  if (negated) return false;
  const node = unwrap(test);
  if (node.type === "LogicalExpression" && node.operator === "&&")
    return isErrorTest(node.left, negated, file) || isErrorTest(node.right, negated, file);
  return /^(?:[\w.]+\??\.)?(?:error|err)$/u.test(file.textOf(node));
}

/** Behind a test of the error half, the value gives just that: `if (found.error) return { content: [{ type: "text", text: found.error }] }` */
export function givesErrorValue({ guard, node }: Pick<Returned, "guard" | "node">, file: File): boolean {
  return (
    guard !== undefined &&
    isErrorTest(guard.test, guard.negated, file) &&
    contains(node, (child) => child.type === "Identifier" && /^(?:error|err|errorMessage|message)$/u.test(child.name))
  );
}

/** Behind a test of its flag, the failed answer is given whole: `if (!found.ok) return { content: [{ type: "text", text: JSON.stringify(found) }] }` */
export function givesRefusedAnswer({ guard, node }: Pick<Returned, "guard" | "node">, file: File): boolean {
  const refused = guard && answerRefused(guard.test, guard.negated);
  const variable = refused && file.bindings.variable(refused);
  const isIt = (given: Node | undefined): boolean =>
    given?.type === "Identifier" && file.bindings.variable(given) === variable;
  return (
    variable !== undefined && contains(node, (child) => child.type === "CallExpression" && isIt(child.arguments[0]))
  );
}

/** `found` of `!found.ok`, `found.success === false`, `found.error`. */
function answerRefused(test: Node, negated: boolean): TSESTree.Identifier | undefined {
  const node = unwrap(test);
  if (node.type === "UnaryExpression" && node.operator === "!") return answerRefused(node.argument, !negated);
  if (node.type === "BinaryExpression" && node.operator === "===" && isFalseLiteral(node.right))
    return answerRefused(node.left, !negated);
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return undefined;
  const flag = memberName(node) ?? "";
  return (negated ? /^(?:ok|(?:is)?success(?:ful)?|succeeded)$/iu : /^errors?$/u).test(flag) ? node.object : undefined;
}

function isFalseLiteral(node: Node): boolean {
  return node.type === "Literal" && node.value === false;
}
