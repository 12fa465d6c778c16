import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, literalProperty, receiverName, wordsOfName } from "../../../syntax/names.js";
import { constantNear } from "../../../syntax/constants.js";
import { isStatement, sendsMutation } from "../../../syntax/statements.js";
import { isFunction, parentOf, unwrap, walk, type FunctionNode, type Node } from "../../../syntax/tree.js";
import { workName } from "../../../syntax/work.js";
import type { File } from "../../file.js";
import { calledFunction } from "../../values/calls.js";
import { localEnv, rootEnv, type Env } from "../../values/values.js";

/** What a call does to what is there: it makes something new, takes something away, or changes it. */
export type Change = "creates" | "deletes" | "changes";

/** A call that changes something outside the process, and how the code comes to it. */
export interface WritingCall {
  readonly change: Change;
  /** As people name it: `client.deleteIssue()`. */
  readonly name: string;
  /** The call of the function itself that leads there; it is the call where that stands in the function. */
  readonly node: TSESTree.CallExpression;
  /** It stands in the function itself. */
  readonly isDirect: boolean;
  /** False where the same call might ask for something: a `POST`. */
  readonly isSure: boolean;
}

/** Calls that are entered one after the other. */
const MAX_DEPTH = 3;

/**
 * The calls by which a piece of code changes something outside the process, also in the functions that it calls. What
 * this function knows of writes is all that the rules about hints and resources know.
 */
export function writingCalls(root: Node, file: File): readonly WritingCall[] {
  return found(root, { ...rootEnv(file) }, new Set(), MAX_DEPTH);
}

function found(root: Node, env: Env, entered: Set<FunctionNode>, depth: number): WritingCall[] {
  const calls: WritingCall[] = [];
  walk(root, (node) => {
    if (isFunction(node) && node !== root) return isRunInPlace(node) ? undefined : false;
    if (node.type !== "CallExpression") return undefined;
    const known = changeOf(node, env.file);
    if (known) {
      calls.push({ ...known, name: workName(node), node, isDirect: true });
      return undefined;
    }
    // What reads may keep a copy of what it has read, or renew a token on the way.
    const called = depth > 0 && !READS.test(calleeName(node) ?? "") ? calledFunction(node, env) : undefined;
    if (!called || entered.has(called.fn)) return undefined;
    entered.add(called.fn);
    for (const inner of found(called.fn.body, called.env, entered, depth - 1))
      calls.push({ ...inner, node, isDirect: false });
    return undefined;
  });
  return calls;
}

const READS =
  /^(?:get|load|read|list|fetch|find|search|query|ensure|refresh|renew|init|check|validate|verify|resolve|build|parse|format|log|track|record|cached?|lookup|is|has|to|render|collect|scan|connect|open|auth)/iu;

/** A function that runs where it stands: a callback, `(async () => …)()`. What else is made there may never be called. */
function isRunInPlace(fn: FunctionNode): boolean {
  const { parent } = fn;
  return parent.type === "CallExpression" || parent.type === "AwaitExpression";
}

/** What a call does by itself; undefined where that cannot be told, or where it changes nothing. */
function changeOf(
  call: TSESTree.CallExpression,
  file: File,
): { readonly change: Change; readonly isSure: boolean } | undefined {
  const request = requestChange(call);
  const change = request ?? fileChange(call, file) ?? statementChange(call) ?? serviceChange(call, file);
  return change && { change, isSure: request !== "creates" };
}

/** Names of what the server keeps for itself: a copy, a record of its own work. */
const OWN =
  /cache|te?mp|log|debug|trace|metric|telemetry|analytics|audit|session|state|cookie|token|credential|config|lock|history|stat(?:s|us)?(?![a-z])|spinner|progress/iu;

const FILE_CHANGE: Readonly<Record<string, Change>> = {
  writeFile: "changes",
  appendFile: "changes",
  outputFile: "changes",
  outputJson: "changes",
  writeJson: "changes",
  unlink: "deletes",
  rm: "deletes",
  rmdir: "deletes",
  remove: "deletes",
  rename: "changes",
  truncate: "changes",
};

/** `fs.writeFile(path, text)`, with `fs` or the function from the file system's module. */
function fileChange(call: TSESTree.CallExpression, file: File): Change | undefined {
  const name = (calleeName(call) ?? "").replace(/Sync$/u, "");
  if (!Object.hasOwn(FILE_CHANGE, name)) return undefined;
  const callee = unwrap(call.callee);
  let head = callee;
  while (head.type === "MemberExpression") head = unwrap(head.object);
  const binding = head.type === "Identifier" ? file.bindings.resolve(head) : undefined;
  if (binding?.kind !== "import" || !/^(?:node:)?fs(?:\/promises)?$|^fs-extra$/u.test(binding.source)) return undefined;
  const [path] = call.arguments;
  return path && OWN.test(file.textOf(path)) ? undefined : FILE_CHANGE[name];
}

