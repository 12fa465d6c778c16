import { conceptOf } from "../../contract/dialects.js";
import { isElicitationError, isMcpErrorClass, tellsItsCode } from "../../contract/protocol.js";
import { showsThrown } from "../../frameworks/types.js";
import { unwrapTypes, type Node } from "../../syntax/tree.js";
import { failureIn } from "../flow/heap.js";
import { alternatives, isNullish, sameValue, type RecordObject, type Site, type Value } from "../flow/values.js";
import { outputSchemaOf, refusal } from "../tools/output-schemas.js";
import type { Exit, ToolExits } from "./exits.js";
import { isWithin } from "./places.js";

/** What is lost of a thrown value, of which the framework makes an error result. */
export interface LostData {
  readonly site: Site;
  readonly exit: Exit;
  readonly how: "protocol-data" | "protocol-code" | "object" | "fields" | "string" | "extras" | "extras-schema";
  /** The class of the error, or the names of its fields. */
  readonly what: string;
}

/**
 * What does not reach the model of the values that leave a tool as a throw. Where the framework hides every throw, an error is
 * lost whole and `no-bare-throw` says so; the values that are no errors are told here.
 */
export function lostDataIn({ exits }: ToolExits): LostData[] {
  const lost = exits.filter(isAnswered).flatMap((exit) => lostOf(exit) ?? []);
  return lost.filter(({ exit, how }) => showsThrown(exit.framework.outcomes) || how === "object" || how === "string");
}

function isAnswered({ how, tool, framework }: Exit): boolean {
  return how === "throw" && tool.certain && !tool.wrapped && framework.outcomes.thrown === "tool-error";
}

function lostOf(exit: Exit): LostData | undefined {
  const failure = failureIn(exit.value, exit.state);
  const value = exit.value.kind === "error" ? failure?.thrown : exit.value;
  const site = failure && thrownAt(failure.operation.site);
  if (!value || !site) return undefined;
  if (isText(value)) return { site, exit, how: "string", what: "" };
  const record = exit.state.recordOf(value);
  if (record?.brand === "error") return lostOfError(record, exit);
  return record && isPlainObject(record, exit) && !isAskedFor(record, exit)
    ? { site, exit, how: "object", what: "" }
    : undefined;
}

/** What stands at a `throw`, or is given to `Promise.reject()`. */
function thrownAt({ node, file }: Site): Site {
  const [first] = node.type === "CallExpression" ? node.arguments : [];
  const thrown = node.type === "ThrowStatement" ? node.argument : (first ?? node);
  return { node: unwrapTypes(thrown), file };
}

function isText(value: Value): boolean {
  return value.kind === "text" || (value.kind === "constant" && typeof value.value === "string");
}

/** An instance of a class may be an error by what the class extends. */
function isPlainObject({ cls, brand, fields }: RecordObject, { framework }: Exit): boolean {
  const isRead = framework.outcomes.thrownObject === "message" && fields.has("message");
  return cls === undefined && brand === undefined && !isRead;
}

/** A `catch` block throws it on after it has asked for one of its fields, of which the code alone does not tell what it holds. */
function isAskedFor({ fields, failure }: RecordObject, { state, conditions }: Exit): boolean {
  const clause = failure && state.caught.get(failure);
  const held = [...fields.values()].filter(({ kind }) => kind !== "constant");
  return (
    clause !== undefined &&
    conditions.some(({ site, subject }) => isWithin(site, clause) && held.some((value) => sameValue(value, subject)))
  );
}

function lostOfError(error: RecordObject, exit: Exit): LostData | undefined {
  const name = nameOf(error);
  if (isElicitationError(name)) return undefined;
  if (isMcpErrorClass(name)) return lostOfProtocolError(error, exit);
  const extras = error.fields.get("argument1");
  const becomes = exit.framework.outcomes.thrownExtras?.[name];
  if (extras && becomes) {
    const site = argumentAt(error, 1);
    if (becomes === "dropped") return { site, exit, how: "extras", what: name };
    return isRefused(extras, exit) ? { site, exit, how: "extras-schema", what: name } : undefined;
  }
  const names = error.cls ? [] : ownFields(error);
  const what = names.map((one) => `\`${one}\``).join(" and ");
  return names.length > 0 ? { site: error.made, exit, how: "fields", what } : undefined;
}

function nameOf({ fields }: RecordObject): string {
  const name = fields.get("name");
  return name?.kind === "constant" ? String(name.value) : "";
}

function argumentAt({ made }: RecordObject, at: number): Site {
  const given = made.node.type === "NewExpression" ? made.node.arguments[at] : undefined;
  return { node: (given as Node | undefined) ?? made.node, file: made.file };
}

function lostOfProtocolError(error: RecordObject, exit: Exit): LostData | undefined {
  const { thrownProtocolError, thrownData } = exit.framework.outcomes;
  if (thrownProtocolError !== "tool-error" || thrownData === "kept") return undefined;
  const name = nameOf(error);
  const code = error.fields.get("argument0");
  const data = error.fields.get("argument2");
  if (data && !isNullish(data))
    return isHandedOn(data) || isForInput(exit)
      ? undefined
      : { site: argumentAt(error, 2), exit, how: "protocol-data", what: name };
  const tellsNothing = tellsItsCode(name) || (code && isInternal(code));
  return tellsNothing ? undefined : { site: error.made, exit, how: "protocol-code", what: name };
}

/** `error.data` of what was caught: the data are lost where they were made. */
function isHandedOn(data: Value): boolean {
  return data.kind === "derived" && data.sources.length > 0 && data.sources.every(({ kind }) => kind === "failure");
}

/** A parse has refused the arguments of the tool, as the server class has done before. */
function isForInput({ failures }: Exit): boolean {
  return failures.some(
    ({ origin, operation }) => origin === "validator" && operation.inputs.every(({ kind }) => kind === "input"),
  );
}

/** "Internal error" is what an error is called of which nothing is known: its loss loses nothing. */
function isInternal(code: Value): boolean {
  return code.kind === "library" && code.path.at(-1) === "InternalError";
}

function isRefused(extras: Value, { tool, file, state }: Exit): boolean {
  const schema = outputSchemaOf(tool, file);
  return (
    schema !== undefined &&
    alternatives(extras).some((one) => {
      const record = state.recordOf(one);
      return record !== undefined && refusal(schema, record) !== undefined;
    })
  );
}

/** The fields of the contract that are put onto an error of the language. */
function ownFields({ fields }: RecordObject): string[] {
  return [...fields.keys()].filter((name) => name !== "message" && conceptOf(name) !== undefined);
}
