import type { TSESTree } from "@typescript-eslint/types";
import { isRequestErrorCode } from "../../contract/protocol.js";
import { LOW_LEVEL_FRAMEWORK } from "../../frameworks/index.js";
import { enclosingFunction, isInside, type FunctionNode, type Node } from "../../syntax/tree.js";
import { isUnused, workName } from "../../syntax/work.js";
import type { File } from "../file.js";
import type { Interpreter, Run } from "../flow/interpreter.js";
import { areOnlyExpected, type Operation } from "../flow/operations.js";
import { answersSentIn, rpcAnswersIn, withRequest } from "../flow/outbox.js";
import { conveyed } from "../flow/provenance.js";
import { type Completion } from "../flow/completions.js";
import { type Condition } from "../flow/conditions.js";
import type { State } from "../flow/state.js";
import { derived, INPUT, type RecordObject, type Value } from "../flow/values.js";
import { rpcBranches, toolOfBranch, type RpcBranch } from "../tools/json-rpc.js";
import { callsInFile } from "../values/calls.js";
import type { Tool } from "../tools/tool.js";
import { toolsOf } from "../tools/file-tools.js";
import { failuresOf, pathFacts, type Exit } from "./exits.js";
import { isForwarded, type ProtocolError } from "./protocol-errors.js";
import { isToolResult, visibleReturn, type Visible } from "./wire.js";
import { unguardedIn, wayTo, type Unguarded } from "./unguarded.js";

/** A server that writes JSON-RPC itself, run for a call of a tool. */
export interface RpcRun {
  readonly branch: RpcBranch;
  readonly tool: Tool;
  readonly exits: readonly RpcExit[];
}

/** One answer to a call of a tool. */
interface RpcExit extends Exit {
  readonly answer: RecordObject;
}

const MAX_CALLERS = 3;

export function rpcRunsOf(file: File, interpreter: Interpreter): readonly RpcRun[] {
  return rpcBranches(toolsOf(file).context).flatMap((branch) => {
    const tool = { ...toolOfBranch(branch), certain: true };
    return entriesOf(branch.node, file).map((fn) => {
      const site = { node: fn, file };
      const run = interpreter.run(
        interpreter.functionAt(fn, file),
        (state) => ({
          args: fn.params.map((_, at) => derived([INPUT], at === 0 ? "request" : `argument ${at}`)),
          state: withRequest("tools/call", site, state),
        }),
        site,
      );
      return { branch, tool, exits: run.completions.flatMap((one) => exitsOf(one, tool, file, run)) };
    });
  });
}

/** The functions around a place, and those from which they are called: the outermost ones, which get a request. */
function entriesOf(place: Node, file: File, hops = MAX_CALLERS): readonly FunctionNode[] {
  const fn = enclosingFunction(place);
  if (!fn) return [];
  const callers = hops > 0 ? callsInFile(fn, file).filter((call) => !isInside(call, fn)) : [];
  const above = callers.flatMap((call) => entriesOf(call, file, hops - 1));
  return above.length > 0 ? [...new Set(above)] : [fn];
}

function exitsOf(completion: Completion, tool: Tool, file: File, run: Run): RpcExit[] {
  const { value, state, how, at } = completion;
  if (areOnlyExpected(state.failures)) return [];
  const returned = how === "throw" ? [] : rpcAnswersIn(value, state);
  const answers = [...answersSentIn(state), ...returned];
  return [...new Set(answers)].map((answer) => {
    const visible = visibleAnswer(answer, value, state);
    const { seen, parts } = visible;
    const sources = parts.flatMap((part) => conveyed(part, state));
    return {
      tool,
      file,
      framework: LOW_LEVEL_FRAMEWORK,
      how: "return",
      at,
      value,
      state,
      seen,
      visible,
      sources,
      failures: failuresOf(state, sources),
      pending: [],
      siblings: [],
      ...pathFacts(answer.tests, state, run),
      answer,
    };
  });
}

