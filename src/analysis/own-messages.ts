import { saysWhatToDo } from "../contract/lexicon.js";
import { dottedName, memberName, methodNamed } from "../syntax/names.js";
import { isClass, unwrap, walkSameFunction, type FunctionNode, type Node } from "../syntax/tree.js";
import { guardsOf } from "./guards.js";
import { textOf, wordsOf } from "./text.js";
import { resolve, type Env, type Ref } from "./values.js";

/** Classes above a class that are looked at for its constructor. */
const MAX_BASES = 3;

/**
 * A run-time part of a message is that of a class of the project's own, and may say what to do: its constructor does, or
 * leaves the words to those who throw it. `if (error instanceof PathError) throw new Error(`Denied: ${error.message}`)`
 */
export function mayBringStep(part: Ref, place: Node): boolean {
  const { node, env } = resolve(part);
  if (node.type !== "MemberExpression" || memberName(node) !== "message") return false;
  const cls = classTested(unwrap(node.object), place, env);
  const message = cls && messageOf(cls, MAX_BASES);
  if (message === undefined) return cls !== undefined;
  const words = wordsOf(textOf(message));
  return saysWhatToDo(words) || !/\p{L}{2}/u.test(words);
}

/** `PathError` of the `error instanceof PathError` that holds at a place, if the project declares it. */
function classTested(error: Node, place: Node, env: Env): Ref | undefined {
  for (const { test, negated } of guardsOf(place)) {
    const node = unwrap(test);
    if (negated || node.type !== "BinaryExpression" || node.operator !== "instanceof") continue;
    if (env.file.bindings.variable(node.left) !== env.file.bindings.variable(error)) continue;
    const cls = resolve({ node: node.right, env });
    if (isClass(cls.node)) return cls;
  }
  return undefined;
}

/** What the constructor of an error class, or of one above it, gives to `Error`; undefined where none is written. */
function messageOf(cls: Ref, bases: number): Ref | undefined {
  if (!isClass(cls.node)) return undefined;
  const constructor = methodNamed(cls.node, "constructor");
  const message = constructor && givenToSuper(constructor);
  if (message) return { node: message, env: cls.env };
  const { superClass } = cls.node;
  return superClass && bases > 0 ? messageOf(resolve({ node: superClass, env: cls.env }), bases - 1) : undefined;
}

function givenToSuper(constructor: FunctionNode): Node | undefined {
  let message: Node | undefined;
  walkSameFunction(constructor.body, (node) => {
    if (node.type === "CallExpression" && dottedName(node.callee) === "super") message ??= node.arguments[0];
  });
  return message;
}
