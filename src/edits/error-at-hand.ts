import { errorInScope, type ErrorInScope } from "../analysis/catches/error-in-scope.js";
import type { File } from "../analysis/file.js";
import { contains, enclosingFunction, unwrap, walk, type Node } from "../syntax/tree.js";
import { memberName, typeNames } from "../syntax/names.js";

/**
 * The error that a failure at a place is about, if it is one for certain: what was caught, an HTTP response, or a value that
 * the code itself reads as an error. A string has no kind: the helper could tell nothing of it.
 */
export function errorAtHand(place: Node, file: File): ErrorInScope | undefined {
  const error = errorInScope(place, file);
  if (!error || error.kind === "caught" || error.kind === "response") return error;
  if (mayBeText(error.text, place, file)) return undefined;
  if (isReadAsError(error.text, place, file)) return error;
  // `Error: ${result.error} (${result.code})`: the answer has the code that its text lacks.
  const holder = /^(?<holder>.+)\.error$/u.exec(error.text)?.groups?.["holder"];
  return holder !== undefined && hasCode(holder, place, file) ? { ...error, text: holder } : undefined;
}

function hasCode(holder: string, place: Node, file: File): boolean {
  let has = false;
  walk(place, (node) => {
    if (node.type !== "MemberExpression" || file.textOf(unwrap(node.object)) !== holder) return;
    if (/^(?:code|errorCode|status|statusCode)$/u.test(memberName(node) ?? "")) has = true;
  });
  return has;
}

/** `fail(message: Error | string)`: words alone may come there. */
function mayBeText(text: string, place: Node, file: File): boolean {
  if (/(?:message|msg|text|reason)$/iu.test(text)) return true;
  const fn = enclosingFunction(place);
  return (
    fn !== undefined &&
    contains(
      fn,
      (node) =>
        node.type === "BinaryExpression" &&
        node.left.type === "UnaryExpression" &&
        node.left.operator === "typeof" &&
        node.right.type === "Literal" &&
        node.right.value === "string" &&
        file.textOf(unwrap(node.left.argument)) === text,
    )
  );
}

/** Members that errors have, and strings do not. */
const ERROR_MEMBER = /^(?:message|stack|cause|status|statusCode|code|name|response|issues)$/u;

/** Somewhere in the function a member of the value is read that errors have, its class is asked for, or its type says so. */
function isReadAsError(text: string, place: Node, file: File): boolean {
  const fn = enclosingFunction(place);
  if (!fn) return false;
  let isError = false;
  const isIt = (node: Node): boolean => file.textOf(unwrap(node)) === text;
  walk(fn, (node) => {
    if (node.type === "MemberExpression" && ERROR_MEMBER.test(memberName(node) ?? "") && isIt(node.object))
      isError = true;
    else if (node.type === "BinaryExpression" && node.operator === "instanceof" && isIt(node.left)) isError = true;
    else if (node.type === "Identifier" && node.name === text && isTypedError(node)) isError = true;
  });
  return isError;
}

/** `error: unknown` as well: whoever writes it hands on what was caught. */
function isTypedError({ typeAnnotation }: { typeAnnotation?: { typeAnnotation: Node } | undefined }): boolean {
  const type = typeAnnotation?.typeAnnotation;
  if (!type) return false;
  return (
    type.type === "TSUnknownKeyword" || typeNames(type as never).some((name) => /(?:Error|Exception)$/u.test(name))
  );
}
