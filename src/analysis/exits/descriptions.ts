import { conceptOf } from "../../contract/dialects.js";
import type { State } from "../flow/state.js";
import { alternatives, type Value } from "../flow/values.js";
import type { PayloadField } from "./payload.js";
import type { ToldError } from "./told-contract.js";

/** A text that is more than the JSON of a value. */
function isProse(value: Value): boolean {
  switch (value.kind) {
    case "constant":
      return typeof value.value === "string" && value.value.trim() !== "" && !/^\s*[[{]/u.test(value.value);
    case "text":
      return value.parts.some((part) => (typeof part === "string" ? part.trim() !== "" : isProse(part)));
    case "union":
      return value.of.some(isProse);
    case "derived":
      return true;
    default:
      return false;
  }
}

/** Names under which a sentence may stand all the same, in a contract of the project's own. */
const OTHER_SENTENCE =
  /^(?:(?:status|error)(?:_?(?:message|text|msg))|status|reason|explanation|summary|title|text|msg|note|details?|hint|suggestion|guidance|instructions?)$/iu;

function isSentence(value: Value): boolean {
  if (value.kind === "constant") return typeof value.value === "string" && /\p{L}\s+\p{L}/u.test(value.value);
  return value.kind !== "reference";
}

/** The result says something in words beside its description: in a block of its own, around the JSON, or under another name. */
export function hasProse({ exit, payload }: ToldError): boolean {
  if (exit.visible.parts.some(isProse)) return true;
  return payload.records.some(({ fields }) =>
    [...fields].some(([name, value]) => OTHER_SENTENCE.test(name) && alternatives(value).some(isSentence)),
  );
}

/** What is written down of each call, whatever failed. */
const OF_EACH_CALL =
  /^(?:timestamp|time|date|at|tool|toolName|tool_name|operation|action|success|ok|\w*request_?id|trace_?id|stack|version|duration\w*)$/iu;

/** A field beside the contract's holds a value of this call: `{ error: "File not found", errorCode: "file_not_found", path }`. */
export function namesWhatFailed({ payload }: ToldError): boolean {
  return payload.records.some(({ fields }) =>
    [...fields].some(
      ([name, { kind }]) =>
        conceptOf(name) === undefined && !OF_EACH_CALL.test(name) && kind !== "constant" && kind !== "reference",
    ),
  );
}

/** The fields that are read as the description; an `error` that only wraps other fields is none. */
export function descriptionsIn({ fields, exit: { state } }: ToldError): readonly PayloadField[] {
  return fields.filter(({ concept, value }) => concept === "description" && !isObject(value, state));
}

function isObject(value: Value, state: State): boolean {
  return state.recordOf(value) !== undefined;
}
