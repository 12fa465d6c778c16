import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, literalProperty, memberName, typeNames } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import {
  enclosingFunction,
  parentOf,
  unwrap,
  walk,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import type { File } from "../file.js";
import { objectMade } from "../values/made.js";
import { constantOf, resolve, rootEnv, type ObjectShape } from "../values/values.js";

/** What a route of the server's own answers with. */
export interface HttpAnswer {
  /** The call that sends the body; with Fastify also the value that the route returns. */
  readonly node: Node;
  /** Undefined: it is no object that can be read. */
  readonly body: ObjectShape | undefined;
  /** The status that goes out: what is written, or the 200 of the framework. Undefined: it is not known here. */
  readonly status: number | undefined;
  readonly isStatusWritten: boolean;
  /** The name of the response that a function is given, if the answer goes through one. */
  readonly response: string | undefined;
  /** Where a status may be set, in the words of the framework. */
  readonly advice: string;
}

const SENDS = /^(?:json|send|jsonp|end|body|text)$/u;
const SETS_STATUS = /^(?:status|code|sendStatus|writeHead|setStatus|setResponseStatus)$/u;
const RESPONSE = /^(?:res|resp|response|reply|rep|c|ctx|context)$/u;

type Status = number | "unknown" | undefined;

function statusOf(written: Status): Pick<HttpAnswer, "status" | "isStatusWritten"> {
  return {
    status: written === "unknown" ? undefined : (written ?? 200),
    isStatusWritten: written !== undefined,
  };
}

function constantNumber(node: Node | undefined, file: File): Status {
  if (!node) return undefined;
  const value = constantOf({ node, env: rootEnv(file) });
  return typeof value === "number" ? value : "unknown";
}

/** The body as an object, also from its JSON. */
function bodyOf(argument: Node | undefined, file: File): ObjectShape | undefined {
  if (!argument) return undefined;
  const value = resolve({ node: argument, env: rootEnv(file) });
  const [json] =
    value.node.type === "CallExpression" && dottedName(value.node.callee) === "JSON.stringify"
      ? value.node.arguments
      : [];
  return objectMade(json ? { node: json, env: value.env } : value);
}

/** `res.status(200).json(…)`: the status in the chain. */
function statusInChain(receiver: Node, file: File): { root: Node; status: Status } {
  let node = unwrap(receiver);
  let status: Status;
  while (node.type === "CallExpression") {
    const callee = unwrap(node.callee);
    if (callee.type !== "MemberExpression") break;
    if (SETS_STATUS.test(memberName(callee) ?? "")) status ??= constantNumber(node.arguments[0], file) ?? "unknown";
    node = unwrap(callee.object);
  }
  return { root: node, status };
}

/** `res.status(502);` or `res.statusCode = 502` anywhere in the function: the last word is not known here. */
export function setsStatusAround(node: Node, response: string | undefined): boolean {
  const fn = enclosingFunction(node);
  let sets = false;
  if (fn)
    walkSameFunction(fn.body, (child) => {
      if (
        child.type === "ExpressionStatement" &&
        child.expression.type === "CallExpression" &&
        child.expression !== node
      ) {
        const { callee } = child.expression;
        if (
          SETS_STATUS.test(calleeName(child.expression) ?? "") &&
          callee.type === "MemberExpression" &&
          dottedName(callee.object) === response
        )
          sets = true;
      }
      if (child.type === "AssignmentExpression" && /(?:status|statusCode)$/u.test(dottedName(child.left) ?? ""))
        sets = true;
    });
  return sets;
}

/** `res.json(body)`, `c.json(body, status)`, `reply.send(body)`. */
function ofMethod(call: TSESTree.CallExpression, file: File): HttpAnswer | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression" || !SENDS.test(memberName(callee) ?? "")) return undefined;
  const { root, status } = statusInChain(callee.object, file);
  if (root.type !== "Identifier" || !RESPONSE.test(root.name)) return undefined;
  if (file.bindings.resolve(root).kind !== "parameter") return undefined;
  const second = call.arguments[1];
  const written = status ?? (second ? statusOfArgument(second, file) : undefined);
  const isSetElsewhere = written === undefined && setsStatusAround(call, root.name);
  const isContext = /^(?:c|ctx|context)$/u.test(root.name);
  return {
    node: call,
    body: bodyOf(call.arguments[0], file),
    ...statusOf(isSetElsewhere ? "unknown" : written),
    response: root.name,
    advice: isContext ? `\`${root.name}.json(body, 502)\`` : `\`${root.name}.status(502)\` before the body`,
  };
}

