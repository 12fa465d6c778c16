import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import {
  ancestors,
  isFunction,
  parentOf,
  unwrap,
  walk,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";

/** Taking down what is no longer needed: that it fails changes nothing for the caller. */
const CLEANUP =
  /^(?:close\w*|dispose\w*|unlink\w*|rm\w*|rmdir\w*|remove(?:Listener|AllListeners|EventListener|Temp\w*|File|Dir\w*)|kill\w*|abort\w*|release\w*|disconnect\w*|destroy\w*|end|unsubscribe\w*|clear\w*|clean\w*|stop\w*|shutdown\w*|terminate\w*|cancel\w*|rollback\w*|unref|teardown\w*|quit|detach\w*|unwatch\w*|unlock\w*|cleanup\w*|dismiss\w*)$/iu;

/** Somebody else reads these; the tool's answer does not depend on them. */
const TELEMETRY =
  /^(?:log\w*|debug|info|warn|warning|error|trace|verbose|capture\w*|track\w*|emit\w*|report(?:Error|Event|Metric|Usage)\w*|record(?:Metric|Event|Usage|Telemetry)\w*|metric\w*|telemetry\w*|analytics\w*|notify\w*|notification\w*|send(?:Notification|Progress|Logging|Log|Telemetry|Event|Analytics|Metrics?)\w*|progress\w*|reportProgress|addBreadcrumb|setTag|startSpan|audit\w*|print\w*|(?:write|append|add)(?=\w*$)\w*?(?:Log|Metric)\w*|sendLoggingMessage|send\w*(?:Updated|Changed))$/iu;
const TELEMETRY_RECEIVER =
  /(?:^|\.)(?:console|log|logger|\w*[lL]ogger|\w*Log|telemetry|analytics|metrics|sentry|Sentry|posthog|tracer|span|progress|debug|process\.stderr)$/u;

/** Asking whether something is there, or how an element of a page stands: the failure is the answer. */
const PROBE =
  /^(?:access\w*|stat\w*|lstat\w*|exists\w*|pathExists|fileExists|dirExists|realpath\w*|readlink\w*|is(?:Visible|Hidden|Displayed|Attached|Enabled|Disabled|Checked|Editable))$/u;

/** Names an element of a page, which nothing looks for yet. */
const NAMES_ELEMENT = /^(?:locator|frameLocator|getBy(?:Role|TestId|Label|Placeholder))$/u;

/** Trying to read a value in one form; the other branch takes it as it is. */
const PARSE =
  /^(?:parse\w*|safeParse\w*|decode\w*|JSON5|URL|RegExp|Date|BigInt|Intl|atob|fromBase64|deserialize\w*|fromJSON|toJSON|parseInt|parseFloat|validate\w*|json|text|arrayBuffer|blob|formData|yaml\w*|loadYaml|stringify|unescape|decodeURI\w*|URLPattern|verify\w*|canParse|compile)$/u;

/** Marks by which two states are compared: they go into a cache or a record, and are no answer of their own. */
const DIGEST =
  /^(?:compute|calculate|calc|get|make|build|create)?_?(?:content|file|vault)?_?(?:fingerprint|checksum|digest|etag|hash|sha\d+|md5)/iu;

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
const HARMLESS =
  /^(?:push|map|filter|join|split|slice|trim|replace|replaceAll|toString|get|set|has|add|keys|values|entries|includes|startsWith|endsWith|lastIndexOf|findIndex|findLast|charAt|codePointAt|normalize|repeat|trimStart|trimEnd|match|test|exec|forEach|some|every|find|concat|now|from|isArray|assign|toLowerCase|toUpperCase|substring|indexOf|resolve|dirname|basename|relative|Error|String|Number|Boolean|Map|Set|Date|max|min|charCodeAt|stringify|freeze|padStart|padEnd|fromEntries|toFixed|toISOString|toLocaleString|getTime|isDirectory|isFile|isSymbolicLink|sort|reverse|reduce|at|flat|flatMap|parseInt|parseFloat|abs|round|floor|ceil|isNaN|isInteger|delete|clear|substr|extname|isAbsolute|localeCompare|bind|shift|pop|unshift|splice|fill)$/u;

export function isHarmlessCall(call: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
  return HARMLESS.test(calleeName(call) ?? "");
}

type Attempt = "cleanup" | "telemetry" | "probe" | "parse" | "digest" | "trivial" | "work";

/** Methods that read the body of an answer at hand: `response.json()`, but not `client.get(…).json()`. */
const READS_BODY = /^(?:json|text|arrayBuffer|blob|formData)$/u;

/** `which git`, `["xcrun", "--find", "lldb"]`, `node --version`: the question whether a command is there. */
function asksForCommand(argument: Node): boolean {
  const node = unwrap(argument);
  if (node.type === "ArrayExpression") return node.elements.some((entry) => entry !== null && asksForCommand(entry));
  const text =
    node.type === "Literal" ? node.value : node.type === "TemplateLiteral" ? node.quasis[0]?.value.raw : undefined;
  return (
    typeof text === "string" && /^(?:which|where\.exe|command -v)(?: |$)|(?:^|^\S+ )--(?:version|find)$/u.test(text)
  );
}

/** `() => true`: a handler that makes something of the value at hand, and starts nothing. */
function onlyShapes(handler: Node): boolean {
  return isFunction(handler) && callsIn(handler.body).every((call) => isHarmlessCall(call)) && !waitsIn(handler.body);
}

/** The name by which a call is judged; `undefined` for one that cannot fail for a reason from outside. */
function workName(
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  waitedFor: ReadonlySet<Node>,
): string | undefined {
  const name = calleeName(call) ?? "";
  const callee = unwrap(call.callee);
  const receiver = callee.type === "MemberExpression" ? unwrap(callee.object) : undefined;
  if (READS_BODY.test(name) && receiver?.type === "CallExpression") return undefined; // judged by that call
  if (NAMES_ELEMENT.test(name)) return undefined; // judged by what is asked of the element
  if (call.arguments.some((argument) => asksForCommand(argument))) return "exists";
  if (name === "then" && receiver?.type === "CallExpression" && call.arguments.every((given) => onlyShapes(given)))
    return undefined; // judged by the call it is chained to
  return HARMLESS.test(name) && !waitedFor.has(call) ? undefined : name;
}

/** The calls whose promise is waited for, with those that they are chained to. */
function waitedCalls(block: Node): ReadonlySet<Node> {
  const waited = new Set<Node>();
  const follow = (node: Node): void => {
    const inner = unwrap(node);
    if (inner.type === "CallExpression") {
      const builtIn = /^Promise\./u.test(dottedName(inner.callee) ?? "");
      if (!builtIn) waited.add(inner);
      follow(inner.callee);
    } else if (inner.type === "MemberExpression") follow(inner.object);
  };
  if (unwrap(block).type === "CallExpression") follow(block);
  walkSameFunction(block, (node) => {
    if (node.type === "AwaitExpression") follow(node.argument);
  });
  return waited;
}

const attempts = new WeakMap<Node, Attempt>();

/** What a try block (or a promise) was attempting, judged by all calls in it. */
export function attemptOf(block: Node): Attempt {
  let attempt = attempts.get(block);
  if (!attempt) attempts.set(block, (attempt = judgeAttempt(block)));
  return attempt;
}

function judgeAttempt(block: Node): Attempt {
  const all = callsIn(block);
  const calls = all.filter((call) => !(call.type === "CallExpression" && isTelemetryCall(call)));
  if (all.length > 0 && calls.length === 0) return "telemetry";
  const waited = waitedCalls(block);
  const working = calls.flatMap((call) => workName(call, waited) ?? []);
  if (working.length === 0) return calls.length === 0 && contains(block, "AwaitExpression") ? "work" : "trivial";
  if (working.every((name) => CLEANUP.test(name))) return "cleanup";
  if (working.every((name) => PROBE.test(name))) return "probe";
  if (working.every((name) => PARSE.test(name))) return "parse";
  if (working.every((name) => DIGEST.test(name))) return "digest";
  return "work";
}

function contains(node: Node, type: string): boolean {
  let found = false;
  walkSameFunction(node, (child) => {
    if (child.type === type) found = true;
  });
  return found;
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

/** `pending.registerHandler(id, { resolve: (code) => { … } })`: called some time later, and gives nothing back. */
function isListener(fn: FunctionNode): boolean {
  const call = fn.parent.type === "Property" ? fn.parent.parent.parent : undefined;
  return (
    call?.type === "CallExpression" &&
    /^(?:register|subscribe|add|on)\w*(?:Handler|Listener|Callback|Hook|Observer)s?$/u.test(calleeName(call) ?? "") &&
    !fn.async &&
    returnedExpressions(fn).length === 0
  );
}

/** `finally`, an event listener, a timer: not on the way to the tool's answer. */
export function isOffPath(node: Node): boolean {
  let child: Node = node;
  for (const up of ancestors(node)) {
    if (up.type === "TryStatement" && up.finalizer === child) return true;
    if (isFunction(up)) {
      const call = up.parent;
      if (
        call.type === "CallExpression" &&
        call.callee !== up &&
        /^(?:on|once|addEventListener|addListener|setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|onerror|onclose)$/u.test(
          calleeName(call) ?? "",
        )
      )
        return true;
      if (call.type === "AssignmentExpression" || isListener(up)) return true;
    }
    child = up;
  }
  return false;
}

/** Something other than a log or notification is awaited in `root`, leaving out the part `outside`. */
export function waitsIn(root: Node, outside?: Node): boolean {
  let waits = false;
  walkSameFunction(root, (node) => {
    if (node === outside) return false;
    if (node.type === "AwaitExpression") {
      const work = unwrap(node.argument);
      if (!(work.type === "CallExpression" && isTelemetryCall(work))) waits = true;
    }
    return !waits;
  });
  return waits;
}
