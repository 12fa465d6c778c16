import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { parentOf, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import { rootEnv } from "../values/values.js";
import type { File } from "../file.js";

/**
 * `withContext(async () => …)` where the function called gives back what the callback does, and nothing else:
 * `return operation();`, `return storage.run(context, operation);`.
 */
export function isHandedBack(callback: FunctionNode, file: File): boolean {
  const call = parentOf(callback);
  const called = call?.type === "CallExpression" ? calledFunction(call, rootEnv(file)) : undefined;
  if (call?.type !== "CallExpression" || !called) return false;
  const parameter = called.fn.params[call.arguments.findIndex((argument) => argument === callback)];
  const variable = parameter?.type === "Identifier" ? called.env.file.bindings.variable(parameter) : undefined;
  const returned = returnedExpressions(called.fn);
  const isCallback = (node: Node): boolean =>
    node.type === "Identifier" && called.env.file.bindings.variable(node) === variable;
  return variable !== undefined && returned.length > 0 && returned.every((value) => isResultOf(value, isCallback));
}

function isResultOf(value: Node, isCallback: (node: Node) => boolean): boolean {
  const node = unwrap(value);
  if (node.type === "AwaitExpression") return isResultOf(node.argument, isCallback);
  return node.type === "CallExpression" && (isCallback(unwrap(node.callee)) || isRunOf(node, isCallback));
}

/** `AsyncLocalStorage.run(store, callback)` */
function isRunOf(call: TSESTree.CallExpression, isCallback: (node: Node) => boolean): boolean {
  return calleeName(call) === "run" && call.arguments.some((argument) => isCallback(unwrap(argument)));
}
