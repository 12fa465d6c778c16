import type { File } from "../analysis/file.js";
import { errorInScope } from "../analysis/catches/error-in-scope.js";
import { textOf } from "../analysis/values/text.js";
import { rootEnv } from "../analysis/values/values.js";
import { calleeName, memberName } from "../syntax/names.js";
import { unwrap, type Node } from "../syntax/tree.js";

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
