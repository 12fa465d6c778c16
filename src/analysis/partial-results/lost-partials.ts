import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../../syntax/names.js";
import { inSourceOrder, ownNodes } from "../../syntax/node-index.js";
import {
  contains,
  enclosingStatement,
  isInside,
  unwrap,
  walkSameFunction,
  isLoop,
  type FunctionNode,
  type Loop,
  type Node,
} from "../../syntax/tree.js";
import { isStatement } from "../../syntax/statements.js";
import { elementsOf, variablesOf } from "../values/answer-flow.js";
import {
  dropOf,
  isCommittedLater,
  mentions,
  returnAround,
  type Drop,
  type LostPartials,
  type Scope,
} from "../results/drops.js";
import { isOffPath } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { savesWhatIsFetched, takesFromOwnList } from "./converging-loops.js";
import { isOfFirstRound } from "./first-round.js";
import { gatheredIn } from "./gathered.js";
import { canFailLater, isOwnerless } from "./later-failures.js";
import { isBeforeChange, lostAtOnce } from "./lost-at-once.js";
import { lostSteps } from "./lost-steps.js";
import { isAskedFor } from "../values/asked-for.js";
import { areComputedWith, readsPages } from "./pages.js";
import { areFinishedLater, makesPiece } from "./pieces.js";
import { isTakenBackOrRepeated, type ReachedFunction } from "../tools/reach.js";
import { isErrorOutcome, speaksOfFailure } from "../catches/returns.js";
import { runsWork, workOf } from "./parallel-work.js";
import { isReadOnly, saysItReuses } from "../tools/tool-effects.js";
import { guardingTry } from "../catches/tries.js";
import { adds, changes, isConvergent, mayWrite, optionOfChange, repeatsBadly, writes } from "./writing-work.js";

/** Reading one body piece by piece gathers no results: half a file is no answer. */
const READS_STREAM = /^(?:read|next|text|json|arrayBuffer|readline|question)$/u;

/** What the loop waits for, and may fail. */
function risksIn(loop: Loop, file: File): TSESTree.AwaitExpression[] {
  const found: TSESTree.AwaitExpression[] = [];
  walkSameFunction(loop.body, (node) => {
    if (node.type === "CatchClause") return false;
    if (node.type !== "AwaitExpression" || !canFailLater(node.argument, file)) return undefined;
    const work = unwrap(node.argument);
    if (work.type === "CallExpression" && dottedName(work.callee) === "Promise.all" && !runsWork(work, file))
      return undefined;
    if (work.type === "CallExpression" && READS_STREAM.test(calleeName(work) ?? "")) return undefined;
    found.push(node);
    return undefined;
  });
  return found;
}

/** `if (!res.ok) return failure(…)` in the loop, without what the rounds before have brought. */
function earlyReturn(loop: Loop, gathered: Parameters<typeof mentions>[1], { returns, file }: Scope): Drop | undefined {
  const left = returns.find(
    (returned) =>
      returned.form === "return" &&
      returned.caught === undefined &&
      isInside(returned.node, loop.body) &&
      (isErrorOutcome(returned.outcome) || (returned.failure !== "none" && speaksOfFailure(returned))) &&
      !mentions(returnAround(returned.node), gathered, file) &&
      !isOfFirstRound(returned.node, loop, file),
  );
  return left && { node: returnAround(left.node), how: "return" };
}

