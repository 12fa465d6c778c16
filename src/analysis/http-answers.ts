import path from "node:path";
import type { TSESTree } from "@typescript-eslint/types";
import { givesReason } from "../contract/lexicon.js";
import { calleeName, dottedName, literalProperty, memberName } from "../syntax/names.js";
import { ancestors, enclosingFunction, isFunction, unwrap, walkSameFunction, type Node } from "../syntax/tree.js";
import { hasFailureFlag } from "./answers.js";
import type { File } from "./file.js";
import { constantOf, objectShape, resolve, rootEnv } from "./values.js";

/** An HTTP answer with an error in its body and a status that says success. */
export interface FalseSuccess {
  /** The call that sends the body. */
  readonly node: TSESTree.CallExpression | TSESTree.NewExpression;
  /** The status that goes out: what is written, or the 200 of the framework. */
  readonly status: number;
  /** Where a status may be set, in the words of the framework. */
  readonly advice: string;
}

const SENDS = /^(?:json|send|jsonp|end|body|text)$/u;
const SETS_STATUS = /^(?:status|code|sendStatus|writeHead|setStatus|setResponseStatus)$/u;
const RESPONSE = /^(?:res|resp|response|reply|rep|c|ctx|context)$/u;

function constantNumber(node: Node | undefined, file: File): number | undefined | "unknown" {
  if (!node) return undefined;
  const value = constantOf({ node, env: rootEnv(file) });
  return typeof value === "number" ? value : "unknown";
}

/** The body as an object, also from its JSON. */
function isErrorBody(argument: Node | undefined, file: File): boolean {
  if (!argument) return false;
  const value = resolve({ node: argument, env: rootEnv(file) });
  const [json] =
    value.node.type === "CallExpression" && dottedName(value.node.callee) === "JSON.stringify"
      ? value.node.arguments
      : [];
  const shape = objectShape(json ? { node: json, env: value.env } : value);
  // A JSON-RPC error and a tool's result travel with 200: their status is in the body by design.
  return shape !== undefined && !["jsonrpc", "content"].some((key) => shape.fields.has(key)) && hasFailureFlag(shape);
}

/** `res.status(200).json(…)`: the status in the chain. */
function statusInChain(receiver: Node, file: File): { root: Node; status: number | undefined | "unknown" } {
  let node = unwrap(receiver);
  let status: number | undefined | "unknown";
  while (node.type === "CallExpression") {
    const callee = unwrap(node.callee);
    if (callee.type !== "MemberExpression") break;
    if (SETS_STATUS.test(memberName(callee) ?? "")) status ??= constantNumber(node.arguments[0], file) ?? "unknown";
    node = unwrap(callee.object);
  }
  return { root: node, status };
}

/** `res.status(502);` or `res.statusCode = 502` anywhere in the function: the last word is not known here. */
function setsStatusElsewhere(node: Node, root: string, own: Node): boolean {
  const fn = enclosingFunction(node);
  let sets = false;
  if (fn)
    walkSameFunction(fn.body, (child) => {
      if (
        child.type === "ExpressionStatement" &&
        child.expression.type === "CallExpression" &&
        child.expression !== own
      ) {
        const { callee } = child.expression;
        if (
          SETS_STATUS.test(calleeName(child.expression) ?? "") &&
          callee.type === "MemberExpression" &&
          dottedName(callee.object) === root
        )
          sets = true;
      }
      if (child.type === "AssignmentExpression" && /(?:status|statusCode)$/u.test(dottedName(child.left) ?? ""))
        sets = true;
    });
  return sets;
}

/**
 * Routes that no tool calls. The sender of a web hook repeats it until it gets a 2xx; pages of a sign-in, a dashboard or an
 * administration ask their own server, and read the body.
 */
const NO_TOOL = /(?:^|[\\/])(?:(?:web-?)?hooks?|oauth2?|dashboard[^\\/]*|admin)(?:[\\/]|\.\w+$|$)/iu;

function isForNoTool(node: Node, file: File): boolean {
  if (NO_TOOL.test(pathInPackage(file)) || servesPage(file)) return true;
  for (const up of ancestors(node)) {
    const call = isFunction(up) ? up.parent : undefined;
    const [first] = call?.type === "CallExpression" && call.callee !== up ? call.arguments : [];
    const route = first && constantOf({ node: first, env: rootEnv(file) });
    if (typeof route === "string" && NO_TOOL.test(route)) return true;
  }
  return false;
}

/** `app.use(express.static("public"))`: the routes beside it are those of that page. */
function servesPage(file: File): boolean {
  return file.index.calls.some((call) => /^(?:static|serveStatic)$/u.test(calleeName(call) ?? ""));
}

