import type { File } from "../../analysis/file.js";
import type { TSESTree } from "@typescript-eslint/types";
import { calledFunction } from "../../analysis/values/calls.js";
import { inheritedMethod } from "../../analysis/values/classes.js";
import { TOOL_METHODS } from "../../analysis/tools/handler-functions.js";
import { HANDLER_KEYS } from "../../analysis/tools/shapes.js";
import type { Tool } from "../../analysis/tools/index.js";
import { resolve, rootEnv, type Env, type Ref } from "../../analysis/values/values.js";
import { literalProperty, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { isClass, isFunction, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { isHelperBoundary } from "./helper-calls.js";

/** A function that answers a call of a tool. */
export interface Entry {
  readonly fn: FunctionNode;
  readonly env: Env;
  /**
   * What stands around it: `nothing` · `boundary` the typed helper's `withToolErrors`, which turns each throw into a
   * classified error result · `unknown` a function that cannot be seen.
   */
  readonly around: "nothing" | "boundary" | "unknown";
}

const MAX_WRAPPERS = 3;

/** The function behind a handler expression, wherever it stands: by name, imported, bound, made by a wrapper that can be seen. */
function entryOf(ref: Ref, hops = MAX_WRAPPERS): Entry | undefined {
  const value = resolve(ref);
  if (isFunction(value.node)) return { fn: value.node, env: value.env, around: "nothing" };
  if (hops <= 0) return undefined;
  const inside = insideOf(value);
  if (inside) return entryOf(inside, hops - 1);
  if (value.node.type !== "CallExpression") return undefined;
  const { node, env } = value;
  const callee = unwrap(node.callee);
  if (callee.type === "MemberExpression" && memberName(callee) === "bind")
    return entryOf({ node: callee.object, env }, hops - 1);
  const wrapped = node.arguments.flatMap((argument) =>
    argument.type === "SpreadElement" ? [] : (entryOf({ node: argument, env }, hops - 1) ?? []),
  );
  const [first] = wrapped;
  if (isHelperBoundary(node, env)) return first && { ...first, around: "boundary" };
  const made = functionMade(calledFunction(node, env));
  // What the wrapper makes calls its parameter, which is bound to the handler.
  if (made) return made;
  return first && { ...first, around: "unknown" };
}

/** What a tool that is an object or a class is run by. */
function insideOf({ node, env }: Ref): Ref | undefined {
  if (node.type === "NewExpression") return { node: node.callee, env };
  if (node.type === "ObjectExpression") {
    const handler = handlerOf(node);
    return handler && { node: handler, env };
  }
  if (!isClass(node)) return undefined;
  for (const name of TOOL_METHODS) {
    const method = inheritedMethod({ node, env }, name);
    if (method) return method;
  }
  return undefined;
}

function handlerOf(object: TSESTree.ObjectExpression): Node | undefined {
  for (const key of HANDLER_KEYS) {
    const property = literalProperty(object, key);
    if (property) return property.value;
  }
  return undefined;
}

function functionMade(called: { fn: FunctionNode; env: Env } | undefined): Entry | undefined {
  if (!called) return undefined;
  const [only, ...others] = returnedExpressions(called.fn);
  if (!only || others.length > 0) return undefined;
  const made = resolve({ node: only, env: called.env });
  return isFunction(made.node) ? { fn: made.node, env: made.env, around: "nothing" } : undefined;
}

/** The expression that a registration takes for its handler. */
function handlerExpression({ registration }: Tool): Node | undefined {
  if (registration.type === "Property") return registration.value;
  const holder = registration.type === "CallExpression" ? registration.arguments.at(-1) : registration;
  if (!holder || holder.type === "SpreadElement") return undefined;
  const node = unwrap(holder);
  if (node.type !== "ObjectExpression") return registration.type === "CallExpression" ? holder : undefined;
  return handlerOf(node);
}

/** The functions that answer a call of the tool; none where the handler cannot be seen. */
export function entriesOf(tool: Tool, file: File): Entry[] {
  const env = rootEnv(file);
  const direct = tool.functions.map((fn): Entry => ({ fn, env, around: tool.wrapped ? "unknown" : "nothing" }));
  if (direct.length > 0 && !tool.wrapped) return direct;
  const handler = handlerExpression(tool);
  const entry = handler && entryOf({ node: handler, env });
  return entry ? [entry] : direct;
}
