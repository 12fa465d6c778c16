import { categoryOf, categoryOfStatus, TERMINAL_CATEGORIES, type Category } from "../../contract/categories.js";
import { conceptOf, type Concept } from "../../contract/dialects.js";
import type { State } from "../flow/state.js";
import { alternatives, type RecordObject, type Site, type Value } from "../flow/values.js";
import type { Exit } from "./exits.js";

/** A field of the error contract in what the model reads. */
export interface PayloadField {
  readonly name: string;
  readonly concept: Concept;
  readonly value: Value;
  /** The object that holds it. */
  readonly made: Site;
}

const MAX_DEPTH = 5;

/** The fields of the error contract that an exit carries, in its texts, its structured content or a thrown error. */
export function payloadOf(exit: Exit): readonly PayloadField[] {
  const found: PayloadField[] = [];
  for (const part of exit.visible.parts) collect(part, exit.state, MAX_DEPTH, found);
  return found;
}

function collect(value: Value, state: State, depth: number, found: PayloadField[]): void {
  if (depth <= 0) return;
  for (const one of alternatives(value)) {
    if (one.kind === "json") collect(one.of, state, depth - 1, found);
    else if (one.kind === "text")
      for (const part of one.parts) if (typeof part !== "string") collect(part, state, depth - 1, found);
    const record = state.recordOf(one);
    if (record) collectFields(record, state, depth, found);
  }
}

function collectFields(record: RecordObject, state: State, depth: number, found: PayloadField[]): void {
  for (const [name, field] of record.fields) {
    const concept = conceptOf(name);
    if (concept) found.push({ name, concept, value: field, made: record.made });
    collect(field, state, depth - 1, found);
  }
}

export function fieldOf(payload: readonly PayloadField[], concept: Concept): PayloadField | undefined {
  return payload.find((field) => field.concept === concept);
}

/** The value of a field that is the same on every way to the exit. */
export function constantIn(field: PayloadField | undefined): unknown {
  return field?.value.kind === "constant" ? field.value.value : undefined;
}

/** The HTTP status that the path has tested for: `status === 403`. */
export function statusesOf(exit: Exit): readonly number[] {
  return exit.state.conditions().flatMap(({ subject, operator, holds, other }) => {
    if (!holds || !/^={2,3}$/u.test(operator) || other?.kind !== "constant" || typeof other.value !== "number")
      return [];
    const isStatus = subject.kind === "derived" && /(?:^|\.)(?:status|statusCode|code)$/u.test(subject.key ?? "");
    return isStatus ? [other.value] : [];
  });
}

/** The category that a result states, or that the status on its path stands for, where no repetition helps. */
export function terminalCategoryOf(
  exit: Exit,
  payload: readonly PayloadField[],
): { readonly category: Category; readonly status?: number } | undefined {
  const stated = constantIn(fieldOf(payload, "category"));
  const meaning = typeof stated === "string" ? categoryOf(stated) : undefined;
  if (meaning) return TERMINAL_CATEGORIES.has(meaning) ? { category: meaning } : undefined;
  for (const status of statusesOf(exit)) {
    const category = categoryOfStatus(status);
    if (category && TERMINAL_CATEGORIES.has(category)) return { category, status };
  }
  return undefined;
}
