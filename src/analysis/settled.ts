import type { Swallow } from "./swallows.js";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../syntax/names.js";
import { ownNodes } from "../syntax/node-index.js";
import { enclosingStatement, walk } from "../syntax/tree.js";
import { attemptOf } from "./excuses.js";
import type { File } from "./file.js";
import type { ReachedFunction } from "./reach.js";

/** `Promise.allSettled` whose rejected results nobody looks at. */
export function ignoredRejections(reached: ReachedFunction, file: File): Swallow[] {
  const found: Swallow[] = [];
  for (const node of ownNodes(reached.fn).calls) {
    if (dottedName(node.callee) !== "Promise.allSettled") continue;
    const statement = enclosingStatement(node);
    if (statement.type === "ExpressionStatement" || statement.type === "ReturnStatement") continue;
    const text = file.textOf(reached.fn);
    if (/["']rejected["']|\.reason\b|\breason\b\s*[},:]/u.test(text)) continue;
    if (!/["']fulfilled["']/u.test(text)) continue;
    if (/\b(?:fail(?:ed|ures?)|errors?)(?:Count)?\b\s*[:=+(.]/iu.test(text.slice(node.range[1] - reached.fn.range[0])))
      continue;
    if (settlesOnlyHarmless(node)) continue;
    found.push({
      node: statement,
      how: "all-settled",
      reached,
      commented: false,
      path: ["one of the promises rejects", "its result is left out"],
      instead: "the results that succeeded",
    });
  }
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