/** What stands above the package is no part of the project. */
function pathInPackage({ filename, project }: File): string {
  const root = project.packages.of(filename)?.directory;
  return root === undefined ? path.basename(filename) : filename.slice(root.length);
}

/** A status of success that is written out, with words on why or beside others that say failure: the answer is meant. */
function isMeant(node: Node, file: File): boolean {
  if (file.index.calls.some((call) => sendsFailure(call, file) && isInCatch(call))) return true;
  const clause = [...ancestors(node)].find((up) => up.type === "CatchClause" || isFunction(up));
  return clause !== undefined && file.commentsInside(clause).some(({ value }) => givesReason(value));
}

/** `res.status(500).json(body)`, `c.json(body, 500)`. */
function sendsFailure(call: TSESTree.CallExpression, file: File): boolean {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression" || !SENDS.test(memberName(callee) ?? "")) return false;
  const second = call.arguments[1];
  const status = statusInChain(callee.object, file).status ?? (second ? statusOfArgument(second, file) : undefined);
  return typeof status === "number" && status >= 400;
}

/** The answer is given because something was caught. */
function isInCatch(node: Node): boolean {
  for (const up of ancestors(node)) {
    if (up.type === "CatchClause") return true;
    if (isFunction(up)) {
      const call = up.parent;
      return call.type === "CallExpression" && calleeName(call) === "catch" && call.callee !== up;
    }
  }
  return false;
}

/** `res.json(body)`, `c.json(body, status)`, `reply.send(body)`. */
function ofMethod(call: TSESTree.CallExpression, file: File): FalseSuccess | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression" || !SENDS.test(memberName(callee) ?? "")) return undefined;
  const { root, status } = statusInChain(callee.object, file);
  const name = dottedName(root);
  if (name === undefined || !RESPONSE.test(name) || root.type !== "Identifier") return undefined;
  if (file.bindings.resolve(root).kind !== "parameter" || !isErrorBody(call.arguments[0], file)) return undefined;
  const second = call.arguments[1];
  const own = status ?? (second ? statusOfArgument(second, file) : undefined);
  if (own === "unknown" || (own === undefined && setsStatusElsewhere(call, name, call))) return undefined;
  if (own !== undefined && isMeant(call, file)) return undefined;
  const sent = own ?? 200;
  const isContext = /^(?:c|ctx|context)$/u.test(name);
  const advice = isContext ? `\`${name}.json(body, 502)\`` : `\`${name}.status(502)\` before the body`;
  return sent < 300 ? { node: call, status: sent, advice } : undefined;
}

/** `502` or `{ status: 502 }`. */
function statusOfArgument(argument: Node, file: File): number | undefined | "unknown" {
  const value = unwrap(argument);
  if (value.type !== "ObjectExpression") return constantNumber(argument, file);
  const status = literalProperty(value, "status");
  if (status) return constantNumber(status.value, file);
  return value.properties.some((entry) => entry.type === "SpreadElement") ? "unknown" : undefined;
}

/** `Response.json(body, init)`, `NextResponse.json(body, init)`, `new Response(JSON.stringify(body), init)`. */
function ofResponse(node: TSESTree.CallExpression | TSESTree.NewExpression, file: File): FalseSuccess | undefined {
  const name = dottedName(node.callee) ?? "";
  const isJson = node.type === "CallExpression" && /^(?:Next)?Response\.json$/u.test(name);
  if (!isJson && !(node.type === "NewExpression" && /^(?:Next)?Response$/u.test(name))) return undefined;
  const [body, init] = node.arguments;
  if (!isErrorBody(body, file)) return undefined;
  const status = init ? statusOfArgument(init, file) : undefined;
  if (status === "unknown" || (status !== undefined && isMeant(node, file))) return undefined;
  return (status ?? 200) < 300
    ? { node, status: status ?? 200, advice: "`{ status: 502 }` as the second argument" }
    : undefined;
}

/** Answers of the project's own HTTP routes that report a caught failure under a status of success. */
export function falseSuccesses(file: File): FalseSuccess[] {
  const found: FalseSuccess[] = [];
  for (const statement of file.index.tries)
    if (statement.handler)
      walkSameFunction(statement.handler.body, (node) => {
        const answer = node.type === "NewExpression" ? ofResponse(node, file) : undefined;
        if (answer) found.push(answer);
      });
  for (const call of file.index.calls) {
    const answer = ofMethod(call, file) ?? ofResponse(call, file);
    if (answer && isInCatch(call)) found.push(answer);
  }
  return found.filter(({ node }) => !isForNoTool(node, file));
}
