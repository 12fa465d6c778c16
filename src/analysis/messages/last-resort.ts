import type { Variable } from "@typescript-eslint/scope-manager";
import { memberName } from "../../syntax/names.js";
import { contains, isInside, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import { isPastErrors } from "../catches/past-errors.js";
import type { File } from "../file.js";
import { guardsOf, ifsPassed } from "../values/guards.js";
import type { Ref } from "../values/values.js";

/**
 * `error instanceof Error ? error.message : JSON.stringify(error)`, `error.message || JSON.stringify(error)`: what is left is
 * some thrown value, without a library's innards. The same where a function makes the JSON of what it is given there.
 */
export function isLastResort({ node: place, env }: Ref): boolean {
  const { bindings } = env.file;
  const variable = bindings.variable(place);
  if (!variable) return false;
  if (isPastErrors(place, (node) => bindings.variable(node) === variable)) return true;
  if (isAfterMessage(place, variable, env.file)) return true;
  const given = env.args.get(variable);
  return given !== undefined && isLastResort(given);
}

function isAfterMessage(place: Node, variable: Variable, file: File): boolean {
  const call = parentOf(place);
  const choice = call?.type === "CallExpression" ? parentOf(call) : undefined;
  if (choice?.type === "LogicalExpression" && choice.operator !== "&&" && choice.right === call)
    return isMessageOf(choice.left, variable, file);
  return [...ifsPassed(place)].some((statement) => returnsMessage(statement, variable, file));
}

/** `if (error instanceof Error) { if (error.message) return error.message; }`: a message is all that such an error has told. */
function returnsMessage(statement: Node, variable: Variable, file: File): boolean {
  return contains(
    statement,
    (node) =>
      node.type === "ReturnStatement" &&
      node.argument !== null &&
      isMessageOf(node.argument, variable, file) &&
      guardsOf(node)
        .filter(({ test }) => isInside(test, statement))
        .every(({ test, negated }) => !negated && asksForMessage(test)),
  );
}

/** `error instanceof Error`, `typeof error?.message === "string"`, `"message" in error`; no code or status beside it. */
function asksForMessage(test: Node): boolean {
  if (contains(test, (node) => node.type === "MemberExpression" && memberName(node) !== "message")) return false;
  return contains(
    test,
    (node) =>
      (node.type === "BinaryExpression" &&
        node.operator === "instanceof" &&
        node.right.type === "Identifier" &&
        node.right.name === "Error") ||
      (node.type === "MemberExpression" && memberName(node) === "message") ||
      (node.type === "Literal" && node.value === "message"),
  );
}

function isMessageOf(value: Node, variable: Variable, file: File): boolean {
  const node = unwrap(value);
  return (
    node.type === "MemberExpression" &&
    memberName(node) === "message" &&
    file.bindings.variable(unwrap(node.object)) === variable
  );
}
