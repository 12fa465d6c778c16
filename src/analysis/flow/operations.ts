import type { Effect } from "./effects.js";
import type { LibraryRow } from "./library.js";
import { UNKNOWN, type Site, type Source, type Value } from "./values.js";

/** The calls that lead from an entry point to a place, innermost last; each one is made once for each way. */
export class CallStack {
  readonly site: Site | undefined;
  readonly parent: CallStack | undefined;
  readonly depth: number;
  // Most places call nothing that calls on, or do nothing themselves: their maps are made when they are needed.
  #below: Map<Site["node"], CallStack> | undefined;
  #operations: Map<Site["node"], Operation[]> | undefined;
  #sites: readonly Site[] | undefined;

  constructor(site?: Site, parent?: CallStack, depth = parent ? parent.depth + 1 : 0) {
    this.site = site;
    this.parent = parent;
    this.depth = depth;
  }

  enter(site: Site): CallStack {
    const all = (this.#below ??= new Map<Site["node"], CallStack>());
    let below = all.get(site.node);
    if (!below) all.set(site.node, (below = new CallStack(site, this)));
    return below;
  }

  /**
   * The operation at a place: one object, however often it runs.
   * @param row what is known of the callee: the same call may be of one function or of another
   */
  operationAt(
    site: Site,
    row: LibraryRow | undefined,
    describe: () => Omit<Operation, "site" | "stack" | "row" | "failures" | "repeats">,
  ): Operation {
    const all = (this.#operations ??= new Map<Site["node"], Operation[]>());
    const known = all.get(site.node) ?? [];
    let operation = known.find((one) => one.row === row);
    if (!operation) {
      operation = { site, stack: this, row, failures: new Map(), repeats: true, ...describe() };
      all.set(site.node, [...known, operation]);
    }
    return operation;
  }

  /** A step that is no call of other code: a `throw`, a member of nothing. */
  stepAt(
    site: Site,
    { name, verb = name, callee = UNKNOWN }: { name: string; verb?: string; callee?: Value },
  ): Operation {
    return this.operationAt(site, undefined, () => ({
      name,
      verb,
      receiver: "",
      callee,
      effect: undefined,
      inputs: [],
      args: [],
      loop: undefined,
      isAsync: false,
    }));
  }

  /** The places of the calls, outermost first. */
  sites(): readonly Site[] {
    return (this.#sites ??= this.site ? [...(this.parent?.sites() ?? []), this.site] : []);
  }
}

/** A step that may fail, or that brings something from outside: a call, `new`, a step of an iteration. */
export interface Operation {
  readonly site: Site;
  readonly stack: CallStack;
  /** For people: `api.getOrder()`. */
  readonly name: string;
  /** The last name of the callee, by which policies judge it: `getOrder`. */
  readonly verb: string;
  /** What it is called on, as written: `api`, `this.#db`. Empty for a plain function. */
  readonly receiver: string;
  readonly callee: Value;
  readonly row: LibraryRow | undefined;
  /** Undefined where nothing tells. */
  readonly effect: Effect | undefined;
  /** Each time that it ran, it was given the same, as far as that is known. */
  repeats: boolean;
  /** What its arguments derive from. */
  readonly inputs: readonly Source[];
  readonly args: readonly Value[];
  /** The innermost iteration over items around it. */
  readonly loop: Site["node"] | undefined;
  /** It is known to give a promise. */
  readonly isAsync: boolean;
  /** Its failures, by the way in which they come. */
  readonly failures: Map<FailureSource, Failure>;
}

export type FailureSource =
  | "rejected"
  | "thrown"
  | "refused-response"
  | "error-value"
  | "missing"
  | "settled-rejected"
  | "unawaited"
  | "list-item"
  /** Nothing in a `try` is known to fail: the code expects it all the same. */
  | "expected";

/** Whose words the message of a failure holds. */
export type Origin = "first-party" | "third-party" | "validator" | "unknown";

export interface Failure {
  readonly operation: Operation;
  readonly source: FailureSource;
  readonly origin: Origin;
  /** The error object that the project's own code threw. */
  readonly thrown: Value | undefined;
}

/** Nothing is known to fail there. */
export function isOnlyExpected({ source }: Failure): boolean {
  return source === "expected";
}

/** What has failed on a path is not known, but that the code expects something to. */
export function areOnlyExpected(failures: readonly Failure[]): boolean {
  return failures.length > 0 && failures.every(isOnlyExpected);
}

/** The failure of an operation that comes in a certain way. */
export function failureOf(operation: Operation, source: FailureSource, origin: Origin, thrown?: Value): Failure {
  let failure = operation.failures.get(source);
  if (!failure) operation.failures.set(source, (failure = { operation, source, origin, thrown }));
  return failure;
}
