import { allocate, birth, ownFailure, record } from "./heap.js";
import { siteOf, type CallSite } from "./machine.js";
import { conveyed } from "./provenance.js";
import { normal, thrown, type Completions } from "./completions.js";
import type { State } from "./state.js";
import {
  alternatives,
  constant,
  derived,
  INPUT,
  UNDEFINED,
  union,
  UNKNOWN,
  type RecordObject,
  type ReferenceValue,
  type Site,
  type Value,
} from "./values.js";

/**
 * How a route answers. A "reply" is told what to send: `res.status(502).json(body)`, `reply.send(body)`. A "context" makes
 * answers, which the handler returns, or holds one: `c.json(body, 502)`, `ctx.body = body`.
 */
export type ReplyBrand = "reply" | "context";

/** Fields of a reply that no code can name. */
const STATUS = "=status";
const SENT = "=sent";
const IS_WRITTEN_TO = "=written to";
/** The field of an answer. */
const BODY = "=body";

/** What a route answers with: `undefined` as the status stands for the one of the framework. */
export interface Answer {
  readonly status: Value;
  readonly body: Value;
  readonly record: RecordObject;
}

/** A new reply, of which nothing was sent. */
export function newReply(brand: ReplyBrand, made: Site): RecordObject {
  return record(new Map(), made, { brand, open: true, sources: [INPUT] });
}

export function answerOf(value: Value, state: State): Answer | undefined {
  const held = state.recordOf(value);
  if (held?.brand !== "answer") return undefined;
  return { status: held.fields.get(STATUS) ?? UNDEFINED, body: held.fields.get(BODY) ?? UNDEFINED, record: held };
}

/** What was sent by a reply, on one of the ways to a state. */
export function answersSent(reply: Value, state: State): readonly Answer[] {
  const sent = state.recordOf(reply)?.fields.get(SENT);
  return sent ? alternatives(sent).flatMap((one) => answerOf(one, state) ?? []) : [];
}

/** Something was sent on every way to a state. */
export function hasAnswered(reply: Value, state: State): boolean {
  const sent = state.recordOf(reply)?.fields.get(SENT);
  return sent !== undefined && alternatives(sent).every((one) => answerOf(one, state) !== undefined);
}

export function statusOf(reply: Value, state: State): Value {
  return state.recordOf(reply)?.fields.get(STATUS) ?? UNDEFINED;
}

export function makeAnswer(status: Value, body: Value, site: CallSite, state: State): Completions {
  const fields = new Map<string, Value>([
    [STATUS, status],
    [BODY, body],
  ]);
  return allocate(record(fields, siteOf(site), { brand: "answer", open: true, ...birth(site, state) }), state);
}

const SETS_STATUS = /^(?:status|code|writeHead|setStatus)$/u;
const SENDS = /^(?:json|jsonp|send|end|text|html|body)$/u;
/** The body comes from somewhere else, and so may the status. */
const SENDS_OTHER =
  /^(?:sendFile|sendfile|download|redirect|render|pipe|stream\w*|view|callNotFound|hijack|notFound|newResponse)$/u;

/** A method of a reply. What is not known of it gives the reply again, as most of them do. */
export function methodOfReply(
  reply: ReferenceValue,
  held: RecordObject,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const [first, second] = args;
  if (SETS_STATUS.test(name)) return [normal(reply, setStatus(reply, first ?? UNKNOWN, state))];
  if (held.brand === "context") return methodOfContext(reply, held, name, args, site, state);
  if (name === "sendStatus") return send(reply, UNKNOWN, site, setStatus(reply, first ?? UNKNOWN, state));
  if (name === "write") return [normal(UNKNOWN, put(reply, IS_WRITTEN_TO, constant(true), state))];
  if (SENDS_OTHER.test(name)) return send(reply, UNKNOWN, site, setStatus(reply, UNKNOWN, state));
  if (!SENDS.test(name)) return [normal(reply, state)];
  // `res.json(404, body)` of older versions.
  if (name !== "end" && second && isStatus(first)) return send(reply, second, site, setStatus(reply, first, state));
  const isWhole = first && first.kind !== "function" && !held.fields.has(IS_WRITTEN_TO);
  return send(reply, isWhole ? first : UNKNOWN, site, state);
}

function isStatus(value: Value | undefined): value is Value {
  return value?.kind === "constant" && typeof value.value === "number";
}

