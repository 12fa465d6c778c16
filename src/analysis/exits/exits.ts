import type { Framework } from "../../frameworks/index.js";
import type { Outcomes } from "../../frameworks/types.js";
import type { File } from "../file.js";
import type { Run } from "../flow/interpreter.js";
import { functionBehind } from "../flow/helper-calls.js";
import { isOnlyExpected, type Failure, type Operation } from "../flow/operations.js";
import { failureIn } from "../flow/heap.js";
import { conveyed } from "../flow/provenance.js";
import type { Completion } from "../flow/completions.js";
import { conditionsOf, type Condition, type ConditionList } from "../flow/conditions.js";
import type { State } from "../flow/state.js";
import { alternatives, type PromiseObject, type Site, type Source, type Value } from "../flow/values.js";
import type { Tool } from "../tools/tool.js";
import type { Entry } from "./entries.js";
import { visibleReturn, visibleThrow, type Seen, type Visible } from "./wire.js";

/** One way in which a call of a tool ends. */
export interface Exit {
  readonly tool: Tool;
  /** Where the tool is registered. */
  readonly file: File;
  readonly framework: Framework;
  readonly how: "return" | "throw";
  /** The `return` or `throw`, or the step that fails. */
  readonly at: Site | undefined;
  readonly value: Value;
  readonly state: State;
  readonly seen: Seen;
  readonly visible: Visible;
  /** What the parts that the model reads derive from. */
  readonly sources: readonly Source[];
  readonly failures: readonly Failure[];
  /** The tests on the path, first to last: those that lead to where the result is made included. */
  readonly conditions: readonly Condition[];
  readonly completed: readonly Operation[];
  /** Started, and never awaited. */
  readonly pending: readonly PendingWork[];
  /** Failed responses whose status the tool asks for. */
  readonly checkedResponses: ReadonlySet<Failure>;
  /** False: what is not found may be there all the same. */
  readonly complete: boolean;
  /** All exits of the tool, this one included; none of a route. */
  readonly siblings: readonly Exit[];
}

export interface PendingWork {
  readonly operation: Operation;
  readonly promise: PromiseObject;
}

/** The exits of one tool. */
export interface ToolExits {
  readonly tool: Tool;
  /** The function that the framework calls; undefined where it is a value of run time. */
  readonly entry?: Site | undefined;
  readonly exits: readonly Exit[];
  /** Those of clauses that nothing which is known to fail leads to: no call ends there today. */
  readonly idle: readonly Exit[];
  readonly run: Run;
}

export function exitsOfRun({ tool, framework, handler, site: { file } }: Entry, run: Run): ToolExits {
  const fn = functionBehind(handler);
  const all: Exit[] = [];
  for (const one of run.completions.flatMap(eachValue))
    all.push({ ...exitOf(tool, file, framework, run, one), siblings: all });
  return {
    tool,
    entry: fn && { node: fn.node, file: fn.frame.file },
    run,
    exits: all.filter((exit) => !isIdle(exit)),
    idle: all.filter(isIdle),
  };
}

function isIdle({ state, failures }: Exit): boolean {
  return failures.length === 0 && state.failures.length > 0;
}

/** What leaves is one of several values: each of them is an exit. */
function eachValue(completion: Completion): Completion[] {
  return alternatives(completion.value).map((value) => ({ ...completion, value }));
}

function exitOf(
  tool: Tool,
  file: File,
  framework: Framework,
  run: Run,
  completion: Completion,
): Omit<Exit, "siblings"> {
  const { value, state } = completion;
  const how = completion.how === "throw" ? "throw" : "return";
  // What another function makes a result of may be a text, whatever the framework does with one.
  const outcomes: Outcomes = tool.certain ? framework.outcomes : { ...framework.outcomes, returnedString: "success" };
  const visible = how === "throw" ? visibleThrow(value, state, outcomes) : visibleReturn(value, state, outcomes);
  const sources = visible.parts.flatMap((part) => conveyed(part, state));
  return {
    tool,
    file,
    framework,
    how,
    at: completion.at,
    value,
    state,
    seen: visible.seen,
    visible,
    sources,
    failures: failuresOf(state, sources),
    pending: pendingAt(state),
    ...pathFacts(visible.result?.tests, state, run),
  };
}

/**
 * What lies behind an answer, whoever reads it.
 * @param tests those that lead to where it is made: they count even where paths have met since
 */
export function pathFacts(
  tests: ConditionList | undefined,
  state: State,
  { checkedResponses, complete }: Run,
): Pick<Exit, "conditions" | "completed" | "checkedResponses" | "complete"> {
  const conditions = [...new Set([...state.conditions(), ...conditionsOf(tests)])];
  return { conditions, completed: state.completed, checkedResponses, complete };
}

/** Paths of failures that one catch block has got are joined: what leaves says which of them this is. */
export function failuresOf(state: State, sources: readonly Source[]): readonly Failure[] {
  const others = sources.flatMap((source) =>
    source.kind === "failure" && !state.failures.includes(source.failure) && state.caught.has(source.failure)
      ? [source.failure]
      : [],
  );
  const known = state.failures.filter((failure) => !isOnlyExpected(failure));
  if (others.length === 0) return known;
  const blocks = new Set(others.map((failure) => state.caught.get(failure)?.node));
  return [...known.filter((failure) => !blocks.has(state.caught.get(failure)?.node)), ...new Set(others)];
}

function pendingAt(state: State): PendingWork[] {
  return state.started.flatMap((id) => {
    const promise = state.slot(id) as PromiseObject;
    if (promise.handled) return [];
    if (promise.state.settled === "pending") return [{ operation: promise.state.operation, promise }];
    // A chain that nobody awaits: on this path it has rejected, and nothing has got the error.
    const failure = promise.state.settled === "rejected" ? failureIn(promise.state.value, state) : undefined;
    return failure ? [{ operation: failure.operation, promise }] : [];
  });
}
