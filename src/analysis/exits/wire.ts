import type { Outcomes } from "../../frameworks/types.js";
import { isMcpErrorClass } from "../../contract/protocol.js";
import { itemsOf } from "../flow/iteration.js";
import { isFlagged } from "../flow/stated-failures.js";
import type { State } from "../flow/state.js";
import { truthOf } from "../flow/tests.js";
import { alternatives, constant, derived, union, type RecordObject, type Value } from "../flow/values.js";

/** What the model gets: an ordinary result, a result with `isError: true`, or nothing, as the client gets a JSON-RPC error. */
export type Seen = "result" | "error-result" | "protocol-error" | "unknown";

/** A value as the model sees it. */
export interface Visible {
  readonly seen: Seen;
  /** The texts and objects that the model reads. */
  readonly parts: readonly Value[];
  /** The result object, where the value is one. */
  readonly result: RecordObject | undefined;
}

const SEEN_OF = { error: "error-result", success: "result", rejected: "protocol-error" } as const;

/** What becomes of a thrown value. */
export function visibleThrow(value: Value, state: State, outcomes: Outcomes): Visible {
  const record = state.recordOf(value);
  const name = record?.fields.get("name");
  const isProtocolError = name?.kind === "constant" && isMcpErrorClass(String(name.value));
  const becomes = isProtocolError ? outcomes.thrownProtocolError : outcomes.thrown;
  const message =
    record?.fields.get("message") ??
    (value.kind === "error"
      ? derived([{ kind: "failure", failure: value.failure, part: "message" }], undefined, "string")
      : value);
  return { seen: becomes === "tool-error" ? "error-result" : "protocol-error", parts: [message], result: undefined };
}

/** What becomes of a returned value. */
export function visibleReturn(value: Value, state: State, outcomes: Outcomes): Visible {
  switch (value.kind) {
    case "constant":
    case "text":
    case "json":
      return {
        seen:
          typeof (value.kind === "constant" ? value.value : "") === "string"
            ? SEEN_OF[outcomes.returnedString]
            : "result",
        parts: [value],
        result: undefined,
      };
    case "reference": {
      const object = state.object(value);
      if (object.kind === "list") {
        const texts = textsOf(value, state);
        return { seen: "result", parts: texts.length > 0 ? texts : [value], result: undefined };
      }
      if (isToolResult(object, state)) return visibleResult(object, state, outcomes);
      return { seen: SEEN_OF[outcomes.returnedObject], parts: [value], result: undefined };
    }
    case "union":
      return visibleUnion(
        value.of.map((one) => visibleReturn(one, state, outcomes)),
        value,
      );
    default:
      return { seen: "unknown", parts: [value], result: undefined };
  }
}

/** One of several values, each of which the model sees the same way. */
function visibleUnion(ways: readonly Visible[], value: Value): Visible {
  const [first] = ways;
  if (!first || ways.some(({ seen }) => seen !== first.seen))
    return { seen: "unknown", parts: [value], result: undefined };
  return { seen: first.seen, parts: ways.flatMap(({ parts }) => parts), result: first.result };
}

/** `{ content, isError?, structuredContent? }` */
export function isToolResult({ fields }: RecordObject, state: State): boolean {
  const content = fields.get("content");
  if (fields.has("isError") || fields.has("structuredContent") || fields.has("toolResult")) return true;
  return content !== undefined && (content.kind !== "reference" || state.object(content).kind === "list");
}

function visibleResult(result: RecordObject, state: State, outcomes: Outcomes): Visible {
  const content = result.fields.get("content");
  const structured = result.fields.get("structuredContent") ?? result.fields.get("toolResult");
  const parts = [...(content ? textsOf(content, state) : []), ...(structured ? [structured] : [])];
  const held = result.fields.get("toolResult");
  const inner = held && state.recordOf(held);
  if (inner && isToolResult(inner, state))
    return { ...visibleResult(inner, state, outcomes), seen: seenOf(result, state, outcomes), result };
  return { seen: seenOf(result, state, outcomes), parts, result };
}

function seenOf(result: RecordObject, state: State, outcomes: Outcomes): Seen {
  const truth = flagOf(result, state);
  if (truth === undefined) return "unknown";
  return truth ? SEEN_OF[outcomes.returnedIsError] : "result";
}

/** The flag of a result; undefined where it is decided at run time, or may stand in a part that cannot be seen. */
export function flagOf(result: RecordObject, state: State): boolean | undefined {
  const flag = result.fields.get("isError");
  if (!flag) return result.open && result.sources.length > 0 ? undefined : false;
  return truthOf(flag, state);
}

/** Meant as an error: the model sees one, or the result carries a flag that the framework drops. */
export function isMeantAsError({ seen, result }: Visible, state: State): boolean {
  return seen === "error-result" || (result !== undefined && flagOf(result, state) === true);
}

function textOfBlock(block: Value, state: State): Value {
  const fields = state.recordOf(block)?.fields;
  return fields ? (fields.get("text") ?? fields.get("resource") ?? fields.get("data") ?? constant("")) : block;
}

/** The texts of content blocks. */
function textsOf(content: Value, state: State): readonly Value[] {
  return alternatives(content).flatMap((one): readonly Value[] => {
    const list = state.listOf(one);
    if (!list) return [one];
    // A block that is one of several holds one of several texts.
    const texts = itemsOf(one, state).items.map((block) => {
      const [only, ...others] = alternatives(block);
      if (only && others.length === 0) return textOfBlock(only, state);
      // A flag on one of them says which it is.
      return union(alternatives(block).map((each) => (isFlagged(each, state) ? each : textOfBlock(each, state))));
    });
    return list.open && list.sources.length > 0 ? [...texts, derived(list.sources)] : texts;
  });
}
