import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, functionName, literalProperty, typeNames } from "../../syntax/names.js";
import {
  ancestors,
  isFunction,
  parentOf,
  unwrap,
  unwrapTypes,
  type ClassNode,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import type { File } from "../file.js";
import { callsInFile } from "../values/calls.js";
import { constantOf, rootEnv } from "../values/values.js";

/**
 * How a handler gets at its answer. "reply": by its second argument, as with Express, Fastify and `node:http`. "context": by
 * its first one, as with Hono and Koa. "filter": by the host of a NestJS filter. "request": it returns a `Response`.
 */
export type RouteStyle = "reply" | "context" | "filter" | "request";

/** A place that gives a function to a web framework. */
export interface Route {
  readonly style: RouteStyle;
  /** The handlers are called for what another one has thrown, whatever their parameters are. */
  readonly isForErrors: boolean;
  /** The registration, or the function where it only looks like a handler. */
  readonly registration: Node;
  /** What may be a handler, as it is written. */
  readonly handlers: readonly Node[];
  /** What a handler returns is sent. */
  readonly sendsReturned: boolean;
  /** The server is one of `node:http`. */
  readonly isPlain: boolean;
}

const VERBS = /^(?:get|post|put|patch|delete|del|all|head|options|on|use|route)$/u;
const REPLY_NAME = /^_*(?:res|resp|response|reply|rep)$/u;
const REPLY_TYPE = /^(?:\w*Response|FastifyReply)$/u;
const REQUEST_NAME = /^_*(?:req|request)$/u;
const CONTEXT_NAME = /^_*(?:c|ctx|context)$/u;
const CONTEXT_TYPE = /^(?:\w*Context)$/u;
const NEXT_NAME = /^_*(?:next|done)$/u;
/** HTTP methods that a file of Next.js exports a function for. */
const EXPORTED = /^(?:GET|POST|PUT|PATCH|DELETE)$/u;

/** What a text must hold: the words by which a handler answers, or is registered for errors. */
const CUE =
  /\b(?:res|resp|response|reply|rep|Response|NextResponse)\b|\b(?:c|ctx|context)\s*\.|\.\s*(?:get|post|put|patch|delete|all|use)\s*\(|\b(?:setErrorHandler|onError|ExceptionFilter)\b/u;
const CONTEXT_MODULES = /^(?:hono|koa|@hono\/.+|@koa\/.+|koa-.+)$/u;
const REPLY_MODULES = /^(?:express|fastify|restify|polka|node:http|http)$/u;

/** Words of what is sent: an error of the contract, or the object by which it goes out. */
const ANSWERS = /\b(?:res|resp|response|reply|rep|c|ctx|context)\s*[.,):]|\bResponse\b|retr[iy]able/iu;

/** False for a text in which no answer of another file's route can be made. */
export function mayAnswer({ text }: File): boolean {
  return ANSWERS.test(text);
}

/** The places of a file that give functions to a web framework, and the functions that look as if another file did. */
export function routesIn(file: File): readonly Route[] {
  if (!CUE.test(file.text)) return [];
  const isContextual = importsOnly(file, CONTEXT_MODULES, REPLY_MODULES);
  const registered = file.index.calls.flatMap((call) => registrationOf(call, isContextual, file) ?? []);
  const filters = file.index.classes.flatMap((cls) => filterOf(cls) ?? []);
  const exported = exportedRoutes(file);
  const known = [...registered, ...filters, ...exported].flatMap(({ handlers }) => handlers);
  const guessed = file.index.functions
    .filter((fn) => !known.includes(fn))
    .flatMap((fn) => guessedRoute(fn, isContextual, file) ?? []);
  return [...registered, ...filters, ...exported, ...guessed];
}

/** `export async function GET(request) { … }`, `export const POST = withErrors(…)` */
function exportedRoutes(file: File): Route[] {
  return [...file.exports].flatMap(([name, node]): Route[] => {
    if (!EXPORTED.test(name)) return [];
    const handler = node.type === "VariableDeclarator" ? node.init : node;
    const handlers = handler ? (isFunction(handler) ? [handler] : handlersIn(handler)) : [];
    return [
      { style: "request", isForErrors: false, registration: node, handlers, sendsReturned: false, isPlain: false },
    ];
  });
}

function importsOnly(file: File, modules: RegExp, others: RegExp): boolean {
  const imported = file.ast.body.flatMap((statement) =>
    statement.type === "ImportDeclaration" ? [statement.source.value] : [],
  );
  return imported.some((name) => modules.test(name)) && !imported.some((name) => others.test(name));
}

function registrationOf(call: TSESTree.CallExpression, isContextual: boolean, file: File): Route | undefined {
  const name = calleeName(call) ?? "";
  const callee = unwrap(call.callee);
  const base = { registration: call, sendsReturned: false, isPlain: false, isForErrors: false };
  if (name === "createServer" || name === "serve") {
    const handlers = call.arguments.flatMap(fetchHandlers);
    return { ...base, style: name === "serve" ? "request" : "reply", handlers, isPlain: true };
  }
  if (callee.type !== "MemberExpression") return undefined;
  if (name === "setErrorHandler")
    return { ...base, style: "reply", isForErrors: true, handlers: call.arguments, sendsReturned: true };
  if (name === "onError") return { ...base, style: "context", isForErrors: true, handlers: call.arguments };
  if (!VERBS.test(name)) return undefined;
  const handlers = call.arguments.flatMap(handlersIn);
  if (
    !handlers.some((one) => isFunction(one) && answers(one)) &&
    !(isRegistered(call, name, file) && handlers.length > 0)
  )
    return undefined;
  const takesContext = isContextual || handlers.some((one) => isFunction(one) && isContextFirst(one));
  return {
    ...base,
    style: takesContext ? "context" : "reply",
    handlers,
    sendsReturned: isFastify(callee.object, file),
  };
}

/** The parameters of a function written in the call are those of a handler. */
function answers(fn: FunctionNode): boolean {
  return isReply(fn.params[1]) || isContextFirst(fn) || takesError(fn);
}

/** `app.get("/orders", …)`, `app.use(…)`, `server.on("request", …)`: what is given to it may be a handler. */
function isRegistered(call: TSESTree.CallExpression, name: string, file: File): boolean {
  if (name === "use" || name === "route") return true;
  const [first] = call.arguments;
  const path = first && constantOf({ node: first, env: rootEnv(file) });
  if (name === "on") return path === "request";
  return typeof path === "string" && /^[/*]/u.test(path);
}

/** `{ fetch(request) { … } }`, or the function itself. */
function fetchHandlers(argument: Node): readonly Node[] {
  const node = unwrapTypes(argument);
  if (node.type !== "ObjectExpression") return handlersIn(node);
  const fetch = literalProperty(node, "fetch");
  return fetch ? [fetch.value] : [];
}

/** An argument that may be a handler; the path, and options without one, are not. */
function handlersIn(argument: Node): readonly Node[] {
  const node = unwrapTypes(argument);
  switch (node.type) {
    case "Identifier":
    case "MemberExpression":
    case "CallExpression":
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return [node];
    case "ArrayExpression":
      return node.elements.flatMap((element) => (element ? handlersIn(element) : []));
    case "ObjectExpression": {
      const handler = literalProperty(node, "handler");
      return handler ? [handler.value] : [];
    }
    default:
      return [];
  }
}

function nameOf(parameter: Node | undefined): string {
  const pattern = parameter?.type === "AssignmentPattern" ? parameter.left : parameter;
  return pattern?.type === "Identifier" ? pattern.name : "";
}

function typeOf(parameter: Node | undefined): string {
  return parameter?.type === "Identifier" ? (typeNames(parameter.typeAnnotation?.typeAnnotation)[0] ?? "") : "";
}

export function isReply(parameter: Node | undefined): boolean {
  return REPLY_NAME.test(nameOf(parameter)) || (nameOf(parameter) !== "" && REPLY_TYPE.test(typeOf(parameter)));
}

function isContextFirst({ params: [first] }: FunctionNode): boolean {
  return CONTEXT_NAME.test(nameOf(first)) || CONTEXT_TYPE.test(typeOf(first));
}

/** `(err, req, res, next)`: Express tells handlers of errors by the number of their parameters. */
export function takesError({ params }: FunctionNode): boolean {
  return params.length === 4 && (isReply(params[2]) || NEXT_NAME.test(nameOf(params[3])));
}

/** A function with the parameters of a handler that nothing in the file calls. */
function guessedRoute(fn: FunctionNode, isContextual: boolean, file: File): Route | undefined {
  const { params } = fn;
  const base = {
    registration: fn,
    handlers: [fn],
    sendsReturned: false,
    isPlain: isInCreateServer(fn),
    isForErrors: false,
  };
  const takesReply =
    isReply(params[1]) && !isReply(params[0]) && (params.length === 2 || NEXT_NAME.test(nameOf(params[2])));
  if (takesError(fn) || takesReply) return callsInFile(fn, file).length === 0 ? { ...base, style: "reply" } : undefined;
  if (isExportedFetch(fn)) return { ...base, style: "request" };
  const takesContext =
    isContextFirst(fn) && params.length <= 2 && (isContextual || CONTEXT_TYPE.test(typeOf(params[0])));
  return takesContext && callsInFile(fn, file).length === 0 ? { ...base, style: "context" } : undefined;
}

/** `export default { async fetch(request) { … } }` */
function isExportedFetch(fn: FunctionNode): boolean {
  const object = parentOf(fn)?.parent;
  return (
    functionName(fn) === "fetch" &&
    object?.type === "ObjectExpression" &&
    parentOf(object)?.type === "ExportDefaultDeclaration" &&
    REQUEST_NAME.test(nameOf(fn.params[0]))
  );
}

function isInCreateServer(fn: FunctionNode): boolean {
  return ancestors(fn).some((up) => up.type === "CallExpression" && calleeName(up) === "createServer");
}

/** `class OrderFilter implements ExceptionFilter { catch(exception, host) { … } }` */
function filterOf(cls: ClassNode): Route | undefined {
  const isFilter =
    cls.implements.some(
      ({ expression }) => expression.type === "Identifier" && /ExceptionFilter$/u.test(expression.name),
    ) ||
    cls.decorators.some(({ expression }) => expression.type === "CallExpression" && calleeName(expression) === "Catch");
  const method = isFilter
    ? cls.body.body.find(
        (member) =>
          member.type === "MethodDefinition" && member.key.type === "Identifier" && member.key.name === "catch",
      )
    : undefined;
  if (method?.type !== "MethodDefinition" || !isFunction(method.value)) return undefined;
  return {
    style: "filter",
    isForErrors: true,
    registration: method,
    handlers: [method.value],
    sendsReturned: false,
    isPlain: false,
  };
}

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
  const declared = typeOf(parameter);
  return declared === "FastifyInstance" || (declared === "" && node.name === "fastify");
}

function isFastifyModule(callee: Node, file: File): boolean {
  const binding = file.bindings.resolve(callee);
  return binding.kind === "import" && binding.source === "fastify";
}

/** The paths that a route is registered for: its own, and those of the calls around it. */
export function pathsOf({ registration }: Route, file: File): readonly string[] {
  return [registration, ...ancestors(registration)].flatMap((up) => {
    const [first] = up.type === "CallExpression" ? up.arguments : [];
    const given = first && constantOf({ node: first, env: rootEnv(file) });
    return typeof given === "string" ? [given] : [];
  });
}
