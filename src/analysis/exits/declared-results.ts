import type { TSESTree } from "@typescript-eslint/types";
import { conceptOf } from "../../contract/dialects.js";
import { enclosingFunction, isFunction, parentOf, type Node } from "../../syntax/tree.js";
import type { Operation } from "../flow/operations.js";
import { fieldsOfType, isPlainType } from "../values/declared-fields.js";
import { rootEnv } from "../values/values.js";

/** The declared type of what an operation brings has no field by which a model could tell what to do, and allows no others. */
export function isDeclaredBare({ site: { node, file } }: Operation): boolean {
  const type = typeOfResult(node);
  const fields = type && fieldsOfType(type, rootEnv(file));
  if (!fields) return false;
  return [...fields].every(([name, fieldType]) => {
    if (/^(?:category|retryable)$/u.test(conceptOf(name) ?? "")) return false;
    // What stands in an object below may tell.
    return isPlainType(fieldType);
  });
}

/** That of the variable that holds it, of a cast, or of the function that returns it. */
function typeOfResult(node: Node): TSESTree.TypeNode | undefined {
  let at = node;
  for (let up = parentOf(at); up; at = up, up = parentOf(at)) {
    switch (up.type) {
      case "AwaitExpression":
      case "ChainExpression":
        continue;
      case "TSAsExpression":
      case "TSSatisfiesExpression":
        return up.typeAnnotation;
      case "VariableDeclarator":
        return up.id.type === "Identifier" ? up.id.typeAnnotation?.typeAnnotation : undefined;
      case "ReturnStatement":
        return returnTypeOf(enclosingFunction(up));
      default:
        return isFunction(up) && up.body === at ? returnTypeOf(up) : undefined;
    }
  }
  return undefined;
}

function returnTypeOf(fn: Node | undefined): TSESTree.TypeNode | undefined {
  return fn && isFunction(fn) ? fn.returnType?.typeAnnotation : undefined;
}
