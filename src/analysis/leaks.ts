import { calleeName, dottedName, memberName } from "../syntax/names.js";
import { unwrap, type Node } from "../syntax/tree.js";
import type { ErrorResult } from "./error-results.js";
import type { File } from "./file.js";
import { guardsOf, testsPassed } from "./guards.js";
import { isErrorOutcome, type Returned } from "./returns.js";
import { textOf, type Text } from "./text.js";
import { objectShape, resolve, type ObjectShape, type Ref } from "./values.js";

export type LeakKind = "stack" | "whole-error" | "response" | "request" | "customer-message" | "body";

/** Internals of an error in something that the model reads. */
export interface Leak {
  readonly kind: LeakKind;
  /** The expression that gives them away, as far as it stands in this file. */
  readonly node: Node;
  /** The error result that they are put into, where that was looked at. */
  readonly literal?: Node;
}

const ERROR_NAME = /^(?:e|ex|err|error|exception|reason|\w*[a-z]Err(?:or)?)$/u;

/** The value is a caught error, or a parameter that is called like one. */
function isWholeError(ref: Ref): boolean {
  const { node, env } = resolve(ref);
  if (node.type !== "Identifier") return false;
  const binding = env.file.bindings.resolve(node);
  if (binding.kind === "catch") return binding.clause.param?.type === "Identifier";
  if (binding.kind !== "parameter" || binding.path.length > 0 || !ERROR_NAME.test(node.name)) return false;
  const parameter = binding.fn.params[binding.index];
  const annotation = parameter?.type === "Identifier" ? parameter.typeAnnotation?.typeAnnotation : undefined;
  return (
    annotation === undefined ||
    annotation.type === "TSUnknownKeyword" ||
    annotation.type === "TSAnyKeyword" ||
    (annotation.type === "TSTypeReference" && /Error$/u.test(dottedName(annotation.typeName) ?? ""))
  );
}

/** What an expression gives away when it is put into a text. */
function leakOf(ref: Ref, inJson: boolean, steps = 6): LeakKind | undefined {
  if (steps <= 0) return undefined;
  const { node, env } = resolve(ref);
  if (node.type === "LogicalExpression")
    return leakOf({ node: node.left, env }, inJson, steps - 1) ?? leakOf({ node: node.right, env }, inJson, steps - 1);
  if (node.type === "ConditionalExpression")
    return (
      leakOf({ node: node.consequent, env }, inJson, steps - 1) ??
      leakOf({ node: node.alternate, env }, inJson, steps - 1)
    );
  if (node.type === "MemberExpression") {
    const name = memberName(node);
    if (name === "stack" && !isComponentStack(node)) return "stack";
    const path = dottedName(node)?.split(".") ?? [];
    const [root = "", ...rest] = path;
    if (!ERROR_NAME.test(root)) return undefined;
    const tail = rest.join(".");
    if (inJson && (tail === "response" || tail === "response.data" || tail === "response.body")) return "response";
    if (tail === "response.headers" || tail === "config" || tail === "request" || tail === "config.headers")
      return "request";
    return undefined;
  }
  if (node.type === "CallExpression") {
    if (dottedName(node.callee) === "util.inspect" || calleeName(node) === "inspect") {
      const [first] = node.arguments;
      return first && isWholeError({ node: first, env }) ? "whole-error" : undefined;
    }
    const callee = unwrap(node.callee);
    // `error.stack.split("\n")` and the like still show the stack.
    if (callee.type === "MemberExpression")
      return leakOf({ node: callee.object, env }, false, steps - 1) === "stack" ? "stack" : undefined;
    return undefined;
  }
  return inJson && isWholeError({ node, env }) ? "whole-error" : undefined;
}

/** `error instanceof Error ? error.message : JSON.stringify(error)`: what is left is some thrown value, without a library's innards. */
function isNoError({ node: place, env }: Ref): boolean {
  const variable = env.file.bindings.variable(place);
  if (!variable) return false;
  const asks = (test: Node): boolean =>
    test.type === "BinaryExpression" &&
    test.operator === "instanceof" &&
    env.file.bindings.variable(test.left) === variable &&
    dottedName(test.right) === "Error";
  if (guardsOf(place).some(({ test, negated }) => negated && asks(unwrap(test)))) return true;
  return [...testsPassed(place)].some((test) => asks(unwrap(test)));
}

