import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { keyName, lastName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { ancestors, unwrap, type Node } from "../../syntax/tree.js";
import { calledFunction } from "./calls.js";
import type { File } from "../file.js";
import { kept } from "./kept.js";
import { objectShape, resolve, type ObjectShape, type Ref } from "./values.js";

/** Returns of a builder that are looked at: one each kind of failure. */
const MAX_RETURNS = 8;

/** Choices and calls that a value is followed through: `result.data = trimmed(result.data)` would go round for ever. */
const MAX_STEPS = 6;

/** What a call gives back where its function has one `return`; any other expression as it is. */
export function madeBy(ref: Ref): Ref {
  const target = resolve(ref);
  if (target.node.type !== "CallExpression") return target;
  const checked = checkedBySchema(target.node);
  if (checked) return resolve({ node: checked, env: target.env });
  const called = calledFunction(target.node, target.env);
  const [only, ...others] = called ? returnedExpressions(called.fn) : [];
  return called && only && others.length === 0 ? resolve({ node: only, env: called.env }) : target;
}

/** `orderSchema.parse(order)`: a schema gives back what it was given, or throws. */
function checkedBySchema({ callee, arguments: [given, ...others] }: TSESTree.CallExpression): Node | undefined {
  const method = unwrap(callee);
  if (method.type !== "MemberExpression" || memberName(method) !== "parse" || others.length > 0) return undefined;
  return /schema$/iu.test(lastName(method.object) ?? "") ? given : undefined;
}

/** The object that an expression makes, also through a function that returns nothing but one literal, and with what such a function gives to its spreads. */
export function objectMade({ node, env }: Ref): ObjectShape | undefined {
  return objectMadeAt(node, env);
}

const objectMadeAt = kept(
  (node: Node, env): ObjectShape | undefined =>
    objectShape({ node, env }, undefined, spreadMade) ?? objectShape(madeBy({ node, env }), undefined, spreadMade),
);

function spreadMade(ref: Ref): ObjectShape | undefined {
  const made = madeBy(ref);
  return made.node === ref.node ? undefined : objectShape(made, undefined, spreadMade);
}

/** The objects that an expression may make, or undefined where some of them cannot be seen. */
export function objectsMade(ref: Ref, steps = MAX_STEPS): ObjectShape[] | undefined {
  const single = objectMade(ref);
  if (single) return [single];
  const { node, env } = resolve(ref);
  if (steps === 0) return undefined;
  if (node.type === "ConditionalExpression")
    return allOf(
      [node.consequent, node.alternate].map((n) => ({ node: n, env })),
      steps - 1,
    );
  if (node.type === "Identifier") {
    const values = valuesOf(node, env.file);
    return (
      values &&
      allOf(
        values.map((n) => ({ node: n, env })),
        steps - 1,
      )
    );
  }
  if (node.type !== "CallExpression") return undefined;
  const called = calledFunction(node, env);
  const returned = called ? returnedExpressions(called.fn) : [];
  if (!called || returned.length === 0 || returned.length > MAX_RETURNS) return undefined;
  return allOf(
    returned.map((expression) => ({ node: expression, env: called.env })),
    steps - 1,
  );
}

/** What a variable may hold that is written in several places: `let body; if (…) body = { … }; else body = { … };`. */
function valuesOf(name: Node, { bindings, index }: File): readonly Node[] | undefined {
  const binding = bindings.resolve(name);
  if (binding.kind !== "variable" || binding.constant || binding.path.length > 0) return undefined;
  const assigned = bindings.assignmentsTo(binding.variable);
  const values = binding.init ? [binding.init, ...assigned] : assigned;
  // What is put into its fields afterwards is not seen in these.
  const isFilled = index.assignments.some(
    ({ left }) => left.type === "MemberExpression" && bindings.variable(left.object) === binding.variable,
  );
  return isFilled || values.length === 0 || values.length > MAX_RETURNS ? undefined : values;
}

function allOf(refs: readonly Ref[], steps: number): ObjectShape[] | undefined {
  const found: ObjectShape[] = [];
  for (const ref of refs) {
    const shapes = objectsMade(ref, steps);
    if (!shapes) return undefined;
    found.push(...shapes);
  }
  return found;
}

/** The elements of a list, as far as they are written out. */
export interface ListMade {
  readonly literal: TSESTree.ArrayExpression;
  readonly elements: readonly Ref[];
  /** Those that are pushed under a condition. */
  readonly perhaps: readonly Ref[];
  /** It may hold more than these. */
  readonly open: boolean;
}

/** A list literal, with what is pushed into it, also where a function makes and returns it. */
export function listMade(ref: Ref, steps = 4): ListMade | undefined {
  const { node, env } = madeBy(ref);
  if (node.type !== "ArrayExpression" || steps <= 0) return undefined;
  const elements: Ref[] = [];
  const perhaps: Ref[] = [];
  let open = false;
  const add = (element: TSESTree.CallExpressionArgument, into: Ref[]): void => {
    if (element.type !== "SpreadElement") {
      into.push({ node: element, env });
      return;
    }
    const inner = listMade({ node: element.argument, env }, steps - 1);
    into.push(...(inner?.elements ?? []));
    perhaps.push(...(inner?.perhaps ?? []));
    if (!inner || inner.open) open = true;
  };
  for (const element of node.elements) if (element) add(element, elements);
  for (const element of pushedInto(node, env.file)) add(element, isAlwaysPushed(element, node) ? elements : perhaps);
  return { literal: node, elements, perhaps, open };
}

/** The `push` stands in the very block in which the list is declared. */
function isAlwaysPushed(element: Node, literal: Node): boolean {
  const statementOf = (node: Node): Node | undefined =>
    ancestors(node).find((up) => up.type === "ExpressionStatement" || up.type === "VariableDeclaration");
  return statementOf(element)?.parent === statementOf(literal)?.parent;
}

const pushes = new WeakMap<File, Map<Variable, Map<string, TSESTree.CallExpressionArgument[]>>>();

/** `blocks.push(a, b)` after `const blocks = []`, `result.content.push(a)` after `const result = { content: [] }`. */
function pushedInto(literal: TSESTree.ArrayExpression, file: File): readonly TSESTree.CallExpressionArgument[] {
  const held = holderOf(literal);
  const variable = held && file.bindings.variable(held.name);
  if (!variable) return [];
  let byVariable = pushes.get(file);
  if (!byVariable) {
    byVariable = pushesIn(file);
    pushes.set(file, byVariable);
  }
  return byVariable.get(variable)?.get(held.member) ?? [];
}

/** The variable that a list is put into, itself (`""`) or as a member of an object. */
function holderOf(literal: TSESTree.ArrayExpression): { name: Node; member: string } | undefined {
  let holder: Node = literal.parent;
  let member = "";
  if (isAssertion(holder)) holder = holder.parent;
  if (holder.type === "Property" && holder.parent.type === "ObjectExpression") {
    member = keyName(holder.key, holder.computed) ?? "";
    holder = holder.parent.parent;
    if (member === "") return undefined;
    if (isAssertion(holder)) holder = holder.parent;
  }
  return holder.type === "VariableDeclarator" && holder.id.type === "Identifier"
    ? { name: holder.id, member }
    : undefined;
}

function isAssertion(node: Node): node is TSESTree.TSAsExpression | TSESTree.TSSatisfiesExpression {
  return node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression";
}

function pushesIn(file: File): Map<Variable, Map<string, TSESTree.CallExpressionArgument[]>> {
  const found = new Map<Variable, Map<string, TSESTree.CallExpressionArgument[]>>();
  for (const call of file.index.calls) {
    const callee = unwrap(call.callee);
    if (callee.type !== "MemberExpression" || !/^(?:push|unshift)$/u.test(memberName(callee) ?? "")) continue;
    const list = unwrap(callee.object);
    const owner = list.type === "MemberExpression" ? unwrap(list.object) : list;
    const member = list.type === "MemberExpression" ? memberName(list) : "";
    const variable = file.bindings.variable(owner);
    if (!variable || member === undefined) continue;
    const ofVariable = found.get(variable) ?? new Map<string, TSESTree.CallExpressionArgument[]>();
    found.set(variable, ofVariable.set(member, [...(ofVariable.get(member) ?? []), ...call.arguments]));
  }
  return found;
}
