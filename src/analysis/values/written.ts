import { unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { Binding } from "./bindings.js";
import { isUndefined } from "./values.js";

/** All that a variable is given, where it is declared and later; "not made yet" left out. None for a part of a pattern. */
export function valuesWritten({ init, path, variable }: Binding & { kind: "variable" }, { bindings }: File): Node[] {
  if (path.length > 0) return [];
  return [init, ...bindings.assignmentsTo(variable)].flatMap((value) =>
    value === null || isNothing(value) ? [] : [value],
  );
}

/** "Not made yet": `undefined`, `null`. */
export function isNothing(value: Node): boolean {
  const node = unwrap(value);
  return isUndefined(node) || (node.type === "Literal" && node.value === null);
}
