import type { TSESTree } from "@typescript-eslint/types";
import { ownNodes } from "../../syntax/node-index.js";
import { isFunction, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";

function isAlwaysTrue(test: Node | null): boolean {
  return test === null || (test.type === "Literal" && Boolean(test.value));
}

/** A `break` in `body` leaves what is around it; that of an inner loop or switch leaves only that one, unless it has a label. */
function hasOwnBreak(body: Node): boolean {
  let found = false;
  walkSameFunction(body, (node) => {
    if (node.type === "BreakStatement" && (node.label || !isInsideBreakable(node, body))) found = true;
  });
  return found;
}

function isInsideBreakable(node: Node, root: Node): boolean {
  for (let up: Node | undefined = node; up && up !== root.parent; up = up.parent)
    if (/^(?:For|While|DoWhile|Switch)\w*Statement$/u.test(up.type)) return true;
  return false;
}

/** False if the statement always leaves by `return`, `throw`, `break` or `continue`. */
export function canComplete(statement: Node | null | undefined): boolean {
  if (!statement) return true;
  switch (statement.type) {
    case "ReturnStatement":
    case "ThrowStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return false;
    case "BlockStatement":
      return statement.body.every(canComplete);
    case "IfStatement":
      return canComplete(statement.consequent) || !statement.alternate || canComplete(statement.alternate);
    case "TryStatement":
      if (statement.finalizer && !canComplete(statement.finalizer)) return false;
      return canComplete(statement.block) || (statement.handler !== null && canComplete(statement.handler.body));
    case "SwitchStatement":
      return switchCanComplete(statement);
    case "WhileStatement":
    case "ForStatement":
      return !isAlwaysTrue(statement.test) || hasOwnBreak(statement.body);
    case "DoWhileStatement":
      return canComplete(statement.body) || hasOwnBreak(statement.body);
    case "LabeledStatement":
      return true;
    case "ExpressionStatement":
      return !isProcessExit(statement.expression);
    default:
      return true;
  }
}

function switchCanComplete(statement: TSESTree.SwitchStatement): boolean {
  if (!statement.cases.some((branch) => branch.test === null)) return true;
  if (statement.cases.some((branch) => branch.consequent.some(hasOwnBreak))) return true;
  const last = statement.cases.at(-1);
  return last === undefined || last.consequent.every(canComplete);
}

function isProcessExit(node: Node): boolean {
  return (
    node.type === "CallExpression" &&
    node.callee.type === "MemberExpression" &&
    node.callee.object.type === "Identifier" &&
    node.callee.object.name === "process" &&
    node.callee.property.type === "Identifier" &&
    node.callee.property.name === "exit"
  );
}

const neverReturns = new WeakMap<FunctionNode, boolean>();

/** True if a call of this function never returns a value. */
export function alwaysThrows(fn: FunctionNode): boolean {
  const known = neverReturns.get(fn);
  if (known !== undefined) return known;
  const never = throwsOnEveryPath(fn);
  neverReturns.set(fn, never);
  return never;
}

function throwsOnEveryPath(fn: FunctionNode): boolean {
  const annotation = fn.returnType?.typeAnnotation;
  if (annotation?.type === "TSNeverKeyword") return true;
  if (fn.body.type !== "BlockStatement" || canComplete(fn.body)) return false;
  return ownNodes(fn).returns.length === 0;
}

/** The catch clause that `node` stands in, if any, without leaving the function. */
export function enclosingCatch(node: Node): TSESTree.CatchClause | undefined {
  for (let up = node.parent; up && !isFunction(up); up = up.parent) if (up.type === "CatchClause") return up;
  return undefined;
}
