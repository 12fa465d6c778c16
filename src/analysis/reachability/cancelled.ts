import { dottedName, memberName } from "../../syntax/names.js";
import { unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { callsInFile } from "../values/calls.js";
import type { File } from "../file.js";
import { guardsOf } from "../values/guards.js";
import { property, resolve, rootEnv, type Ref } from "../values/values.js";

/** Behind `if (extra.signal.aborted)`: the client has cancelled the call, and nothing answers a call that was cancelled. */
export function isAfterCancel(place: Node, file: File): boolean {
  return guardsOf(place).some(({ test, negated }) => !negated && testsCancel(test, file));
}

function testsCancel(test: Node, file: File): boolean {
  const node = unwrap(test);
  if (node.type === "LogicalExpression" && node.operator === "&&")
    return testsCancel(node.left, file) || testsCancel(node.right, file);
  if (node.type !== "MemberExpression" || memberName(node) !== "aborted") return false;
  return isOfRequest(unwrap(node.object), file);
}

/** `signal`, `extra.signal`: handed in, and by no call in the file from a clock or a controller of the project's own. */
function isOfRequest(signal: Node, file: File): boolean {
  const path: string[] = [];
  let root = signal;
  for (; root.type === "MemberExpression"; root = unwrap(root.object)) path.unshift(memberName(root) ?? "");
  const binding = root.type === "Identifier" ? file.bindings.resolve(root) : undefined;
  if (binding?.kind !== "parameter") return false;
  const names = [...binding.path, ...path];
  if ((names.at(-1) ?? binding.variable.name) !== "signal") return false;
  return argumentsOf(binding.fn, binding.index, file).every((given) => !isOwn(memberAt(given, names)));
}

/** What the calls in a function's own file give it in one place. */
function argumentsOf(fn: FunctionNode, index: number, file: File): Ref[] {
  return callsInFile(fn, file)
    .flatMap((call) => call.arguments[index] ?? [])
    .map((node) => ({ node, env: rootEnv(file) }));
}

function memberAt(ref: Ref, names: readonly string[]): Ref {
  return names.reduce((object, name) => property(object, name) ?? object, ref);
}

/** `controller.signal` of `new AbortController()`, `AbortSignal.timeout(5000)`. */
function isOwn(given: Ref): boolean {
  const { node, env } = resolve(given);
  if (node.type === "CallExpression") return /^AbortSignal\./u.test(dottedName(node.callee) ?? "");
  if (node.type === "MemberExpression") return isOwn({ node: node.object, env });
  return node.type === "NewExpression" && dottedName(node.callee) === "AbortController";
}
