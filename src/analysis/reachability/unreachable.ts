import type { TSESTree } from "@typescript-eslint/types";
import { dottedName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import {
  ancestors,
  contains,
  enclosingStatement,
  isFunction,
  unwrap,
  walkSameFunction,
  type Node,
} from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { canComplete, enclosingCatch } from "../values/flow.js";
import { guardsOf, missingValueTested, testsPassed, type Guard } from "../values/guards.js";
import { inputValuesOf } from "../tools/input-values.js";
import { isFormOfOwnAnswer, isNeverMissing } from "./never-missing.js";
import { isInClauseOfValue } from "./value-clauses.js";
import type { ReachedFunction } from "../tools/reach.js";
import { isRefusedByFramework } from "./refused-input.js";
import { isSettledBefore } from "./settled-tests.js";
import { constantOf, rootEnv } from "../values/values.js";

/** No call of the tool comes to this place: what is tested around it has been settled before. */
export function isSettled(place: Node, reached: ReachedFunction | undefined, file: File): boolean {
  if (isBehindEveryCase(place)) return true;
  const guards = guardsOf(place);
  if (guards.some((one) => isSettledBefore(one, file))) return true;
  return reached !== undefined && guards.some((one) => isRefusedByFramework(one, reached, file));
}

/** The same, also by what clients are known to answer: good enough for what is said of the words of an error. */
export function isUnreachable(place: Node, reached: ReachedFunction | undefined, file: File): boolean {
  const guards = guardsOf(place);
  const [guard] = guards;
  if (guards.some((one) => isRefusedBefore(one, file))) return true;
  if (guard && (isBehindItsError(guard, file) || isReadBefore(guard, file) || isNeverMissing(guard, file))) return true;
  return reached !== undefined && leavesNoValue(place, reached, file);
}

/** `const response = await request(id); if (!response.ok) …`, where `request` throws for every answer that is not ok. */
function isRefusedBefore({ test, negated }: Guard, file: File): boolean {
  const answer = negated ? undefined : refusedIn(test);
  const binding = answer && file.bindings.resolve(answer);
  if (binding?.kind !== "variable" || !binding.constant || !binding.init || binding.path.length > 0) return false;
  const work = unwrap(binding.init);
  const called = work.type === "CallExpression" ? calledFunction(work, rootEnv(file)) : undefined;
  if (!called) return false;
  const returned = returnedExpressions(called.fn);
  return returned.length > 0 && returned.every((value) => isBehindRefusal(value, called.env.file));
}

function isBehindRefusal(returned: Node, file: File): boolean {
  const variable = file.bindings.variable(returned);
  return (
    variable !== undefined &&
    [...testsPassed(returned)].some((test) => {
      const refused = refusedIn(test);
      return refused !== undefined && file.bindings.variable(refused) === variable;
    })
  );
}

/** `response` of `!response.ok`. */
function refusedIn(test: Node): Node | undefined {
  const node = unwrap(test);
  const asked = node.type === "UnaryExpression" && node.operator === "!" ? unwrap(node.argument) : undefined;
  return asked?.type === "MemberExpression" && memberName(asked) === "ok" ? unwrap(asked.object) : undefined;
}

/** `default: { const rest: never = action; … }`: the compiler has made sure that the cases are all there are. */
export function isBehindEveryCase(place: Node): boolean {
  for (const up of ancestors(place)) {
    if (isFunction(up)) return false;
    if (up.type === "SwitchCase") return up.test === null && contains(up, isOfNever);
  }
  return false;
}

function isOfNever(node: Node): boolean {
  if (node.type === "TSSatisfiesExpression") return node.typeAnnotation.type === "TSNeverKeyword";
  return (
    node.type === "VariableDeclarator" &&
    node.id.type === "Identifier" &&
    node.id.typeAnnotation?.typeAnnotation.type === "TSNeverKeyword"
  );
}

/**
 * Only a thrown value that is no error comes to this place, or an answer of another form than the project's own function
 * gives, or the comment above it says that nothing does.
 */
export function isAsGoodAsUnreachable(place: Node, file: File): boolean {
  const [guard] = guardsOf(place);
  if (guard && isFormOfOwnAnswer(guard, file)) return true;
  return isInClauseOfValue(place, file) || isLeftByErrors(place, file) || isCalledUnreachable(place, file);
}

/** `if (error instanceof Error) throw …; throw new Error("Unknown error")` in a clause. */
function isLeftByErrors(place: Node, file: File): boolean {
  const caught = enclosingCatch(place)?.param;
  if (!caught) return false;
  const isError = (test: Node): boolean =>
    test.type === "BinaryExpression" &&
    test.operator === "instanceof" &&
    dottedName(test.right) === "Error" &&
    file.bindings.variable(test.left) === file.bindings.variable(caught);
  return (
    guardsOf(place).some(({ test, negated }) => negated && isError(unwrap(test))) ||
    [...testsPassed(place)].some((test) => isError(unwrap(test)))
  );
}

const UNREACHABLE =
  /\b(?:unreachable|impossible|(?:never|not)\s+(?:be\s+)?reach(?:ed)?|never\s+(?:happens?|true)|can(?:not|['’]t|\s+not)\s+happen)\b/iu;

/** A comment right above the statement, or above the `if` that it stands in. */
function isCalledUnreachable(place: Node, file: File): boolean {
  const statement = enclosingStatement(place);
  const [guard] = guardsOf(place);
  const starts = [statement.range[0], ...(guard?.test.parent ? [guard.test.parent.range[0]] : [])];
  return file
    .comments()
    .some(
      ({ value, range }) =>
        UNREACHABLE.test(value) &&
        starts.some((start) => range[1] <= start && file.text.slice(range[1], start).trim() === ""),
    );
}

/** `if (!answer.data)` behind `if (answer.error) throw …`: a client that answers with one of the two. */
function isBehindItsError({ test, negated }: Guard, file: File): boolean {
  const missing = missingValueTested(test, negated);
  const answer = missing && answerOf(missing, "data", file);
  // One that finds nothing answers without either.
  if (!answer || /\bmaybeSingle\b/u.test(file.textOf(answer))) return false;
  return [...testsPassed(test)].some((passed) => answerOf(passed, "error", file) === answer);
}

/** Where the answer is declared that a part is taken of: `answer.data`, `const { data } = await ask()`, `const data = answer.data`. */
function answerOf(part: Node, name: string, file: File, steps = 3): Node | undefined {
  const node = unwrap(part);
  if (steps <= 0) return undefined;
  if (node.type === "MemberExpression")
    return memberName(node) === name ? declarationOf(unwrap(node.object), file) : undefined;
  const binding = file.bindings.resolve(node);
  if (binding.kind !== "variable" || !binding.init || !binding.constant) return undefined;
  if (binding.path.length === 0) return answerOf(binding.init, name, file, steps - 1);
  const isPart = binding.path.length === 1 && binding.path[0] === name;
  return isPart ? (declarationOf(unwrap(binding.init), file) ?? binding.declarator) : undefined;
}

function declarationOf(node: Node, file: File): Node | undefined {
  const binding = file.bindings.resolve(node);
  return binding.kind === "variable" && binding.constant ? binding.declarator : undefined;
}

/** `log(answer.status); if (!answer) …`: without an answer the statement before would have failed. */
function isReadBefore({ test, negated, branch }: Guard, file: File): boolean {
  const missing = missingValueTested(test, negated);
  const binding = missing && file.bindings.resolve(unwrap(missing));
  if (binding?.kind !== "variable" || !binding.constant) return false;
  const block = branch.parent?.parent;
  if (block?.type !== "BlockStatement") return false;
  return block.body.some(
    (statement) =>
      statement.range[1] <= test.range[0] &&
      (statement.type === "ExpressionStatement" || statement.type === "VariableDeclaration") &&
      reads(statement, (object) => file.bindings.variable(object) === binding.variable),
  );
}

/** A statement reads a property of the value whatever else holds. */
function reads(statement: Node, isValue: (object: Node) => boolean): boolean {
  let found = false;
  walkSameFunction(statement, (node) => {
    if (node.type === "LogicalExpression" || node.type === "ConditionalExpression" || node.type === "ChainExpression")
      return false;
    if (node.type === "MemberExpression" && !node.optional && isValue(unwrap(node.object))) found = true;
    return !found;
  });
  return found;
}

/** `else` behind every value that the schema of an argument lets pass. */
function leavesNoValue(place: Node, reached: ReachedFunction, file: File): boolean {
  const settled = settledValues(place, file);
  return [...settled.values()].some(({ subject, values }) => {
    const allowed = inputValuesOf(subject, reached, file);
    return allowed !== undefined && allowed.every((value) => values.has(value));
  });
}

/** `case "csv": default: …` */
function isFallenInto(branch: TSESTree.SwitchCase): boolean {
  const { cases } = branch.parent;
  const before = cases[cases.indexOf(branch) - 1];
  return before !== undefined && before.consequent.every(canComplete);
}

type Settled = Map<string, { readonly subject: Node; readonly values: Set<unknown> }>;

/** The values that an expression does not have where control comes to a place. */
function settledValues(place: Node, file: File): Settled {
  const settled: Settled = new Map();
  const add = (subject: Node, value: Node): void => {
    const constant = constantOf({ node: value, env: rootEnv(file) });
    if (constant === undefined) return;
    const key = file.textOf(subject);
    const entry = settled.get(key) ?? { subject, values: new Set() };
    entry.values.add(constant);
    settled.set(key, entry);
  };
  const learn = (test: Node, holds: boolean): void => {
    const node = unwrap(test);
    if (node.type === "UnaryExpression" && node.operator === "!") learn(node.argument, !holds);
    if (node.type === "LogicalExpression" && node.operator === (holds ? "&&" : "||")) {
      learn(node.left, holds);
      learn(node.right, holds);
    }
    if (node.type === "BinaryExpression" && (holds ? /^!==?$/u : /^===?$/u).test(node.operator))
      add(node.left, node.right);
  };
  for (const { test, negated } of guardsOf(place)) learn(test, !negated);
  for (const test of testsPassed(place)) learn(test, false);
  for (const up of ancestors(place)) {
    if (isFunction(up)) break;
    if (up.type === "SwitchCase" && up.test === null && !isFallenInto(up))
      for (const { test } of up.parent.cases) if (test) add(up.parent.discriminant, test);
  }
  return settled;
}
