import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { parentOf, unwrap, walk, type Node } from "../../syntax/tree.js";

/** Somebody else reads these; the tool's answer does not depend on them. */
const TELEMETRY =
  /^(?:log\w*|debug|info|warn|warning|error|trace|verbose|capture\w*|track\w*|emit\w*|report(?:Error|Event|Metric|Usage)\w*|record(?:Metric|Event|Usage|Telemetry)\w*|metric\w*|telemetry\w*|analytics\w*|notify\w*|notification\w*|send(?:Notification|Progress|Logging|Log|Telemetry|Event|Analytics|Metrics?)\w*|progress\w*|reportProgress|addBreadcrumb|setTag|startSpan|audit\w*|print\w*|(?:write|append|add)(?=\w*$)\w*?(?:Log|Metric)\w*|sendLoggingMessage|send\w*(?:Updated|Changed))$/iu;
const TELEMETRY_RECEIVER =
  /(?:^|\.)(?:console|log|logger|\w*[lL]ogger|\w*Log|telemetry|analytics|metrics|sentry|Sentry|posthog|tracer|span|progress|debug|process\.stderr)$/u;

export function isTelemetryCall(call: TSESTree.CallExpression): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression") {
    const receiver = dottedName(callee.object);
    if (receiver !== undefined && TELEMETRY_RECEIVER.test(receiver)) return true;
    if (isTaken(call)) return false;
  }
  return TELEMETRY.test(calleeName(call) ?? "");
}

/** `const found = await slack.users.info({ user })`, `(await git.log()).all`: nobody takes what a log gives. */
function isTaken(call: Node): boolean {
  const user = parentOf(call);
  if (user?.type === "AwaitExpression") return isTaken(user);
  return (
    user?.type === "VariableDeclarator" ||
    user?.type === "ReturnStatement" ||
    (user?.type === "AssignmentExpression" && user.right === call) ||
    (user?.type === "MemberExpression" &&
      user.object === call &&
      !/^(?:catch|then|finally)$/u.test(memberName(user) ?? ""))
  );
}

export function testsKind(test: Node): boolean {
  let found = false;
  walk(test, (node) => {
    if (node.type === "Identifier" && /^(?:code|status|statusCode|httpStatus|errno|errorCode)$/u.test(node.name))
      found = true;
    if (node.type === "BinaryExpression" && node.operator === "instanceof" && dottedName(node.right) !== "Error")
      found = true;
    if (node.type === "BinaryExpression" && node.operator === "in" && !isOfEveryError(node.left)) found = true;
    if (
      node.type === "MemberExpression" &&
      /^(?:code|status|statusCode|name|errno|response|type|kind)$/u.test(dottedName(node)?.split(".").at(-1) ?? "")
    )
      found = true;
    if (
      node.type === "CallExpression" &&
      /^(?:is[A-Z]\w*|includes|match|test|startsWith)$/u.test(calleeName(node) ?? "")
    )
      found = true;
  });
  return found;
}

/** Every thrown error has these: that they are there gives no kind away. */
export const OF_EVERY_ERROR = /^(?:message|stack)$/u;

/** `"message"` of `"message" in error`. */
export function isOfEveryError(node: Node): boolean {
  return node.type === "Literal" && typeof node.value === "string" && OF_EVERY_ERROR.test(node.value);
}