const METHOD_CHANGE: Readonly<Record<string, Change>> = {
  PUT: "changes",
  PATCH: "changes",
  DELETE: "deletes",
  POST: "creates",
};

/** Addresses that are asked, by `POST` too, and those that give a token. */
const ASKS =
  /search|quer(?:y|ies)|graphql|gql|rpc|filter|list|find|lookup|look-up|analy[sz]|predict|complet|embed|generat|translat|convert|valid|check|preview|estimate|calculat|comput|simulat|quote|explain|parse|extract|scrape|crawl|render|format|infer|detect|classif|summar|oauth|token|auth|login|session|batch|get|fetch|read|export|retriev|match|count|aggregat|report|suggest|recommend|rank|score|similar|evaluat|resolve|inspect|info|status|screenshot|pdf|chat|messages$|models|speech|download|url|browse|tools?\/call|mcp|data$|select|stats|metrics|compare|diff|route|direction|geocode|convers/iu;

/** `fetch(url, { method: "DELETE" })`, `client.delete(url)`, `axios.post(url, body)` */
function requestChange(call: TSESTree.CallExpression): Change | undefined {
  const [first] = call.arguments;
  const address = addressOf(first);
  const options = call.arguments
    .map((argument) => unwrap(argument))
    .find((argument) => argument.type === "ObjectExpression" && literalProperty(argument, "method"));
  const method = options?.type === "ObjectExpression" ? literalProperty(options, "method")?.value : undefined;
  const isFetch = /^(?:fetch|\w*[fF]etch\w*|request|\w*Request|axios|got|ky|apiCall|callApi|\w*Api|call)$/u.test(
    calleeName(call) ?? "",
  );
  if (isFetch && method?.type === "Literal") return ofMethod(String(method.value).toUpperCase(), address);
  const verb = calleeName(call) ?? "";
  if (!/^(?:put|patch|delete|post)$/u.test(verb) || unwrap(call.callee).type !== "MemberExpression") return undefined;
  // An HTTP client is given an address; a map, a cache or a form is not.
  const receiver = receiverName(call);
  if (address === undefined || !/^(?:https?:\/\/|\/|…)/u.test(address) || !isWaitedFor(call)) return undefined;
  if (!/axios|client|api|http|got|ky|request|rest|service|connection|^this$/iu.test(receiver)) return undefined;
  return ofMethod(verb.toUpperCase(), address);
}

function ofMethod(method: string, address: string | undefined): Change | undefined {
  const change = Object.hasOwn(METHOD_CHANGE, method) ? METHOD_CHANGE[method] : undefined;
  if (method !== "POST") return change;
  // A body may be sent to ask for something; only an address that is known says more.
  if (address === undefined || /…$/u.test(address) || ASKS.test(address)) return undefined;
  return change;
}

/** What is written of the address: `/cards/…/labels` of `/cards/${id}/labels`. */
function addressOf(first: Node | undefined): string | undefined {
  if (!first) return undefined;
  const given = first.type === "Identifier" ? constantNear(first) : unwrap(first);
  if (given?.type === "Literal" && typeof given.value === "string") return given.value;
  return given?.type === "TemplateLiteral" ? given.quasis.map(({ value }) => value.raw).join("…") : undefined;
}

/** A statement of SQL, or a mutation of GraphQL, that stands in the call. */
function statementChange(call: TSESTree.CallExpression): Change | undefined {
  if (isStatement(call, /^INSERT\b/iu)) return "creates";
  if (isStatement(call, /^(?:DELETE\s+FROM|DROP\s+(?:TABLE|INDEX|VIEW|DATABASE|SCHEMA)|TRUNCATE)\b/iu))
    return "deletes";
  if (isStatement(call, /^(?:UPDATE\s+\S+\s+SET|ALTER\s+TABLE|REPLACE\s+INTO|MERGE\s+INTO)\b/iu)) return "changes";
  return sendsMutation(call) ? mutationChange(call) : undefined;
}

