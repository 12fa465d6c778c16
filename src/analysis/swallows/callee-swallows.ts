import { fateOfExpression, handsOnNothing } from "./fates.js";
import { ownNodes } from "../../syntax/node-index.js";
import { enclosingStatement, isFunction, walk, type FunctionNode, type Node } from "../../syntax/tree.js";
import { workName } from "../../syntax/work.js";
import { calledFunction } from "../values/calls.js";
import { catchesOf } from "../catches/catches.js";
import { isProbingFunction } from "./excuses.js";
import { hasReason } from "./reasons.js";
import { canComplete, enclosingCatch } from "../values/flow.js";
import { isNeverEntered } from "../reachability/idle-tries.js";
import type { File } from "../file.js";
import { declaresToolResult } from "../tools/result-types.js";
import { returnsContent, type ReachedFunction } from "../tools/reach.js";
import { lostIn, lostInside, lostOfList, type Swallow } from "./swallows.js";
import { guardingTry } from "../catches/tries.js";
import { rootEnv } from "../values/values.js";

/** What a function of another file gives instead of a failure. */
interface Loss {
  readonly instead: string;
  readonly line: number;
  /** The function goes on with a part of its work missing: a test of its return value does not show it. */
  readonly inPart: boolean;
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
    if (lost !== undefined) found.push({ instead: lost, line: file.lineOf(fact.node), inPart: false });
    if (shorter !== undefined) found.push({ instead: shorter, line: file.lineOf(fact.node), inPart: true });
  }
  // What the function calls may lose a failure, which the function then hands on as "nothing there".
  for (const node of ownNodes(fn).calls) {
    const called = calledFunction(node, rootEnv(file));
    if (!called || isProbingFunction(called.fn)) continue;
    const [loss] = lossesOf(called.fn, called.env.file, caller).filter(({ inPart }) => !inPart);
    if (loss && handsOnNothing(node, file)) found.push(loss);
  }
  walk(fn.body, (node) => {
    if (!isFunction(node)) return undefined;
    for (const fact of catchesOf({ ...entry, fn: node }, file)) {
      const lost = lostInside(fact, file);
      if (lost !== undefined) found.push({ instead: lost, line: file.lineOf(fact.node), inPart: true });
    }
    return undefined;
  });
  losses.set(fn, found);
  return found;
}

/** What is undone in a clause that throws: the failure that led there is told. */
export function isRollback(node: Node): boolean {
  const clause = enclosingCatch(node);
  return clause !== undefined && !canComplete(clause.body);
}

/** Calls of functions in other files that turn a failure into an ordinary value which nobody looks at. */
export function swallowingCallees(
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): Swallow[] {
  const found: Swallow[] = [];
  const seen = new Set<Node>();
  for (const node of ownNodes(reached.fn).calls) {
    const called = calledFunction(node, rootEnv(file));
    if (!called || called.env.file === file) continue;
    // What returns a tool result is judged where it is written.
    if (isProbingFunction(called.fn) || returnsContent(called.fn) || declaresToolResult(called.fn)) continue;
    const loss = lossesOf(called.fn, called.env.file, reached).find(
      ({ inPart }) => inPart || fateOfExpression(node, reached, all, file, 1) === "hidden",
    );
    const statement = enclosingStatement(node);
    if (!loss || seen.has(statement) || isAllowedFor(node, file)) continue;
    seen.add(statement);
    found.push({
      node: statement,
      how: "callee",
      reached,
      commented: false,
      path: [
        `${workName(node)} fails inside`,
        `caught in line ${loss.line} of ${baseName(called.env.file)}`,
        loss.instead,
      ],
      instead: loss.instead,
    });
  }
  return found;
}

/** `try { rows.push(...(await search(q))); } catch { // continue if the search fails }`: so the caller says of a throw. */
function isAllowedFor(call: Node, file: File): boolean {
  const around = guardingTry(call);
  return around?.handler !== undefined && around.handler !== null && hasReason(around.handler, around, file);
}

function baseName(file: File): string {
  return file.filename.replace(/^.*[\\/]/u, "");
}
