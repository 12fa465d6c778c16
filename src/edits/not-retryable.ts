import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { constantOf, rootEnv } from "../analysis/values/values.js";
import { conceptOf } from "../contract/dialects.js";
import { keyName, literalProperty } from "../syntax/names.js";
import type { Edit } from "./edit.js";
import { removeProperty, replaceValue } from "./result-literal.js";

/**
 * Sets a written retry flag to false, and takes out the wait that stands beside it: an error that never passes has none.
 * Undefined where the flag is no literal. A wait of nothing (`0`, `null`) says nothing wrong, and stays.
 */
export function setNotRetryable(flag: TSESTree.Node, file: File): Edit[] | undefined {
  if (flag.type !== "Literal" || flag.value !== true) return undefined;
  return [{ range: flag.range, text: "false" }, ...withoutWait(flag, file)];
}

function withoutWait(flag: TSESTree.Literal, file: File): Edit[] {
  const object = flag.parent.type === "Property" ? flag.parent.parent : undefined;
  if (object?.type !== "ObjectExpression") return [];
  const isEnvelope = literalProperty(object, "bucket") !== undefined;
  return object.properties.flatMap((entry): Edit[] => {
    const name = entry.type === "Property" ? keyName(entry.key, entry.computed) : undefined;
    if (entry.type !== "Property" || name === undefined || conceptOf(name) !== "wait") return [];
    const isNothing = !constantOf({ node: entry.value, env: rootEnv(file) }) && entry.value.type === "Literal";
    if (isNothing) return [];
    // The dialect `envelope` asks for the field on every error.
    return isEnvelope ? [replaceValue(entry, "0")] : (removeProperty(object, name, file) ?? []);
  });
}
