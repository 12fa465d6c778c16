import { opensWithFailure, tellsUnknownTool } from "../../contract/lexicon.js";
import { calleeName, lastName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  enclosingFunction,
  enclosingStatement,
  isFunction,
  unwrap,
  writtenText,
  type Node,
} from "../../syntax/tree.js";
import { canComplete } from "../values/flow.js";
import { provesSuccess, type Guard } from "../values/guards.js";

/** The place is for what none of the cases or tests before it stands for. */
export function isOtherCase(node: Node): boolean {
  return isDefaultCase(node) || isUnknownTool(node);
}

/** `default: return "Unknown operation"`. */
function isDefaultCase(node: Node): boolean {
  for (const up of ancestors(node)) {
    if (isFunction(up)) return false;
    if (up.type === "SwitchCase") return up.test === null;
  }
  return false;
}

/** `if (name === "load") return …; return "Unknown tool"`. */
function isUnknownTool(node: Node): boolean {
  const fn = enclosingFunction(node);
  if (!fn || enclosingStatement(node).parent !== fn.body) return false;
  return isTextOf(node, tellsUnknownTool);
}

/** Some text that is written out in a value tells this. */
function isTextOf(value: Node, tells: (words: string) => boolean): boolean {
  return contains(value, (part) => {
    const words = writtenText(part);
    return words !== "" && tells(words);
  });
}

/** `if (sent.ok) return done(sent); return "Failed to send"`: behind the answer of the work stands what says that it failed. */
export function guardPassedBy(node: Node): Guard | undefined {
  const last = enclosingStatement(node);
  const block = last.parent;
  if (block?.type !== "BlockStatement" || block.body.at(-1) !== last || !isFunction(block.parent)) return undefined;
  const before = block.body.at(-2);
  if (before?.type !== "IfStatement" || before.alternate || canComplete(before.consequent)) return undefined;
  const { test } = before;
  const isBehindAnswer = asksWhetherItWorked(test) && contains(before.consequent, isReturn);
  return isBehindAnswer && isTextOf(node, opensWithFailure) ? { test, negated: true, branch: before } : undefined;
}

/** `sent`, `response.ok`, `isDone(sent)`, `state === "done"`; not `!sent`, `error`, `isEmpty(list)`, `errors.length === 0`. */
function asksWhetherItWorked(test: Node): boolean {
  const node = unwrap(test);
  if (provesSuccess({ test: node, negated: false })) return true;
  // `sent.success && sent.order`
  if (node.type === "LogicalExpression" && node.operator === "&&")
    return asksWhetherItWorked(node.left) && asksWhetherItWorked(node.right);
  if (node.type === "BinaryExpression")
    return (
      /^===?$/u.test(node.operator) && node.right.type === "Literal" && /^\W(?:ok|done|success)/iu.test(node.right.raw)
    );
  const name = node.type === "CallExpression" ? calleeName(node) : lastName(node);
  return name !== undefined && !/err|fail|empty|missing|invalid|length|includes|none/iu.test(name);
}

function isReturn(node: Node): boolean {
  return node.type === "ReturnStatement" && node.argument !== null;
}
