import { conceptOf } from "../../contract/dialects.js";
import type { ToolResult } from "./tool-results.js";
import { isUndefined, objectShape, resolve, rootEnv, type Ref } from "../values/values.js";

/** The values of the fields that are read as the description; an `error` that only wraps other fields is none. */
export function descriptionsIn(result: ToolResult): Ref[] {
  const found = result.fields.list.filter(({ concept }) => concept === "description").map(({ value }) => value);
  // A result of the project's own, which a dispatcher turns into content: `{ success: false, isError: true, message }`.
  const own = objectShape({ node: result.literal, env: rootEnv(result.env.file) });
  for (const [name, value] of own?.fields ?? []) if (conceptOf(name) === "description") found.push(value);
  return found.filter((value) => objectShape(value) === undefined && !isUndefined(resolve(value).node));
}