function methodOfContext(
  context: ReferenceValue,
  held: RecordObject,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const [first, second] = args;
  const own = held.fields.get(STATUS) ?? UNDEFINED;
  if (SENDS.test(name)) return makeAnswer(second ? statusIn(second, own, state) : own, first ?? UNKNOWN, site, state);
  if (SENDS_OTHER.test(name)) return makeAnswer(UNKNOWN, UNKNOWN, site, state);
  if (name === "throw") {
    const failure = ownFailure(args[1] ?? UNKNOWN, site);
    return [thrown({ kind: "error", failure }, state.fail(failure), siteOf(site))];
  }
  if (/^(?:header|set|remove|append|type)$/u.test(name)) return [normal(context, state)];
  return [normal(derived([INPUT, ...args.flatMap((arg) => conveyed(arg, state))]), state)];
}

/** `502` or `{ status: 502 }`, as the second argument of what makes an answer. */
function statusIn(init: Value, fallback: Value, state: State): Value {
  return union(
    alternatives(init).map((one) => {
      if (one.kind === "constant") return one.value === undefined ? fallback : one;
      const held = state.recordOf(one);
      return held ? (held.fields.get("status") ?? (held.open ? UNKNOWN : fallback)) : UNKNOWN;
    }),
  );
}

/** `Response.json(body, init)`, `new Response(text, init)` */
export function makeResponse(args: readonly Value[], site: CallSite, state: State): Completions {
  const [body, init] = args;
  return makeAnswer(init ? statusIn(init, UNDEFINED, state) : UNDEFINED, body ?? UNKNOWN, site, state);
}

/** `Response.redirect(url)`, `NextResponse.next()`: what is sent comes from somewhere else. */
export function makeOtherResponse(site: CallSite, state: State): Completions {
  return makeAnswer(UNKNOWN, UNKNOWN, site, state);
}

function put(reply: ReferenceValue, name: string, value: Value, state: State): State {
  const held = state.recordOf(reply);
  return held ? state.put(reply.id, { ...held, fields: new Map(held.fields).set(name, value) }) : state;
}

export function setStatus(reply: ReferenceValue, status: Value, state: State): State {
  return put(reply, STATUS, status, state);
}

/** The first answer counts: a second one is an error of the framework's. */
function send(reply: ReferenceValue, body: Value, site: CallSite, state: State): Completions {
  return makeAnswer(statusOf(reply, state), body, site, state).map((one) => ({
    ...one,
    value: reply,
    state: addSent(reply, one.value, one.state),
  }));
}

function addSent(reply: ReferenceValue, answer: Value, state: State): State {
  if (hasAnswered(reply, state)) return state;
  const before = state.recordOf(reply)?.fields.get(SENT);
  const others = before ? alternatives(before).filter((one) => one.kind !== "constant") : [];
  return put(reply, SENT, union([...others, answer]), state);
}

/** `res.statusCode = 502`, `ctx.status = 502`, `ctx.body = body`, `c.res = answer`; undefined: an ordinary field. */
export function assignToReply(
  reply: ReferenceValue,
  held: RecordObject,
  name: string,
  value: Value,
  site: CallSite,
  state: State,
): State | undefined {
  if (name === "statusCode" || name === "status") {
    const next = setStatus(reply, value, state);
    // A context sends when the handler has ended: the last status counts.
    return held.brand === "context" ? withStatus(answerIds(reply, next), value, next) : next;
  }
  if (held.brand !== "context") return undefined;
  if (name === "res" || name === "response") return put(reply, SENT, value, state);
  if (name !== "body") return undefined;
  const [made] = makeAnswer(statusOf(reply, state), value, site, state);
  return made && put(reply, SENT, made.value, made.state);
}

function answerIds(reply: ReferenceValue, state: State): readonly ReferenceValue[] {
  const sent = state.recordOf(reply)?.fields.get(SENT);
  return sent ? alternatives(sent).flatMap((one) => (one.kind === "reference" ? [one] : [])) : [];
}

function withStatus(answers: readonly ReferenceValue[], status: Value, state: State): State {
  return answers.reduce((next, answer) => setStatus(answer, status, next), state);
}

/** Code that cannot be seen into has got the reply: it may have set the status, or sent something. */
export function handOverReply(reply: ReferenceValue, state: State): State {
  return setStatus(reply, UNKNOWN, state);
}

const SELF: ReadonlySet<string> = new Set(["response", "res", "raw"]);

/** A member of a reply that is no field of its own. */
export function memberOfReply(reply: ReferenceValue, held: RecordObject, name: string, key: string): Value {
  if (SELF.has(name)) return reply;
  if (name === "statusCode" || (name === "status" && held.brand === "context"))
    return held.fields.get(STATUS) ?? derived([], key, "number");
  if (SETS_STATUS.test(name) || SENDS.test(name) || SENDS_OTHER.test(name) || name === "sendStatus")
    return { kind: "builtin", name: `${held.brand ?? ""}.${name}`, receiver: reply };
  return derived([INPUT], key);
}
