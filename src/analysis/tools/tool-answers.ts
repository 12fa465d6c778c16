import { calleeName, dottedName, functionName, literalProperty } from "../../syntax/names.js";
import { ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import {
  contains,
  enclosingClass,
  enclosingFunction,
  isFunction,
  parentOf,
  unwrap,
  type ClassNode,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { declaresToolResult } from "./result-types.js";
import { rootEnv } from "../values/values.js";

/** Some `return` of the function is a literal with content blocks, or a promise of one. */
export function returnsContent(fn: FunctionNode): boolean {
  return returnedExpressions(fn).some((expression) => {
    const node = promisedBy(unwrap(expression));
    if (node.type !== "ObjectExpression") return false;
    const content = literalProperty(node, "content");
    if (!content) return false;
    const value = unwrap(content.value);
    if (value.type === "Identifier" && pushesBlock(fn, value.name)) return true;
    if (value.type !== "ArrayExpression") return literalProperty(node, "isError") !== undefined;
    const [first] = value.elements;
    if (!first) return true;
    const block = unwrap(first);
    return block.type === "ObjectExpression" && literalProperty(block, "type") !== undefined;
  });
}

/** `result` of `Promise.resolve(result)`. */
function promisedBy(node: Node): Node {
  const [made] = node.type === "CallExpression" ? node.arguments : [];
  return node.type === "CallExpression" && made && dottedName(node.callee) === "Promise.resolve" ? unwrap(made) : node;
}

/** `content.push({ type: "text", text })`, for `return { content }`. */
function pushesBlock(fn: FunctionNode, list: string): boolean {
  return ownNodes(fn).calls.some((call) => {
    const [block] = call.arguments;
    return (
      dottedName(call.callee) === `${list}.push` &&
      block?.type === "ObjectExpression" &&
      ["type", "text"].every((name) => literalProperty(block, name) !== undefined)
    );
  });
}

/** `resource`, `prompt`: their callbacks answer something else than a tool call. */
export function servesSomethingElse(fn: FunctionNode): boolean {
  for (let inner: Node | undefined = fn; inner; inner = enclosingFunction(inner)) {
    const call = parentOf(inner);
    if (call?.type !== "CallExpression" || call.callee === inner) continue;
    const name = calleeName(call) ?? "";
    if (/resource|prompt|completion/iu.test(name)) return true;
    const [request] = call.arguments;
    if (name === "setRequestHandler" && request && !/call_?tool|tools?[/_]?call/iu.test(requestName(request)))
      return true;
  }
  return false;
}

/** `tools/call` or the name of a schema: what `setRequestHandler` is to answer. */
export function requestName(request: Node): string {
  if (request.type === "Literal") return String(request.value);
  return requestMethod(request) ?? dottedName(request) ?? "";
}

/** `tools/call` of `z.object({ method: z.literal("tools/call"), … })`. */
function requestMethod(schema: Node): string | undefined {
  const [fields] = schema.type === "CallExpression" ? schema.arguments : [];
  const method = fields?.type === "ObjectExpression" ? literalProperty(fields, "method")?.value : undefined;
  const [literal] = method?.type === "CallExpression" ? method.arguments : [];
  return literal?.type === "Literal" && typeof literal.value === "string" ? literal.value : undefined;
}

/** `method === "tools/call"`, `case "tools/call":` ask what has come in. */
function isTested(node: Node): boolean {
  const up = parentOf(node);
  return up?.type === "BinaryExpression" || up?.type === "SwitchCase";
}

const clients = new WeakMap<ClassNode, boolean>();

/** The other end of the line: it, or another method of its class, asks a server to run a tool. */
export function isClient(fn: FunctionNode): boolean {
  if (asksServer(fn)) return true;
  const cls = fn.parent.type === "MethodDefinition" ? enclosingClass(fn) : undefined;
  if (!cls) return false;
  let known = clients.get(cls);
  if (known === undefined) clients.set(cls, (known = cls.body.body.some((member) => isMethodThatAsks(member))));
  return known;
}

function isMethodThatAsks(member: Node): boolean {
  return member.type === "MethodDefinition" && isFunction(member.value) && asksServer(member.value);
}

function asksServer(fn: FunctionNode): boolean {
  const names = (node: Node): boolean =>
    node.type === "Literal" && /^\/?tools\/call$/u.test(String(node.value)) && !isTested(node);
  if (contains(fn.body, names)) return true;
  if (!/^(?:call|invoke|request)(?=\w*$)\w*?Tool/u.test(functionName(fn) ?? "")) return false;
  return contains(
    fn.body,
    (node) =>
      node.type === "CallExpression" &&
      /^(?:callTool|request|sendRequest|postMessage|send)$/u.test(calleeName(node) ?? ""),
  );
}

/** `return text(…)`, where `text` makes a tool result, here or in another file. */
export function returnsBuiltResult(fn: FunctionNode, file: File): boolean {
  return returnedExpressions(fn).some((expression) => {
    const call = unwrap(expression);
    if (call.type !== "CallExpression") return false;
    const called = calledFunction(call, rootEnv(file));
    return called !== undefined && (returnsContent(called.fn) || declaresToolResult(called.fn)) && !isClient(called.fn);
  });
}

/** What the function returns is the result of a tool call, as far as it can be seen. */
export function answersCall(fn: FunctionNode, file: File): boolean {
  if (!returnsContent(fn) && !(declaresToolResult(fn) && !isClient(fn)) && !returnsBuiltResult(fn, file)) return false;
  return !servesSomethingElse(fn);
}
