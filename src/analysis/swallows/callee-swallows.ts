import type { TSESTree } from "@typescript-eslint/types";
import { fateOfExpression, handsOnNothing } from "./fates.js";
import { calleeName } from "../../syntax/names.js";
import type { Variable } from "@typescript-eslint/scope-manager";
import { ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import {
  ancestors,
  enclosingStatement,
  isFunction,
  isInside,
  walk,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { isUnused, workName } from "../../syntax/work.js";
import { calledFunction, type CalledFunction } from "../values/calls.js";
import { catchesOf, type CatchFact } from "../catches/catches.js";
import { placeOfDefault } from "./places-of-defaults.js";
import { isProbingFunction } from "./excuses.js";
import { isRollback, lossesInFunction, type LostInFunction } from "./function-losses.js";
import { commentNamesCause, hasReason } from "./reasons.js";
import { isNeverEntered } from "../reachability/idle-tries.js";
import type { File } from "../file.js";
import { declaresToolResult } from "../tools/result-types.js";
import { returnsContent, type ReachedFunction } from "../tools/reach.js";
import { ignoredRejections } from "./settled.js";
import { lostIn, lostInside, lostOfList, type Swallow } from "./swallows.js";
import { guardingTry } from "../catches/tries.js";
import { rootEnv } from "../values/values.js";
import { unreadVerdict } from "./unread-verdicts.js";
import { isReturnedValue, isUnawaited, takenBy } from "./value-uses.js";

/** What a function of another file gives instead of a failure. */
interface Loss {
  readonly instead: string;
  readonly how: "caught in" | "passed over in" | "refused in" | "not looked at in" | "left out in";
  readonly line: number;
  /** Of the line: a function may hand on what one of another file has lost. */
  readonly file: File;
  /** The function goes on with a part of its work missing: a test of its return value does not show it. */
  readonly inPart: boolean;
  /** A comment names one cause, and every failure is lost. */
  readonly commented: boolean;
}

const losses = new WeakMap<FunctionNode, readonly Loss[]>();

/** The failures that a function loses, by its own text alone. */
function lossesOf(fn: FunctionNode, file: File, caller: ReachedFunction): readonly Loss[] {
  const known = losses.get(fn);
  if (known) return known;
  losses.set(fn, []); // a cycle of calls ends here
  const entry: ReachedFunction = { ...caller, fn, role: "data", certain: false, isHandler: false };
  const found: Loss[] = [];
  for (const fact of catchesOf(entry, file)) {
    const lost = isRollback(fact.node) ? undefined : lostIn(fact, file);
    const shorter = lostOfList(fact, file);
    if ((lost ?? shorter) === undefined || isNeverEntered(fact.node, file)) continue;
    if (lost !== undefined && placeOfDefault(fact, file)) found.push(caughtAt(fact, lost, false, file));
    if (shorter !== undefined) found.push(caughtAt(fact, shorter, true, file));
  }
  addLosses(found, lossesInFunction(fn, file), file);
  // What the function calls may lose a failure, which the function then hands on as "nothing there".
  for (const node of ownNodes(fn).calls) {
    const called = calledFunction(node, rootEnv(file));
    if (!called || isProbingFunction(called.fn)) continue;
    const verdict = isAttempt(node) ? undefined : unreadVerdict(node, rootEnv(file));
    if (verdict)
      found.push({
        instead: `{ ${verdict.flag}, … }`,
        how: "not looked at in",
        line: file.lineOf(node),
        file,
        inPart: true,
        commented: false,
      });
    const inner = lossesOf(called.fn, called.env.file, caller);
    const loss = inner.find(({ inPart }) => !inPart);
    if (loss && handsOnNothing(node, file)) found.push(loss);
    const left = inner.find(({ how }) => how === "left out in");
    if (left && isMadeInto(node, fn, file)) found.push(left);
  }
  for (const { node, instead } of ignoredRejections(entry, file))
    found.push({ instead, how: "left out in", line: file.lineOf(node), file, inPart: true, commented: false });
  walk(fn.body, (node) => {
    if (!isFunction(node)) return undefined;
    for (const fact of catchesOf({ ...entry, fn: node }, file)) {
      const lost = lostInside(fact, file);
      if (lost !== undefined) found.push(caughtAt(fact, lost, true, file));
    }
    if (isItemOfList(node))
      addLosses(
        found,
        lossesInFunction(node, file).filter(({ trace }) => trace === "part"),
        file,
      );
    return undefined;
  });
  losses.set(fn, found);
  return found;
}

function caughtAt({ node }: CatchFact, instead: string, inPart: boolean, file: File): Loss {
  const commented = node.type === "CatchClause" && commentNamesCause(node, file);
  return { instead, how: "caught in", line: file.lineOf(node), file, inPart, commented };
}

function addLosses(found: Loss[], added: readonly LostInFunction[], file: File): void {
  for (const { node, instead, how, trace, commented } of added) {
    const line = file.lineOf(node);
    if (found.some((known) => known.file === file && known.line === line)) continue;
    if ((node.type === "CatchClause" || node.type === "CallExpression") && isNeverEntered(node, file)) continue;
    found.push({
      instead,
      how: how === "refused" ? "refused in" : "passed over in",
      line,
      file,
      inPart: trace === "part",
      commented,
    });
  }
}

/** `ids.map(async (id) => { … })` */
function isItemOfList(fn: FunctionNode): boolean {
  const call = fn.parent;
  return (
    call.type === "CallExpression" && call.callee !== fn && /^(?:map|flatMap|forEach)$/u.test(calleeName(call) ?? "")
  );
}

/** In a `try` with a clause: the function gets by without it. */
function isAttempt(call: Node): boolean {
  return guardingTry(call)?.handler != null;
}

/** `const rows = await all(); return rows.map(shown);`: the function returns what it makes of the call's value. */
function isMadeInto(call: Node, fn: FunctionNode, file: File): boolean {
  if (isReturnedValue(call)) return true;
  const made = takenBy(call, file)?.variable;
  const isUsed = (root: Node, variable: Variable): boolean =>
    variable.references.some(({ identifier }) => isInside(identifier, root));
  return (
    made !== undefined &&
    returnedExpressions(fn).some((returned) =>
      [made, ...variablesMadeOf(made, file)].some((variable) => isUsed(returned, variable)),
    )
  );
}

/** `workspaces` of `const workspaces = rows.map(…)` */
function variablesMadeOf({ references }: Variable, file: File): Variable[] {
  return references.flatMap(({ identifier }) => {
    const declarator = ancestors(identifier).find(({ type }) => type === "VariableDeclarator");
    if (declarator?.type !== "VariableDeclarator" || !declarator.init || !isInside(identifier, declarator.init))
      return [];
    return file.bindings.variable(declarator.id) ?? [];
  });
}

/** Calls of functions that turn a failure into an ordinary value which nobody looks at: of another file, or with a word for it. */
export function swallowingCallees(
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): Swallow[] {
  const found: Swallow[] = [];
  const seen = new Set<Node>();
  for (const node of ownNodes(reached.fn).calls) {
    const called = calledFunction(node, rootEnv(file));
    // What returns a tool result is judged where it is written.
    if (!called || isProbingFunction(called.fn) || returnsContent(called.fn) || declaresToolResult(called.fn)) continue;
    const lost = verdictLost(node, file) ?? valueLost(node, called, reached, all, file);
    if (!lost || seen.has(lost.node) || isAllowedFor(node, file)) continue;
    seen.add(lost.node);
    found.push({ how: "callee", reached, ...lost });
  }
  return found;
}

type Lost = Pick<Swallow, "node" | "path" | "instead" | "commented">;

function verdictLost(call: TSESTree.CallExpression, file: File): Lost | undefined {
  const verdict = unreadVerdict(call, rootEnv(file));
  if (!verdict) return undefined;
  const { flag, line, place } = verdict;
  return {
    node: place,
    path: [`${workName(call)} fails inside`, `line ${line}${placeOf(verdict.file, file)}`, flag],
    instead: `{ ${flag}, … }`,
    commented: false,
  };
}

/** A function of this file is looked at where its own clause stands. */
function valueLost(
  call: TSESTree.CallExpression,
  { fn, env }: CalledFunction,
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): Lost | undefined {
  if (env.file === file) return undefined;
  const loss = lossesOf(fn, env.file, reached).find(
    ({ how, inPart }) =>
      (inPart && (how === "caught in" || !isUnused(call))) ||
      // `record(entry).catch(log)`: the promise and its value are left alone.
      (!isUnawaited(call) && fateOfExpression(call, reached, all, file, 1) === "hidden"),
  );
  if (!loss) return undefined;
  const { how, line, instead, commented } = loss;
  return {
    node: enclosingStatement(call),
    path: [`${workName(call)} fails inside`, `${how} line ${line}${placeOf(loss.file, file)}`, instead],
    instead,
    commented,
  };
}

/** `try { rows.push(...(await search(q))); } catch { // continue if the search fails }`: so the caller says of a throw. */
function isAllowedFor(call: Node, file: File): boolean {
  const around = guardingTry(call);
  return around?.handler !== undefined && around.handler !== null && hasReason(around.handler, around, file);
}

/** ` of store.ts` */
function placeOf(home: File, file: File): string {
  return home === file ? "" : ` of ${home.filename.replace(/^.*[\\/]/u, "")}`;
}