/** What the model reads of an answer: a result of a tool, or an error of the protocol. */
function visibleAnswer({ fields }: RecordObject, value: Value, state: State): Visible {
  const result = fields.get("result");
  const error = result ? undefined : fields.get("error");
  if (error) return { seen: "protocol-error", parts: [error], result: undefined };
  const record = result && state.recordOf(result);
  return result && record && isToolResult(record, state)
    ? visibleReturn(result, state, LOW_LEVEL_FRAMEWORK.outcomes)
    : { seen: "unknown", parts: [result ?? value], result: undefined };
}

/**
 * Failures of tools that are answered with an error of the protocol: by a clause in the branch for tool calls, or by the one
 * around the branches for all methods.
 */
export function rpcErrorsIn({ branch, exits }: RpcRun): ProtocolError[] {
  const answering = clausesWithResult(exits);
  const found: ProtocolError[] = [];
  const above = new Map<number, Unguarded[]>();
  for (const exit of exits) {
    if (exit.seen !== "protocol-error" || isForRequests(exit)) continue;
    for (const failure of exit.failures) {
      const { operation, origin } = failure;
      const caughtAt = exit.state.caught.get(failure);
      const clause = caughtAt?.node;
      if (!caughtAt || clause?.type !== "CatchClause" || answering.has(clause) || isOfOneKind(exit)) continue;
      if (origin === "first-party" || origin === "validator" || isForwarded(failure)) continue;
      const depth = depthInBranch(operation, branch);
      if (depth < 0 || isUnused(operation.site.node)) continue;
      if (isAround(clause, operation, branch, depth))
        above.set(depth, [...(above.get(depth) ?? []), { failure, exit }]);
      else
        found.push({
          site: { node: clause, file: caughtAt.file },
          failure,
          exit,
          how: "answered",
          what: nameOf(operation, clause),
        });
    }
  }
  for (const [depth, open] of above)
    found.push(...unguardedIn(open, exits, depth).map((one) => ({ ...one, how: "answeredAbove" as const })));
  return found;
}

/** Clauses that answer some failures at least with a result. */
function clausesWithResult(exits: readonly RpcExit[]): ReadonlySet<Node> {
  // A result whose sending has failed is followed by the error.
  const refused = new Set(exits.flatMap(({ seen, state }) => (seen === "protocol-error" ? [state] : [])));
  const others = exits.filter(({ state }) => !refused.has(state));
  return new Set(others.flatMap(({ state }) => [...state.caught.values()].map(({ node }) => node)));
}

/** The code says that the request itself is wrong. */
function isForRequests({ answer, state }: RpcExit): boolean {
  const error = answer.fields.get("error");
  const code = error && state.recordOf(error)?.fields.get("code");
  return code?.kind === "constant" && isRequestErrorCode(String(code.value));
}

/** `if (error instanceof RpcError) return …`: other errors go elsewhere. */
function isOfOneKind({ conditions, state }: Exit): boolean {
  return conditions
    .flatMap((condition): readonly Condition[] => condition.either ?? [condition])
    .some(
      ({ subject, holds, operator }) =>
        holds && operator === "instanceof" && conveyed(subject, state).some(({ kind }) => kind === "failure"),
    );
}

/** How many calls lead to the first one that is made from the branch; less than 0 where none is. */
function depthInBranch(operation: Operation, { node }: RpcBranch): number {
  return wayTo(operation).findIndex((call) => isInside(call.node, node));
}

/** The clause stands around the branch, or around a call that leads to it. */
function isAround({ parent }: TSESTree.CatchClause, operation: Operation, branch: RpcBranch, depth: number): boolean {
  const places = [
    branch.node,
    ...wayTo(operation)
      .slice(0, depth)
      .map(({ node }) => node),
  ];
  return places.some((place) => isInside(place, parent));
}

/** The call in the `try` that leads to an operation. */
function nameOf(operation: Operation, { parent }: TSESTree.CatchClause): string {
  const call = wayTo(operation).find(({ node }) => isInside(node, parent));
  return call?.node.type === "CallExpression" ? workName(call.node) : operation.name;
}
