import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, lastName } from "../../syntax/names.js";
import { ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import { contains, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { guardsOf } from "../values/guards.js";
import { tells } from "../messages/own-words.js";
import { isFetch } from "../responses/responses.js";
import { rejectedBy } from "../throws/leaving-throws.js";
import { throwsIn } from "../throws/throwers.js";
import type { Binding } from "../values/bindings.js";
import type { Env } from "../values/values.js";

/** `this.fetchImpl(url)`, `fetchFn(url)`: a `fetch` that was handed in. */
const GIVEN_FETCH = /^_?(?:do|raw|base|custom)?fetch(?:Impl|Fn|er|er?Function)?$/iu;

/** A request that resolves for every status, and rejects with a fixed word only. */
function isRequest(call: TSESTree.CallExpression, file: File): boolean {
  if (isFetch(call, file)) return true;
  const callee = unwrap(call.callee);
  const isMember = callee.type === "MemberExpression" && unwrap(callee.object).type === "ThisExpression";
  return isMember && GIVEN_FETCH.test(calleeName(call) ?? "");
}

const READS_BODY = /^(?:json|text|arrayBuffer|blob|formData|bytes)$/u;

/** `response.json()`, of an answer at hand. */
function readsBody(call: TSESTree.CallExpression): boolean {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression" || call.arguments.length > 0) return false;
  return READS_BODY.test(calleeName(call) ?? "") && unwrap(callee.object).type === "Identifier";
}

/** What a function that sorts refusals by their status may do: the request itself, and the reading of its answer. */
export function isPartOfRequest(call: TSESTree.CallExpression, file: File): boolean {
  return isRequest(call, file) || readsBody(call);
}

const STATUS = /^(?:status|statusCode|httpStatus|code)$/u;

function isStatus(node: Node): boolean {
  const value = unwrap(node);
  const name = value.type === "MemberExpression" || value.type === "Identifier" ? lastName(value) : undefined;
  return name !== undefined && STATUS.test(name);
}

/** `response.status === 404` */
function comparesStatus(test: Node): boolean {
  return contains(
    test,
    (node) =>
      node.type === "BinaryExpression" &&
      /^(?:[!=]==?|[<>]=?)$/u.test(node.operator) &&
      ((isStatus(node.left) && isNumber(node.right)) || (isStatus(node.right) && isNumber(node.left))),
  );
}

/** `switch (response.status)`, `SENTENCES[response.status]`, and tests of it that a failure of the project's own is behind. */
function asksForStatus(fn: FunctionNode, env: Env): boolean {
  const looksUp = contains(
    fn.body,
    (node) =>
      (node.type === "SwitchStatement" && isStatus(node.discriminant)) ||
      (node.type === "MemberExpression" && node.computed && isStatus(node.property)) ||
      (node.type === "ConditionalExpression" && comparesStatus(node.test)),
  );
  if (looksUp) return true;
  const thrown = throwsIn(fn.body, env).map((node) => (node.type === "ThrowStatement" ? unwrap(node.argument) : node));
  return [...thrown, ...returnedExpressions(fn)].some(
    (node) => isMadeHere(node) && guardsOf(node).some(({ test }) => comparesStatus(test)),
  );
}

/** `new NotFound(id)`, a sentence, a call that throws; not `throw error`, nor the empty answer of `status === 204`. */
function isMadeHere(node: Node): boolean {
  const value = unwrap(node);
  return (
    value.type === "NewExpression" ||
    value.type === "TemplateLiteral" ||
    (value.type === "Literal" && typeof value.value === "string") ||
    (value.type === "CallExpression" && node.parent?.type === "ThrowStatement") ||
    value.type === "ExpressionStatement"
  );
}

function isNumber(node: Node): boolean {
  return node.type === "Literal" && typeof node.value === "number";
}

/** Something that the body throws, or rejects with, has words of an answer in it. */
export function tellsAnswer(body: Node, env: Env, hops: number): boolean {
  const { file } = env;
  return throwsIn(body, env).some((node) => {
    const thrown = node.type === "ThrowStatement" ? node.argument : node;
    if (contains(thrown, (part) => part.type === "CallExpression" && readsBody(part))) return true;
    return tells(
      thrown,
      (binding) => {
        if (binding.kind !== "variable") return false;
        const values = [binding.init, ...file.bindings.assignmentsTo(binding.variable)];
        return values.some((value) => value !== null && waitsFor(value));
      },
      { env, hops },
    );
  });
}

function waitsFor(value: Node): boolean {
  return contains(value, (node) => node.type === "AwaitExpression");
}

/**
 * A function whose requests fail in the project's own sentences: it makes one for each status, itself or in a function that
 * it hands the answer to, and lets no word of the answer into them.
 */
export function sortsByStatus(fn: FunctionNode, env: Env, hops: number): boolean {
  if (hops > 0 && ownNodes(fn).calls.some((call) => isGivenAnswer(call) && wordsEachStatus(call, env))) return true;
  if (tellsAnswer(fn.body, env, hops)) return false;
  if (asksForStatus(fn, env) && throwsIn(fn.body, env).length > 0) return true;
  let sorts = false;
  let lets = false;
  contains(fn.body, (node) => {
    if (node.type !== "CallExpression" || !isGivenAnswer(node) || hops <= 0) return false;
    const called = calledFunction(node, env);
    if (!called || !asksForStatus(called.fn, called.env)) return false;
    sorts = true;
    lets ||= tellsAnswer(called.fn.body, called.env, hops - 1) || tellsGiven(called.fn, called.env, hops - 1);
    return false;
  });
  return sorts && !lets;
}

/** As many kinds of refusals with a sentence of their own make a client that sorts; what is left over is left over there. */
const SORTED_KINDS = 2;

/** `describe(response.status, body)`, with a sentence for each of several statuses: whatever stands behind it, the kind is told. */
function wordsEachStatus(call: TSESTree.CallExpression, env: Env): boolean {
  const called = calledFunction(call, env);
  if (!called) return false;
  const sentences = new Set<Node>();
  for (const node of returnedExpressions(called.fn)) {
    const around = node.parent?.type === "ReturnStatement" ? node.parent.parent : undefined;
    const one = around?.type === "BlockStatement" ? around.parent : around;
    if (one?.type !== "SwitchCase" || !one.test || !isNumber(one.test) || !isStatus(one.parent.discriminant)) continue;
    if (isMadeHere(node)) sentences.add(one);
  }
  return sentences.size >= SORTED_KINDS;
}

/** `handleResponse(response)`, `describe(response.status)` */
function isGivenAnswer(call: TSESTree.CallExpression): boolean {
  return call.arguments.some((argument) => {
    const value = unwrap(argument);
    return /^(?:res|resp|response|answer|reply|status|statusCode)$/u.test(lastName(value) ?? "");
  });
}

const ANSWER = /^(?:res|resp|response|answer|reply|body|data|text|payload|json|raw|details?|error(?:Text|Body|Data))$/u;

/** `handleResponse(response)` that makes an error of words of the answer. */
function tellsGiven(fn: FunctionNode, env: Env, hops: number): boolean {
  const thrown = throwsIn(fn.body, env).map((node) => (node.type === "ThrowStatement" ? node.argument : node));
  return [...thrown, ...returnedExpressions(fn)].some(
    (node) =>
      isError(node) &&
      tells(
        node,
        (binding) => binding.kind === "parameter" && binding.fn === fn && ANSWER.test(binding.variable.name),
        { env, hops },
      ),
  );
}

/** `return response.json()` gives the answer itself; `new ApiError(…)` and a sentence tell of a failure. */
function isError(node: Node): boolean {
  const value = unwrap(node);
  return value.type !== "CallExpression" && value.type !== "Identifier";
}

/**
 * `(error) => { if (error.response?.status === 401) throw new SignIn(); … throw new ApiError(error.message); }`, itself or in a
 * function that it hands the error to: several kinds of refusals are told in sentences of the project's own.
 */
export function sortsSomeByStatus(fn: FunctionNode, env: Env, hops: number): boolean {
  const isGiven = (binding: Binding): boolean => binding.kind === "parameter" && binding.fn === fn;
  const thrown = throwsIn(fn.body, env).map((node) => (node.type === "ThrowStatement" ? unwrap(node.argument) : node));
  const rejected = returnedExpressions(fn).flatMap((returned) => rejectedBy(returned) ?? []);
  const sorted = [...thrown, ...rejected].filter(
    (node) =>
      isMadeHere(node) &&
      guardsOf(node).some(({ test, negated }) => !negated && comparesStatus(test)) &&
      !tells(node, isGiven, { env, hops }),
  );
  if (sorted.length >= SORTED_KINDS) return true;
  const [given] = fn.params;
  return (
    hops > 0 &&
    given?.type === "Identifier" &&
    ownNodes(fn).calls.some((call) => {
      const isHanded = call.arguments.some(
        (argument) => argument.type === "Identifier" && argument.name === given.name,
      );
      const called = isHanded ? calledFunction(call, env) : undefined;
      return called !== undefined && sortsSomeByStatus(called.fn, called.env, hops - 1);
    })
  );
}
