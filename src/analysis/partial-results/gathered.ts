import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, memberName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  enclosingStatement,
  isInside,
  parentOf,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Loop,
  type Node,
} from "../../syntax/tree.js";
import { elementsOf, reachesAnswer, rootOf } from "../values/answer-flow.js";
import type { File } from "../file.js";
import { canComplete } from "../values/flow.js";

/** What the rounds of a loop fill behind the first work that may fail. */
export interface Gathered {
  /** Variables from outside the loop that take a result of each round, and go into the answer. */
  readonly results: readonly Variable[];
  /** The same, and every other list of what has worked by then, such as one for the error. */
  readonly filled: readonly Variable[];
}

export function gatheredIn(
  loop: Loop,
  from: number,
  fn: FunctionNode,
  effect: "writes" | "may write" | "reads",
  file: File,
): Gathered {
  const doesWrite = effect === "writes";
  const found = new Set<Variable>();
  const counted = new Set<Variable>();
  const kept = new Set<Variable>();
  const add = (target: Node, into = found): void => {
    const root = rootOf(unwrap(target));
    const variable = root.type === "Identifier" ? file.bindings.variable(root) : undefined;
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (variable && declared && isInside(declared, fn.body) && !isInside(declared, loop)) {
      found.add(variable);
      into.add(variable);
      if (!leavesRound(target, loop)) kept.add(variable);
    }
  };
  walkSameFunction(loop.body, (node) => {
    if (node.type === "CatchClause" || node.range[1] < from) return node.type !== "CatchClause";
    if (node.type === "CallExpression" && /^(?:push|set|add|unshift|append)$/u.test(calleeName(node) ?? "")) {
      const callee = unwrap(node.callee);
      if (callee.type === "MemberExpression" && (effect !== "reads" || !notesElement(node, loop, file)))
        add(callee.object);
    } else if (node.type === "AssignmentExpression" && accumulates(node, file))
      add(node.left, node.operator === "+=" ? counted : found);
    else if (node.type === "UpdateExpression" && node.operator === "++") add(node.argument, counted);
    return undefined;
  });
  const filled = [...found].filter((variable) => !isNamedForDebugging(variable.name));
  const results = filled.filter((variable) =>
    isNamedForFailures(variable.name) ? kept.has(variable) && !isOnlyForExit(variable, loop, file) : true,
  );
  const answered = results.filter((variable) =>
    usesBehind(loop, variable).some((use) => (doesWrite || !isCount(use)) && reachesAnswer(use, fn, file)),
  );
  const lists = answered.filter((variable) => !counted.has(variable) || startsAsText(variable));
  // A sum over some of the rounds is no answer; how often something was done is one.
  const told = lists.length > 0 || !doesWrite ? lists : answered;
  // Only what could not be resolved is told, of a list that the next step starts from.
  const isInput = told.every(({ name }) => isNamedForFailures(name)) && filled.length > told.length;
  if (isInput && !doesWrite) return { results: [], filled: [] };
  return {
    results: told.filter((variable) => !countsRounds(variable, loop) && !runsWhileEmpty(variable, loop)),
    filled: filled.filter((variable) => !isNamedForFailures(variable.name)),
  };
}

/** Where a variable is read behind the loop. */
export function usesBehind(loop: Loop, { references }: Variable): Node[] {
  return references
    .filter((reference) => reference.isRead())
    .map(({ identifier }) => identifier as Node)
    .filter((use) => use.range[0] >= loop.range[1]);
}

/** `requests.length`: how many were read is no answer to a question of what they say. */
export function isCount(use: Node): boolean {
  const up = parentOf(use);
  return up?.type === "MemberExpression" && up.object === use && /^(?:length|size)$/u.test(memberName(up) ?? "");
}

