import type { TSESTree } from "@typescript-eslint/types";
import { givesReason } from "../contract/lexicon.js";
import { calleeName, dottedName, functionName } from "../syntax/names.js";
import { ancestors, isFunction, unwrap, walk, walkSameFunction, type FunctionNode, type Node } from "../syntax/tree.js";
import type { File } from "./file.js";

/** Taking down what is no longer needed: that it fails changes nothing for the caller. */
const CLEANUP = /^(?:close\w*|dispose\w*|unlink\w*|rm\w*|rmdir\w*|remove(?:Listener|AllListeners|EventListener|Temp\w*|File|Dir\w*)|kill\w*|abort\w*|release\w*|disconnect\w*|destroy\w*|end|unsubscribe\w*|clear\w*|clean\w*|stop\w*|shutdown\w*|terminate\w*|cancel\w*|rollback\w*|unref|teardown\w*|quit|detach\w*|unwatch\w*|unlock\w*|cleanup\w*|dismiss\w*)$/iu;

/** Somebody else reads these; the tool's answer does not depend on them. */
const TELEMETRY = /^(?:log\w*|debug|info|warn|warning|error|trace|verbose|capture\w*|track\w*|emit\w*|report(?:Error|Event|Metric|Usage)\w*|record(?:Metric|Event|Usage|Telemetry)\w*|metric\w*|telemetry\w*|analytics\w*|notify\w*|notification\w*|send(?:Notification|Progress|Logging|Log|Telemetry|Event|Analytics|Metrics?)\w*|progress\w*|reportProgress|addBreadcrumb|setTag|startSpan|audit\w*|print\w*|write(?:Log|Metric)\w*|sendLoggingMessage)$/iu;
const TELEMETRY_RECEIVER = /(?:^|\.)(?:console|log|logger|\w*[lL]ogger|\w*Log|telemetry|analytics|metrics|sentry|Sentry|posthog|tracker|tracer|span|progress|debug)$/u;

/** Asking whether something is there: the failure is the answer. */
const PROBE = /^(?:access\w*|stat\w*|lstat\w*|exists\w*|pathExists|fileExists|dirExists|realpath\w*|readlink\w*)$/u;

/** Trying to read a value in one form; the other branch takes it as it is. */
const PARSE = /^(?:parse\w*|safeParse\w*|decode\w*|JSON5|URL|RegExp|Date|BigInt|Intl|atob|fromBase64|deserialize\w*|fromJSON|toJSON|parseInt|parseFloat|validate\w*|json|yaml\w*|loadYaml|stringify|unescape|decodeURI\w*|URLPattern|verify\w*|canParse|compile)$/u;

/** Names of functions whose failure to find something is their answer. */
const PROBING_FUNCTION = /^(?:is|has|can|try|safe|exists|maybe|looksLike|does|should|supports|parse|tryParse|detect|probe|validate|verify)(?:[A-Z_]|$)|OrNull$|OrUndefined$|IfExists$|Exists$|IfPossible$/u;

export function isTelemetryCall(call: TSESTree.CallExpression): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression") {
    const receiver = dottedName(callee.object);
    if (receiver !== undefined && TELEMETRY_RECEIVER.test(receiver)) return true;
  }
  return TELEMETRY.test(calleeName(call) ?? "");
}

export function isCleanupCall(call: TSESTree.CallExpression): boolean {
  return CLEANUP.test(calleeName(call) ?? "");
}

function callsIn(node: Node): (TSESTree.CallExpression | TSESTree.NewExpression)[] {
  const calls: (TSESTree.CallExpression | TSESTree.NewExpression)[] = [];
  walkSameFunction(node, (child) => {
    if (child.type === "CallExpression" || child.type === "NewExpression") calls.push(child);
  });
  return calls;
}

/** Calls of built-in methods on values at hand: they cannot fail for a reason from outside. */
const HARMLESS = /^(?:push|map|filter|join|split|slice|trim|replace|replaceAll|toString|get|set|has|add|keys|values|entries|includes|startsWith|endsWith|match|test|exec|forEach|some|every|find|concat|now|from|isArray|assign|toLowerCase|toUpperCase|substring|indexOf|resolve|dirname|basename|relative|Error|String|Number|Boolean|Map|Set|Date|max|min|charCodeAt|stringify|freeze|padStart|fromEntries)$/u;

