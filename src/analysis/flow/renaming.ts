import { newId, type Frame } from "./frames.js";
import { keyOf, MARKS, newKey } from "./keys.js";
import { failureOf, type CallStack, type Failure, type Operation } from "./operations.js";
import type { Argument, Parameter } from "./shapes.js";
import { lastOf, withCondition, type Condition, type ConditionList } from "./conditions.js";
import type { State } from "./state.js";
import {
  derived,
  text,
  union,
  type DerivedValue,
  type HeapObject,
  type PromiseObject,
  type RecordObject,
  type Site,
  type Slot,
  type Source,
  type Value,
} from "./values.js";

/** Tests in a function that an object made by it keeps: the last ones. */
const MAX_TESTS = 6;

/** What a summary was made with. */
export interface Origin {
  /** The calls inside begin here. */
  readonly stack: CallStack;
  /** Numbers of what was there before are not higher. */
  readonly start: number;
  readonly startKey: number;
  /** Cells that were made later, for frames that were there before. */
  readonly late: ReadonlySet<number>;
  readonly loop: Site["node"] | undefined;
  readonly parameters: readonly Parameter[];
  readonly ids: readonly number[];
  readonly failures: readonly Failure[];
  /** What the numbers of keys stand for. */
  readonly keyed: ReadonlyMap<number, object>;
}

/** The call that it is used for. */
export interface Use {
  readonly stack: CallStack;
  readonly loop: Site["node"] | undefined;
  readonly arguments: readonly Argument[];
  readonly ids: readonly number[];
  readonly failures: readonly Failure[];
  readonly state: State;
}

/** Says for one call what a function was found to do: with its arguments, operations and objects of its own. */
export class Renaming {
  readonly #from: Origin;
  readonly #to: Use;
  readonly #ids = new Map<number, number>();
  readonly #keys = new Map<string, string | undefined>();
  readonly #stacks = new Map<CallStack, CallStack>();
  readonly #operations = new Map<Operation, Operation>();
  readonly #failures = new Map<Failure, Failure>();
  readonly #frames = new Map<Frame, Frame>();
  readonly #values = new Map<Value, Value>();
  readonly #arguments = new Map<string, Argument>();
  // The ends of a function share most of their tests and objects.
  readonly #conditions = new Map<Condition, Condition>();
  readonly #tests = new Map<ConditionList | undefined, ConditionList | undefined>();
  readonly #slots = new Map<Slot, { readonly id: number; readonly own: Slot }>();

  constructor(from: Origin, to: Use) {
    this.#from = from;
    this.#to = to;
    this.#stacks.set(from.stack, to.stack);
    for (const [at, id] of from.ids.entries()) this.#ids.set(id, to.ids[at] as number);
    for (const [at, failure] of from.failures.entries()) this.#failures.set(failure, to.failures[at] as Failure);
    for (const [at, { number, operation }] of from.parameters.entries()) {
      const argument = to.arguments[at] as Argument;
      this.#arguments.set(String(number), argument);
      const [first] = argument.sources.flatMap((source) => (source.kind === "operation" ? [source.operation] : []));
      if (operation && first) this.#operations.set(operation, first);
    }
  }

  id(id: number): number {
    let own = this.#ids.get(id);
    if (own === undefined) {
      own = id <= this.#from.start || this.#from.late.has(id) ? id : newId();
      this.#ids.set(id, own);
    }
    return own;
  }

