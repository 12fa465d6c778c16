import type { TSESTree } from "@typescript-eslint/types";
import { memberName } from "../../syntax/names.js";
import { fateOfReturned } from "../swallows/fates.js";
import { tellsFailure, tellsNothingFound } from "../../contract/lexicon.js";
import { ownNodes } from "../../syntax/node-index.js";
import { armsOf, contains, enclosingStatement, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { saysNothingNew } from "../results/answers.js";
import type { File } from "../file.js";
import { alternativesOf, comesFromWork, guardsOf, testsResponse, type Guard } from "../values/guards.js";
import type { ReachedFunction } from "../tools/reach.js";
import { outcomesOf } from "../results/results.js";
import { flagsFailure, type Returned } from "../catches/returns.js";
import { type Swallow } from "../swallows/swallows.js";
import { dynamicParts } from "../values/text.js";
import { rootEnv } from "../values/values.js";

/** `if (!response.ok) …`, and not `if (response.ok) …` or a test of one status such as 404. */
export function isRefusal(test: Node, negated: boolean, file: File): boolean {
  if (!testsResponse(test)) return false;
  const text = file.textOf(test);
  if (/===?\s*(?:404|204|304|409|410)\b/u.test(text)) return false;
  // `job.status === "done"`: what is not done may be on its way, and nobody has said no.
  if (negated && /===?\s*["'`]/u.test(text)) return false;
  return negated ? !/!/u.test(text) : /!\s*\w+(?:\.\w+)*\.ok\b|>=\s*[45]00|!==?\s*200|===?\s*[45]\d\d/u.test(text);
}

/**
 * An upstream answer that says no, after which the model gets "nothing there":
 * `if (!response.ok) return []` in a helper, `if (error) return { rows: [] }` in a handler.
 */
export function refusedAnswers(
  reached: ReachedFunction,
  returns: readonly Returned[],
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): Swallow[] {
  const found: Swallow[] = [];
  const add = (node: Node, text: Node): void => {
    const instead = file.textOf(text).replace(/\s+/gu, " ").slice(0, 60);
    found.push({
      node: enclosingStatement(node),
      how: "refused",
      reached,
      commented: false,
      path: ["the upstream answer says no", instead],
      instead,
    });
  };
  if (reached.role === "result") {
    for (const returned of returns) {
      if (returned.form !== "return" || returned.byCall || returned.tellsCause || !returned.guard) continue;
      const { outcome, guard, failure } = returned;
      if (outcome.kind !== "tool-result" || outcome.result.isError !== "absent" || outcome.result.texts.length === 0)
        continue;
      const refused =
        failure === "response"
          ? isRefusal(guard.test, guard.negated, file)
          : failure === "error-value" &&
            (isErrorTest(guard.test, guard.negated, file) || isToldAsNothing(returned, guard, file));
      if (!refused || flagsFailure(outcome) || returned.messages.some(({ words }) => tellsFailure(words))) continue;
      if (outcome.result.texts.flatMap(dynamicParts).every((part) => saysNothingNew(part)))
        add(returned.node, returned.node);
    }
    return found;
  }
  for (const value of nothingForRefusal(reached.fn, file))
    if (fateOfReturned(reached.fn, reached, all, file, 2) === "hidden") add(value, value);
  return found;
}

/**
 * What a function returns where the upstream answer says no, and that means "nothing there": `[]` of `if (!response.ok) return []`,
 * and of `return response.ok ? response.json() : []`.
 */
export function nothingForRefusal(fn: FunctionNode, file: File): Node[] {
  return ownNodes(fn)
    .returns.flatMap(({ argument }) => (argument ? armsOf(argument) : []))
    .filter((value) => {
      const [guard] = guardsOf(value);
      return (
        guard !== undefined &&
        isRefusal(guard.test, guard.negated, file) &&
        outcomesOf({ node: value, env: rootEnv(file) }).every(({ kind }) => kind === "empty")
      );
    });
}

/** `if (error)`, `if ("error" in data && data.error)`: the error half of an error-first answer. */
function isErrorTest(test: Node, negated: boolean, file: File): boolean {
  if (negated) return false;
  const node = unwrap(test);
  if (node.type === "LogicalExpression" && node.operator === "&&")
    return isErrorTest(node.left, negated, file) || isErrorTest(node.right, negated, file);
  return /^(?:[\w.]+\??\.)?(?:error|err)$/u.test(file.textOf(node));
}

/** Behind a test of the error half, the value gives just that: `if (found.error) return { content: [{ type: "text", text: found.error }] }` */
export function givesErrorValue({ guard, node }: Pick<Returned, "guard" | "node">, file: File): boolean {
  return (
    guard !== undefined &&
    isErrorTest(guard.test, guard.negated, file) &&
    contains(node, (child) => child.type === "Identifier" && /^(?:error|err|errorMessage|message)$/u.test(child.name))
  );
}

/** Behind a test of its flag, the failed answer is given whole: `if (!found.ok) return { content: [{ type: "text", text: JSON.stringify(found) }] }` */
export function givesRefusedAnswer({ guard, node }: Pick<Returned, "guard" | "node">, file: File): boolean {
  const refused = guard && answerRefused(guard.test, guard.negated);
  const variable = refused && file.bindings.variable(refused);
  const isIt = (given: Node | undefined): boolean =>
    given?.type === "Identifier" && file.bindings.variable(given) === variable;
  return (
    variable !== undefined && contains(node, (child) => child.type === "CallExpression" && isIt(child.arguments[0]))
  );
}

/** `if (found.success && found.data) return …; return "No accounts found"`: what was refused reads like what is not there. */
function isToldAsNothing({ messages }: Returned, { test, negated }: Guard, file: File): boolean {
  const isOfAnswer = alternativesOf(test, negated).some((part) => {
    const answer = answerRefused(part, negated);
    return answer !== undefined && comesFromWork(answer, file);
  });
  return isOfAnswer && messages.some(({ words }) => tellsNothingFound(words));
}

/** `found` of `!found.ok`, `found.success === false`, `found.error`. */
function answerRefused(test: Node, negated: boolean): TSESTree.Identifier | undefined {
  const node = unwrap(test);
  if (node.type === "UnaryExpression" && node.operator === "!") return answerRefused(node.argument, !negated);
  if (node.type === "BinaryExpression" && node.operator === "===" && isFalseLiteral(node.right))
    return answerRefused(node.left, !negated);
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return undefined;
  const flag = memberName(node) ?? "";
  return (negated ? /^(?:ok|(?:is)?success(?:ful)?|succeeded)$/iu : /^errors?$/u).test(flag) ? node.object : undefined;
}

function isFalseLiteral(node: Node): boolean {
  return node.type === "Literal" && node.value === false;
}