/** `502` or `{ status: 502 }`. */
function statusOfArgument(argument: Node, file: File): Status {
  const value = unwrap(argument);
  if (value.type !== "ObjectExpression") return constantNumber(argument, file);
  const status = literalProperty(value, "status");
  if (status) return constantNumber(status.value, file);
  return value.properties.some((entry) => entry.type === "SpreadElement") ? "unknown" : undefined;
}

/** `Response.json(body, init)`, `NextResponse.json(body, init)`, `new Response(JSON.stringify(body), init)`. */
function ofResponse(node: TSESTree.CallExpression | TSESTree.NewExpression, file: File): HttpAnswer | undefined {
  const name = dottedName(node.callee) ?? "";
  const isJson = node.type === "CallExpression" && /^(?:Next)?Response\.json$/u.test(name);
  if (!isJson && !(node.type === "NewExpression" && /^(?:Next)?Response$/u.test(name))) return undefined;
  const [argument, init] = node.arguments;
  return {
    node,
    body: bodyOf(argument, file),
    ...statusOf(init ? statusOfArgument(init, file) : undefined),
    response: undefined,
    advice: "`{ status: 502 }` as the second argument",
  };
}

function responsesIn(file: File): HttpAnswer[] {
  const found: HttpAnswer[] = [];
  if (/\bnew\s+(?:Next)?Response\b/u.test(file.text))
    walk(file.ast, (node) => {
      const answer = node.type === "NewExpression" ? ofResponse(node, file) : undefined;
      if (answer) found.push(answer);
    });
  return found;
}

const FASTIFY_ROUTE = /^(?:get|post|put|patch|delete|all)$/u;

/** `fastify()`, also with what is chained to it, or the parameter of a plugin that is declared as one. */
function isFastify(receiver: Node, file: File): boolean {
  const node = unwrap(receiver);
  if (node.type === "CallExpression") {
    const callee = unwrap(node.callee);
    return callee.type === "MemberExpression" ? isFastify(callee.object, file) : isFastifyModule(callee, file);
  }
  const binding = file.bindings.resolve(node);
  if (binding.kind === "variable") return binding.init !== null && isFastify(binding.init, file);
  if (binding.kind !== "parameter" || node.type !== "Identifier") return false;
  const parameter = binding.fn.params[binding.index];
  const declared = parameter?.type === "Identifier" ? typeNames(parameter.typeAnnotation?.typeAnnotation) : [];
  return declared[0] === "FastifyInstance" || (declared.length === 0 && node.name === "fastify");
}

function isFastifyModule(callee: Node, file: File): boolean {
  const binding = file.bindings.resolve(callee);
  return binding.kind === "import" && binding.source === "fastify";
}

/** The handler of `app.get("/orders", options, handler)`: what it returns is sent. */
function isFastifyHandler(fn: FunctionNode, file: File): boolean {
  const call = parentOf(fn);
  if (call?.type !== "CallExpression" || call.arguments.at(-1) !== fn || call.arguments.length < 2) return false;
  const callee = unwrap(call.callee);
  return (
    callee.type === "MemberExpression" && FASTIFY_ROUTE.test(memberName(callee) ?? "") && isFastify(callee.object, file)
  );
}

function returnedByFastify(file: File): HttpAnswer[] {
  if (!/fastify/iu.test(file.text)) return [];
  return file.index.functions
    .filter((fn) => isFastifyHandler(fn, file))
    .flatMap((fn) => returnedExpressions(fn).flatMap((value) => ofReturn(value, fn, file) ?? []));
}

function ofReturn(value: Node, fn: FunctionNode, file: File): HttpAnswer | undefined {
  const body = bodyOf(value, file);
  if (!body) return undefined;
  const [, reply] = fn.params;
  const response = reply?.type === "Identifier" ? reply.name : undefined;
  return {
    node: value,
    body,
    ...statusOf(setsStatusAround(value, response) ? "unknown" : undefined),
    response,
    advice: `\`${response ?? "reply"}.code(502)\` before the body`,
  };
}

/** Everything that the file's routes answer with, as far as it can be read. */
export function httpAnswers(file: File): HttpAnswer[] {
  const called = file.index.calls.flatMap((call) => ofMethod(call, file) ?? ofResponse(call, file) ?? []);
  return [...called, ...responsesIn(file), ...returnedByFastify(file)].sort(
    (a, b) => a.node.range[0] - b.node.range[0],
  );
}
