import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import { contains, isInside, unwrap, type Node } from "../../syntax/tree.js";
import { handsOnNothing } from "../swallows/fates.js";
import type { File } from "../file.js";
import { canComplete } from "../values/flow.js";
import { guardsOf, missingValueTested, testsResponse } from "../values/guards.js";
import { MAX_HOPS, type CalledFunction } from "../values/calls.js";
import { functionsCalled } from "../values/implementations.js";
import { outcomesOf } from "../results/results.js";
import { isErrorOutcome, type Returned } from "../catches/returns.js";
import { rootEnv } from "../values/values.js";

/** A flag that says whether something went well, and nothing of why it did not. */
const FLAG = /^(?:success|ok|valid|isValid)$/u;

/**
 * The test finds out that nothing came, and the one who knows why is not to be seen: an upstream answer without the value has
 * no reason to pass on. Where a function that can be looked into makes nothing of a failure, the reason is lost in there.
 */
export function hasNoReason({ guard, failure }: Returned, file: File): boolean {
  if (!guard || (failure !== "missing" && failure !== "error-value")) return false;
  const missing = missingValueTested(guard.test, guard.negated);
  if (!missing || (failure === "error-value" && !isPlainFlag(missing, file))) return false;
  return !workBehind(missing, file).some((call) =>
    functionsCalled(call, rootEnv(file)).some((called) => givesNothingForFailure(called, MAX_HOPS)),
  );
}

/**
 * `if (sent && sent.id) return …; return "Failed to send it"`: the test asks for more than the value itself, which is missing
 * as well where the function behind it makes nothing of a failure.
 */
export function losesReason({ guard, failure, outcome }: Returned, file: File): boolean {
  if (!guard?.negated || failure !== "check" || !isErrorOutcome(outcome)) return false;
  const test = unwrap(guard.test);
  if (test.type !== "LogicalExpression" || test.operator !== "&&") return false;
  let asked: Node = test;
  while (asked.type === "LogicalExpression") asked = unwrap(asked.left);
  return (
    asked.type === "Identifier" &&
    workBehind(asked, file).some((call) =>
      functionsCalled(call, rootEnv(file)).some((called) => givesNothingForFailure(called, MAX_HOPS)),
    )
  );
}

/** `const success = await save(…)`: the whole answer, not the field of one that may say more. */
function isPlainFlag(node: Node, file: File): boolean {
  if (node.type !== "Identifier" || !FLAG.test(node.name)) return false;
  const binding = file.bindings.resolve(node);
  return binding.kind === "variable" && binding.path.length === 0;
}

/** The calls whose value, or a member of it, the variable holds. */
function workBehind(value: Node, file: File, hops = MAX_HOPS): TSESTree.CallExpression[] {
  const node = unwrap(value);
  if (node.type === "AwaitExpression") return workBehind(node.argument, file, hops);
  if (node.type === "CallExpression") return [node];
  if (node.type === "MemberExpression") return workBehind(node.object, file, hops);
  if (node.type === "LogicalExpression") return [node.left, node.right].flatMap((side) => workBehind(side, file, hops));
  const binding = node.type === "Identifier" && hops > 0 ? file.bindings.resolve(node) : undefined;
  if (binding?.kind !== "variable") return [];
  return [binding.init, ...file.bindings.assignmentsTo(binding.variable)].flatMap((written) =>
    written ? workBehind(written, file, hops - 1) : [],
  );
}

/** `catch { return null; }`, `if (!response.ok) return undefined;`, here or in what the function hands on. */
function givesNothingForFailure({ fn, env }: CalledFunction, hops: number): boolean {
  const { file } = env;
  const { calls, tries } = ownNodes(fn);
  const nothing = returnedExpressions(fn).filter((node) => isNothing(node, file));
  if (nothing.some((node) => guardsOf(node).some(({ test }) => isRefusal(test)))) return true;
  // A clause leaves its function with nothing, or goes on to what does so behind it.
  const clauses = tries.flatMap(({ handler }) => handler ?? []);
  if (nothing.some((node) => clauses.some((clause) => isInside(node, clause) || canComplete(clause.body)))) return true;
  if (clauses.some((clause) => contains(clause.body, (node) => node.type === "ReturnStatement" && !node.argument)))
    return true;
  return calls.some(
    (call) =>
      handsOnNothing(call, file) &&
      // `.catch(() => null)`, or a function that does the same.
      ((calleeName(call) === "catch" && unwrap(call.callee).type === "MemberExpression") ||
        (hops > 0 && functionsCalled(call, rootEnv(file)).some((called) => givesNothingForFailure(called, hops - 1)))),
  );
}

/** `!response.ok`, `status >= 400`; the `status` of something that is set up or connected is a word. */
function isRefusal(test: Node): boolean {
  return testsResponse(test) && !contains(test, (node) => node.type === "Literal" && typeof node.value === "string");
}

function isNothing(returned: Node, file: File): boolean {
  return outcomesOf({ node: returned, env: rootEnv(file) }).some(({ kind }) => kind === "empty");
}
