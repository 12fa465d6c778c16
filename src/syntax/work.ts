import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, memberName } from "./names.js";
import { returnedExpressions } from "./node-index.js";
import { isFunction, parentOf, unwrap, walkSameFunction, type Node } from "./tree.js";

/** Calls that only say what is to happen with the promise of their receiver. */
const CHAINED = /^(?:then|catch|finally)$/u;

/** What a call is about: `api.load()` in `api.load().then(…)`, in `Promise.all([api.load()])` and in `Promise.all(ids.map((id) => api.load(id)))`. */
function workIn(call: TSESTree.CallExpression): TSESTree.CallExpression | string {
  const callee = unwrap(call.callee);
  const receiver = callee.type === "MemberExpression" ? unwrap(callee.object) : undefined;
  if (receiver?.type === "CallExpression" && CHAINED.test(calleeName(call) ?? "")) return workIn(receiver);
  if (!/^Promise\.(?:all|allSettled|race|any)$/u.test(dottedName(callee) ?? "")) return call;
  const list = call.arguments[0] && unwrap(call.arguments[0]);
  if (list?.type === "ArrayExpression") {
    const first = list.elements.find((entry) => entry !== null && unwrap(entry).type === "CallExpression");
    return first ? workIn(unwrap(first) as TSESTree.CallExpression) : call;
  }
  const [each] = list?.type === "CallExpression" && calleeName(list) === "map" ? list.arguments : [];
  return (each && workOfEach(each)) ?? call;
}

/** The work of a callback: `load` of `load`, of `(id) => load(id)` and of `async (id) => ({ id, item: await load(id) })`. */
function workOfEach(each: Node): TSESTree.CallExpression | string | undefined {
  const callback = unwrap(each);
  if (!isFunction(callback)) return dottedName(callback);
  const waited = firstWaited(callback.body);
  const returned = returnedExpressions(callback)
    .map(unwrap)
    .find((node) => node.type === "CallExpression");
  const work = waited ?? returned;
  return work && workIn(work);
}

function firstWaited(body: Node): TSESTree.CallExpression | undefined {
  let found: TSESTree.CallExpression | undefined;
  walkSameFunction(body, (node) => {
    const work = node.type === "AwaitExpression" ? unwrap(node.argument) : undefined;
    if (work?.type === "CallExpression") found ??= work;
  });
  return found;
}

/** `await client.close();`, `void send()`, `await Promise.all(clients.map((client) => client.close()));`: nobody reads what the call gives. */
export function isUnused(call: Node): boolean {
  const user = parentOf(call);
  switch (user?.type) {
    case "ExpressionStatement":
      return true;
    case "AwaitExpression":
    case "ChainExpression":
    case "UnaryExpression":
      return isUnused(user);
    case "ArrayExpression":
      return isPassedToUnused(user);
    case "ArrowFunctionExpression":
      return user.body === call && isPassedToUnused(user);
    default:
      return false;
  }
}

/** `order = await api.order(id)`: what the call gives has a name. */
export function isKept(call: Node): boolean {
  const up = parentOf(call);
  const around = up?.type === "AwaitExpression" ? parentOf(up) : up;
  return around?.type === "AssignmentExpression" || around?.type === "VariableDeclarator";
}

/** The list or the callback of a call that only runs it, such as `Promise.all` or `forEach`. */
function isPassedToUnused(given: Node): boolean {
  const taker = parentOf(given);
  if (taker?.type !== "CallExpression" || taker.callee === given) return false;
  const runs =
    /^Promise\.(?:all|allSettled)$/u.test(dottedName(taker.callee) ?? "") ||
    /^(?:forEach|map)$/u.test(calleeName(taker) ?? "");
  return runs && (isUnused(taker) || isPassedToUnused(taker));
}

/** The name of the work that a call stands for; undefined for one without a name. */
export function nameOfWork(call: TSESTree.CallExpression): string | undefined {
  const work = workIn(call);
  if (typeof work === "string") return work;
  return dottedName(work.callee) ?? chainName(work) ?? calleeName(work);
}

/** A longer chain is named by its end alone. */
const MAX_CHAIN = 40;

/** `client.orders().items.create` of `client.orders("eu").items.create(…)`, or `items.create` where that is too long. */
function chainName(call: TSESTree.CallExpression): string | undefined {
  let node = unwrap(call.callee);
  let tail = "";
  while (node.type === "MemberExpression") {
    const name = memberName(node);
    if (name === undefined) return undefined;
    tail = tail === "" ? name : `${name}.${tail}`;
    node = unwrap(node.object);
  }
  if (tail === "" || node.type !== "CallExpression") return undefined;
  const head = dottedName(node.callee) ?? chainName(node);
  const whole = `${head ?? ""}().${tail}`;
  return head !== undefined && whole.length <= MAX_CHAIN ? whole : tail;
}

/** How a call is named in a sentence. */
export function workName(call: TSESTree.CallExpression): string {
  const name = nameOfWork(call);
  return name === undefined ? "the call" : `${name}()`;
}
