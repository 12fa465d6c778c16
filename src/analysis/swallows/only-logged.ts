import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { memberName } from "../../syntax/names.js";
import { ancestors, enclosingStatement, isFunction, isInside, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import { isUnused } from "../../syntax/work.js";
import { isTelemetryCall } from "./excuses.js";

/** The statements by which a log is told what a list holds; undefined where anything else reads it, or nothing does. */
export function logsOf(variable: Variable): Node[] | undefined {
  const reads = variable.references
    .filter((reference) => reference.isRead())
    .map(({ identifier }) => identifier as Node);
  const logs = reads.filter((read) => !isAddedTo(read)).map((read) => logAround(read));
  return logs.length > 0 && logs.every((log) => log !== undefined) ? logs : undefined;
}

/** `errors.push(error)` */
export function isAddedTo(list: Node): boolean {
  const member = parentOf(list);
  const call = member && parentOf(member);
  return (
    member?.type === "MemberExpression" &&
    /^(?:push|add|set)$/u.test(memberName(member) ?? "") &&
    call?.type === "CallExpression" &&
    call.callee === member
  );
}

/** `console.error(errors.join())`, or `if (errors.length > 0) { … }` around nothing but that. */
function logAround(read: Node): Node | undefined {
  for (const up of ancestors(read)) {
    if (isLog(up)) return wholeOf(enclosingStatement(up));
    if (up.type === "IfStatement") return isInside(read, up.test) && onlyLogs(up) ? up : undefined;
    // `for (const error of errors) console.error(error);`
    if (up.type === "ForOfStatement") return up.right === read && statementsLog(up.body) ? wholeOf(up) : undefined;
    if (isFunction(up)) return undefined;
  }
  return undefined;
}

function isLog(node: Node): boolean {
  return node.type === "CallExpression" && isTelemetryCall(node) && isUnused(node);
}

/** The `if` around a statement that does nothing but log, or the statement itself. */
function wholeOf(statement: Node): Node {
  const block = parentOf(statement);
  const up = block?.type === "BlockStatement" ? parentOf(block) : block;
  return up?.type === "IfStatement" && onlyLogs(up) ? up : statement;
}

function onlyLogs({ consequent, alternate }: TSESTree.IfStatement): boolean {
  return !alternate && statementsLog(consequent);
}

function statementsLog(body: TSESTree.Statement): boolean {
  const statements = body.type === "BlockStatement" ? body.body : [body];
  return statements.every((statement) => {
    if (statement.type === "ForOfStatement") return statementsLog(statement.body);
    const expression = statement.type === "ExpressionStatement" ? unwrap(statement.expression) : undefined;
    return expression !== undefined && isLog(expression.type === "AwaitExpression" ? expression.argument : expression);
  });
}
