import { newId, withLastingIds } from "./frames.js";
import { record } from "./heap.js";
import type { State } from "./state.js";
import { alternatives, union, type RecordObject, type Site, type Value } from "./values.js";

/**
 * Where the answers of a server that writes JSON-RPC itself are noted: what it hands to code that cannot be seen into is sent.
 * The object lasts from run to run, as it has no owner among the frames.
 */
const OUTBOX = withLastingIds(newId);
const SENT = "=sent";

/** The method of the request that the run is for. */
const METHOD = "the method of the request";

/** A state in which a request of JSON-RPC with this method has come in. */
export function withRequest(method: string, site: Site, state: State): State {
  return state.put(OUTBOX, record(new Map(), site)).with({ facts: new Map(state.facts).set(METHOD, method) });
}

/** Whether the method of the request is this one; undefined where the run is for no request, or the name is no method's. */
export function isMethodOfRequest(key: string | undefined, name: unknown, state: State): boolean | undefined {
  if (!/(?:^|\.)method$/u.test(key ?? "") || typeof name !== "string" || !/\/|^(?:initialize|ping)$/u.test(name))
    return undefined;
  const method = state.fact(METHOD);
  return method === undefined ? undefined : method === name;
}

/** `{ jsonrpc, id, result }` or `{ jsonrpc, id, error }`, also as JSON. */
export function rpcAnswersIn(value: Value, state: State): readonly RecordObject[] {
  return alternatives(value).flatMap((one): readonly RecordObject[] => {
    if (one.kind === "json") return rpcAnswersIn(one.of, state);
    if (one.kind === "text")
      return one.parts.flatMap((part) => (typeof part === "string" ? [] : rpcAnswersIn(part, state)));
    const held = state.recordOf(one);
    const isAnswer = held?.fields.has("jsonrpc") === true && (held.fields.has("error") || held.fields.has("result"));
    return isAnswer ? [held] : [];
  });
}

/** Code that cannot be seen into is given an answer: it sends it. */
export function send(args: readonly Value[], state: State): State {
  const answers = args.filter((arg) => rpcAnswersIn(arg, state).length > 0);
  const outbox = answers.length > 0 ? state.slot(OUTBOX) : undefined;
  if (outbox?.kind !== "record") return state;
  const before = outbox.fields.get(SENT);
  const sent = union([...(before ? [before] : []), ...answers]);
  return state.put(OUTBOX, { ...outbox, fields: new Map(outbox.fields).set(SENT, sent) });
}

/** The answers that were sent on one of the ways to a state. */
export function answersSentIn(state: State): readonly RecordObject[] {
  const outbox = state.slot(OUTBOX);
  const sent = outbox?.kind === "record" ? outbox.fields.get(SENT) : undefined;
  return sent ? rpcAnswersIn(sent, state) : [];
}