function mutationChange(call: TSESTree.CallExpression): Change {
  if (isStatement(call, /^(?:#\w*\s+)?mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?\w*(?:delete|remove|archive)/iu))
    return "deletes";
  return isStatement(call, /^(?:#\w*\s+)?mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?\w*create/iu) ? "creates" : "changes";
}

const CREATES = /^(?:create|insert|post|send|submit|publish|invite|upload|refund|transfer|enqueue)$/u;
const DELETES = /^(?:delete|remove|destroy|purge|unlink|trash)$/u;
const CHANGES = /^(?:update|patch|rename|archive|unarchive|upsert|reassign|assign|unassign)$/u;

/** What is made or changed in the process alone: `createClient()`, `createReadStream()`, `updateCache()`. */
const OF_PROCESS =
  /stream|client|connection|pool|session|context|server|transport|instance|listener|script|element|cache|index|hash|temp|tmp|state|progress|notification|log|metric|cookie|command|query|request|response|result|error|message|embedding|vector|completion|memory|node|url|uri|path|option|config|header|schema|filter|params|payload|body|object|array|map|set|item|entry|key|prop|attribute|class|style|child|event|timer|interval|timeout|signal|abort|buffer|reader|writer|parser|formatter|builder|factory|proxy|wrapper|handler|helper|worker|browser|page|tab|frame|canvas|image|chart|diagram|snapshot|table|row|column|format|string|text|html|markdown|json|xml|csv|date|id$|uuid|token|signature|hmac|cipher|diacritic|duplicate|whitespace|tag|prefix|suffix|comment$|quote|undefined|null|empty/iu;

/** Things of the process on which such methods are called. */
const LOCAL_RECEIVER =
  /^(?:this|cache|map|set|store|registry|params|headers|searchParams|formData|url|config|options|session|sessions|state|logger|log|console|document|element|el|node|body|data|result|results|obj|object|items|list|array|queue|pending|timers|listeners|handlers|transports?|server|crypto|Object|Array|JSON|Promise|path|window|page|browser|context|canvas|spinner|progress|redis|redisClient|valkey|kv|memcached|metrics|telemetry|analytics|sampling|stream|socket|ws|res|reply|response|process|parentPort|worker|port|child|messages|completions|embeddings|responses|images|audio|chat|transcriptions|moderations)$|Cache$|Map$|Set$|Registry$|Store$|Session$|Logger$|Params$|Headers$|Server$|Transport$|Sessions$|Queue$|Socket$/iu;

/** `await octokit.issues.create(…)`, `await client.deleteProject(id)`: a method of a library, by its verb. */
function serviceChange(call: TSESTree.CallExpression, file: File): Change | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression" || !isWaitedFor(call)) return undefined;
  const name = calleeName(call) ?? "";
  const [verb = "", ...rest] = wordsOfName(name);
  const change = CREATES.test(verb)
    ? verb === "publish" && call.arguments.length === 0
      ? // `draft.publish()` sets the state of what it is called on; a message is given.
        "changes"
      : "creates"
    : DELETES.test(verb)
      ? "deletes"
      : CHANGES.test(verb)
        ? "changes"
        : undefined;
  if (!change) return undefined;
  const receiver = receiverName(call);
  if (receiver === "" || concernsServerAlone(name, dottedName(callee.object) ?? receiver)) return undefined;
  // What it does by its name is known better where the function can be seen.
  if (calledFunction(call, localEnv(file)) ?? calledFunction(call, rootEnv(file))) return undefined;
  // A bare verb says what it is about by what it is called on.
  const isBare = rest.length === 0 && /^(?:post|send|put|patch|delete|update|assign)$/u.test(verb);
  return isBare && !isPlural(receiver) ? undefined : change;
}

/** It changes what the server keeps for itself, or a thing of the process: a cache, a session, a stream. */
export function concernsServerAlone(verb: string, receiver: string): boolean {
  const [, ...rest] = wordsOfName(verb);
  const last = receiver.replace(/^.*\.#?/u, "");
  return (
    (last !== "" && LOCAL_RECEIVER.test(last)) || OWN.test(`${receiver}.${verb}`) || OF_PROCESS.test(rest.join("_"))
  );
}

/** A collection of a service: `octokit.rest.issues`, `stripe.refunds`, `prisma.order`. */
function isPlural(receiver: string): boolean {
  return /s$/u.test(receiver) && !/(?:ss|us|is)$/u.test(receiver);
}

/** Somebody waits for the call, or hands its promise on: what works in the process alone is not waited for. */
function isWaitedFor(call: Node): boolean {
  const up = parentOf(call);
  switch (up?.type) {
    case "AwaitExpression":
    case "ReturnStatement":
      return true;
    case "ArrowFunctionExpression":
      return up.body === call;
    case "MemberExpression":
      return (
        up.object === call && up.property.type === "Identifier" && /^(?:then|catch|finally)$/u.test(up.property.name)
      );
    case "ArrayExpression":
      return isWaitedFor(up);
    case "CallExpression":
      return /^Promise\.(?:all|allSettled)$/u.test(dottedName(up.callee) ?? "") && isWaitedFor(up);
    default:
      return false;
  }
}
