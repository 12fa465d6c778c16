import type { FunctionNode, Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { lateCells, lastId } from "./frames.js";
import type { Machine } from "./machine.js";
import { lastKey, numberOf } from "./keys.js";
import { CallStack, type Failure, type Operation } from "./operations.js";
import { Reach } from "./reach.js";
import { Renaming, type Origin } from "./renaming.js";
import { lastParameterNumber, Shape } from "./shapes.js";
import type { Completion, Completions } from "./completions.js";
import { conditionsOf, lastOf, withCondition, type Condition } from "./conditions.js";
import { conveyed } from "./provenance.js";
import { withEarlier, type BaseStore, type Returned, type State, type Watcher } from "./state.js";
import type { FunctionValue, Site, Slot, Value } from "./values.js";

/** One way in which a function ends, as what it adds to the state of its call. */
interface End {
  /** Without its state: that would keep all that the function has made. */
  readonly completion: Omit<Completion, "state">;
  readonly slots: readonly (readonly [id: number, slot: Slot])[];
  readonly failures: readonly Failure[];
  readonly completed: readonly Operation[];
  readonly redone: readonly Operation[];
  readonly started: readonly number[];
  readonly facts: readonly (readonly [key: string, truth: string | boolean])[];
  readonly conditions: readonly Condition[];
  readonly caught: readonly (readonly [failure: Failure, site: Site])[];
  readonly earlier: ReadonlyMap<Failure, readonly Operation[]>;
  readonly returns: readonly Returned[];
}

/** The ends of a function for all calls that look alike to it. */
interface Summary {
  readonly origin: Origin;
  readonly ends: readonly End[];
  readonly isComplete: boolean;
  readonly functions: ReadonlyMap<FunctionNode, File>;
  readonly checked: ReadonlySet<Failure>;
  readonly toolNames: ReadonlySet<string>;
  /** What it looked at besides its arguments. */
  readonly slots: ReadonlyMap<number, Slot | undefined>;
  readonly facts: ReadonlyMap<string, string | boolean | undefined>;
  /** Operations that would fail if none had failed before. */
  readonly asked: ReadonlySet<Node>;
  /** Functions that run in it, and how deep their calls nest. */
  readonly entered: ReadonlySet<Node>;
  readonly height: number;
  /** What it costs to say it anew for a call, in steps: the ends of large functions carry many objects and tests. */
  readonly weight: number;
  /** The steps of its own, and the summaries that it uses. */
  readonly steps: number;
  readonly uses: ReadonlySet<Summary>;
}

/** Notes what a function looks at while it runs. */
class Recorder implements Watcher {
  readonly slots = new Map<number, Slot | undefined>();
  readonly facts = new Map<string, string | boolean | undefined>();
  readonly asked = new Set<Node>();
  readonly entered = new Set<Node>();
  readonly uses = new Set<Summary>();
  /** Steps of the functions that it calls. */
  others = 0;
  height = 0;
  isReusable = true;
  readonly start = lastId();
  readonly startKey = lastKey();
  readonly startParameter: number;
  readonly outer: Recorder | undefined;
  readonly depth: number;
  readonly #given: State;
  readonly #shape: Shape;
  readonly #ids: ReadonlySet<number>;

  constructor(given: State, shape: Shape, startParameter: number, depth: number, outer: Recorder | undefined) {
    this.depth = depth;
    this.#given = given;
    this.#shape = shape;
    this.startParameter = startParameter;
    this.outer = outer;
    this.#ids = new Set(shape.ids);
  }

  slot(id: number): void {
    if (id > this.start || this.#ids.has(id) || this.slots.has(id)) return;
    this.slots.set(id, ownSlot(id, this.#given));
  }

  fact(key: string): void {
    if (this.facts.has(key) || this.#isOwn(key)) return;
    this.facts.set(key, this.#given.facts.get(key));
  }

  #isOwn(key: string): boolean {
    const number = Number.parseInt(key.slice(1), 10);
    switch (key[0]) {
      case "$":
        return number > this.startParameter;
      case "#":
        return number > this.startKey || this.#shape.covers(key);
      case "@":
        return number > this.start || this.#shape.covers(key);
      default:
        return false;
    }
  }

  mayFail(operation: Operation): void {
    this.asked.add(operation.site.node);
  }

  /** What it learnt is looked at by whoever called it, too. */
  handOver(summary: Pick<Summary, "slots" | "facts" | "asked" | "entered">): void {
    for (const id of summary.slots.keys()) this.slot(id);
    for (const key of summary.facts.keys()) this.fact(key);
    for (const node of summary.asked) this.asked.add(node);
    for (const node of summary.entered) this.entered.add(node);
  }
}

/** What a run itself knows of a number; what lasts is the same for all. */
function ownSlot(id: number, state: State): Slot | undefined {
  return id > 0 ? state.store.get(id) : state.changes.get(-id);
}

/** Runs a function for one call. */
export type RunBody = (fn: FunctionValue, args: readonly Value[], stack: CallStack, state: State) => Completions;

/** Calls that nest deeper are not entered. */
export const MAX_CALLS = 24;

/** Summaries of one function for calls of one shape: they differ in what else they looked at. */
const MAX_VARIANTS = 6;

/** Tests on the way through a function that its caller keeps: the last ones, which decide how it ends. */
const MAX_CONDITIONS = 6;

/** Returns on the way through a function that its caller keeps: the first ones, which say where a value comes from, and the last ones. */
const MAX_RETURNS = 4;

/** Stands for a failure after which no other operation is made to fail. */
const ANY_FAILURE = { origin: "unknown", operation: { site: { node: {} } } } as unknown as Failure;

/** The summaries of the functions of a project. */
export class Summaries {
  readonly #m: Machine;
  readonly #base: BaseStore;
  /** Those that hold for all runs, and those of this run. */
  readonly #lasting = new Map<string, Summary[]>();
  #local = new Map<string, Summary[]>();
  #charged = new Set<Summary>();
  #changed = 0;
  #recorder: Recorder | undefined;

  constructor(m: Machine, base: BaseStore) {
    this.#m = m;
    this.#base = base;
  }

  startRun(): void {
    this.#local = new Map();
    this.#charged = new Set();
    this.#recorder = undefined;
  }

  /** A function is not entered because it runs already, or because calls nest too deep. */
  isCut(node: Node | undefined): void {
    for (let at = this.#recorder; at; at = at.outer) {
      if (node && at.entered.has(node)) break;
      at.isReusable = false;
    }
  }

  /** A function is entered. */
  enters(node: Node, stack: CallStack): void {
    const recorder = this.#recorder;
    if (!recorder) return;
    recorder.entered.add(node);
    recorder.height = Math.max(recorder.height, stack.depth - recorder.depth);
  }

  /** The ends of a function for a call; undefined where the call has to be run by itself. */
  call(
    fn: FunctionValue,
    args: readonly Value[],
    stack: CallStack,
    state: State,
    active: ReadonlyMap<Node, number>,
    run: RunBody,
  ): Completions | undefined {
    const startParameter = lastParameterNumber();
    const shape = new Shape(state, { node: fn.node, file: fn.frame.file });
    const own = shape.function(fn);
    const given = args.map((arg) => shape.add(arg));
    if (shape.isTooLarge) return undefined;
    const entry = shape.finish();
    for (const fact of this.#recorder ? shape.lookedUp() : []) this.#recorder?.fact(fact);
    if (this.#changed !== this.#base.changed) {
      this.#changed = this.#base.changed;
      this.#lasting.clear();
      this.#local.clear();
    }
    const blocking = blockingFailures(state);
    const classes: readonly (readonly Failure[])[] =
      blocking.length === 0 ? [[]] : blocking.length === 1 ? [[ANY_FAILURE], blocking] : [[ANY_FAILURE]];
    let summary: Summary | undefined;
    for (const failures of classes) {
      const [failure] = failures;
      const key = `${shape.signature}!${failure ? numberOf(failure.operation.site.node) : ""}`;
      summary =
        this.#find(key, state, stack, active) ??
        this.#make(key, fn.node, shape, startParameter, entry.with({ failures }), stack, (start, detached) =>
          run(own, given, detached, start),
        );
      const [only] = blocking;
      if (!only || failure !== ANY_FAILURE || !summary.asked.has(only.operation.site.node)) break;
    }
    return summary && this.#use(summary, shape, stack, state);
  }

  #find(key: string, state: State, stack: CallStack, active: ReadonlyMap<Node, number>): Summary | undefined {
    const variants = this.#lasting.get(key) ?? this.#local.get(key);
    return variants?.find((summary) => {
      if (stack.depth + summary.height > MAX_CALLS) return false;
      for (const [id, slot] of summary.slots) if (ownSlot(id, state) !== slot) return false;
      for (const [fact, truth] of summary.facts) if (state.facts.get(fact) !== truth) return false;
      for (const [node, times] of active) if (times > 0 && summary.entered.has(node)) return false;
      return true;
    });
  }

  #make(
    key: string,
    node: Node,
    shape: Shape,
    startParameter: number,
    entry: State,
    stack: CallStack,
    run: (entry: State, stack: CallStack) => Completions,
  ): Summary {
    const detached = new CallStack(stack.site, undefined, stack.depth);
    const start = entry.with({
      completed: [],
      redone: [],
      started: [],
      conditionList: undefined,
      caught: new Map(),
      earlier: new Map(),
      returnList: undefined,
    });
    const recorder = new Recorder(start, shape, startParameter, stack.depth, this.#recorder);
    const { changed } = this.#base;
    const { watcher } = this.#base;
    this.#recorder = recorder;
    this.#base.watcher = recorder;
    recorder.entered.add(node);
    const measured = this.#m.measured(() => run(start, detached));
    this.#base.watcher = watcher;
    this.#recorder = recorder.outer;
    const reach = new Reach(recorder.start);
    const ends = measured.result.map((one) => endOf(one, start, reach));
    const summary: Summary = {
      origin: {
        stack: detached,
        start: recorder.start,
        startKey: recorder.startKey,
        late: lateCells(recorder.start),
        loop: this.#m.loop,
        parameters: shape.parameters,
        ids: shape.ids,
        failures: shape.failures,
        keyed: reach.keyed,
      },
      ends,
      isComplete: measured.complete,
      functions: measured.functions,
      checked: measured.checked,
      toolNames: measured.toolNames,
      slots: recorder.slots,
      facts: recorder.facts,
      asked: recorder.asked,
      entered: recorder.entered,
      height: recorder.height,
      weight: weightOf(ends),
      steps: measured.steps - recorder.others,
      uses: recorder.uses,
    };
    this.#charged.add(summary);
    const { outer } = recorder;
    if (outer) outer.others += measured.steps;
    if (recorder.isReusable && !measured.isSpent && changed === this.#base.changed) {
      const isLocal = shape.isLocal || [...recorder.slots.keys()].some((id) => id > 0);
      const summaries = isLocal ? this.#local : this.#lasting;
      const variants = summaries.get(key) ?? [];
      variants.unshift(summary);
      if (variants.length > MAX_VARIANTS) variants.pop();
      summaries.set(key, variants);
    }
    return summary;
  }

  /** Takes the steps that the summary would have cost, had this run made it. */
  #charge(summary: Summary): void {
    if (this.#charged.has(summary)) return;
    this.#charged.add(summary);
    this.#m.charge(summary.steps);
    for (const used of summary.uses) this.#charge(used);
  }

  #use(summary: Summary, shape: Shape, stack: CallStack, state: State): Completions {
    const recorder = this.#recorder;
    const before = this.#m.left;
    this.#charge(summary);
    this.#m.charge(summary.weight);
    if (recorder) {
      recorder.others += before - this.#m.left;
      recorder.height = Math.max(recorder.height, stack.depth - recorder.depth + summary.height);
      // What it has looked at does not change from one use to the next.
      if (!recorder.uses.has(summary)) recorder.handOver(summary);
      recorder.uses.add(summary);
    }
    const renaming = new Renaming(summary.origin, {
      stack,
      loop: this.#m.loop,
      arguments: shape.arguments,
      ids: shape.ids,
      failures: shape.failures,
      state,
    });
    if (!summary.isComplete) this.#m.incomplete();
    for (const failure of summary.checked) this.#m.checkedResponses.add(renaming.failure(failure));
    for (const name of summary.toolNames) this.#m.toolNames.add(name);
    for (const [fn, file] of summary.functions) this.#m.functions.set(fn, file);
    return summary.ends.map((end) => used(end, renaming, state));
  }
}

/** Parts of an end that cost as much as one step. */
const PARTS_A_STEP = 20;

function weightOf(ends: readonly End[]): number {
  let parts = 0;
  for (const { slots, completed, facts, conditions } of ends)
    parts += slots.length + completed.length + facts.length + conditions.length;
  return Math.floor(parts / PARTS_A_STEP);
}

function blockingFailures(state: State): readonly Failure[] {
  const found: Failure[] = [];
  for (const failure of state.failures)
    if (
      failure.origin !== "first-party" &&
      !found.some((one) => one.operation.site.node === failure.operation.site.node)
    )
      found.push(failure);
  return found;
}

/** The last tests, and before them those that have asked what kind of failure one is, however long ago. */
function lastConditions(state: State): readonly Condition[] {
  const last = lastOf(state.conditionList, MAX_CONDITIONS);
  if (state.caught.size === 0 || last.length === (state.conditionList?.length ?? 0)) return last;
  const before = conditionsOf(state.conditionList).slice(0, -last.length);
  const asked = before.filter(({ subject }) => conveyed(subject, state).some(({ kind }) => kind === "failure"));
  return [...asked.slice(-MAX_CONDITIONS), ...last];
}

function endOf(completion: Completion, start: State, reach: Reach): End {
  const { state, ...ending } = completion;
  const changed = new Map<number, Slot>();
  state.store.differences(start.store, (id, slot) => slot && changed.set(id, slot));
  state.changes.differences(start.changes, (id, slot) => slot && changed.set(-id, slot));
  const conditions = lastConditions(state);
  const failures = state.failures.slice(start.failures.length);
  const pending = state.started.filter((id) => {
    const slot = state.slot(id);
    return slot?.kind === "promise-state" && !slot.handled;
  });
  const given = state.given();
  const returns =
    given.length > 2 * MAX_RETURNS ? [...given.slice(0, MAX_RETURNS), ...given.slice(-MAX_RETURNS)] : given;
  const slots = reach.from(completion, { failures, conditions, returns, pending, changed });
  const facts: [string, string | boolean][] = [];
  if (state.facts !== start.facts)
    for (const [key, truth] of state.facts) if (start.facts.get(key) !== truth) facts.push([key, truth]);
  return {
    completion: ending,
    slots,
    failures,
    completed: state.completed,
    redone: state.redone,
    started: pending,
    facts,
    conditions,
    caught: [...state.caught],
    earlier: state.earlier,
    returns,
  };
}

/** The end of a call, from the end of its summary. */
function used(end: End, renaming: Renaming, state: State): Completion {
  let { store, changes, completed, redone, failures, facts, conditionList, caught, returnList } = state;
  const made: [number, Slot][] = [];
  for (const [id, slot] of end.slots) {
    const own = renaming.id(id);
    if (own > 0) made.push([own, renaming.slot(slot, id)]);
    else changes = changes.set(-own, renaming.slot(slot, id));
  }
  store = store.setAll(made);
  const added = end.failures.map((one) => renaming.failure(one)).filter((one) => !failures.includes(one));
  if (added.length > 0) failures = [...failures, ...added];
  if (end.completed.length > 0) {
    const own = end.completed.map((one) => renaming.operation(one));
    completed = completed.length === 0 ? own : [...completed.filter((one) => !own.includes(one)), ...own];
    const again = [...state.failedOf(own), ...end.redone.map((one) => renaming.operation(one))];
    if (again.length > 0) redone = [...new Set([...redone, ...again])];
  }
  if (end.facts.length > 0) {
    const known = new Map(facts);
    for (const [key, truth] of end.facts) {
      const own = renaming.key(key);
      if (own !== undefined) known.set(own, truth);
    }
    facts = known;
  }
  for (const condition of end.conditions) conditionList = withCondition(renaming.condition(condition), conditionList);
  for (const returned of end.returns)
    returnList = {
      returned: { ...returned, value: renaming.value(returned.value) },
      rest: returnList,
      length: (returnList?.length ?? 0) + 1,
    };
  if (end.caught.length > 0)
    caught = new Map([...caught, ...end.caught.map(([failure, site]) => [renaming.failure(failure), site] as const)]);
  let { earlier } = state;
  const own = [...end.failures, ...end.caught.map(([failure]) => failure)];
  for (const failure of new Set([...own, ...end.earlier.keys()])) {
    const done = end.earlier.get(failure)?.map((one) => renaming.operation(one)) ?? [];
    const all = [...state.completed, ...done];
    earlier = withEarlier(earlier, renaming.failure(failure), all, earlier === state.earlier);
  }
  const started =
    end.started.length > 0 ? [...state.started, ...end.started.map((id) => renaming.id(id))] : state.started;
  return {
    ...end.completion,
    value: renaming.value(end.completion.value),
    state: state.with({
      earlier,
      store,
      changes,
      completed,
      redone,
      failures,
      facts,
      conditionList,
      caught,
      started,
      returnList,
    }),
  };
}
