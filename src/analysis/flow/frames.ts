import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { ClassNode, FunctionNode, Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { CallStack } from "./operations.js";
import type { Value } from "./values.js";

/**
 * Numbers for the cells of variables, objects and promises. Those of one run start from one; those of code that belongs to no
 * tool are negative, and last from run to run.
 */
const ids = {
  run: 0,
  lasting: 0,
  /** Pieces of code that belong to no tool and are being run. */
  apart: 0,
  /** Cells that were made for a frame later than the frame itself, with the number of that frame. */
  late: [] as { readonly id: number; readonly born: number }[],
};

export function newId(): number {
  return ids.apart > 0 ? --ids.lasting : ++ids.run;
}

/** The last number of this run: what is made from now on has a higher one. */
export function lastId(): number {
  return ids.run;
}

export function startIds(): void {
  ids.run = 0;
  ids.late = [];
}

/** Runs code whose objects last from run to run. */
export function withLastingIds<T>(run: () => T): T {
  ids.apart++;
  try {
    return run();
  } finally {
    ids.apart--;
  }
}

export function isApart(): boolean {
  return ids.apart > 0;
}

/** One activation of a function, or the top level of a file. */
export interface Frame {
  readonly block: FunctionNode | ClassNode | TSESTree.Program;
  readonly file: File;
  readonly parent: Frame | undefined;
  /** `this`. */
  readonly self: Value | undefined;
  /** The code was not run by the interpreter: its variables are looked up when they are asked for. */
  readonly ambient: boolean;
  readonly cells: Map<Variable, number>;
  readonly stack: CallStack;
  /** The class whose method runs, for `super`. */
  readonly home: Value | undefined;
  /** Its own number; negative where it lasts from run to run. */
  readonly born: number;
}

/** The cell of a variable, in the frame that declares it. */
export function cellOf(variable: Variable, frame: Frame): { readonly id: number; readonly frame: Frame } {
  const block = variable.scope.variableScope.block as Node;
  let owner: Frame = frame;
  for (let at: Frame | undefined = frame; at; at = at.parent) {
    owner = at;
    if (at.block === block) break;
  }
  let id = owner.cells.get(variable);
  if (id === undefined) {
    id = owner.born < 0 ? --ids.lasting : newId();
    owner.cells.set(variable, id);
    if (owner.born > 0) ids.late.push({ id, born: owner.born });
  }
  return { id, frame: owner };
}

/** Cells with a higher number than `start` that belong to frames with a lower one. */
export function lateCells(start: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = ids.late.length - 1; at >= 0; at--) {
    const { id, born } = ids.late[at] as { id: number; born: number };
    if (id <= start) break;
    if (born <= start) found.add(id);
  }
  return found;
}