/** `tried.push(path);` in each round: what the rounds went through, and nothing that they have read. */
function notesElement(call: TSESTree.CallExpression, loop: Loop, file: File): boolean {
  if (loop.type !== "ForOfStatement" || parentOf(enclosingStatement(call)) !== loop.body) return false;
  const elements = elementsOf(loop, file);
  return call.arguments.every((argument) => {
    const variable = argument.type === "Identifier" ? file.bindings.variable(argument) : undefined;
    return variable !== undefined && elements.includes(variable);
  });
}

/** `debugLogs`. */
function isNamedForDebugging(name: string): boolean {
  return /^debug(?![a-z])/u.test(name);
}

/** `if (unknown.length > 0) return refusal(unknown)`: a check of what was asked for, before the work itself. */
function isOnlyForExit(variable: Variable, loop: Loop, file: File): boolean {
  const uses = usesBehind(loop, variable);
  return (
    uses.length > 0 &&
    uses.every((use) =>
      ancestors(use).some((up) => up.type === "IfStatement" && !canComplete(up.consequent) && asks(up.test)),
    )
  );
  function asks(test: Node): boolean {
    return contains(test, (node) => node.type === "Identifier" && file.bindings.variable(node) === variable);
  }
}

/** `if (!item) { missing.push(id); continue; }`: the round ends here, without a result. */
function leavesRound(node: Node, loop: Loop): boolean {
  let child = node;
  for (const up of ancestors(node)) {
    if (up === loop) return false;
    if (up.type === "IfStatement" && child !== up.test && !canComplete(child)) return true;
    child = up;
  }
  return false;
}

/** `errors`, `skippedIds`, `not_found`. */
function isNamedForFailures(name: string): boolean {
  return (
    /not_?found/iu.test(name) ||
    name
      .split(/(?=[A-Z])|_/u)
      .some((word) => /^(?:fail\w*|err(?:s|ors?)?|skip\w*|miss\w*|invalid|reject\w*|unresolved|warn\w*)$/iu.test(word))
  );
}

/** `let text = "";` */
function startsAsText(variable: Variable): boolean {
  const declarator = variable.defs[0]?.node as Node | undefined;
  const init = declarator?.type === "VariableDeclarator" && declarator.init ? unwrap(declarator.init) : undefined;
  return init?.type === "TemplateLiteral" || (init?.type === "Literal" && typeof init.value === "string");
}

/** `text += …`, `byId[id] = …`, `all = [...all, …]`, `all = all.concat(…)`. */
function accumulates({ operator, left, right }: TSESTree.AssignmentExpression, file: File): boolean {
  if (operator === "+=") return true;
  if (operator !== "=") return false;
  if (left.type === "MemberExpression") return left.computed;
  const variable = left.type === "Identifier" ? file.bindings.variable(left) : undefined;
  const adds = right.type === "ArrayExpression" || (right.type === "CallExpression" && calleeName(right) === "concat");
  if (!variable || !adds) return false;
  return contains(right, (node) => node.type === "Identifier" && file.bindings.variable(node) === variable);
}

/** `while (found.length === 0 && more)`: when a round fails, the ones before have found nothing. */
function runsWhileEmpty({ references }: Variable, loop: Loop): boolean {
  return references.some(({ identifier }) => {
    const use = identifier as Node;
    const test = isCount(use) ? parentOf(use)?.parent : undefined;
    return (
      test?.type === "BinaryExpression" &&
      /^===?$/u.test(test.operator) &&
      test.right.type === "Literal" &&
      test.right.value === 0 &&
      (loop.type === "WhileStatement" || loop.type === "DoWhileStatement") &&
      isInside(test, loop.test) &&
      ancestors(test).every((up) => !isInside(up, loop.test) || up.type === "LogicalExpression")
    );
  });
}

/** A counter of the rounds is no result; a list may well say when it is long enough. */
function countsRounds(variable: Variable, loop: Loop): boolean {
  return variable.references.some((reference) => {
    const use = reference.identifier as Node;
    return (
      (loop.type === "WhileStatement" || loop.type === "DoWhileStatement" || loop.type === "ForStatement") &&
      loop.test !== null &&
      isInside(use, loop.test) &&
      !isCount(use)
    );
  });
}
