import { literalProperty } from "../../syntax/names.js";
import { enclosingFunction, isFunction, isInside, type Node } from "../../syntax/tree.js";
import type { State } from "../flow/state.js";
import { memoised } from "../memoised.js";
import { sameValue, type RecordObject, type Site, type Value } from "../flow/values.js";
import { chosenIn } from "./chosen.js";
import type { Exit } from "./exits.js";
import { textsIn, wordsOf } from "./words.js";

const MAX_DEPTH = 6;

/** Where an exit that should be another one is decided. */
export interface Place {
  readonly site: Site;
  /** No exit without the failure goes through it: what stands there is for failures alone. */
  readonly isOwn: boolean;
}

/**
 * The place where the value of an exit is made what it is, and where somebody can mend it: the innermost `return` or object
 * that this exit passes and that the ordinary ones do not, widened to the whole value that is built around it. Where all
 * of these are shared, the `catch` block or handler that has got the failure; or else the value that leaves.
 */
export function placeOfResult(exit: Exit, ordinary: ReadonlySet<Node>, caughtAt: Site | undefined): Place | undefined {
  const all = sitesOf(exit).filter(({ node }) => !ordinary.has(node));
  const certain = all.filter(({ node }) => !isChoice(node));
  const candidates = certain.length > 0 ? certain : all;
  // Not all that a builder is used for has been seen: the call of it is the place. The handler itself nobody calls here.
  const caller = exit.complete ? undefined : exit.visible.result?.calls?.site;
  const call = caller && isFunction(caller.node) ? undefined : caller;
  if (call && !ordinary.has(call.node)) return { site: call, isOwn: true };
  const builder = builderOf(exit, ordinary);
  if (builder) return { site: builder, isOwn: true };
  const [inner] = candidates;
  const within = caughtAt && candidates.find((site) => isWithin(site, caughtAt));
  const first = within ?? inner;
  if (first) return { site: resultBeside(first, exit, candidates) ?? widest(first, candidates), isOwn: true };
  if (caughtAt && !ordinary.has(caughtAt.node)) return { site: caughtAt, isOwn: true };
  const shared = sharedPlace(exit);
  return shared && { site: shared, isOwn: false };
}

/** The result, or the call of the function that makes it, where that is what is returned. */
function sharedPlace({ at, visible }: Exit): Site | undefined {
  const value = at && valueOf(at);
  const call = visible.result?.calls?.site;
  return value && call && isWithin(call, value) ? value : (visible.result?.made ?? value);
}

/** The result is made by a function that makes results for failures alone: none of the ordinary ones comes from there. */
function builderOf({ visible, state }: Exit, ordinary: ReadonlySet<Node>): Site | undefined {
  // One with a flag of its own makes other results as well, unless the flag always says no.
  const result = visible.result?.fields.has("isError") && !isNeverFlagged(visible.result) ? undefined : visible.result;
  const made = result?.made;
  const returned = made && state.returns().find(({ site }) => isWithin(made, site));
  if (!returned || ordinary.has(made.node)) return undefined;
  return made && isForFailures(made, ordinary) ? made : undefined;
}

/** `{ content, isError: false }` */
function isNeverFlagged({ made: { node } }: RecordObject): boolean {
  const flag = node.type === "ObjectExpression" ? literalProperty(node, "isError")?.value : undefined;
  return flag?.type === "Literal" && flag.value === false;
}

/** No ordinary result comes from the function around a place, which is called from elsewhere. */
export function isForFailures({ node }: Site, ordinary: ReadonlySet<Node>): boolean {
  const fn = enclosingFunction(node);
  return fn !== undefined && ![...ordinary].some((one) => isInside(one, fn));
}

