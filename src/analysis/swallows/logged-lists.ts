import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { saysGoingOnIsMeant } from "../../contract/lexicon.js";
import { keyName, memberName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import { ancestors, enclosingStatement, isFunction, isInside, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import { isUnused, nameOfWork } from "../../syntax/work.js";
import type { File } from "../file.js";
import type { ReachedFunction } from "../tools/reach.js";
import { isTelemetryCall } from "./excuses.js";
import { hasReasonOfStatement } from "./reasons.js";
import type { Swallow } from "./swallows.js";

/** Names of lists of what has failed. */
const OF_FAILURES = /^(?:errors|failures|failed(?:[A-Z]\w*)?|rejected|rejections)$/u;

/**
 * `const { events, errors } = await readAll(ids); if (errors.length > 0) console.error(errors); return events;`: what has failed
 * is kept apart by the called function, and the answer says nothing of it.
 */
export function loggedFailures(reached: ReachedFunction, file: File): Swallow[] {
  return ownNodes(reached.fn).calls.flatMap((call) => {
    const parts = partsOf(call);
    if (!parts || parts.properties.length < 2) return [];
    return failureNames(parts).flatMap((name): Swallow[] => {
      const variable = file.bindings.variable(name);
      const [place] = (variable && logsOf(variable)) ?? [];
      if (!place || saysGoingOnIsMeant(file.textOf(place)) || hasReasonOfStatement(place, file)) return [];
      const source = `${name.name} of ${nameOfWork(call)}()`;
      const path = [source, `only logged in line ${file.lineOf(place)}`, "goes on with the rest"];
      return [{ node: place, how: "log-only", reached, commented: false, path, instead: "the rest" }];
    });
  });
}

/** `{ events, errors }` of `const { events, errors } = await readAll(ids)`. */
function partsOf(call: TSESTree.CallExpression): TSESTree.ObjectPattern | undefined {
  const up = parentOf(call)?.type === "AwaitExpression" ? parentOf(call)?.parent : parentOf(call);
  return up?.type === "VariableDeclarator" && up.id.type === "ObjectPattern" ? up.id : undefined;
}

function failureNames({ properties }: TSESTree.ObjectPattern): TSESTree.Identifier[] {
  return properties.flatMap((entry) =>
    entry.type === "Property" &&
    entry.value.type === "Identifier" &&
    OF_FAILURES.test(keyName(entry.key, entry.computed) ?? "")
      ? [entry.value]
      : [],
  );
}

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
