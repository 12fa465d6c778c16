import { isErrorCode, isLowerCode } from "../../contract/codes.js";
import { tellsMissingTool } from "../../contract/lexicon.js";
import { isMcpSpecifier } from "../../frameworks/index.js";
import { conveyed } from "../flow/provenance.js";
import type { State } from "../flow/state.js";
import { alternatives, type FailurePart, type Value } from "../flow/values.js";
import type { PayloadField } from "./payload.js";
import type { ToldError } from "./told-contract.js";
import { textsIn } from "./words.js";

/** The field that is meant as the code: `reason` is prose as often as not. */
export function codeOf({ fields }: Pick<ToldError, "fields">): PayloadField | undefined {
  const codes = fields.filter(({ concept, name }) => concept === "code" && name !== "reason");
  return codes.find(({ name }) => name !== "code") ?? codes[0];
}

/** What a dispatcher says to a client that asks for a tool of another server: `Unknown tool`. */
export function tellsOfMissingTool({ exit: { visible, state } }: ToldError): boolean {
  return visible.parts.some((part) => textsIn(part, state).some((text) => tellsMissingTool(text)));
}

/** A code stands under another name: that of what was caught, its kind, or the failure itself. */
export function carriesOtherCode({ payload }: ToldError): boolean {
  return payload.records.some(({ fields }) =>
    [...fields].some(
      ([name, value]) =>
        isOwnCode(value) ||
        (name === "reason" && isReason(value)) ||
        (name === "error" && alternatives(value).some(isCode)),
    ),
  );
}

function isOwnCode(value: Value): boolean {
  return alternatives(value).some(
    (one) =>
      one.kind === "derived" &&
      (/\.code$/u.test(one.key ?? "") ||
        one.sources.some((source) => source.kind === "failure" && source.part === "code")),
  );
}

/** `reason: error.reason`: beside the message of an error, which is the prose, its reason is the kind. */
function isReason(value: Value): boolean {
  return alternatives(value).some(
    (one) =>
      one.kind === "derived" && /\.reason$/u.test(one.key ?? "") && one.sources.some(({ kind }) => kind === "failure"),
  );
}

/** `error: "NOT_FOUND"` beside the prose. */
function isCode(value: Value): boolean {
  const code = value.kind === "constant" ? value.value : undefined;
  return typeof code === "string" && (isErrorCode(code) || (isLowerCode(code) && code.includes("_")));
}

/** A number of JSON-RPC, or `ErrorCode.InternalError` of an SDK. */
export function isProtocolCode(value: Value): boolean {
  if (value.kind === "constant")
    return typeof value.value === "number" && value.value <= -32000 && value.value >= -32768;
  return (
    value.kind === "library" && isMcpSpecifier(value.module) && /^(?:Protocol)?ErrorCode$/u.test(value.path[0] ?? "")
  );
}

/** `String(response.status)`: the number by which a service answers. */
export function isStatusAlone(value: Value): boolean {
  const [only, ...others] = value.kind === "text" ? value.parts : [value];
  if (others.length > 0 || only === undefined || typeof only === "string" || only.kind !== "derived") return false;
  return (
    /\.(?:status|statusCode|status_code)$/u.test(only.key ?? "") ||
    (only.sources.length > 0 && only.sources.every((source) => source.kind === "failure" && source.part === "status"))
  );
}

/** Parts of a failure that hold sentences. */
const SENTENCES: ReadonlySet<FailurePart> = new Set<FailurePart>(["whole", "message", "stack", "body"]);

/** Arguments that are one of few. */
const OF_A_LIST = /(?:action|operation|type|kind|mode|method|name|tool|status|code|level|format)$/iu;

/** What differs from call to call: words of a failure, or a text that an argument of the tool is put into. */
export function isFreeText(value: Value, state: State): boolean {
  if (value.kind === "union") return value.of.some((one) => isFreeText(one, state));
  if (value.kind === "text")
    return value.parts.some((part) => typeof part !== "string" && (isOfInput(part) || isFreeText(part, state)));
  if (value.kind === "reference" || value.kind === "promise") return false;
  return conveyed(value, state).some((source) => source.kind === "failure" && SENTENCES.has(source.part));
}

function isOfInput(part: Value): boolean {
  return (
    part.kind === "derived" && part.sources.some(({ kind }) => kind === "input") && !OF_A_LIST.test(part.key ?? "")
  );
}
