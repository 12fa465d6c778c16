import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, keyName, memberName } from "../../syntax/names.js";
import { contains, enclosingFunction, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";

/** `resolve(order)`, `reject(new Error("Closed"))` of the executor around: with what is judged where the promise is made. */
export function settlesPromise({ callee }: TSESTree.CallExpression, { bindings }: File): boolean {
  const binding = callee.type === "Identifier" ? bindings.resolve(callee) : undefined;
  if (binding?.kind !== "parameter") return false;
  const made = binding.fn.parent;
  return made.type === "NewExpression" && dottedName(made.callee) === "Promise";
}

/** `load(id).then(take)` */
export function isStepOfPromise(call: TSESTree.CallExpression): boolean {
  const callee = unwrap(call.callee);
  return (
    callee.type === "MemberExpression" &&
    unwrap(callee.object).type === "CallExpression" &&
    /^(?:then|catch|finally)$/u.test(memberName(callee) ?? "")
  );
}

/** An executor that hands on what it is told: `child.on("error", reject)`, `reject(error)`. */
export function rejectsGiven(executor: FunctionNode, file: File): boolean {
  const [, reject] = executor.params;
  if (reject?.type !== "Identifier") return reject !== undefined;
  return contains(executor.body, (node) => {
    if (node.type !== "Identifier" || node.name !== reject.name) return false;
    const call = node.parent;
    if (isChained(node) || isKeptFor(node, file)) return false;
    const [given] = call.type === "CallExpression" && call.callee === node ? call.arguments : [];
    if (given && isOfChained(given)) return false;
    return given?.type !== "NewExpression" || given.arguments.some((part) => namesError(part));
  });
}

/** `pending.set(id, { resolve, reject })`, and all that is kept so is rejected with errors that are made there: `call.reject(new Error("Closed"))`. */
function isKeptFor(reject: Node, { index }: File): boolean {
  const property = reject.parent;
  if (property?.type !== "Property" || (property.value !== reject && !property.shorthand)) return false;
  const name = keyName(property.key, property.computed);
  const later = index.calls.filter(
    ({ callee }) => callee.type === "MemberExpression" && memberName(callee) === name && !isPromise(callee.object),
  );
  return later.length > 0 && later.every(({ arguments: [given] }) => given?.type === "NewExpression");
}

function isPromise(node: Node): boolean {
  return node.type === "Identifier" && node.name === "Promise";
}

/** `reject` of `load(id).then(resolve).catch(reject)`: that call is looked through by itself. */
function isChained(node: Node): boolean {
  const call = node.parent;
  return call?.type === "CallExpression" && call.callee !== node && /^(?:then|catch)$/u.test(calleeName(call) ?? "");
}

/** The same in `.catch((error) => { clearTimeout(timer); reject(error); })`. */
function isOfChained(given: Node): boolean {
  const fn = enclosingFunction(given);
  const [error] = fn?.params ?? [];
  return (
    fn !== undefined &&
    given.type === "Identifier" &&
    error?.type === "Identifier" &&
    error.name === given.name &&
    isChained(fn)
  );
}

/** `error.message`, `stderr` */
function namesError(part: Node): boolean {
  return contains(
    part,
    (node) =>
      node.type === "Identifier" && /^(?:e|ex|err|error|cause|reason|stderr|stdout|output|data|body)$/u.test(node.name),
  );
}