type Attempt = "cleanup" | "telemetry" | "probe" | "parse" | "trivial" | "work";

/** What a try block (or a promise) was attempting, judged by all calls in it. */
export function attemptOf(block: Node): Attempt {
  const calls = callsIn(block).filter((call) => !(call.type === "CallExpression" && isTelemetryCall(call)));
  const all = callsIn(block);
  if (all.length > 0 && calls.length === 0) return "telemetry";
  const names = calls.map((call) => calleeName(call) ?? "");
  const working = names.filter((name) => !HARMLESS.test(name));
  if (working.length === 0) return calls.length === 0 && contains(block, "AwaitExpression") ? "work" : "trivial";
  if (working.every((name) => CLEANUP.test(name))) return "cleanup";
  if (working.every((name) => PROBE.test(name))) return "probe";
  if (working.every((name) => PARSE.test(name))) return "parse";
  return "work";
}

function contains(node: Node, type: string): boolean {
  let found = false;
  walkSameFunction(node, (child) => {
    if (child.type === type) found = true;
  });
  return found;
}

/** A catch variable whose name says that the failure is meant to pass. */
export function namesIntent(clause: TSESTree.CatchClause): boolean {
  return clause.param?.type === "Identifier" && /^(?:expected\w*|ignored?\w*|_ignored?\w*|_expected\w*|_unused)$/iu.test(clause.param.name);
}

/** A comment in the clause, or right before the try, that says in words why the failure may pass. */
export function hasReason(clause: TSESTree.CatchClause, attempt: TSESTree.TryStatement, file: File): boolean {
  const inside = file.commentsInside(clause);
  if (inside.some((comment) => givesReason(comment.value))) return true;
  const [first] = attempt.block.body;
  const near = file.comments().filter((comment) => {
    if (comment.range[1] <= attempt.range[0]) return file.text.slice(comment.range[1], attempt.range[0]).trim() === "";
    return comment.range[0] > attempt.range[0] && comment.range[1] <= (first?.range[0] ?? attempt.block.range[1]);
  });
  return near.some((comment) => /best[\s-]?effort|non[\s-]?(?:fatal|critical|blocking)|optional|ignore|fallback|if\s+(?:available|possible|present)/iu.test(comment.value));
}

/** `if (error.code === "ENOENT")`, `instanceof`, a status: the clause looks at what it caught. */
export function looksAtKind(clause: TSESTree.CatchClause): boolean {
  let found = false;
  walkSameFunction(clause.body, (node) => {
    if (node.type === "IfStatement" || node.type === "ConditionalExpression") found ||= testsKind(node.test);
    if (node.type === "SwitchStatement") found = true;
  });
  return found;
}

function testsKind(test: Node): boolean {
  let found = false;
  walk(test, (node) => {
    if (node.type === "BinaryExpression" && node.operator === "instanceof" && dottedName(node.right) !== "Error") found = true;
    if (node.type === "MemberExpression" && /^(?:code|status|statusCode|name|errno|response|type|kind)$/u.test(dottedName(node)?.split(".").at(-1) ?? "")) found = true;
    if (node.type === "CallExpression" && /^(?:is[A-Z]\w*|includes|match|test|startsWith)$/u.test(calleeName(node) ?? "")) found = true;
  });
  return found;
}

export function isProbingFunction(fn: FunctionNode): boolean {
  return PROBING_FUNCTION.test(functionName(fn) ?? "");
}

/** `finally`, an event listener, a timer: not on the way to the tool's answer. */
export function isOffPath(node: Node): boolean {
  let child: Node = node;
  for (const up of ancestors(node)) {
    if (up.type === "TryStatement" && up.finalizer === child) return true;
    if (isFunction(up)) {
      const call = up.parent;
      if (call.type === "CallExpression" && call.callee !== up && /^(?:on|once|addEventListener|addListener|setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|onerror|onclose)$/u.test(calleeName(call) ?? "")) return true;
      if (call.type === "AssignmentExpression") return true;
    }
    child = up;
  }
  return false;
}
