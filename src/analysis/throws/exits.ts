import type { TSESTree } from "@typescript-eslint/types";
import { walkSameFunction, type FunctionNode } from "../../syntax/tree.js";
import type { CatchFact } from "../catches/catches.js";
import { isPastErrors } from "../catches/past-errors.js";
import { guardingTry } from "../catches/tries.js";
import type { File } from "../file.js";
import { canFail } from "../reachability/can-fail.js";
import { Attempts } from "../reachability/idle-tries.js";
import type { ReachedFunction } from "../tools/reach.js";
import { calledFunction } from "../values/calls.js";
import { enclosingCatch } from "../values/flow.js";
import { rootEnv, type Env } from "../values/values.js";
import { isAllowedThrow, isGuardedRethrow, isMcpErrorThrow } from "./protocol-throws.js";

const MAX_CALLS = 3;

/** A malformed request may leave as a protocol error. */
export const attempts = new Attempts(
  (thrown: TSESTree.ThrowStatement, { file }: Env): boolean => !isAllowedThrow(thrown.argument, thrown, file),
);

/** What is known of the functions of a file that tools lead to. */
export interface Reach {
  readonly catches: readonly CatchFact[];
  readonly reached: ReadonlyMap<FunctionNode, ReachedFunction>;
  readonly file: File;
}

/** Where the failures of a call leave the functions of the file that it leads to. */
export interface Exits {
  /** Clauses that throw. */
  readonly clauses: readonly CatchFact[];
  /** A call that no clause is around, if there is one. */
  readonly open: TSESTree.CallExpression | undefined;
}

/**
 * `return await this.read(id)`: of a function that makes results, the places are in there. Of one that only works for the
 * handler, the call is the place, but where it throws the protocol's own class.
 */
export function exitsOf(call: TSESTree.CallExpression, reach: Reach, hops = MAX_CALLS): Exits {
  const { reached, file } = reach;
  const fn = hops > 0 ? functionOfFile(call, file) : undefined;
  if (!fn) return { clauses: [], open: call };
  const makesResults = reached.get(fn)?.role === "result";
  const clauses = throwingClauses(fn, makesResults, reach);
  let open: TSESTree.CallExpression | undefined;
  walkSameFunction(fn.body, (node) => {
    const inner = canFail(node, file);
    if (!inner || enclosingCatch(node) || guardingTry(node)) return;
    const exits = exitsOf(inner, reach, hops - 1);
    clauses.push(...exits.clauses);
    open ??= exits.open;
  });
  // What fails out of sight is told where it is called.
  if (!open && clauses.length > 0) return { clauses, open: undefined };
  return { clauses, open: makesResults && open ? open : call };
}

/** The function of this file that a call runs. */
export function functionOfFile(call: TSESTree.CallExpression, file: File): FunctionNode | undefined {
  const called = calledFunction(call, rootEnv(file));
  return called?.env.file === file ? called.fn : undefined;
}

/** The clauses of a function that let the failure out, and around which no other one stands. */
function throwingClauses(fn: FunctionNode, makesResults: boolean, { catches, file }: Reach): CatchFact[] {
  return catches.filter((fact) => {
    const { reached, node, statement, attempt } = fact;
    if (reached.fn !== fn || node.type !== "CatchClause" || !statement || guardingTry(statement)) return false;
    // Of a service that throws on what it cannot handle, the handler lacks the clause.
    const isPlace = thrownOn(fact, file).some(
      ({ node: thrown }) => makesResults || (thrown.type === "ThrowStatement" && isMcpErrorThrow(thrown)),
    );
    return isPlace && !attempts.cannotFail(attempt, file);
  });
}

/** What a clause lets out on purpose: neither protocol errors nor what is no error, which is hardly ever thrown. */
export function thrownOn(fact: CatchFact, file: File): CatchFact["throws"] {
  return fact.throws.filter(
    ({ node, argument }) =>
      !isGuardedRethrow(node, fact) &&
      !isAllowedThrow(argument, node, file) &&
      !isPastErrors(node, (caught) => fact.cause.has(caught)),
  );
}
