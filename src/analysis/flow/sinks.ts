import { operationUnder } from "./heap.js";
import { normal, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { derived, type PromiseValue, type Value } from "./values.js";

/** What is done to a stream of which it says nothing when that has worked. */
const WRITES = /^(?:write|end|cork|uncork|setDefaultEncoding)$/u;
const LISTENS = /^(?:on|once|addListener|prependListener|prependOnceListener)$/u;
/** Events that tell how the work of a stream has ended. */
const ENDS = /^(?:finish|close|error)$/u;

/** A stream that is written to, of which nobody has asked how it ended. */
export function isSink(value: Value | undefined, state: State): value is PromiseValue {
  return value?.kind === "promise" && operationUnder(value, state)?.row?.sink === true;
}

/** `out.write(chunk)`, `out.on("drain", …)`: after it, nobody knows more of the end; undefined for a call that asks for it. */
export function callOfSink(
  stream: PromiseValue,
  name: string,
  args: readonly Value[],
  state: State,
): Completions | undefined {
  const [first] = args;
  if (WRITES.test(name) && !args.some(({ kind }) => kind === "function")) {
    // `out.end(resolve)`: whoever waits for the promise learns of the end.
    const isWaitedFor = args.some(({ kind }) => kind === "builtin");
    return [normal(derived([]), isWaitedFor ? state.handle(stream) : state)];
  }
  if (!LISTENS.test(name) || first?.kind !== "constant") return undefined;
  return [normal(stream, ENDS.test(String(first.value)) ? state.handle(stream) : state)];
}

/** `source.pipe(out)` gives `out`, and tells it nothing of an end that comes with an error. */
export function pipedInto(verb: string, args: readonly Value[], state: State): PromiseValue | undefined {
  const [stream] = args;
  return verb === "pipe" && isSink(stream, state) ? stream : undefined;
}
