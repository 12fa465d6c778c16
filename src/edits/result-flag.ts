import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { objectMade } from "../analysis/values/made.js";
import { constantOf, isUndefined, resolve, rootEnv, type Ref } from "../analysis/values/values.js";
import { memberName } from "../syntax/names.js";

/** `maybe`: computed from something that may be true. */
type Flag = "true" | "false" | "absent" | "maybe";

/** What the literal of a result says of its flag, wherever it comes to stand. */
export function flagWritten(literal: TSESTree.ObjectExpression, file: File): Flag {
  return flagOf(objectMade({ node: literal, env: rootEnv(file) })?.fields.get("isError"));
}

function flagOf(ref: Ref | undefined): Flag {
  if (!ref) return "absent";
  const value = constantOf(ref) ?? flagMade(ref);
  if (value === true) return "true";
  if (value === false || value === null) return "false";
  const { node, env } = resolve(ref);
  // `envelope.ok ? undefined : true`
  const holds = node.type === "ConditionalExpression" ? flagMade({ node: node.test, env }) : undefined;
  if (node.type === "ConditionalExpression" && holds !== undefined)
    return flagOf({ node: holds ? node.consequent : node.alternate, env });
  return isUndefined(node) ? "absent" : "maybe";
}

/** `!envelope.ok`: what the function that makes the envelope always writes there. */
function flagMade(ref: Ref): boolean | undefined {
  const { node, env } = resolve(ref);
  if (node.type === "UnaryExpression" && node.operator === "!") {
    const inner = memberMade({ node: node.argument, env });
    return inner === undefined ? undefined : !inner;
  }
  return memberMade({ node, env });
}

/** What a function that makes an object always writes into the member that is read: `envelope.ok`. */
function memberMade(ref: Ref): boolean | undefined {
  const { node, env } = resolve(ref);
  const name = node.type === "MemberExpression" ? memberName(node) : undefined;
  if (node.type !== "MemberExpression" || name === undefined) return undefined;
  const made = objectMade({ node: node.object, env });
  const field = made?.open === false ? made.fields.get(name) : undefined;
  const value = field && constantOf(field);
  return typeof value === "boolean" ? value : undefined;
}
