import type { TSESTree } from "@typescript-eslint/types";
import { memberName, methodNamed } from "../../syntax/names.js";
import { isClass, unwrap, walkSameFunction, type ClassNode, type FunctionNode } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { superClass } from "../values/classes.js";
import { rootEnv } from "../values/values.js";
import { TOOL_METHODS } from "./handler-functions.js";

/** Classes above a class that are looked at. */
const MAX_CLASSES = 4;

/** `close(args)` of a tool whose base class has `execute(args) { return this.close(args); }`, and no `close` of its own. */
export function calledFromAbove(cls: ClassNode, file: File): FunctionNode[] {
  let classes = 0;
  for (let at = superClass({ node: cls, env: rootEnv(file) }); at && isClass(at.node); at = superClass(at)) {
    const base = at.node;
    const [entry] = TOOL_METHODS.flatMap((name) => methodNamed(base, name) ?? []);
    if (entry) return leftOpenBy(entry, base).flatMap((name) => methodNamed(cls, name) ?? []);
    if (++classes >= MAX_CLASSES) return [];
  }
  return [];
}

/** The methods that a function of a class calls on itself, and which the class leaves to those below it. */
function leftOpenBy(entry: FunctionNode, base: ClassNode): string[] {
  const names = new Set<string>();
  walkSameFunction(entry.body, (node) => {
    const name = node.type === "CallExpression" ? ownMethodCalled(node) : undefined;
    if (name !== undefined && !methodNamed(base, name)) names.add(name);
  });
  return [...names];
}

/** `close` of `this.close(args)`. */
function ownMethodCalled({ callee }: TSESTree.CallExpression): string | undefined {
  const method = unwrap(callee);
  return method.type === "MemberExpression" && method.object.type === "ThisExpression" ? memberName(method) : undefined;
}
