import type { TSESTree } from "@typescript-eslint/types";
import { isCallTo, literalProperty, memberName } from "../../syntax/names.js";
import { contains, enclosingStatement, unwrap, type Node } from "../../syntax/tree.js";
import type { Returned } from "../catches/returns.js";
import type { File } from "../file.js";
import { constantOf, objectShape, rootEnv, type Ref } from "../values/values.js";

/**
 * The flag stands in the JSON of the text, where no client looks for it: `text: JSON.stringify({ note, isError: true })`, or
 * `data.isError = true;` right before `data` is written as text.
 */
export function isFlaggedInText({ outcome, node }: Returned, file: File): boolean {
  const texts = outcome.kind === "tool-result" ? outcome.result.texts : outcome.kind === "text" ? [outcome.text] : [];
  const written = texts.flat().flatMap((part) => (part.kind === "json" ? [part.ref] : []));
  return written.some(writesFlag) || (written.length > 0 && isFlaggedBefore(node, file));
}

/** Written in the literal itself: what is set later may be set for another return of the same object. */
function writesFlag(json: Ref): boolean {
  const shape = objectShape(json);
  const flag = shape && literalProperty(shape.node, "isError") && shape.fields.get("isError");
  return flag !== undefined && constantOf(flag) === true;
}

/** The last `data.isError = …` of the block in which `JSON.stringify(data)` is returned sets the flag. */
function isFlaggedBefore(returned: Node, file: File): boolean {
  const statement = enclosingStatement(returned);
  if (statement.parent?.type !== "BlockStatement") return false;
  const { body } = statement.parent;
  const last = body
    .slice(0, body.indexOf(statement as TSESTree.Statement))
    .flatMap((before) => flagSet(before) ?? [])
    .findLast(({ object }) => isWrittenIn(returned, object, file));
  return last !== undefined && constantOf({ node: last.value, env: rootEnv(file) }) === true;
}

/** `data.isError = value;` */
function flagSet(statement: Node): { object: Node; value: Node } | undefined {
  const assignment = statement.type === "ExpressionStatement" ? statement.expression : undefined;
  if (assignment?.type !== "AssignmentExpression" || assignment.operator !== "=") return undefined;
  const { left, right } = assignment;
  if (left.type !== "MemberExpression" || memberName(left) !== "isError") return undefined;
  return { object: left.object, value: right };
}

function isWrittenIn(returned: Node, object: Node, file: File): boolean {
  const variable = file.bindings.variable(unwrap(object));
  return (
    variable !== undefined &&
    contains(returned, (node) => {
      const [first] = isCallTo(node, "JSON.stringify") ? node.arguments : [];
      return first !== undefined && file.bindings.variable(unwrap(first)) === variable;
    })
  );
}
