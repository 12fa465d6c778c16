import type { TSESTree } from "@typescript-eslint/types";
import { isMcpErrorClass } from "../../contract/protocol.js";
import { dottedName, methodNamed } from "../../syntax/names.js";
import { isClass, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { enteredWith } from "../values/calls.js";
import { resolve, UNDEFINED_NODE, type Env, type Ref } from "../values/values.js";

/** Classes above a class that are looked at for its constructor. */
const MAX_BASES = 3;

/** A code stands before the message of a protocol error. */
export function placeOfMessage(className: string): 0 | 1 {
  return isMcpErrorClass(className) ? 1 : 0;
}

/** The arguments of a call as far as they stand one by one. */
export function argumentsGiven(given: readonly TSESTree.CallExpressionArgument[], env: Env): Ref[] {
  const spread = given.findIndex(({ type }) => type === "SpreadElement");
  return given.slice(0, spread < 0 ? undefined : spread).map((node) => ({ node, env }));
}

/**
 * The message of an error class of the project's own, as its constructor, or that of a class above it, hands it to
 * `Error`. With what `new` is `given`, the parameters stand for that; without, undefined where no constructor is written.
 */
export function messageOfClass(cls: Ref, given?: readonly Ref[], bases = MAX_BASES): Ref | undefined {
  if (!isClass(cls.node)) return undefined;
  const { superClass } = cls.node;
  const above = superClass && bases > 0 ? resolve({ node: superClass, env: cls.env }) : undefined;
  const constructor = methodNamed(cls.node, "constructor");
  const env = constructor && given ? enteredWith(constructor, forAll(constructor, given), cls.env) : cls.env;
  const assigned = constructor && assignedMessage(constructor);
  if (assigned) return { node: assigned, env };
  const handedUp = constructor ? givenToSuper(constructor, env) : given;
  if (above && isClass(above.node)) return messageOfClass(above, handedUp, bases - 1);
  return handedUp?.[placeOfMessage((superClass && dottedName(superClass)) ?? "")];
}

/** A parameter that nothing is given for is `undefined`. */
function forAll({ params }: FunctionNode, given: readonly Ref[]): Ref[] {
  const [first] = given;
  return first ? params.map((_, at) => given[at] ?? { node: UNDEFINED_NODE, env: first.env }) : [];
}

function givenToSuper(constructor: FunctionNode, env: Env): Ref[] | undefined {
  let given: Ref[] | undefined;
  walkSameFunction(constructor.body, (node) => {
    if (node.type === "CallExpression" && dottedName(node.callee) === "super")
      given ??= argumentsGiven(node.arguments, env);
  });
  return given;
}

/** `this.message = …` */
function assignedMessage(constructor: FunctionNode): Node | undefined {
  let assigned: Node | undefined;
  walkSameFunction(constructor.body, (node) => {
    if (node.type === "AssignmentExpression" && dottedName(node.left) === "this.message") assigned = node.right;
  });
  return assigned;
}
