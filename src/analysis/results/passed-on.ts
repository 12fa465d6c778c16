import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, literalProperty, memberName } from "../../syntax/names.js";
import { ancestors, contains, enclosingFunction, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { isErrorOutcome } from "../catches/returns.js";
import { calledFunction } from "../values/calls.js";
import { enclosingCatch } from "../values/flow.js";
import { dynamicParts, type Text } from "../values/text.js";
import { resolve, rootEnv, type Env, type Ref } from "../values/values.js";
import { saysNothingNew } from "./answers.js";
import { outcomesOf } from "./results.js";

/** A call, and the property of its value that is read. */
export interface Source {
  readonly call: { readonly node: TSESTree.CallExpression; readonly env: Env };
  readonly property: string | undefined;
  /** `result = await load(id)`: one of several values of a variable is written there. */
  readonly written?: TSESTree.AssignmentExpression;
}

/** `safeStringify(value)`: what cannot be written as text is no failure of the work, but that of what made the value. */
export const WRITES_TEXT = /stringif|serial|encod|format/iu;

/** The call behind a value: `result` of `const result = await load(id)`, or `result.data`. */
export function sourceOf(value: Ref): Source | undefined {
  const { node, env } = resolve(value);
  if (node.type === "CallExpression") {
    const [written] = WRITES_TEXT.test(calleeName(node) ?? "") ? node.arguments : [];
    const behind = written ? { node: written, env } : workHandedIn(node, env);
    return (behind && sourceOf(behind)) ?? { call: { node, env }, property: undefined };
  }
  // `result ?? null`
  if (node.type === "LogicalExpression" && node.operator !== "&&") return sourceOf({ node: node.left, env });
  if (node.type !== "MemberExpression") return undefined;
  const holder = resolve({ node: node.object, env });
  return holder.node.type === "CallExpression"
    ? { call: { node: holder.node, env: holder.env }, property: memberName(node) }
    : undefined;
}

/** The calls behind a value: each that is written into the variable, `result`, in one branch or another. */
function sourcesOf(value: Ref): Source[] {
  const { node, env } = resolve(value);
  if (node.type !== "Identifier") {
    const only = sourceOf(value);
    return only ? [only] : [];
  }
  const binding = env.file.bindings.resolve(node);
  if (binding.kind !== "variable") return [];
  return binding.variable.references.flatMap(({ identifier }): Source[] => {
    const written = parentOf(identifier);
    if (written?.type !== "AssignmentExpression" || written.operator !== "=" || written.left !== identifier) return [];
    const work = unwrap(written.right);
    const call = unwrap(work.type === "AwaitExpression" ? work.argument : work);
    // What a clause writes is told by the clause.
    if (call.type !== "CallExpression" || enclosingCatch(written)) return [];
    return [{ call: { node: call, env }, property: undefined, written }];
  });
}

/** `run()` in a function that was given `() => load(id)` as `run`: the work is `load(id)`. */
function workHandedIn(call: TSESTree.CallExpression, env: Env): Ref | undefined {
  const variable = env.file.bindings.variable(unwrap(call.callee));
  const called = variable && env.args.has(variable) ? calledFunction(call, env) : undefined;
  return called && called.fn.body.type !== "BlockStatement" ? { node: called.fn.body, env: called.env } : undefined;
}

/** `const result = await load(id)`, `result = await load(id)`: the variable `result`. */
function variableWith(call: Node, file: File): Variable | undefined {
  for (const up of ancestors(call)) {
    if (up.type === "VariableDeclarator")
      return up.id.type === "Identifier" ? file.bindings.variable(up.id) : undefined;
    if (up.type === "AssignmentExpression")
      return up.left.type === "Identifier" ? file.bindings.variable(up.left) : undefined;
    if (up.type !== "AwaitExpression" && up.type !== "TSAsExpression") return undefined;
  }
  return undefined;
}

/** A test of the value, where it is taken, may well tell failure and success apart. */
function isToldApart({ call: { node, env } }: Source): boolean {
  const variable = variableWith(node, env.file);
  const fn = enclosingFunction(node);
  if (!variable || !fn) return false;
  return contains(fn.body, (up) => {
    if (up.type !== "IfStatement" && up.type !== "ConditionalExpression" && up.type !== "SwitchStatement") return false;
    if (up.type === "IfStatement" && onlyAddsTo(variable, up, env.file)) return false;
    const test = up.type === "SwitchStatement" ? up.discriminant : up.test;
    return contains(
      test,
      (name) => name.type === "Identifier" && env.file.bindings.variable(name) === variable && !asksForType(name),
    );
  });
}

/** `if (result.success) result.nextSteps = ["…"];`: either way the same value goes on. */
function onlyAddsTo(variable: Variable, { consequent, alternate }: TSESTree.IfStatement, file: File): boolean {
  if (alternate) return false;
  const statements = consequent.type === "BlockStatement" ? consequent.body : [consequent];
  return statements.every((statement) => {
    const assigned = statement.type === "ExpressionStatement" ? unwrap(statement.expression) : undefined;
    if (assigned?.type !== "AssignmentExpression" || assigned.left.type !== "MemberExpression") return false;
    const { object } = assigned.left;
    return file.bindings.variable(unwrap(object)) === variable;
  });
}

/** `typeof result === "string"`, `Array.isArray(result)`: a failure that is told as a sentence is a string too. */
function asksForType(name: TSESTree.Identifier): boolean {
  const up = parentOf(name);
  return (
    (up?.type === "UnaryExpression" && up.operator === "typeof") ||
    (up?.type === "CallExpression" && calleeName(up) === "isArray")
  );
}

/** The values that a text is made of; what one of several returns of a function gives is that function's. */
function partsOf(text: Text): Ref[] {
  return text.flatMap((part) => {
    if (part.kind === "choice") return part.call ? [part.call] : part.options.flatMap(partsOf);
    const found = part.kind === "json" ? foundIn(part.ref) : undefined;
    return found ? [found] : dynamicParts([part]);
  });
}

/**
 * `{ success: true, order: await load(id) }`: the one value in it that was not there before. What is spread brings its mark
 * along, whatever is added: `{ ...found, connection: current() }`.
 */
function foundIn(json: Ref): Ref | undefined {
  const { node, env } = resolve(json);
  if (node.type !== "ObjectExpression" || enclosingCatch(node)) return undefined;
  const isNew = (value: Ref): boolean => !saysNothingNew(value);
  const spread = node.properties.flatMap((entry) =>
    entry.type === "SpreadElement" ? [{ node: entry.argument, env }] : [],
  );
  const values = node.properties.flatMap((entry) => (entry.type === "Property" ? [{ node: entry.value, env }] : []));
  const brought = spread.filter(isNew);
  if (brought.length > 0) return brought.length === 1 ? brought[0] : undefined;
  const [found, ...others] = values.filter(isNew);
  return others.length === 0 ? found : undefined;
}

/** `isError: !handlers[name]` beside `await handlers[name](args)`: no handler's own failure is flagged by it. */
function flagsOnlyTheUnknown(literal: Node, { call }: Source, file: File): boolean {
  const flag = literal.type === "ObjectExpression" ? literalProperty(literal, "isError")?.value : undefined;
  if (flag?.type !== "UnaryExpression" || flag.operator !== "!") return false;
  return call.env.file === file && file.textOf(flag.argument) === file.textOf(call.node.callee);
}

/** The calls whose value goes out in a result that is no error, where no test of it comes before: `text: await load(id)`. */
export function sourcesIn(expression: Node, file: File): Source[] {
  const outcomes = outcomesOf({ node: expression, env: rootEnv(file) });
  // `return toResult(told)`: a builder that makes errors too decides by what it is given.
  // One that only catches what it is to run, as `answer(() => load(id))` does, decides nothing.
  const decides = outcomes.some((outcome) => isErrorOutcome(outcome) && !enclosingCatch(outcome.result.literal));
  if (unwrap(expression).type === "CallExpression" && decides) return [];
  return outcomes.flatMap((outcome) => {
    if (outcome.kind !== "tool-result") return [];
    const { isError, literal, texts } = outcome.result;
    return texts
      .flatMap(partsOf)
      .flatMap(sourcesOf)
      .filter(
        (source) =>
          (isError === "absent" || isError === "false" || flagsOnlyTheUnknown(literal, source, file)) &&
          !isToldApart(source),
      );
  });
}
