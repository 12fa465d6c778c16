import { conceptOf } from "../../contract/dialects.js";
import { payloadShapes } from "./payload-shapes.js";
import type { ToolResult } from "./tool-results.js";
import type { Text } from "../values/text.js";
import { constantOf, isUndefined, objectShape, resolve, rootEnv, type Ref } from "../values/values.js";

/** A text that is more than the JSON of a value. */
function isProse(text: Text): boolean {
  return text.some((part) => {
    if (part.kind === "static") return part.value.trim() !== "";
    return part.kind === "choice" ? part.options.some(isProse) : part.kind === "dynamic";
  });
}

/** Names under which a sentence may stand all the same, in a contract of the project's own. */
const OTHER_SENTENCE =
  /^(?:(?:status|error)(?:_?(?:message|text|msg))|status|reason|explanation|summary|title|text|msg|note|details?|hint|suggestion|guidance|instructions?)$/iu;

/** The result says something in words beside its description: in a block of its own, around the JSON, or under another name. */
export function hasProse(result: ToolResult): boolean {
  if (result.texts.some(isProse)) return true;
  return payloadShapes({ result }).some((shape) =>
    [...shape.fields].some(([name, value]) => {
      const constant = OTHER_SENTENCE.test(name) ? constantOf(value) : null;
      return constant === undefined || (typeof constant === "string" && /\p{L}\s+\p{L}/u.test(constant));
    }),
  );
}

/** What is written down of each call, whatever failed. */
const OF_EACH_CALL =
  /^(?:timestamp|time|date|at|tool|toolName|tool_name|operation|action|success|ok|\w*request_?id|trace_?id|stack|version|duration\w*)$/iu;

/** A field beside the contract's holds a value of this call: `{ error: "File not found", errorCode: "file_not_found", path }`. */
export function namesWhatFailed(result: ToolResult): boolean {
  return payloadShapes({ result }).some((shape) =>
    [...shape.fields].some(
      ([name, value]) =>
        conceptOf(name) === undefined &&
        !OF_EACH_CALL.test(name) &&
        constantOf(value) === undefined &&
        !objectShape(value),
    ),
  );
}

/** The values of the fields that are read as the description; an `error` that only wraps other fields is none. */
export function descriptionsIn(result: ToolResult): Ref[] {
  const found = result.fields.list.filter(({ concept }) => concept === "description").map(({ value }) => value);
  // A result of the project's own, which a dispatcher turns into content: `{ success: false, isError: true, message }`.
  const own = objectShape({ node: result.literal, env: rootEnv(result.env.file) });
  for (const [name, value] of own?.fields ?? []) if (conceptOf(name) === "description") found.push(value);
  return found.filter((value) => objectShape(value) === undefined && !isUndefined(resolve(value).node));
}
