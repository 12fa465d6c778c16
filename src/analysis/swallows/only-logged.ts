import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { saysGoingOnIsMeant } from "../../contract/lexicon.js";
import { keyName, memberName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import {
  ancestors,
  enclosingStatement,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  walk,
  walkSameFunction,
  type Node,
} from "../../syntax/tree.js";
import { isUnused, nameOfWork } from "../../syntax/work.js";
import type { File } from "../file.js";
import { isRefusal } from "../responses/refused-answers.js";
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

/**
 * `if (!response.ok) console.error("…"); const orders = await response.json();`: that the service has said no is only logged,
 * and the body of its refusal goes on as if it were what was asked for.
 */
export function loggedRefusals(reached: ReachedFunction, file: File): Swallow[] {
  const found: Swallow[] = [];
  walkSameFunction(reached.fn.body, (node) => {
    if (node.type !== "IfStatement" || !onlyLogs(node) || !isAnyRefusal(node.test, file)) return;
    const variable = answerAsked(node.test, file);
    if (!variable || !isReadAsAnswer(variable, node)) return;
    if (saysGoingOnIsMeant(file.textOf(node)) || hasReasonOfStatement(node, file)) return;
    const path = ["the upstream answer says no", `only logged in line ${file.lineOf(node)}`, "goes on with its body"];
    found.push({ node, how: "log-only", reached, commented: false, path, instead: "its body" });
  });
  return found;
}

/** Not a test of one status: within the branch for all refusals it only chooses the words for the log. */
function isAnyRefusal(test: Node, file: File): boolean {
  return isRefusal(test, false, file) && !/(?<![!=])===?/u.test(file.textOf(test));
}

/** `response` of `!response.ok` */
function answerAsked(test: Node, file: File): Variable | undefined {
  let found: Variable | undefined;
  walk(test, (node) => {
    if (node.type === "MemberExpression" && node.object.type === "Identifier")
      found ??= file.bindings.variable(node.object);
    return undefined;
  });
  return found;
}

/** `await response.json()` behind the test */
function isReadAsAnswer(variable: Variable, { range }: TSESTree.IfStatement): boolean {
  return variable.references.some(({ identifier }) => {
    const member = parentOf(identifier);
    return (
      identifier.range[0] > range[1] &&
      member?.type === "MemberExpression" &&
      /^(?:json|text|data|body|arrayBuffer)$/u.test(memberName(member) ?? "")
    );
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