function lostInLoop(loop: Loop, fn: FunctionNode, scope: Scope): LostPartials | undefined {
  const { file } = scope;
  const all = risksIn(loop, file);
  const written = all.filter(({ argument }) => writes(argument));
  const lasting = (written.length > 0 ? written : all).filter(({ argument }) => !isConvergent(argument));
  const risks = lasting.length > 0 ? all.filter(({ argument }) => !isConvergent(argument)) : all;
  const [first] = risks;
  if (!first) return undefined;
  const doesWrite = written.length > 0;
  const effect = doesWrite ? "writes" : all.some(({ argument }) => mayWrite(argument)) ? "may write" : "reads";
  const { results, filled } = gatheredIn(loop, first.range[0], fn, effect, file);
  const gathered = results.filter((variable) => !isOnlyForErrors(variable, loop, scope.returns));
  const [name] = gathered;
  if (repeatsOneCall(loop) || callsOwnerless(loop) || isCommittedLater(loop)) return undefined;
  if (risks.every(({ argument }) => makesPiece(argument)) && areFinishedLater(loop, gathered, file)) return undefined;
  if (!name) return lostRounds(loop, risks, filled, fn, scope);
  const told = [...gathered, ...filled];
  const drops = risks.flatMap((risk) => {
    const drop = dropOf(risk, loop.body, told, scope);
    return drop && !takesBack(drop.node) ? [{ ...drop, what: workOf(risk.argument) }] : [];
  });
  const early = earlyReturn(loop, told, scope);
  const drop =
    drops.find(({ how }) => how === "return") ?? (early && { ...early, what: workOf(first.argument) }) ?? drops[0];
  const onlyReads = !doesWrite && (effect === "reads" || readsPages(loop, risks, file));
  if (!drop || (onlyReads && isBeforeChange(loop))) return undefined;
  if (onlyReads && readsPages(loop, risks, file) && areComputedWith(gathered, loop, file)) return undefined;
  const isAddedTo = followsAddition(loop, fn, file);
  const converges =
    !isAddedTo &&
    (lasting.length === 0 ||
      (doesWrite ? takesFromOwnList(loop, lasting, fn, file) : savesWhatIsFetched(loop, lasting)));
  const isClear = isAddedTo || lasting.some(({ argument }) => repeatsBadly(argument));
  const option = converges ? "convergentWrites" : onlyReads ? "reads" : isClear ? undefined : "unclearWrites";
  return { ...drop, gathered: name.name, option };
}

/** `const issue = await api.post("/issues", fields); for (const id of ids) await api.put(`/issues/${issue.id}/links/${id}`);`: a second call makes another one. */
function followsAddition(loop: Loop, fn: FunctionNode, file: File): boolean {
  return ownNodes(fn).awaits.some(({ argument, parent, range }) => {
    if (range[1] > loop.range[0] || parent.type !== "VariableDeclarator" || !adds(argument) || isConvergent(argument))
      return false;
    return variablesOf(parent.id, file).some(({ references }) =>
      references.some(({ identifier }) => isInside(identifier, loop.body)),
    );
  });
}

/** `for (const id of ids) await api.deleteTask(id);`: nothing holds what was done, and the error tells nothing of it. */
function lostRounds(
  loop: Loop,
  risks: readonly TSESTree.AwaitExpression[],
  filled: readonly Variable[],
  fn: FunctionNode,
  scope: Scope,
): LostPartials | undefined {
  const [risk] = risks;
  if (loop.type !== "ForOfStatement" || !risk || risks.length > 1 || filled.length > 0 || !changes(risk.argument))
    return undefined;
  const drop = dropOf(risk, loop.body, [], scope);
  if (!drop || drop.how === "return" || takesBack(drop.node) || collects(loop) || tellsRound(risk, loop, scope.file))
    return undefined;
  const option = optionOfChange(risk.argument, isAskedFor(loop.right, fn, scope.file));
  return {
    node: drop.how === "clause" ? drop.node : loop,
    how: "rounds",
    gathered: undefined,
    what: workOf(risk.argument),
    option,
  };
}

/** `catch (error) { throw new Error(`Stopped at ${id}: …`); }` in the loop: the error tells how far the rounds have come. */
function tellsRound(risk: Node, loop: TSESTree.ForOfStatement, file: File): boolean {
  const clause = guardingTry(risk)?.handler;
  if (!clause || !isInside(clause, loop.body)) return false;
  const elements = elementsOf(loop, file);
  return contains(
    clause.body,
    (node) =>
      node.type === "ThrowStatement" &&
      contains(
        node,
        (part) => part.type === "Identifier" && elements.some((one) => file.bindings.variable(part) === one),
      ),
  );
}

/** Whatever the rounds note of themselves may be told. */
function collects(loop: Loop): boolean {
  return contains(
    loop.body,
    (node) =>
      node.type === "AssignmentExpression" ||
      node.type === "UpdateExpression" ||
      (node.type === "CallExpression" && /^(?:push|set|add|unshift|append)$/u.test(calleeName(node) ?? "")) ||
      (isLoop(node) && node !== loop),
  );
}

