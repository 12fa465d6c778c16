import type { TSESTree } from "@typescript-eslint/types";
import type { FunctionNode, Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { Frame } from "./frames.js";
import type { Failure } from "./operations.js";
import type { Completions } from "./completions.js";
import type { BaseStore, State } from "./state.js";
import type { Summaries } from "./summaries.js";
import type { ClassValue, FunctionValue, PromiseObject, ReferenceValue, Site, Value } from "./values.js";

/** The place of a call, and what runs there. */
export interface CallSite {
  readonly node: Node;
  readonly frame: Frame;
}

/** What the parts of the interpreter need of each other. */
export interface Machine {
  readonly base: BaseStore;
  /** Failures that came as a response, of which some code reads the status. */
  checkedResponses: Set<Failure>;
  /** The names by which the code tells tools apart. */
  toolNames: Set<string>;
  statements(list: readonly Node[], frame: Frame, state: State): Completions;
  statement(node: Node, frame: Frame, state: State): Completions;
  expression(node: Node, frame: Frame, state: State): Completions;
  /** Each outcome of a test: normal completions with `true` or `false`, and what is known after it. */
  test(node: Node, frame: Frame, state: State): Completions;
  /** Gives the names of a pattern their values. */
  bind(pattern: Node, value: Value, frame: Frame, state: State): Completions;
  get(object: Value, name: string, site: CallSite, state: State): Completions;
  call(callee: Value, args: readonly Value[], site: CallSite, state: State): Completions;
  callMethod(object: Value, name: string, args: readonly Value[], site: CallSite, state: State): Completions;
  construct(cls: Value, args: readonly Value[], site: CallSite, state: State): Completions;
  /** Runs a function of the project. */
  apply(fn: FunctionValue, args: readonly Value[], site: CallSite, state: State): Completions;
  await(value: Value, site: CallSite, state: State): Completions;
  lookup(name: TSESTree.Identifier, frame: Frame, state: State): Value;
  /** What `import(source)` in a file is fulfilled with. */
  imported(file: File, source: string): Value;
  /** What an expression of code that was not run is, as far as it can be seen. None: it always throws. */
  ambientValue(node: Node, frame: Frame): readonly Value[];
  /** An instance of a class of which nobody saw how it was made. */
  instance(cls: ClassValue): ReferenceValue;
  /** What a declared type says of a value. */
  typed(pattern: Node, frame: Frame, fallback: Value): Value;
  /** Takes one step from the budget; false where it is spent. */
  spend(): boolean;
  /** Something could not be followed: what is found is not all. */
  incomplete(): void;
  /** Runs code, and says what it cost and met. */
  measured<T>(run: () => T): Measured<T>;
  /** Runs a call with its share of the steps that are left; undefined where that is spent. */
  sharing<T>(run: () => T): T | undefined;
  /** Runs code for which there are some steps even where the budget is spent. */
  beyond<T>(run: () => T): T;
  /** Takes steps from the budget that were made before. */
  charge(steps: number): void;
  /** Steps that are left. */
  readonly left: number;
  /** The functions that ran, with their files. */
  readonly functions: Map<FunctionNode, File>;
  readonly summaries: Summaries;
  /** The `try` blocks of the running function around the running step. */
  isGuarded(frame: Frame): boolean;
  guarded<T>(frame: Frame, run: () => T): T;
  /** The innermost loop over items that runs. */
  readonly loop: Node | undefined;
  inLoop<T>(loop: Node, run: () => T): T;
  /** Runs code that belongs to no tool, with a budget of its own. */
  apart<T>(run: () => T): T;
  readonly yields: Value[] | undefined;
  collectYields<T>(run: () => T): { readonly result: T; readonly values: readonly Value[] };
}

export interface Measured<T> {
  readonly result: T;
  readonly steps: number;
  readonly complete: boolean;
  /** The budget did not suffice. */
  readonly isSpent: boolean;
  readonly functions: ReadonlyMap<FunctionNode, File>;
  readonly checked: ReadonlySet<Failure>;
  readonly toolNames: ReadonlySet<string>;
}

export function siteOf({ node, frame }: CallSite): Site {
  return { node, file: frame.file };
}

export function isGenerator(fn: FunctionNode): boolean {
  return "generator" in fn && fn.generator;
}

export type PromiseState = PromiseObject["state"];
