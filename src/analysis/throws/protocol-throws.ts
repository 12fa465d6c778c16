import type { TSESTree } from "@typescript-eslint/types";
import { blamesRequest, isElicitationError, isMcpErrorClass, isRequestErrorCode } from "../../contract/protocol.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  enclosingStatement,
  isInside,
  unwrap,
  walkSameFunction,
  type Node,
} from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import type { CatchFact } from "../catches/catches.js";
import type { File } from "../file.js";
import { attemptOf } from "../swallows/excuses.js";
import { enclosingCatch } from "../values/flow.js";
import { guardsOf } from "../values/guards.js";
import { textOf, wordsOf } from "../values/text.js";
import { rootEnv, type Ref } from "../values/values.js";

/** `if (error instanceof McpError) throw error`: picks out what was thrown on purpose. */
export function isGuardedRethrow(node: Node, fact: CatchFact): boolean {
  return guardsOf(node).some(
    (guard) => isInside(guard.test, fact.node) && protocolClassTested(guard.test) !== undefined,
  );
}

/** The protocol error's class that an `instanceof` of the test asks for. */
export function protocolClassTested(test: Node): string | undefined {
  let name: string | undefined;
  walkSameFunction(test, (node) => {
    if (node.type === "BinaryExpression" && node.operator === "instanceof") name = dottedName(node.right);
  });
  return name !== undefined && (isMcpErrorClass(name) || isElicitationError(name)) ? name : undefined;
}

/** Throws of the classes for the tool's own work, here or in what is called; `place` is the throw or the call of this file. */
export function protocolErrorsIn(
  block: Ref,
  classes: readonly string[],
  hops: number,
): { place: Node; what: string }[] {
  const { file } = block.env;
  const found: { place: Node; what: string }[] = [];
  const seen = new Set<Node>();
  walkSameFunction(block.node, (node) => {
    if (node.type === "ThrowStatement") {
      const made = unwrap(node.argument);
      if (made.type !== "NewExpression" || !classes.includes(calleeName(made) ?? "")) return;
      if (!isAllowedThrow(node.argument, node, file)) found.push({ place: node, what: thrownName(node) });
      return;
    }
    if (node.type !== "CallExpression" || hops <= 0) return;
    const called = calledFunction(node, block.env);
    if (!called) return;
    for (const inner of protocolErrorsIn({ node: called.fn.body, env: called.env }, classes, hops - 1)) {
      const place = called.env.file === file ? inner.place : enclosingStatement(node);
      if (seen.has(place)) continue;
      seen.add(place);
      found.push({ place, what: inner.what });
    }
  });
  return found;
}

/** `throw new McpError(…)`, or of the class by another of its names. */
export function isMcpErrorThrow(node: TSESTree.ThrowStatement): boolean {
  const made = unwrap(node.argument);
  return made.type === "NewExpression" && isMcpErrorClass(calleeName(made) ?? "");
}

/** An unknown tool, malformed parameters, URL elicitation, an abort: what a protocol error is for. */
export function isAllowedThrow(argument: Node, node: Node, file: File): boolean {
  const made = unwrap(argument);
  if (made.type !== "NewExpression" && made.type !== "CallExpression") {
    return guardsOf(node).some((guard) => /abort/iu.test(file.textOf(guard.test)));
  }
  const name = calleeName(made) ?? "";
  if (isElicitationError(name) || /abort/iu.test(name)) return true;
  const [first, second] = made.arguments;
  if (isMcpErrorClass(name) && first) {
    const code = dottedName(first) ?? file.textOf(first);
    if (isRequestErrorCode(code)) return !wrapsFailure(second, node);
  }
  const message = isMcpErrorClass(name) ? second : first;
  const words =
    message && message.type !== "SpreadElement" ? wordsOf(textOf({ node: message, env: rootEnv(file) })) : "";
  const inDefault = ancestors(node).some((up) => up.type === "SwitchCase" && up.test === null);
  return inDefault || (/\btool\b|\barguments?\b|\bparam/iu.test(words) && blamesRequest(words));
}

/**
 * `catch (error) { throw new McpError(ErrorCode.InvalidParams, error.message); }` around work: whatever failed is blamed on the
 * request, of which nobody has asked whether it is wrong.
 */
function wrapsFailure(message: Node | undefined, node: Node): boolean {
  const clause = enclosingCatch(node);
  const caught = clause?.param;
  if (!clause || !message || caught?.type !== "Identifier" || attemptOf(clause.parent.block) !== "work") return false;
  const namesCaught = (part: Node): boolean => part.type === "Identifier" && part.name === caught.name;
  return contains(message, namesCaught) && !guardsOf(node).some(({ test }) => contains(test, namesCaught));
}

/** `new McpError(…)`, for the message. */
export function thrownName({ argument }: TSESTree.ThrowStatement): string {
  const made = unwrap(argument);
  return made.type === "NewExpression" ? `new ${calleeName(made) ?? "Error"}(…)` : "the thrown error";
}
