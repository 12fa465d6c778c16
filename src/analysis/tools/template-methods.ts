import { methodNamed, ownMemberName } from "../../syntax/names.js";
import {
  enclosingClass,
  isFunction,
  unwrap,
  walkSameFunction,
  type ClassNode,
  type FunctionNode,
} from "../../syntax/tree.js";
import type { File } from "../file.js";
import { inheritedMethod } from "../values/classes.js";
import { rootEnv } from "../values/values.js";
import { TOOL_METHODS } from "./handler-functions.js";

/** `close(args)` of a tool whose base class has `execute(args) { return this.close(args); }`, and no `close` of its own. */
export function calledFromAbove(cls: ClassNode, file: File): FunctionNode[] {
  const [entry] = TOOL_METHODS.flatMap((name) => inheritedMethod({ node: cls, env: rootEnv(file) }, name)?.node ?? []);
  const base = entry && enclosingClass(entry);
  return base && isFunction(entry) ? leftOpenBy(entry, base).flatMap((name) => methodNamed(cls, name) ?? []) : [];
}

/** The methods that a function of a class calls on itself, and which the class leaves to those below it. */
function leftOpenBy(entry: FunctionNode, base: ClassNode): string[] {
  const names = new Set<string>();
  walkSameFunction(entry.body, (node) => {
    const name = node.type === "CallExpression" ? ownMemberName(unwrap(node.callee)) : undefined;
    if (name !== undefined && !methodNamed(base, name)) names.add(name);
  });
  return [...names];
}
