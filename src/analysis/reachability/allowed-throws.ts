import { blamesRequest, isElicitationError, isMcpErrorClass, isRequestErrorCode } from "../../contract/protocol.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import { ancestors, contains, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { attemptOf } from "../swallows/excuses.js";
import { enclosingCatch } from "../values/flow.js";
import { guardsOf } from "../values/guards.js";
import { textOf, wordsOf } from "../values/text.js";
import { rootEnv } from "../values/values.js";

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
