import type { TSESTree } from "@typescript-eslint/types";
import { enclosingFunction, isFunction, isInside, parentOf, type ClassNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { memberKey } from "./names.js";

/** A field of an instance that other code than its constructor writes: `async connect() { this.client = await open(); }`. */
export interface LaterWrite {
  readonly name: string;
  /** What is written; undefined for `this.count += 1` and its like. */
  readonly value: Node | undefined;
  /** The declaration of the field, where there is one: it may name a type. */
  readonly declaration: Node | undefined;
}

const known = new WeakMap<ClassNode, readonly LaterWrite[]>();

/** The writes to the fields of a class that happen after an instance is made: whoever calls a method finds any of them done. */
export function laterWritesOf(cls: ClassNode, file: File): readonly LaterWrite[] {
  let writes = known.get(cls);
  if (!writes) known.set(cls, (writes = findWrites(cls, file)));
  return writes;
}

function findWrites(cls: ClassNode, file: File): readonly LaterWrite[] {
  const made = cls.body.body.find((member) => member.type === "MethodDefinition" && member.kind === "constructor");
  const constructor = made?.type === "MethodDefinition" ? made.value : undefined;
  return file.index.assignments.flatMap(({ left, operator, right }) => {
    if (left.type !== "MemberExpression" || left.object.type !== "ThisExpression" || !isInside(left, cls)) return [];
    const name = memberKey(left.property, left.computed);
    if (name === undefined || classAround(left) !== cls || enclosingFunction(left) === constructor) return [];
    const declaration = cls.body.body.find(
      (member): member is TSESTree.PropertyDefinition =>
        member.type === "PropertyDefinition" && !member.static && memberKey(member.key, member.computed) === name,
    );
    return [{ name, value: operator === "=" ? right : undefined, declaration }];
  });
}

/** The class whose instance `this` is at a node. */
function classAround(node: Node): Node | undefined {
  for (let at = parentOf(node); at; at = parentOf(at)) {
    if (at.type === "ClassBody") return at.parent;
    if (isFunction(at) && at.type !== "ArrowFunctionExpression" && at.parent.type !== "MethodDefinition")
      return undefined;
  }
  return undefined;
}
