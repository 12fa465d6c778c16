import type { Variable } from "@typescript-eslint/scope-manager";
import { functionName, memberName } from "../../syntax/names.js";
import { contains, isFunction, unwrap, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { nameOfWork } from "../../syntax/work.js";
import type { File } from "../file.js";
import { canComplete } from "../values/flow.js";
import { provesSuccess } from "../values/guards.js";
import { canRetry, lastWork, limitOf, triesAnother, waitsIn, type Attempts, type RetryLoop } from "./retry-loops.js";

/** To ask until something is up is what such a function is for, and each "no" an answer. */
const ASKS_WHETHER_UP = /wait|poll|ready|health|alive|ping|until|status|progress|probe|start|launch|warm/iu;

/**
 * Loops that repeat a request whose refusals are answers: `while (!res.ok) { await sleep(500); res = await fetch(url); }`.
 * Those that look at the status between the rounds are left out, also where they look at it badly.
 */
export function answerLoops(fn: FunctionNode, file: File): RetryLoop[] {
  if (ASKS_WHETHER_UP.test(functionName(fn) ?? "")) return [];
  const found: RetryLoop[] = [];
  walkSameFunction(fn.body, (node) => {
    if (!canRetry(node) || contains(node.body, isOwnTry)) return;
    const answer = answerOf(node, file);
    if (!answer || ASKS_WHETHER_UP.test(file.textOf(answer.request).replace("await", ""))) return;
    // `url = new URL(location, url)`: a redirect that is followed by hand.
    if (triesAnother(answer.request, node.body, file)) return;
    const isEnd = answer.isTestOfLoop || endsBy(answer.variable, node, file);
    if (!isEnd || looksElsewhere(answer.variable, node, file)) return;
    const limit = answer.isTestOfLoop ? "unbounded" : limitOf(node.test, initOf(node), file);
    found.push({
      node,
      place: node,
      what: lastWork(answer.request),
      attempts: limit === "unbounded" && mayLeave(node) ? undefined : limit,
      waits: waitsIn(node).length > 0,
      longest: undefined,
      isAskedFor: false,
      looks: false,
    });
  });
  return found;
}

function isOwnTry(node: Node): boolean {
  return node.type === "TryStatement";
}

function initOf(loop: Attempts): Node | null {
  return loop.type === "ForStatement" ? loop.init : null;
}

interface Answered {
  readonly variable: Variable;
  /** The statement or assignment that asks. */
  readonly request: Node;
  /** The loop goes on for as long as the answer is no. */
  readonly isTestOfLoop: boolean;
}

/** The answer that the loop asks for again in each round. */
function answerOf(loop: Attempts, file: File): Answered | undefined {
  let found: Answered | undefined;
  for (const statement of loop.body.type === "BlockStatement" ? loop.body.body : []) {
    const [target, value] = assignmentOf(statement);
    const variable = target && file.bindings.variable(target);
    if (!variable || value?.type !== "AwaitExpression") continue;
    const isTestOfLoop = loop.test !== null && asksForNo(loop.test, variable, file);
    found ??= { variable, request: statement, isTestOfLoop };
  }
  return found;
}

/** `res` and what it is given, of `res = await fetch(url);` and of `const res = await fetch(url);` */
function assignmentOf(statement: Node): [Node | undefined, Node | null] {
  if (statement.type === "VariableDeclaration") {
    const [first] = statement.declarations;
    return [first?.id, first?.init ?? null];
  }
  const set = statement.type === "ExpressionStatement" ? unwrap(statement.expression) : undefined;
  return set?.type === "AssignmentExpression" ? [set.left, set.right] : [undefined, null];
}

/** `!res.ok`, and nothing else that could end the loop. */
function asksForNo(test: Node, variable: Variable, file: File): boolean {
  const node = unwrap(test);
  return (
    provesSuccess({ test: node, negated: true }) && isAbout(node, variable, file) && node.type !== "LogicalExpression"
  );
}

/** `if (res.ok) return …;` in each round. */
function endsBy(variable: Variable, loop: Attempts, file: File): boolean {
  return contains(
    loop.body,
    (node) =>
      node.type === "IfStatement" &&
      !canComplete(node.consequent) &&
      provesSuccess({ test: node.test, negated: false }) &&
      isAbout(node.test, variable, file),
  );
}

/** The status is asked for by another test, or handed to a function that may ask for it. */
function looksElsewhere(variable: Variable, loop: Attempts, file: File): boolean {
  return contains(loop.body, (node) => {
    if (node.type === "IfStatement" || node.type === "ConditionalExpression")
      return isAbout(node.test, variable, file) && !provesSuccess({ test: node.test, negated: false });
    if (node.type === "SwitchStatement") return isAbout(node.discriminant, variable, file);
    return (
      node.type === "CallExpression" &&
      node.arguments.some(
        (argument) => isAbout(argument, variable, file) && (argument.type === "Identifier" || isStatusOf(argument)),
      ) &&
      !/log|warn|error|debug|info/iu.test(nameOfWork(node) ?? "")
    );
  });
}

function isStatusOf(node: Node): boolean {
  return node.type === "MemberExpression" && memberName(node) !== "ok";
}

function isAbout(place: Node, variable: Variable, file: File): boolean {
  return contains(place, (node) => node.type === "Identifier" && file.bindings.variable(node) === variable);
}

/** Something in the loop leaves it, for whatever reason. */
function mayLeave(loop: Attempts): boolean {
  return contains(
    loop.body,
    (node) =>
      !isFunction(node) &&
      (node.type === "ThrowStatement" || node.type === "ReturnStatement" || node.type === "BreakStatement"),
  );
}
