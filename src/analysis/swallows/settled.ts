import type { Swallow } from "./swallows.js";
import type { TSESTree } from "@typescript-eslint/types";
import { saysGoingOnIsMeant } from "../../contract/lexicon.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import {
  ancestors,
  contains,
  enclosingStatement,
  isFunction,
  parentOf,
  statementsAfter,
  unwrap,
  walk,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { attemptOf, waitsIn } from "./excuses.js";
import type { File } from "../file.js";
import { isOnlyWork, isOwnTask } from "../catches/own-task.js";
import { commentAbove } from "./reasons.js";
import type { ReachedFunction } from "../tools/reach.js";

/** `Promise.allSettled` whose rejected results nobody looks at. */
export function ignoredRejections(reached: ReachedFunction, file: File): Swallow[] {
  const found: Swallow[] = [];
  for (const node of ownNodes(reached.fn).calls) {
    if (dottedName(node.callee) !== "Promise.allSettled") continue;
    const statement = enclosingStatement(node);
    if (statement.type === "ReturnStatement") continue;
    if (statement.type === "ExpressionStatement") {
      if (settlesOwnTask(node, reached, file)) found.push(lossOf(statement, reached));
      continue;
    }
    const text = file.textOf(reached.fn);
    if (/["']rejected["']|\.reason\b|\breason\b\s*[},:]/u.test(text)) continue;
    if (!/["']fulfilled["']/u.test(text)) continue;
    if (/\b(?:fail(?:ed|ures?)|errors?)(?:Count)?\b\s*[:=+(.]/iu.test(text.slice(node.range[1] - reached.fn.range[0])))
      continue;
    if (settlesOnlyHarmless(node) || isAskedAgain(node) || isMeant(node, reached.fn, file)) continue;
    found.push(lossOf(statement, reached));
  }
  return found;
}

/** Several replicas are asked in counted rounds until enough of them agree, and behind the last round it is thrown. */
function isAskedAgain(call: Node): boolean {
  const rounds = ancestors(call).find((node) => node.type === "ForStatement" || isFunction(node));
  return rounds?.type === "ForStatement" && statementsAfter(rounds)[0]?.type === "ThrowStatement";
}

/** "Skip failed projects, continue with others", behind the call or above the function. */
function isMeant(call: Node, fn: FunctionNode, file: File): boolean {
  const behind = file.commentsInside(fn.body).filter(({ range }) => range[0] > call.range[0]);
  return [...behind, commentAbove(fn, file)].some((comment) => comment && saysGoingOnIsMeant(comment.value));
}

function lossOf(node: Node, reached: ReachedFunction): Swallow {
  return {
    node,
    how: "all-settled",
    reached,
    commented: false,
    path: ["one of the promises rejects", "its result is left out"],
    instead: "the results that succeeded",
  };
}

/** `await Promise.allSettled(ids.map((id) => tickets.close(id)));`, and the answer says that all are closed. */
function settlesOwnTask(call: TSESTree.CallExpression, reached: ReachedFunction, file: File): boolean {
  const list = call.arguments[0] && unwrap(call.arguments[0]);
  const callback = list?.type === "CallExpression" && calleeName(list) === "map" ? list.arguments[0] : undefined;
  if (parentOf(call)?.type !== "AwaitExpression" || !isFunction(callback)) return false;
  if (waitsIn(reached.fn.body, parentOf(call)) || canCatch(callback)) return false;
  return attemptOf(callback.body) === "work"
    ? isOnlyWork(call, reached, file)
    : isOwnTask(callback.body, reached, file);
}

/** The callback keeps what fails itself: none of its promises rejects. */
function canCatch(callback: FunctionNode): boolean {
  return contains(
    callback.body,
    (node) =>
      node.type === "TryStatement" ||
      (node.type === "CallExpression" && /^(?:catch|then)$/u.test(calleeName(node) ?? "")),
  );
}

function settlesOnlyHarmless(call: TSESTree.CallExpression): boolean {
  const attempt = attemptOf(call);
  const names: string[] = [];
  walk(call, (node) => {
    if (node.type === "CallExpression" && node !== call) names.push(calleeName(node) ?? "");
  });
  return (
    attempt === "cleanup" ||
    attempt === "telemetry" ||
    (names.length > 0 && names.every((name) => /^(?:close|unlink|rm|disconnect|map)$/u.test(name)))
  );
}
