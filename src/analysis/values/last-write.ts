import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { contains, isFunction, isLoop, parentOf, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";

/**
 * The value that a variable was given last where it is read, if that is certain: the assignment stands before the read
 * and runs whenever the read does, with no other one between them.
 */
export function lastWrite(read: TSESTree.Identifier, file: File): Node | undefined {
  const variable = file.bindings.variable(read);
  if (!variable) return undefined;
  let child: Node = read;
  for (let up = parentOf(read); up && !isFunction(up); up = parentOf(up)) {
    if (isLoop(up) || up.type === "CatchClause" || (up.type === "TryStatement" && child === up.finalizer))
      return undefined;
    // A case before this one may fall through.
    if (up.type === "SwitchStatement" && child !== up.discriminant && writes(up, variable, file)) return undefined;
    const statements = statementsOf(up);
    for (let at = statements.indexOf(child) - 1; at >= 0; at--) {
      const statement = statements[at];
      if (!statement) continue;
      const value = valueWritten(statement, variable, file);
      if (value) return value;
      if (writes(statement, variable, file)) return undefined;
    }
    child = up;
  }
  return undefined;
}

function statementsOf(node: Node): readonly Node[] {
  if (node.type === "BlockStatement" || node.type === "Program") return node.body;
  return node.type === "SwitchCase" ? node.consequent : [];
}

/** `variable = value;` */
function valueWritten(statement: Node, variable: Variable, file: File): Node | undefined {
  const expression = statement.type === "ExpressionStatement" ? statement.expression : undefined;
  if (expression?.type !== "AssignmentExpression" || expression.operator !== "=") return undefined;
  return file.bindings.variable(expression.left) === variable ? expression.right : undefined;
}

function writes(statement: Node, variable: Variable, file: File): boolean {
  return contains(
    statement,
    (node) => node.type === "AssignmentExpression" && file.bindings.variable(node.left) === variable,
  );
}
