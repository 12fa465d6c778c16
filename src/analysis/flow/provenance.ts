import { memoisedForBoth } from "../memoised.js";
import type { State } from "./state.js";
import { LOST, uniqueSources, type Source, type Value } from "./values.js";

/** How deep objects are looked into. */
const MAX_DEPTH = 8;

/** Everything that a value derives from, objects and lists included. */
export function conveyed(value: Value, state: State): readonly Source[] {
  const found: Source[] = [];
  collect(value, state, MAX_DEPTH, new Set(), found);
  return uniqueSources(found);
}

/** The same at the end of a run, where many questions are asked about the same values. */
export const conveyedAtEnd = memoisedForBoth((state: State, value: Value): readonly Source[] => conveyed(value, state));

function collect(value: Value, state: State, depth: number, seen: Set<number>, found: Source[]): void {
  switch (value.kind) {
    case "derived":
      found.push(...value.sources);
      return;
    case "error":
      found.push({ kind: "failure", failure: value.failure, part: "whole" });
      return;
    case "text":
      for (const part of value.parts) if (typeof part !== "string") collect(part, state, depth, seen, found);
      return;
    case "json":
      collect(value.of, state, depth, seen, found);
      return;
    case "union":
      for (const one of value.of) collect(one, state, depth, seen, found);
      return;
    case "promise": {
      const slot = state.slot(value.id);
      if (slot?.kind !== "promise-state") {
        found.push(LOST);
        return;
      }
      const settled = slot.state;
      if (settled.settled === "pending") {
        found.push({ kind: "operation", operation: settled.operation });
        // What may be no promise at all is read as what it was made of.
        if (slot.perhapsPlain) {
          found.push(...settled.operation.inputs.filter(({ kind }) => kind === "operation"));
          for (const arg of settled.operation.args)
            found.push(...conveyed(arg, state).filter(({ kind }) => kind === "operation"));
        }
      }
      if (settled.settled === "fulfilled" || settled.settled === "rejected")
        collect(settled.value, state, depth, seen, found);
      return;
    }
    case "reference": {
      if (seen.has(value.id)) return;
      if (depth <= 0) {
        found.push(LOST);
        return;
      }
      seen.add(value.id);
      const object = state.objectOf(value);
      if (!object) {
        // It was made on another path, of which this one knows the test alone.
        found.push(LOST);
        return;
      }
      found.push(...object.sources);
      if (object.kind === "record") {
        if (object.failure) found.push({ kind: "failure", failure: object.failure, part: "whole" });
        for (const field of object.fields.values()) collect(field, state, depth - 1, seen, found);
      } else for (const item of object.items) collect(item, state, depth - 1, seen, found);
      return;
    }
    default:
  }
}
