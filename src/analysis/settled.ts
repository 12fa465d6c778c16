import type { Swallow } from "./swallows.js";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../syntax/names.js";
import { enclosingStatement, walk, walkSameFunction, type FunctionNode } from "../syntax/tree.js";
import { attemptOf } from "./excuses.js";
import type { File } from "./file.js";
import type { ReachedFunction } from "./reach.js";

/** `Promise.allSettled` whose rejected results nobody looks at. */
export function ignoredRejections(reached: ReachedFunction, file: File): Swallow[] {
  const found: Swallow[] = [];
  walkSameFunction(reached.fn.body, (node) => {
    if (node.type !== "CallExpression" || dottedName(node.callee) !== "Promise.allSettled") return;
    const statement = enclosingStatement(node);
    if (statement.type === "ExpressionStatement" || statement.type === "ReturnStatement") return;
    const outer = outermostFunction(reached.fn);
    const text = file.textOf(outer);
    if (/["']rejected["']|\.reason\b|\breason\b\s*[},:]/u.test(text)) return;
    if (!/["']fulfilled["']/u.test(text)) return;
    if (/\b(?:fail(?:ed|ures?)|errors?)(?:Count)?\b\s*[:=+(.]/iu.test(text.slice(node.range[1] - outer.range[0])))
      return;
    if (settlesOnlyHarmless(node)) return;
    found.push({
      node: statement,
      how: "all-settled",
      reached,
      commented: false,
      path: ["one of the promises rejects", "its result is left out"],
      instead: "the results that succeeded",
    });
  });
  return found;
}

function settlesOnlyHarmless(call: TSESTree.CallExpression): boolean {
  const attempt = attemptOf(call);
  const names: string[] = [];
  walk(call, (node) => {
    if (node.type === "CallExpression" && node !== call) names.push(calleeName(node) ?? "");
  });
  return (
    attempt === "cleanup" ||
    attempt === "telemetry" ||
    (names.length > 0 && names.every((name) => /^(?:close|unlink|rm|disconnect|map)$/u.test(name)))
  );
}

function outermostFunction(fn: FunctionNode): FunctionNode {
  return fn;
}
