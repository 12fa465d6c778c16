import type { TSESTree } from "@typescript-eslint/types";
import {
  ancestors,
  enclosingStatement,
  isInside,
  statementsAfter,
  unwrap,
  walkSameFunction,
  type Node,
} from "../../syntax/tree.js";
import type { File } from "../file.js";
import { holdsNothing } from "../results/answers.js";
import { outcomesOf } from "../results/results.js";
import { saysOnlyNotThere, testsEmptiness } from "../results/told-branches.js";
import { canComplete } from "../values/flow.js";
import { rootEnv } from "../values/values.js";
import { takenBy } from "./value-uses.js";

/** The test right behind a call that looks whether it gave nothing. */
export function emptinessTestBehind(call: Node, file: File): TSESTree.IfStatement | undefined {
  const taken = takenBy(call, file);
  const next = taken && statementsAfter(enclosingStatement(call))[0];
  const isValue = (node: Node): boolean =>
    node.type === "Identifier" && file.bindings.variable(node) === taken?.variable;
  return next?.type === "IfStatement" && testsEmptiness(next.test, isValue) ? next : undefined;
}

/** `if (bytes === null) return { outcome: "stale", message }`: an answer of its own, which nobody reads as "nothing there". */
export function answersApart({ test, consequent }: TSESTree.IfStatement, file: File): boolean {
  if (!asksForNothing(test)) return false;
  let apart = false;
  walkSameFunction(consequent, (node) => {
    if (node.type === "ReturnStatement" && node.argument)
      apart ||= outcomesOf({ node: node.argument, env: rootEnv(file) }).every(
        (outcome) =>
          outcome.kind === "tool-result" ||
          outcome.kind === "text" ||
          (outcome.kind === "data" && !holdsNothing(outcome.shape)),
      );
  });
  return apart;
}

/** `!found`, `found === null`, `found.length === 0`. */
function asksForNothing(test: Node): boolean {
  const node = unwrap(test);
  return node.type === "UnaryExpression" || (node.type === "BinaryExpression" && /^==/u.test(node.operator));
}

/** `if (!order) return failure("Order 7 not found");` before anything else: what is done with an order says nothing of none. */
export function leavesAsNotThere(first: Node | undefined): boolean {
  const test = first && ancestors(first).find((up) => up.type === "IfStatement" && isInside(first, up.test));
  return (
    test?.type === "IfStatement" &&
    asksForNothing(test.test) &&
    !canComplete(test.consequent) &&
    saysOnlyNotThere(test.consequent)
  );
}
