import type { TSESTree } from "@typescript-eslint/types";
import type { FunctionNode, Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { Ambient } from "./ambient.js";
import { runExpression } from "./expressions.js";
import { isApart, startIds, withLastingIds, type Frame } from "./frames.js";
import { constructValue } from "./classes.js";
import { applyFunction, callMethodOf, callValue, runBody } from "./functions.js";
import { functionBehind } from "./helper-calls.js";
import { siteOf, type CallSite, type Machine, type Measured } from "./machine.js";
import { getMember } from "./members.js";
import type { Failure } from "./operations.js";
import { CallStack } from "./operations.js";
import { bindPattern } from "./patterns.js";
import { awaitValue } from "./promises.js";
import { runStatement, runStatements } from "./statements.js";
import { merge, type Completions } from "./completions.js";
import { BaseStore, State } from "./state.js";
import { Summaries } from "./summaries.js";
import { runTest } from "./tests.js";
import { UNDEFINED, type ClassValue, type FunctionValue, type ReferenceValue, type Value } from "./values.js";

/** Steps that one tool may take: a budget in steps and not in time, so that every machine finds the same. */
const MAX_STEPS = 20_000;
/** Steps for code that runs apart from any tool. */
const MAX_AMBIENT_STEPS = 4_000;

/** Steps that are kept for what a handler does about a failure: it is known even where the way to the failure is too long. */
const KEPT_STEPS = 1_000;

/** The part of the steps that one call may take: the rest is for what the code around it does. */
const SHARE = 0.8;

/** With fewer steps left, a call may take them all. */
const UNDIVIDED_STEPS = 300;

/** All ways in which a call of a function ends. */
export interface Run {
  readonly completions: Completions;
  /** False: a budget was spent, or something could not be followed. */
  readonly complete: boolean;
  readonly checkedResponses: ReadonlySet<Failure>;
  readonly steps: number;
  /** The functions that ran, with their files. */
  readonly functions: ReadonlyMap<FunctionNode, File>;
  /** The names of these files. */
  readonly files: ReadonlySet<string>;
  /** The names by which the code tells tools apart. */
  readonly toolNames: ReadonlySet<string>;
}

/** What a function is given, and the state in which it is called. */
export interface Given {
  readonly args: readonly Value[];
  readonly state: State;
}

/** Runs the code of one project on abstract values. */
export class Interpreter implements Machine {
  readonly base = new BaseStore();
  checkedResponses = new Set<Failure>();
  toolNames = new Set<string>();
  readonly #ambient: Ambient;
  readonly #guards = new Map<Frame, number>();
  #active = new Map<Node, number>();
  #steps = MAX_STEPS;
  #complete = true;
  #loop: Node | undefined;
  #yields: Value[] | undefined;
  /** Steps that were really made: those of a summary that was there already are not. */
  #work = 0;
  functions = new Map<FunctionNode, File>();
  readonly summaries: Summaries = new Summaries(this, this.base);

  constructor() {
    this.#ambient = new Ambient(this, this.base);
  }

  /**
   * Runs a function as the framework does.
   * @param given its arguments, or what makes them and the objects that they refer to
   * @param maxSteps the steps that it may take
   */
  run(
    callee: Value,
    given: readonly Value[] | ((state: State) => Given),
    site: { readonly node: Node; readonly file: File },
    maxSteps = MAX_STEPS,
  ): Run {
    this.#steps = maxSteps;
    this.#complete = true;
    this.checkedResponses = new Set();
    this.toolNames = new Set();
    this.functions = new Map();
    this.#active = new Map();
    this.#work = 0;
    this.summaries.startRun();
    startIds();
    const frame: Frame = { ...this.#ambient.frameAround(site.node, site.file), stack: new CallStack() };
    // The framework awaits what the handler gives, whatever stands around the registration.
    const at: CallSite = { node: functionBehind(callee)?.node ?? site.node, frame };
    const before = new State(this.base);
    if (callee.kind === "function") this.functions.set(callee.node, callee.frame.file);
    const { args, state: start } = typeof given === "function" ? given(before) : { args: given, state: before };
    const ended: Completions =
      callee.kind === "function"
        ? runBody(this, callee, args, frame.stack.enter(siteOf(at)), start, this.#active)
        : this.call(callee, args, at, start).map((one) => (one.how === "normal" ? { ...one, how: "return" } : one));
    const completions = merge(
      ended.flatMap((one): Completions => {
        if (one.how === "throw") return [one];
        const place = one.at;
        return this.await(one.how === "return" ? one.value : UNDEFINED, at, one.state).map((last) =>
          last.how === "normal" ? { ...last, how: "return", at: place } : last,
        );
      }),
    );
    return {
      completions,
      complete: this.#complete && this.#steps > 0,
      checkedResponses: this.checkedResponses,
      steps: this.#work,
      toolNames: this.toolNames,
      functions: this.functions,
      files: new Set([...this.functions.values()].map(({ filename }) => filename)),
    };
  }

  /** The value of a piece of code that no tool runs. */
  valueOf(node: Node, file: File): Value | undefined {
    return this.#ambient.value(node, this.#ambient.frameAround(node, file))[0];
  }

  /** A field of an object that no tool made. */
  fieldOf(object: ReferenceValue, name: string, file: File): Value | undefined {
    const frame = this.#ambient.moduleFrame(file);
    const state = new State(this.base);
    const [found] = this.apart(() => this.get(object, name, { node: file.ast, frame }, state));
    return found?.how === "normal" ? found.value : undefined;
  }

  /** A function that stands in the code, with the code around it taken as it is written. */
  functionAt(fn: FunctionNode, file: File): FunctionValue {
    const frame = this.#ambient.frameAround(fn, file);
    const isMethod = fn.parent.type === "MethodDefinition" || fn.parent.type === "PropertyDefinition";
    return {
      kind: "function",
      node: fn,
      frame,
      self: isMethod ? frame.self : undefined,
      bound: [],
      ...(frame.home?.kind === "class" ? { home: frame.home } : {}),
    };
  }

  statements(list: readonly Node[], frame: Frame, state: State): Completions {
    return runStatements(this, list, frame, state);
  }

  statement(node: Node, frame: Frame, state: State): Completions {
    return runStatement(this, node, frame, state);
  }

  expression(node: Node, frame: Frame, state: State): Completions {
    return runExpression(this, node, frame, state);
  }

  test(node: Node, frame: Frame, state: State): Completions {
    return runTest(this, node, frame, state);
  }

  bind(pattern: Node, value: Value, frame: Frame, state: State): Completions {
    return bindPattern(this, pattern, value, frame, state);
  }

  get(object: Value, name: string, site: CallSite, state: State): Completions {
    const member =
      object.kind === "library" && object.path.at(-1) === "*"
        ? this.#ambient.namespaceMember(object.module, name, site.frame.file)
        : undefined;
    return member
      ? [{ how: "normal", value: member, state, at: undefined, label: undefined }]
      : getMember(this, object, name, site, state);
  }

  call(callee: Value, args: readonly Value[], site: CallSite, state: State): Completions {
    return callValue(this, callee, args, site, state);
  }

  callMethod(object: Value, name: string, args: readonly Value[], site: CallSite, state: State): Completions {
    return callMethodOf(this, object, name, args, site, state);
  }

  construct(cls: Value, args: readonly Value[], site: CallSite, state: State): Completions {
    return constructValue(this, cls, args, site, state);
  }

  apply(fn: FunctionValue, args: readonly Value[], site: CallSite, state: State): Completions {
    this.functions.set(fn.node, fn.frame.file);
    return applyFunction(this, fn, args, site, state, this.#active);
  }

  await(value: Value, site: CallSite, state: State): Completions {
    return awaitValue(this, value, site, state);
  }

  lookup(name: TSESTree.Identifier, frame: Frame, state: State): Value {
    return this.#ambient.lookup(name, frame, state);
  }

  imported(file: File, source: string): Value {
    return this.#ambient.imported(file, source, "*");
  }

  ambientValue(node: Node, frame: Frame): readonly Value[] {
    return this.#ambient.value(node, frame);
  }

  instance(cls: ClassValue): ReferenceValue {
    return this.#ambient.instance(cls);
  }

  typed(pattern: Node, frame: Frame, fallback: Value): Value {
    return this.#ambient.typed(pattern, frame, fallback);
  }

  measured<T>(run: () => T): Measured<T> {
    const before = {
      steps: this.#steps,
      complete: this.#complete,
      functions: this.functions,
      checked: this.checkedResponses,
      toolNames: this.toolNames,
    };
    const functions = new Map<FunctionNode, File>();
    const checked = new Set<Failure>();
    const toolNames = new Set<string>();
    this.#complete = true;
    this.functions = functions;
    this.checkedResponses = checked;
    this.toolNames = toolNames;
    try {
      const result = run();
      const steps = before.steps - this.#steps;
      return { result, steps, complete: this.#complete, isSpent: this.#steps <= 0, functions, checked, toolNames };
    } finally {
      this.#complete = before.complete;
      this.functions = before.functions;
      this.checkedResponses = before.checked;
      this.toolNames = before.toolNames;
    }
  }

  sharing<T>(run: () => T): T | undefined {
    const left = this.#steps;
    const share = Math.floor(left * SHARE);
    if (share < UNDIVIDED_STEPS || isApart()) return run();
    this.#steps = share;
    const result = run();
    const isSpent = this.#steps <= 0;
    this.#steps = left - share + Math.max(this.#steps, 0);
    if (isSpent) this.#complete = false;
    return isSpent ? undefined : result;
  }

  beyond<T>(run: () => T): T {
    const left = this.#steps;
    if (left > 0) return run();
    this.#steps = KEPT_STEPS;
    try {
      return run();
    } finally {
      this.#steps = left;
    }
  }

  charge(steps: number): void {
    this.#steps -= steps;
  }

  get left(): number {
    return this.#steps;
  }

  spend(): boolean {
    this.#work++;
    return --this.#steps >= 0;
  }

  incomplete(): void {
    this.#complete = false;
  }

  isGuarded(frame: Frame): boolean {
    return (this.#guards.get(frame) ?? 0) > 0;
  }

  guarded<T>(frame: Frame, run: () => T): T {
    const before = this.#guards.get(frame) ?? 0;
    this.#guards.set(frame, before + 1);
    try {
      return run();
    } finally {
      if (before === 0) this.#guards.delete(frame);
      else this.#guards.set(frame, before);
    }
  }

  get loop(): Node | undefined {
    return this.#loop;
  }

  inLoop<T>(loop: Node, run: () => T): T {
    const before = this.#loop;
    this.#loop = loop;
    try {
      return run();
    } finally {
      this.#loop = before;
    }
  }

  get yields(): Value[] | undefined {
    return this.#yields;
  }

  collectYields<T>(run: () => T): { readonly result: T; readonly values: readonly Value[] } {
    const before = this.#yields;
    const values: Value[] = [];
    this.#yields = values;
    try {
      return { result: run(), values };
    } finally {
      this.#yields = before;
    }
  }

  /** Runs code that belongs to no tool: with a budget of its own, of which what it needs of other such code takes its share. */
  apart<T>(run: () => T): T {
    const isNested = isApart();
    const budget = isNested ? Math.min(MAX_AMBIENT_STEPS, this.#steps) : MAX_AMBIENT_STEPS;
    const before = { steps: this.#steps, complete: this.#complete, loop: this.#loop, active: this.#active };
    const { watcher } = this.base;
    this.base.watcher = undefined;
    this.#steps = budget;
    this.#loop = undefined;
    this.#active = new Map();
    try {
      return withLastingIds(run);
    } finally {
      this.base.watcher = watcher;
      this.#steps = isNested ? before.steps - (budget - this.#steps) : before.steps;
      this.#complete = before.complete;
      this.#loop = before.loop;
      this.#active = before.active;
    }
  }
}
