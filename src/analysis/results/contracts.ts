import { dialectOf, type Concept, type DialectName } from "../../contract/dialects.js";
import { isInside, type Node } from "../../syntax/tree.js";
import { isMachineReadable, type ContractField } from "./contract-fields.js";
import type { ContractResult } from "./error-results.js";
import type { File } from "../file.js";
import type { Payload } from "./payloads.js";
import type { ReachedFunction } from "../tools/reach.js";
import type { ToolResult } from "./tool-results.js";
import { isErrorOutcome, type Returned } from "../catches/returns.js";
import { isUndefined, resolve, type Ref } from "../values/values.js";

/**
 * An error result that speaks the error contract: besides its prose it carries a field that a program can read.
 * One that is prose alone is for the rules that ask for a category and a retry flag, and for no other.
 */
export interface Contract {
  /** The literal of the result, what is thrown, or the call of the builder that is given the fields here. */
  readonly node: Node;
  readonly result: ToolResult;
  /** Those that are on the wire: a field that is `undefined` is not. */
  readonly fields: readonly ContractField[];
  /** A field that is not listed is missing, and here is where it would have to be added. */
  readonly complete: boolean;
  /** No field hides from the reader, though another place (the builder) may be the one that leaves it out. */
  readonly known: boolean;
  readonly reached: ReachedFunction | undefined;
  /** The dialect whose field names it uses; that of the settings where they do not tell. */
  readonly dialect: DialectName;
}

export function fieldNamed(fields: readonly ContractField[], concept: Concept): ContractField | undefined {
  return fields.find((field) => field.concept === concept);
}

/** A value as its author wrote it: what a builder takes for a parameter stands in the call. */
function asWritten(ref: Ref): Ref {
  const variable = ref.node.type === "Identifier" ? ref.env.file.bindings.variable(ref.node) : undefined;
  const argument = variable && ref.env.args.get(variable);
  return argument ? asWritten(argument) : ref;
}

/** The value of the field is written at this place, not by the builder that the place calls. */
function isWrittenAt(field: ContractField, node: Node, file: File): boolean {
  const written = asWritten(field.value);
  return written.env.file === file && isInside(written.node, node);
}

/** Where a field's value stands, if that is in this file; else the place that makes the error. */
export function placeOf({ value }: Pick<ContractField, "value">, { node }: Pick<Contract, "node">, file: File): Node {
  const written = asWritten(value);
  return written.env.file === file && !isUndefined(written.node) ? written.node : node;
}

/** Every place of the file that makes an error result with contract fields, each once an outcome. */
export function contractsOf(
  results: readonly ContractResult[],
  payloads: readonly Payload[],
  returns: readonly Returned[],
  file: File,
): Contract[] {
  const { dialect } = file.project.options.settings;
  const found: Contract[] = [];
  const add = (node: Node, result: ToolResult, complete: boolean, reached: ReachedFunction | undefined): void => {
    const fields = result.fields.list.filter(({ value }) => !isUndefined(resolve(value).node));
    if (!fields.some(isMachineReadable)) return;
    const { known } = result.fields;
    const names = new Set(fields.map(({ name }) => name));
    found.push({
      node,
      result,
      fields,
      known,
      complete: complete && known,
      reached,
      dialect: dialectOf(names, dialect),
    });
  };
  for (const { node, result, reached } of results) add(node, result, true, reached);
  const open = new Set(payloads.map(({ node }) => node));
  for (const { node, outcome, byCall, reached } of returns) {
    if (!byCall || !isErrorOutcome(outcome)) continue;
    const { result } = outcome;
    const given = result.fields.list.some((field) => isWrittenAt(field, reached.fn, file));
    // Without fields of its own the call says nothing that the builder's literal does not say.
    if (given && !isInside(result.literal, reached.fn)) add(node, result, open.has(node), reached);
  }
  return found.sort((a, b) => a.node.range[0] - b.node.range[0]);
}
