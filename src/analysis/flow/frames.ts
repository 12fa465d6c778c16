import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { ClassNode, FunctionNode, Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { CallStack } from "./operations.js";
import type { Value } from "./values.js";

let lastId = 0;

/** A number for a variable's cell, an object or a promise; never used twice. */
export function newId(): number {
  return ++lastId;
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
  if (id === undefined) owner.cells.set(variable, (id = newId()));
  return { id, frame: owner };
}
