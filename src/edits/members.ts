import type { File } from "../analysis/file.js";
import { errorInScope } from "../analysis/catches/error-in-scope.js";
import { textOf } from "../analysis/values/text.js";
import { rootEnv } from "../analysis/values/values.js";
import { calleeName, isCallTo, memberName } from "../syntax/names.js";
import { unwrap, type Node } from "../syntax/tree.js";
import type { Piece } from "./inlined.js";

/** `success: false` and the like: the result's own flag says so. */
export function failureFlag(name: string, constant: unknown): boolean {
  if (/^(?:success|ok|succeeded)$/u.test(name)) return constant === false;
  if (/^(?:isError|is_error|error|failed|hasError)$/u.test(name)) return constant === true;
  return (
    /^(?:status|result|outcome|type)$/u.test(name) &&
    typeof constant === "string" &&
    /^(?:error|failed|failure)$/iu.test(constant)
  );
}

/** A member of JSON may be anything; a description has to be a string. */
export function isStringValue(value: Node, file: File): boolean {
  const node = unwrap(value);
  switch (node.type) {
    case "TemplateLiteral":
      return true;
    case "Literal":
      return typeof node.value === "string";
    case "ConditionalExpression":
      return isStringValue(node.consequent, file) && isStringValue(node.alternate, file);
    case "LogicalExpression":
      return isStringValue(node.left, file) || isStringValue(node.right, file);
    case "MemberExpression":
      return /^(?:message|statusText|description|reason|text)$/u.test(memberName(node) ?? "");
    case "Identifier":
      if (/(?:message|msg|text|reason|description)$/iu.test(node.name)) return true;
      break;
    case "CallExpression":
      if (/^(?:String|join|toString|stringify|trim|slice)$|(?:^m|M)essage$/u.test(calleeName(node) ?? "")) return true;
      break;
    default:
  }
  return textOf({ node: value, env: rootEnv(file) }).some((part) => part.kind === "static");
}

/** The stack, or the error object as a whole: nothing of it is meant for a reader. */
export function isLeak(value: Node, file: File): boolean {
  const node = unwrap(value);
  if (node.type === "MemberExpression" || node.type === "ChainExpression") {
    const member = node.type === "ChainExpression" ? unwrap(node.expression) : node;
    return member.type === "MemberExpression" && memberName(member) === "stack";
  }
  if (node.type !== "Identifier") return false;
  const error = errorInScope(node, file);
  return error?.kind === "caught" && error.text === node.name;
}

/** `error.errors || error.stack`: what is no leak of the two. */
export function unlessLeak(value: Node, file: File): Node {
  const node = unwrap(value);
  if (node.type !== "LogicalExpression" || node.operator === "&&") return value;
  if (isLeak(node.right, file)) return unlessLeak(node.left, file);
  return isLeak(node.left, file) ? unlessLeak(node.right, file) : value;
}

/** A text in pieces, without the stack or the whole error in it; undefined where it holds none. */
export function withoutLeaks(value: Node, file: File): readonly Piece[] | undefined {
  const node = unwrap(value);
  if (node.type !== "TemplateLiteral" || !node.expressions.some((part) => isPrintedWhole(part, file))) return undefined;
  const pieces: Piece[] = [];
  for (const [at, quasi] of node.quasis.entries()) {
    const expression = node.expressions[at];
    const words = quasi.value.cooked ?? quasi.value.raw;
    const isDropped = expression !== undefined && isPrintedWhole(expression, file);
    pieces.push({ words: isDropped ? (/^[^]*[^\s:=(["'-]/u.exec(words)?.[0] ?? "") : words });
    if (expression && !isDropped) pieces.push({ node: expression });
  }
  return pieces;
}

/** `JSON.stringify(error)`, `JSON.stringify(response)`, `error.stack` */
function isPrintedWhole(part: Node, file: File): boolean {
  const node = unwrap(part);
  if (node.type !== "CallExpression") return node.type === "MemberExpression" && isLeak(node, file);
  const [printed] = node.arguments;
  if (!isCallTo(node, "JSON.stringify") || printed?.type !== "Identifier") return false;
  return errorInScope(node, file)?.text === printed.name;
}