/** `stack` of something that is no error, such as a technology stack. */
function isComponentStack(node: Node): boolean {
  const root = node.type === "MemberExpression" ? dottedName(node.object)?.split(".").at(-1) : undefined;
  return root === undefined || !(ERROR_NAME.test(root) || /cause|original/iu.test(root));
}

function leaksOfShape(shape: ObjectShape, depth: number): [LeakKind, Ref][] {
  return [...shape.fields.values()].flatMap((value): [LeakKind, Ref][] => {
    const inner = depth < 3 ? objectShape(value) : undefined;
    if (inner) return leaksOfShape(inner, depth + 1);
    const kind = leakOf(value, true);
    return kind ? [[kind, value]] : leaksOfText(textOf(value));
  });
}

function leaksOfText(text: Text): [LeakKind, Ref][] {
  return text.flatMap((part): [LeakKind, Ref][] => {
    if (part.kind === "choice") return part.options.flatMap(leaksOfText);
    if (part.kind === "json") {
      const shape = objectShape(part.ref);
      if (shape) return leaksOfShape(shape, 0);
      const kind = leakOf(part.ref, true);
      return kind && !(kind === "whole-error" && isNoError(part.ref)) ? [[kind, part.ref]] : [];
    }
    if (part.kind !== "dynamic") return [];
    const kind = leakOf(part.ref, false);
    return kind ? [[kind, part.ref]] : [];
  });
}

/** What the error results of a file give away, wherever they are built. */
export function leaksOfResults(results: readonly ErrorResult[], file: File): Leak[] {
  return results.flatMap(({ literal, result }) => {
    const found = [
      ...result.texts.flatMap(leaksOfText),
      ...(result.structured ? leaksOfShape(result.structured, 0) : []),
    ];
    return found.map(([kind, ref]) => ({
      kind,
      node: ref.env.file === file && isWithin(ref.node, literal) ? ref.node : literal,
      literal,
    }));
  });
}

/** `await response.text()` put into the text as it came. */
function bodiesOf(text: Text): [LeakKind, Ref][] {
  return text.flatMap((part): [LeakKind, Ref][] => {
    if (part.kind === "choice") return part.options.flatMap(bodiesOf);
    if (part.kind === "json") {
      const shape = objectShape(part.ref);
      return shape ? [...shape.fields.values()].flatMap((value) => bodiesOf(textOf(value))) : [];
    }
    if (part.kind !== "dynamic") return [];
    const { node } = resolve(part.ref);
    return node.type === "CallExpression" && calleeName(node) === "text" && node.arguments.length === 0
      ? [["body", part.ref]]
      : [];
  });
}

/** What a returned value gives away. */
export function leaksOf(returned: Returned, file: File): Leak[] {
  const { outcome } = returned;
  const found: [LeakKind, Ref][] = [];
  if (outcome.kind === "tool-result") {
    found.push(...outcome.result.texts.flatMap(leaksOfText));
    if (outcome.result.structured) found.push(...leaksOfShape(outcome.result.structured, 0));
  } else if (outcome.kind === "text") found.push(...leaksOfText(outcome.text));
  else if (outcome.kind === "data") found.push(...leaksOfShape(outcome.shape, 0));
  if (outcome.kind === "tool-result") {
    for (const { concept, value } of outcome.result.fields.list)
      if (concept === "customerMessage" && returned.caught?.cause.isIn(value.node))
        found.push(["customer-message", value]);
    if (returned.failure === "response") found.push(...outcome.result.texts.flatMap(bodiesOf));
  }
  if (returned.failure === "none" && !isErrorOutcome(outcome)) return [];
  return found.map(([kind, ref]) => ({
    kind,
    // A body is read long before it is told: it is marked where it goes out.
    node:
      ref.env.file === file && isWithin(ref.node, kind === "body" ? returned.node : returned.reached.fn)
        ? ref.node
        : returned.node,
  }));
}

function isWithin(node: Node, container: Node): boolean {
  return node.range[0] >= container.range[0] && node.range[1] <= container.range[1] && node.range[1] > 0;
}