/** The clause undoes what the rounds before have done: `await transaction.rollback(); throw error;`. */
function takesBack(dropped: Node): boolean {
  return (
    dropped.type === "CatchClause" &&
    contains(
      dropped.body,
      (node) =>
        node.type === "CallExpression" &&
        (/^(?:rollback|undo|revert)/iu.test(calleeName(node) ?? "") || isStatement(node, /^ROLLBACK\b/iu)),
    )
  );
}

/** `if (notReady.length > 0) return failure(notReady)`: a check of the input, of which an error tells all. */
function isOnlyForErrors(variable: Variable, loop: Loop, returns: Scope["returns"]): boolean {
  const uses = variable.references.map(({ identifier }) => identifier as Node);
  const later = uses.filter((use) => use.range[0] > loop.range[1]);
  const answers = later.filter((use) => !isTest(use));
  return (
    answers.length > 0 &&
    answers.every((use) => {
      const answer = returnAround(use);
      return returns.some(({ node, outcome }) => isSurelyError(outcome) && returnAround(node) === answer);
    })
  );
}

function isSurelyError(outcome: Scope["returns"][number]["outcome"]): boolean {
  return outcome.kind === "tool-result" && outcome.result.isError === "true";
}

function isTest(use: Node): boolean {
  const statement = enclosingStatement(use);
  return statement.type === "IfStatement" && isInside(use, statement.test);
}

/** A round calls a method of nobody: it may never have worked. */
function callsOwnerless(loop: Loop): boolean {
  return contains(loop.body, (node) => node.type === "AwaitExpression" && isOwnerless(unwrap(node.argument)));
}

/** A retry or polling loop tries one thing again and again. */
function repeatsOneCall(loop: Loop): boolean {
  const names = new Set<string>();
  walkSameFunction(loop, (node) => {
    if (node.type === "Identifier") names.add(node.name);
  });
  return [...names].some((name) =>
    /^(?:attempts?|retry(?:Count)?|retries|max_?(?:retries|attempts)|tries|deadline|poll\w*|sleep|delay)$/iu.test(name),
  );
}

/** Everywhere that a function of a tool's reach gathers results of several steps, and loses them when one fails. */
export function lostPartialsOf(reached: ReachedFunction, scope: Scope): LostPartials[] {
  const { fn } = reached;
  // A helper may read ahead, or build a tree: only what a handler gathers is surely a part of the answer.
  if (!(reached.role === "result" || reached.isHandedOn) || isTakenBackOrRepeated(fn) || isOffPath(fn)) return [];
  const found = lossesOf(reached, scope);
  // A tool that says of itself that it only reads does nothing twice, whatever its calls are named.
  return found.map((lost) => (isReadOnly(lost.node, reached, scope.file) ? { ...lost, option: "reads" } : lost));
}

function lossesOf(reached: ReachedFunction, scope: Scope): LostPartials[] {
  const { fn } = reached;
  const found: LostPartials[] = [];
  const all = lostSteps(reached, scope);
  const reuses = all.length > 0 && saysItReuses(reached.tool, scope.file);
  const steps = reuses ? all.map((step) => ({ ...step, option: "convergentWrites" as const })) : all;
  const { loops, calls } = ownNodes(fn);
  const alls = calls.filter(({ callee }) => dottedName(callee) === "Promise.all");
  let told: Loop | undefined;
  for (const node of inSourceOrder<Loop | TSESTree.CallExpression>(loops, alls)) {
    if (told && isInside(node, told)) continue;
    // The finding on what was made before the loop tells of the same loss, and of more.
    const toldByStep =
      isLoop(node) && steps.some((step) => step.option !== "convergentWrites" && isInside(step.node, node));
    const lost = toldByStep ? undefined : isLoop(node) ? lostInLoop(node, fn, scope) : lostAtOnce(node, fn, scope);
    if (lost) found.push(lost);
    if (isLoop(node) && (toldByStep || lost)) told = node;
  }
  for (const { gathered, done, ...step } of steps)
    found.push({
      ...step,
      done,
      gathered: gathered ?? done,
      how: gathered === undefined ? "unnamed-step" : "step",
    });
  return found;
}
