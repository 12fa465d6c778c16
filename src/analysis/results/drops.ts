import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  enclosingStatement,
  isFunction,
  isInside,
  statementsAfter,
  type Node,
} from "../../syntax/tree.js";
import type { CatchFact } from "../catches/catches.js";
import type { File } from "../file.js";
import type { Returned } from "../catches/returns.js";
import { guardingTry } from "../catches/tries.js";

export function mentions(place: Node, variables: readonly Variable[], file: File): boolean {
  return contains(place, (node) => {
    const variable = node.type === "Identifier" ? file.bindings.variable(node) : undefined;
    return variable !== undefined && variables.includes(variable);
  });
}

/** A dispatcher's `try` around all tools is no place to know of one tool's results. */
export function isOfDispatcher(node: Node, around: TSESTree.TryStatement): boolean {
  for (const up of ancestors(node)) {
    if (up === around) return false;
    if (up.type === "SwitchCase") return true;
  }
  return false;
}

/** Where an error leaves the function without what was there before. */
export interface Drop {
  readonly node: Node;
  readonly how: "clause" | "return" | "uncaught";
}

/** Results that were there when a later step failed, and that the error leaves out. */
export interface LostPartials {
  /** The clause or the return that leaves them out, or the work whose failure nobody catches. */
  readonly node: Node;
  readonly how: Drop["how"] | "all-clause" | "all" | "all-done" | "list-done" | "rounds" | "step" | "unnamed-step";
  /** The variable that holds what was gathered, or the calls that run at once; undefined where nothing holds what was done. */
  readonly gathered: string | undefined;
  /** The work that fails. */
  readonly what: string;
  /**
   * The option that asks for it. `reads`: nothing is known to be changed, so that a second call costs time alone.
   * `convergentWrites`: a second call leaves out what the first one did, or puts the same in its place.
   * `unclearWrites`: nobody can see whether a second call does it again. `steps`: another step of the same call fails.
   */
  readonly option: "reads" | "convergentWrites" | "unclearWrites" | "steps" | undefined;
  /** The call that has worked, where a later step of another kind fails, or one that runs at the same time. */
  readonly done?: string;
}

/** What is known of the file around a function. */
export interface Scope {
  readonly catches: readonly CatchFact[];
  readonly returns: readonly Returned[];
  readonly file: File;
}

/** Where the failure of `work` loses what the variables hold; undefined where it does not, or nobody can tell. */
export function dropOf(work: Node, within: Node, gathered: readonly Variable[], scope: Scope): Drop | undefined {
  const around = guardingTry(work);
  if (!around || (!isInside(around, within) && isOfDispatcher(work, around)))
    return { node: enclosingStatement(work), how: "uncaught" };
  const clause = around.handler;
  const fact = scope.catches.find(({ node }) => node === clause);
  if (!clause || !fact || mentions(clause, gathered, scope.file)) return undefined;
  if (fact.goesOn && fact.answers.length === 0 && fact.throws.length === 0) return undefined;
  const answer = fact.answers.find(
    ({ verdict, tellsCause }) => verdict === "error" || verdict === "told" || (verdict === "unknown" && tellsCause),
  );
  if (isInside(around, within)) {
    if (answer) return { node: returnAround(answer.node), how: "return" };
    const [thrown] = fact.throws;
    return thrown && !fact.goesOn ? dropOf(around, within, gathered, scope) : undefined;
  }
  if (answer || (fact.throws.length > 0 && !fact.goesOn)) return { node: clause, how: "clause" };
  return undefined;
}

export function returnAround(node: Node): Node {
  for (const up of ancestors(node)) {
    if (up.type === "ReturnStatement") return up;
    if (isFunction(up)) return node;
  }
  return node;
}

/** `git.commit()`, `request(`/edits/${id}:commit`)`: what stands before it counts from there on, and all of it at once. */
export function isCommittedLater(from: Node): boolean {
  const commits = (node: Node): boolean => {
    if (node.type !== "CallExpression") return false;
    return /^commit/iu.test(calleeName(node) ?? "") || node.arguments.some(saysCommit);
  };
  for (const up of [from, ...ancestors(from)]) {
    if (isFunction(up)) return false;
    if (statementsAfter(up).some((later) => contains(later, commits))) return true;
  }
  return false;
}

function saysCommit(argument: Node): boolean {
  const text =
    argument.type === "TemplateLiteral"
      ? argument.quasis.map(({ value }) => value.raw).join("")
      : argument.type === "Literal" && typeof argument.value === "string"
        ? argument.value
        : "";
  return /[:/]commit$|^COMMIT\b/u.test(text);
}
