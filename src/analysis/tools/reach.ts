import type { TSESTree } from "@typescript-eslint/types";
import type { Framework } from "../../frameworks/index.js";
import { dottedName, functionName } from "../../syntax/names.js";
import { inSourceOrder, ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import { isFunction, parentOf, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { genericFramework, type FileContext, type Tool } from "./index.js";
import { calledFunction } from "../values/calls.js";
import { isHandedBack } from "./handed-back.js";
import { handlerFunctions } from "./handler-functions.js";
import { declaresToolResult } from "./result-types.js";
import { isClient, returnsBuiltResult, returnsContent, servesSomethingElse } from "./tool-answers.js";
import { localEnv } from "../values/values.js";

export { returnsContent, servesSomethingElse };

/** A function that runs when the model calls a tool. */
export interface ReachedFunction {
  readonly fn: FunctionNode;
  /** `result`: what it returns is the tool's result; `data`: it works for one that does. */
  role: "result" | "data";
  readonly framework: Framework;
  /** The framework is known, not guessed: what becomes of strings and bare objects is too. */
  certain: boolean;
  /** The tool whose handler it is or works for; undefined where the registration is in another file. */
  readonly tool: Tool | undefined;
  /** It is the handler itself. */
  readonly isHandler: boolean;
  /** What it brings goes into the result by way of the function that it is handed to: `return run(async () => …)`. */
  readonly isHandedOn: boolean;
}

/** All or nothing, or one thing again and again: what such a function is given has no rounds that were done. */
const TAKES_BACK_OR_REPEATS = /transact|atomic|retr(?:y|ies)|cache|memo|once|lock|mutex/iu;

/** `return run(async () => …)` in a function whose result is the tool's. */
function isHandedOnBy(fn: FunctionNode, outer: ReachedFunction): boolean {
  const call = parentOf(fn);
  if (call?.type !== "CallExpression" || call.callee === fn || !(outer.role === "result" || outer.isHandedOn))
    return false;
  return fn.async && !isTakenBackOrRepeated(fn) && isReturned(call, outer.fn);
}

/** `db.withTransaction(async () => …)`, `withRetry(async () => …)` */
export function isTakenBackOrRepeated({ parent }: FunctionNode): boolean {
  return parent.type === "CallExpression" && TAKES_BACK_OR_REPEATS.test(dottedName(parent.callee) ?? "");
}

function isReturned(call: TSESTree.CallExpression, fn: FunctionNode): boolean {
  let node: Node = call;
  for (let up = parentOf(node); up; up = parentOf(up)) {
    if (up === fn) return fn.body === node;
    if (up.type === "ReturnStatement") return true;
    if (
      up.type === "AwaitExpression" ||
      up.type === "TSAsExpression" ||
      up.type === "TSNonNullExpression" ||
      up.type === "TSSatisfiesExpression" ||
      up.type === "ConditionalExpression" ||
      up.type === "LogicalExpression"
    ) {
      node = up;
      continue;
    }
    return false;
  }
  return false;
}

/** The functions that the file gives to others: exported, wrapped on the way, or made by an exported factory. */
function exportedFunctions({ file }: FileContext): FunctionNode[] {
  return [...file.exports.values()].flatMap((exported) => {
    const node = exported.type === "ExportSpecifier" ? exported.local : exported;
    const value = unwrap(node.type === "VariableDeclarator" ? (node.init ?? node) : node);
    // A table of handlers.
    if (value.type === "ObjectExpression")
      return value.properties.flatMap((entry) =>
        entry.type === "Property" && isFunction(entry.value) ? [entry.value] : [],
      );
    const { functions } = handlerFunctions(value, file);
    return functions.flatMap((fn) => [
      fn,
      ...returnedExpressions(fn).flatMap((returned) =>
        isMade(returned) ? handlerFunctions(returned, file).functions : [],
      ),
    ]);
  });
}

/** `return async (args) => …`, `return tool`, `return withErrors(tool)`; an awaited call gives data. */
function isMade(node: Node): boolean {
  return isFunction(node) || node.type === "Identifier" || node.type === "CallExpression";
}

/**
 * Every function of the file that a tool call runs, with the role it has.
 *
 * @param dispatched those of which only another file shows that a tool call runs them
 */
export function reachedFunctions(context: FileContext, tools: readonly Tool[]): Map<FunctionNode, ReachedFunction> {
  const reached = new Map<FunctionNode, ReachedFunction>();
  const queue: ReachedFunction[] = [];
  const add = (entry: ReachedFunction): void => {
    const known = reached.get(entry.fn);
    if (known) {
      if (known.role === "data" && entry.role === "result") {
        known.role = "result";
        // By its declared type alone it may still be a record of which its caller makes the result.
        known.certain &&= entry.certain;
        queue.push(known);
      }
      return;
    }
    reached.set(entry.fn, entry);
    queue.push(entry);
  };

  for (const tool of tools)
    for (const fn of tool.functions)
      add({
        fn,
        role: "result",
        framework: tool.framework,
        certain: tool.certain,
        tool,
        isHandler: true,
        isHandedOn: false,
      });
  drain();
  if (context.isMcp) {
    const framework = genericFramework(context);
    const { text } = context.file;
    // The functions come in source order, so that the text is searched once.
    let word = text.indexOf("content");
    for (const fn of context.file.index.functions) {
      // Most functions of a file have nothing to do with results, and their text says so at once.
      if (word >= 0 && word < fn.range[0]) word = text.indexOf("content", fn.range[0]);
      if ((word < 0 || word > fn.range[1]) && !fn.returnType && fn.parent.type !== "VariableDeclarator") continue;
      if (reached.get(fn)?.role === "result") continue;
      if (!(returnsContent(fn) || (declaresToolResult(fn) && !isClient(fn))) || servesSomethingElse(fn)) continue;
      const inside = reached.get(fn);
      add({
        fn,
        role: "result",
        framework: inside?.framework ?? framework,
        certain: false,
        tool: inside?.tool,
        isHandler: false,
        isHandedOn: false,
      });
    }
    drain();
    // Handlers that a dispatcher of another file calls: what they return is made by a builder.
    for (const fn of exportedFunctions(context)) {
      const known = reached.get(fn);
      if (known?.role === "result" || !returnsBuiltResult(fn, context.file) || servesSomethingElse(fn)) continue;
      add({
        fn,
        role: "result",
        framework: known?.framework ?? framework,
        certain: false,
        tool: known?.tool,
        isHandler: false,
        isHandedOn: false,
      });
    }
    drain();
  }
  return reached;

  function drain(): void {
    for (let entry = queue.pop(); entry; entry = queue.pop()) enter(entry);
  }

  function enter(entry: ReachedFunction): void {
    const env = localEnv(context.file);
    const { calls, functions } = ownNodes(entry.fn);
    for (const node of inSourceOrder<FunctionNode | TSESTree.CallExpression>(functions, calls)) {
      if (isFunction(node)) {
        // Entered on its own, with its own role.
        const isHandedOn = isHandedOnBy(node, entry);
        const inner =
          returnsContent(node) ||
          declaresToolResult(node) ||
          (isHandedOn && entry.role === "result" && isHandedBack(node, context.file));
        add({ ...entry, fn: node, role: inner ? "result" : "data", isHandler: false, isHandedOn });
        continue;
      }
      const called = calledFunction(node, env);
      if (called?.env.file !== context.file || isConstructorLike(called.fn)) continue;
      const role = entry.role === "result" && isReturned(node, entry.fn) ? "result" : "data";
      add({ ...entry, fn: called.fn, role, isHandler: false, isHandedOn: false });
    }
  }
}

function isConstructorLike(fn: FunctionNode): boolean {
  return functionName(fn) === "constructor";
}
