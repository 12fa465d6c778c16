import { outputSchemaOf, refusal } from "../tools/output-schemas.js";
import { alternatives, sameValue, TRUE, UNKNOWN, type RecordObject, type Site } from "../flow/values.js";
import { callGiving, leavingValue } from "./field-places.js";
import type { Exit, ToolExits } from "./exits.js";
import { possibleExits } from "./possible.js";
import { flagOf, isMeantAsError } from "./wire.js";

/** The structured content of an error, which the output schema of its tool does not admit. */
export interface RefusedStructure {
  readonly site: Site;
  readonly exit: Exit;
  readonly why: string;
  /** The text holds JSON as well: nothing is lost without the structured content. */
  readonly isMirrored: boolean;
}

export function refusedStructuresIn(tool: ToolExits): RefusedStructure[] {
  return possibleExits(tool)
    .filter(mayBeError)
    .flatMap((exit) => {
      const schema = outputSchemaOf({ ...exit.tool, name: nameOf(exit) }, exit.file);
      if (!schema) return [];
      return structuresOf(exit).flatMap((record) => {
        const why = refusal(schema, record);
        return why === undefined ? [] : [{ site: siteOf(record, exit), exit, why, isMirrored: isMirrored(exit) }];
      });
    });
}

/** The result, or the call that gives its builder the object. */
function siteOf(record: RecordObject, { visible }: Exit): Site {
  const result = visible.result ?? record;
  const call = callGiving(record, result);
  return call ? { node: leavingValue(call.node), file: call.file } : result.made;
}

/** The flag is set, or may be; where the framework prints the whole result as a text, nothing structured is sent. */
function mayBeError({ visible, state, tool, framework }: Exit): boolean {
  const { result } = visible;
  if (!result || (flagOf(result, state) !== undefined && !isMeantAsError(visible, state))) return false;
  const { returnedIsError, comparesErrors } = framework.outcomes;
  return !tool.certain || returnedIsError !== "success" || comparesErrors === true;
}

/** The name by which a handler of several tools knows this one. */
function nameOf({ tool, state }: Exit): string | undefined {
  const known = state.facts.get("input.params.name is");
  return tool.name ?? (typeof known === "string" ? (JSON.parse(known) as string) : undefined);
}

function structuresOf({ visible, state }: Exit): RecordObject[] {
  const structured = visible.result?.fields.get("structuredContent");
  const records = structured ? alternatives(structured).flatMap((one) => state.recordOf(one) ?? []) : [];
  return records.filter((record) => !callsItselfSuccess(record));
}

/** A builder that flags what says otherwise makes no error of it. */
function callsItselfSuccess({ fields }: RecordObject): boolean {
  return ["success", "ok"].some((name) => sameValue(fields.get(name) ?? UNKNOWN, TRUE));
}

function isMirrored({ visible }: Exit): boolean {
  return visible.parts.some((part) => part.kind === "json");
}