  /** The key in this call; undefined where it has none. */
  key(key: string): string | undefined {
    if (!/[#@$]/u.test(key)) return key;
    if (this.#keys.has(key)) return this.#keys.get(key);
    let isKnown = true;
    const own = key.replace(MARKS, (mark: string, kind: string, digits: string): string => {
      if (kind === "@") return `@${this.id(Number(digits))};`;
      if (kind === "#") return this.#keyed(mark, Number(digits));
      const argument = this.#arguments.get(digits);
      if (argument && argument.key === undefined) isKnown = false;
      return argument ? (argument.key ?? "") : mark;
    });
    const found = isKnown ? own : undefined;
    this.#keys.set(key, found);
    return found;
  }

  #keyed(mark: string, number: number): string {
    const object = this.#from.keyed.get(number);
    if (object) {
      if ("verb" in object) return keyOf(this.operation(object as Operation));
      if ("operation" in object) return keyOf(this.failure(object as Failure));
    }
    if (number <= this.#from.startKey) return mark;
    const own = this.#keys.get(mark) ?? newKey();
    this.#keys.set(mark, own);
    return own;
  }

  #stack(stack: CallStack): CallStack {
    let own = this.#stacks.get(stack);
    if (!own) {
      const { parent, site } = stack;
      const above = parent && this.#stack(parent);
      own = above && above !== parent && site ? above.enter(site) : stack;
      this.#stacks.set(stack, own);
    }
    return own;
  }

  operation(operation: Operation): Operation {
    const known = this.#operations.get(operation);
    if (known) return known;
    const stack = this.#stack(operation.stack);
    if (stack === operation.stack) {
      this.#operations.set(operation, operation);
      return operation;
    }
    const own = stack.operationAt(operation.site, operation.row, () => ({
      name: operation.name,
      verb: operation.verb,
      receiver: operation.receiver,
      callee: this.value(operation.callee),
      effect: operation.effect,
      inputs: this.sources(operation.inputs),
      args: operation.args.map((arg) => this.value(arg)),
      loop: operation.loop === this.#from.loop ? this.#to.loop : operation.loop,
      isAsync: operation.isAsync,
    }));
    this.#operations.set(operation, own);
    return own;
  }

  failure(failure: Failure): Failure {
    let own = this.#failures.get(failure);
    if (!own) {
      const operation = this.operation(failure.operation);
      own =
        operation === failure.operation
          ? failure
          : failureOf(operation, failure.source, failure.origin, failure.thrown && this.value(failure.thrown));
      this.#failures.set(failure, own);
    }
    return own;
  }

  #frame(frame: Frame): Frame {
    if (frame.born <= this.#from.start) return frame;
    let own = this.#frames.get(frame);
    if (!own) {
      const cells = new Map([...frame.cells].map(([variable, id]) => [variable, this.id(id)]));
      own = {
        ...frame,
        parent: frame.parent && this.#frame(frame.parent),
        self: frame.self && this.value(frame.self),
        home: frame.home && this.value(frame.home),
        stack: this.#stack(frame.stack),
        cells,
        born: newId(),
      };
      this.#frames.set(frame, own);
    }
    return own;
  }

  sources(sources: readonly Source[]): readonly Source[] {
    if (sources.every((source) => this.#isKept(source))) return sources;
    return sources.flatMap((source): readonly Source[] => {
      switch (source.kind) {
        case "input":
          return source.parameter === undefined ? [source] : this.#argumentSources(source.parameter);
        case "operation": {
          const parameter = this.#from.parameters.find(({ operation }) => operation === source.operation);
          if (parameter) return parameter.carrier?.kind === "operation" ? this.#argumentSources(parameter.number) : [];
          return [{ kind: "operation", operation: this.operation(source.operation) }];
        }
        case "failure":
          return [{ ...source, failure: this.failure(source.failure) }];
        case "item":
        case "lost":
          return [source];
      }
    });
  }

  /** It is the same in this call. */
  #isKept(source: Source): boolean {
    switch (source.kind) {
      case "input":
        return source.parameter === undefined;
      case "operation":
        return (
          !this.#from.parameters.some(({ operation }) => operation === source.operation) &&
          this.operation(source.operation) === source.operation
        );
      case "failure":
        return this.failure(source.failure) === source.failure;
      default:
        return true;
    }
  }

  #argumentSources(parameter: number): readonly Source[] {
    return this.#arguments.get(String(parameter))?.sources ?? [];
  }

  value(value: Value): Value {
    if (value.kind === "constant" || value.kind === "library") return value;
    let own = this.#values.get(value);
    if (!own) this.#values.set(value, (own = this.#renamed(value)));
    return own;
  }

  #renamed(value: Value): Value {
    switch (value.kind) {
      case "derived":
        return this.#derived(value);
      case "text":
        return text(value.parts.map((part) => (typeof part === "string" ? part : this.value(part))));
      case "json":
        return { ...value, of: this.value(value.of) };
      case "union":
        return union(value.of.map((one) => this.value(one)));
      case "error":
        return { kind: "error", failure: this.failure(value.failure) };
      case "reference":
        return { kind: "reference", id: this.id(value.id) };
      case "promise":
        return { kind: "promise", id: this.id(value.id) };
      case "function": {
        const frame = this.#frame(value.frame);
        const self = value.self && this.value(value.self);
        const bound = value.bound.map((one) => this.value(one));
        const home = value.home && { ...value.home, frame: this.#frame(value.home.frame) };
        return { ...value, frame, self, bound, ...(home ? { home } : {}) };
      }
      case "class":
        return { ...value, frame: this.#frame(value.frame) };
      case "builtin":
        return value.receiver ? { ...value, receiver: this.value(value.receiver) } : value;
      default:
        return value;
    }
  }

  #derived(value: DerivedValue): Value {
    const { key } = value;
    if (key?.startsWith("$")) {
      const parameter = this.#from.parameters.find((one) => one.value.key === key);
      const argument = parameter && this.#arguments.get(String(parameter.number));
      if (argument?.value) return argument.value;
    }
    const sources = this.sources(value.sources);
    const own = key === undefined ? undefined : this.key(key);
    return sources === value.sources && own === key ? value : derived(sources, own, value.type);
  }

  slot(slot: Slot, id: number): Slot {
    const known = this.#slots.get(slot);
    if (known?.id === id) return known.own;
    const own = this.#renamedSlot(slot, id);
    this.#slots.set(slot, { id, own });
    return own;
  }

  #renamedSlot(slot: Slot, id: number): Slot {
    if (slot.kind === "promise-state") return this.#promise(slot);
    if (slot.kind !== "record" && slot.kind !== "list") return this.value(slot);
    const before = this.#from.ids.includes(id)
      ? (this.#to.state.slot(this.id(id)) as HeapObject | undefined)
      : undefined;
    const made = before?.made ?? slot.made;
    const sources = this.sources(slot.sources);
    if (slot.kind === "list") return { ...slot, made, sources, items: slot.items.map((item) => this.value(item)) };
    return {
      ...slot,
      made,
      sources,
      fields: new Map([...slot.fields].map(([name, field]) => [name, this.value(field)])),
      cls: slot.cls && { ...slot.cls, frame: this.#frame(slot.cls.frame) },
      failure: slot.failure && this.failure(slot.failure),
      ...this.#birth(slot, before),
    };
  }

  /** What leads to the place where an object is made: first what leads to the call. */
  #birth(slot: RecordObject, before: HeapObject | undefined): Pick<RecordObject, "calls" | "tests"> {
    if (before?.kind === "record") return { calls: before.calls, tests: before.tests };
    return { calls: slot.calls && this.#stack(slot.calls), tests: this.#testsBefore(slot.tests) };
  }

  /** The tests of the call, and then those of the function. */
  #testsBefore(list: ConditionList | undefined): ConditionList | undefined {
    const known = this.#tests.get(list);
    if (known) return known;
    let tests = this.#to.state.conditionList;
    for (const condition of lastOf(list, MAX_TESTS)) tests = withCondition(this.condition(condition), tests);
    this.#tests.set(list, tests);
    return tests;
  }

  #promise(slot: PromiseObject): PromiseObject {
    const { state } = slot;
    if (state.settled === "never") return slot;
    return state.settled === "pending"
      ? { ...slot, state: { settled: "pending", operation: this.operation(state.operation) } }
      : { ...slot, state: { settled: state.settled, value: this.value(state.value) } };
  }

  condition(condition: Condition): Condition {
    let own = this.#conditions.get(condition);
    if (!own) this.#conditions.set(condition, (own = this.#renamedCondition(condition)));
    return own;
  }

  #renamedCondition(condition: Condition): Condition {
    const { site, holds, operator, either } = condition;
    const subject = this.value(condition.subject);
    const other = condition.other && this.value(condition.other);
    if (subject === condition.subject && other === condition.other && !either) return condition;
    const own: Condition = { site, holds, subject, operator, other };
    return either ? { ...own, either: either.map((one) => this.condition(one)) } : own;
  }
}
