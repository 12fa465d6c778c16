import type { Framework } from "../../frameworks/index.js";
import type { Run } from "../flow/interpreter.js";
import type { Failure, Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import type { Completion, State } from "../flow/state.js";
import type { PromiseObject, Site, Source, Value } from "../flow/values.js";
import type { Tool } from "../tools/tool.js";
import { visibleReturn, visibleThrow, type Seen, type Visible } from "./wire.js";

/** One way in which a call of a tool ends. */
export interface Exit {
  readonly tool: Tool;
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
  readonly completed: readonly Operation[];
  /** Started, and never awaited. */
  readonly pending: readonly PendingWork[];
  /** False: what is not found may be there all the same. */
  readonly complete: boolean;
}

export interface PendingWork {
  readonly operation: Operation;
  readonly promise: PromiseObject;
}

/** The exits of one tool. */
export interface ToolExits {
  readonly tool: Tool;
  readonly exits: readonly Exit[];
  readonly run: Run;
}

export function exitsOfRun(tool: Tool, framework: Framework, run: Run): ToolExits {
  return { tool, run, exits: run.completions.map((one) => exitOf(tool, framework, run, one)) };
}

function exitOf(tool: Tool, framework: Framework, run: Run, completion: Completion): Exit {
  const { value, state } = completion;
  const how = completion.how === "throw" ? "throw" : "return";
  const visible =
    how === "throw" ? visibleThrow(value, state, framework.outcomes) : visibleReturn(value, state, framework.outcomes);
  return {
    tool,
    framework,
    how,
    at: completion.at,
    value,
    state,
    seen: visible.seen,
    visible,
    sources: visible.parts.flatMap((part) => conveyed(part, state)),
    failures: state.failures,
    completed: state.completed,
    pending: pendingAt(state),
    complete: run.complete,
  };
}

function pendingAt(state: State): PendingWork[] {
  return state.started.flatMap((id) => {
    const promise = state.slot(id) as PromiseObject;
    if (promise.handled || promise.state.settled !== "pending") return [];
    return [{ operation: promise.state.operation, promise }];
  });
}