/** The places that an exit goes through: the returns of what leaves, the objects that the model reads, the end itself. */
export const sitesOf = memoised((exit: Exit): readonly Site[] => {
  const { state, visible, at } = exit;
  const held = heldBy([exit.value, ...visible.parts], state);
  const texts = visible.parts.flatMap((part) => [wordsOf(part, state), ...textsIn(part, state)]);
  const isPart = (value: Value): boolean => {
    if (value.kind === "constant" || value.kind === "text") {
      const words = wordsOf(value, state).trim();
      return /\w/u.test(words) && texts.some((text) => text.includes(words));
    }
    if (held.values.some((one) => sameValue(one, value))) return true;
    // `found.data` of `{ data: "Error: …" }`
    const record = state.recordOf(value);
    return record !== undefined && [...record.fields.values()].some((field) => isText(field) && isPart(field));
  };
  const conditions = state.conditions();
  const given = state
    .given()
    .flatMap(({ site, value }) => (isPart(value) ? [chosenIn(valueOf(site), conditions)] : []));
  const spread = state.returns().flatMap(({ value }) => spreadRecord(value, held.values, state)?.made ?? []);
  return [
    ...given,
    ...spread,
    ...held.made,
    ...(visible.result ? [visible.result.made] : []),
    ...(at ? [chosenIn(valueOf(at), conditions)] : []),
  ];
});

function isText(value: Value): boolean {
  return value.kind === "text" || (value.kind === "constant" && typeof value.value === "string");
}

/** `{ ...(await getOrder(id)) }`: the record whose fields another one holds. */
function spreadRecord(value: Value, held: readonly Value[], state: State): RecordObject | undefined {
  const record = state.recordOf(value);
  if (!record || record.fields.size === 0 || held.some((one) => sameValue(one, value))) return undefined;
  const isHeld = held.some((other) => {
    const fields = state.recordOf(other)?.fields;
    return fields && [...record.fields].every(([name, one]) => isSameField(one, fields.get(name)));
  });
  return isHeld ? record : undefined;
}

function isSameField(one: Value, other: Value | undefined): boolean {
  return other !== undefined && sameValue(one, other);
}

interface Held {
  readonly values: Value[];
  readonly made: Site[];
  readonly lists: Site[];
}

/** All places that a result without a failure goes through. Of those, nobody has noted what functions on the way returned. */
export function ordinaryPlacesOf(exit: Exit): readonly Site[] {
  return [...sitesOf(exit), ...heldBy([exit.value], exit.state).lists];
}

/** The values that a value holds, and where its objects are made, innermost first. */
function heldBy(roots: readonly Value[], state: State): Held {
  const values: Value[] = [];
  const made: Site[] = [];
  const lists: Site[] = [];
  const collect = (value: Value, depth: number): void => {
    if (depth <= 0 || values.includes(value)) return;
    values.push(value);
    switch (value.kind) {
      case "json":
        collect(value.of, depth);
        return;
      case "text":
        for (const part of value.parts) if (typeof part !== "string") collect(part, depth);
        return;
      case "union":
        for (const one of value.of) collect(one, depth);
        return;
      case "reference": {
        const object = state.objectOf(value);
        if (!object) return;
        for (const one of object.kind === "list" ? object.items : object.fields.values()) collect(one, depth - 1);
        (object.kind === "record" ? made : lists).push(object.made);
        return;
      }
      default:
    }
  };
  for (const root of roots) collect(root, MAX_DEPTH);
  return { values, made, lists };
}

/** The result that the same function builds of it: `const output = { error }; return { content: [output] }`. */
function resultBeside(first: Site, { visible }: Exit, candidates: readonly Site[]): Site | undefined {
  const made = visible.result?.made;
  const isOwn = made && candidates.some(({ node }) => node === made.node);
  return isOwn && enclosingFunction(made.node) === enclosingFunction(first.node) ? made : undefined;
}

/** The largest candidate around the first one, in the same function's value: the literal around a text. */
function widest(first: Site, candidates: readonly Site[]): Site {
  // A call that is given a function is no part of the value that the function gives.
  const fn = enclosingFunction(first.node);
  const own = candidates.filter(({ node }) => enclosingFunction(node) === fn);
  return own.reduce((found, site) => (isWithin(found, site) ? site : found), first);
}

/** `jobs[id] || { error: "No such job" }`: most of the time it is another value. */
function isChoice({ type }: Node): boolean {
  return type === "LogicalExpression" || type === "ConditionalExpression";
}

/** The value of a `return`. */
export function valueOf(site: Site): Site {
  const { node } = site;
  return node.type === "ReturnStatement" && node.argument ? { node: node.argument, file: site.file } : site;
}

export function isWithin(inner: Site, outer: Site): boolean {
  return inner.file.filename === outer.file.filename && isInside(inner.node, outer.node);
}
