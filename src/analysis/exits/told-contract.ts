import { conceptOf, dialectOf, DIALECTS, type Concept, type DialectName } from "../../contract/dialects.js";
import { enclosingFunction, isInside, parentOf, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { conveyed } from "../flow/provenance.js";
import type { State } from "../flow/state.js";
import { alternatives, type RecordObject, type Site } from "../flow/values.js";
import { memoisedForBoth } from "../memoised.js";
import type { Exit, ToolExits } from "./exits.js";
import { callGiving, leavingValue, siteOfField, siteOfRecord } from "./field-places.js";
import { constantIn, payloadsOf, type Payload, type PayloadField } from "./payload.js";
import { isWithin } from "./places.js";
import { flaggedOnTheWay } from "./flagged-returns.js";
import { flagOf, isMeantAsError, visibleReturn } from "./wire.js";

/** An error that the model is told, on one of the ways to make it. */
export interface ToldError {
  readonly exit: Exit;
  readonly payload: Payload;
  /** Those of the contract that are on the wire. */
  readonly fields: readonly PayloadField[];
  /** A field that is not listed is missing. */
  readonly isClosed: boolean;
  /** Where the fields are chosen, and a missing one would have to be added. */
  readonly site: Site;
  /** The dialect whose field names it uses; that of the settings where they do not tell. */
  readonly dialect: DialectName;
}

/** An error before it is known what the others of its builder are given. */
interface Draft {
  readonly error: ToldError;
  /** The builder that puts what its caller gives it into a result, and the call of it. */
  readonly builder: Site | undefined;
  readonly call: Site | undefined;
  /** The call gives the builder the fields. */
  readonly isGiven: boolean;
}

/**
 * The flagged errors of tools. What a builder makes of its caller's fields is told at the call, but once at the builder where no
 * call gives it a field of the contract: then none is meant to.
 */
export function toldErrorsIn(tools: readonly ToolExits[], file: File): readonly ToldError[] {
  const { dialect } = file.project.options.settings;
  const drafts = tools.flatMap((tool) => draftsOfTool(tool, dialect));
  const speaking = new Set<Node>();
  for (const { error, builder } of drafts) if (builder && speaksContract(error)) speaking.add(builder.node);
  return drafts.map(({ error, builder, call, isGiven }) => {
    if (!builder || !call) return error;
    const isSpoken = speaking.has(builder.node);
    if (isGiven) return { ...error, site: isSpoken ? call : builder };
    return isSpoken && !speaksContract(error) ? { ...error, site: call } : error;
  });
}

/** @param set the dialect of the settings */
const draftsOfTool = memoisedForBoth(({ exits: ends, idle }: ToolExits, set: DialectName): readonly Draft[] => {
  // A clause that nothing is known to lead to is there for what nobody knows: the model reads its result all the same.
  const exits = [...ends, ...idle].flatMap(asBuilt);
  const answers = recordsAnswered(exits);
  return exits.filter(isError).flatMap((exit) => draftsOf(exit, answers, set));
});

/** An error that carries a field which a program can read. One that is prose alone is for the rules that ask for such a field. */
export function isContract({ fields, exit }: ToldError): boolean {
  return fields.some((field) => isMachineReadable(field, exit));
}

/** A wrapper throws what a flagged result says: the result is where its fields would have to be. */
function asBuilt(exit: Exit): readonly Exit[] {
  const built = exit.how === "throw" && exit.seen === "error-result" ? flaggedOnTheWay(exit) : [];
  if (built.length === 0) return [exit];
  return built.map((value): Exit => {
    const visible = visibleReturn(value, exit.state, exit.framework.outcomes);
    return { ...exit, how: "return", value, visible: { ...visible, seen: "error-result" } };
  });
}

/** Without a flag that the model sees, it is told of no error; and one that the framework drops is to become a throw. */
function isError(exit: Exit): boolean {
  const { visible, state, how, tool, framework } = exit;
  if (how === "throw")
    return (
      exit.seen === "error-result" &&
      framework.outcomes.readableFailure === undefined &&
      payloadsOf(exit).some(
        ({ fields, records }) =>
          fields.length > 0 || (records.length > 0 && visible.parts.some(({ kind }) => kind === "json")),
      )
    );
  if (tool.certain && framework.outcomes.returnedIsError === "success") return false;
  if (isPassedOn(exit)) return false;
  if (isMeantAsError(visible, state)) return true;
  const flag = visible.result?.fields.get("isError");
  if (!flag || flagOf(visible.result as RecordObject, state) !== undefined) return false;
  // `isError: response.isError`: handed through, and not decided here.
  return !alternatives(flag).some((one) => one.kind === "derived" && /\.isError$/u.test(one.key ?? ""));
}

/** `return await client.callTool(call)`: what is in it has been chosen by the other server. */
function isPassedOn({ sources }: Exit): boolean {
  return (
    sources.length > 0 &&
    sources.every(
      (source) =>
        source.kind === "failure" &&
        source.failure.source === "error-value" &&
        source.failure.operation.row?.fails === "tool-result",
    )
  );
}

/** The objects that ordinary results hold. */
function recordsAnswered(exits: readonly Exit[]): ReadonlySet<Node> {
  const ordinary = exits.filter((exit) => exit.seen === "result" && exit.failures.length === 0);
  return new Set(
    ordinary.flatMap((exit) => payloadsOf(exit).flatMap(({ records }) => records.map(({ made }) => made.node))),
  );
}

/** `const outcome = rate ? { rate } : failure`, with a flag of its own: what may be the answer as well is not the error. */
function draftsOf(exit: Exit, answers: ReadonlySet<Node>, set: DialectName): readonly Draft[] {
  const drafts = payloadsOf(exit).map((payload) => draftOf(exit, payload, set));
  if (!drafts.some(({ error }) => speaksContract(error))) return drafts;
  return drafts.filter(
    ({ error }) =>
      speaksContract(error) ||
      error.payload.records.length === 0 ||
      !error.payload.records.every(({ made }) => answers.has(made.node)),
  );
}

function draftOf(exit: Exit, payload: Payload, set: DialectName): Draft {
  const fields = withoutEchoes(payload.fields, exit);
  const names = new Set(fields.map(({ name }) => name));
  const [first] = payload.records;
  // The helper writes its fields in the dialect that is set.
  const dialect = first?.brand === "contract" ? set : dialectOf(names, set);
  const { result } = exit.visible;
  // What stands where the model does not read it is not missing, but in the wrong place.
  const isClosed = payload.isClosed && !(result && holdsUnseen(result, exit.state));
  const error = { exit, payload, fields, isClosed, dialect };
  const made = result ?? (exit.how === "throw" ? exit.state.recordOf(exit.value) : undefined);
  if (!made) {
    const at = exit.at ?? { node: exit.tool.registration, file: exit.file };
    const site = first ? siteOfRecord(first) : { node: leavingValue(at.node), file: at.file };
    return { error: { ...error, site }, builder: undefined, call: undefined, isGiven: false };
  }
  const calls = made.calls?.sites() ?? [];
  const giving = first && callGiving(first, made);
  const call = giving ?? calls.at(-1);
  const site = result ? writtenAt(result, exit.state) : siteOfRecord(made);
  return {
    error: { ...error, site },
    builder: calls.length > 0 && !isHandedOn(made.made.node) ? (result?.made ?? site) : undefined,
    call: call && { node: leavingValue(call.node), file: call.file },
    isGiven: giving !== undefined,
  };
}

/** `measured(async () => { … return fail(error); })`: what calls the function chooses nothing of what it gives. */
function isHandedOn(made: Node): boolean {
  const fn = enclosingFunction(made);
  const call = fn && parentOf(fn);
  return call?.type === "CallExpression" && call.callee !== fn;
}

/** `{ ...(await listOrders()) }`: the literal that holds the content, and not the one that takes it over. */
function writtenAt({ made, fields }: RecordObject, state: State): Site {
  if (made.node.type !== "ObjectExpression" || !made.node.properties.every(({ type }) => type === "SpreadElement"))
    return made;
  const content = fields.get("content");
  const list = content && state.listOf(content);
  const property = list && parentOf(list.made.node);
  const literal = property?.type === "Property" ? parentOf(property) : undefined;
  return list && literal ? { node: literal, file: list.made.file } : made;
}

/** The fields stand beside the flag, or in `_meta`, of which hosts show a model nothing. */
function holdsUnseen({ fields }: RecordObject, state: State): boolean {
  const meta = fields.get("_meta");
  const ofMeta = meta && state.recordOf(meta)?.fields;
  const records = [...(ofMeta?.values() ?? [])].flatMap((value) => state.recordOf(value)?.fields ?? []);
  return [fields, ...(ofMeta ? [ofMeta] : []), ...records].some((held) =>
    [...held.keys()].some((name) => /^(?:category|retryable)$/u.test(conceptOf(name) ?? "")),
  );
}

/** What tells a program what to do: the kind and whether to retry; the code and the way out where a dialect has neither. */
function speaksContract({ fields, dialect }: ToldError): boolean {
  const asked: readonly Concept[] = DIALECTS[dialect].fields.category
    ? ["category", "retryable"]
    : ["code", "recovery"];
  return fields.some(({ concept }) => asked.includes(concept));
}

/** An argument of the tool that is told again, such as the `category` of a search, is no field of the contract. */
function withoutEchoes(fields: readonly PayloadField[], exit: Exit): readonly PayloadField[] {
  const own = fields.filter(({ name, value }) => {
    if (!/^(?:category|code)$/u.test(name) || value.kind === "constant") return true;
    const sources = conveyed(value, exit.state);
    return sources.length === 0 || sources.some(({ kind }) => kind !== "input");
  });
  return own.length === fields.length || own.some((field) => isMachineReadable(field, exit)) ? fields : own;
}

/** A field that a program can act on, as far as its name and value tell: `code: 404` or `reason: "…"` may be anything. */
function isMachineReadable(field: PayloadField, { state }: Exit): boolean {
  switch (field.concept) {
    case "retryable":
    case "wait":
    case "customerMessage":
    case "category":
      return true;
    case "code":
      return field.name !== "reason" && typeof constantIn(field) !== "number";
    case "recovery":
      return state.recordOf(field.value) !== undefined;
    default:
      return false;
  }
}

/** The error lacks a field that it would have to have. */
export function lacks({ fields, isClosed }: ToldError, concept: Concept): boolean {
  return isClosed && !fields.some((field) => field.concept === concept);
}

/** Where a fault of the errors with this value of a field is mended: where it is chosen for a case, if not with all the fields. */
export function siteOfCase({ site }: ToldError, field: PayloadField): Site {
  const chosen = siteOfField(field);
  if (isWithin(chosen, site)) return site;
  return isInside(chosen.node, field.record.made.node) ? siteOfRecord(field.record) : chosen;
}
