import { conceptOf } from "../../contract/dialects.js";
import { announcesExample, internalIn, isSqlStatement } from "../../contract/internals.js";
import { calleeName, dottedName, keyName, memberName } from "../../syntax/names.js";
import { ancestors, isFunction, unwrap, type Node } from "../../syntax/tree.js";
import type { ErrorResult } from "../results/error-results.js";
import type { File } from "../file.js";
import { isErrorOutcome, speaksOfFailure, type Returned } from "../catches/returns.js";
import { isLastResort } from "./last-resort.js";
import { textOf, wordsOf, type Text } from "../values/text.js";
import { declarationOf, type TypeRef } from "../values/classes.js";
import { objectShape, resolve, rootEnv, type Env, type ObjectShape, type Ref } from "../values/values.js";

export type LeakKind =
  "stack" | "whole-error" | "response" | "request" | "customer-message" | "body" | "sql" | "internals";

/** Internals of an error in something that the model reads. */
export interface Leak {
  readonly kind: LeakKind;
  /** The expression that gives them away, as far as it stands in this file. */
  readonly node: Node;
  /** The error result that they are put into, where that was looked at. */
  readonly literal?: Node;
}

const ERROR_NAME = /^(?:e|ex|err|error|exception|reason|\w*[a-z]Err(?:or)?)$/u;

const RESPONSE_NAME = /^(?:res|resp|response|answer)$/u;

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
    (annotation.type === "TSTypeReference" &&
      /Error$/u.test(dottedName(annotation.typeName) ?? "") &&
      !isOwnRecord({ node: annotation, env }))
  );
}

/** What the errors of libraries carry, and what a type of them would therefore name. */
const CARRIED_BY_ERRORS = /^(?:name|stack|cause|response|request|config|headers|body|data|status(?:Code)?|errno)$/u;

/** `interface ToolError { code: string; message: string }`: fields that the project has picked itself. */
function isOwnRecord(type: TypeRef): boolean {
  const declared = declarationOf(type)?.node;
  return (
    declared?.type === "TSInterfaceDeclaration" &&
    declared.extends.length === 0 &&
    declared.body.body.every(
      (member) =>
        member.type === "TSPropertySignature" &&
        !CARRIED_BY_ERRORS.test(keyName(member.key, member.computed) ?? "stack"),
    )
  );
}

/** What an expression gives away when it is put into a text. */
function leakOf(ref: Ref, inJson: boolean, steps = 6): LeakKind | undefined {
  const kind = steps > 0 ? leakOfPart(ref, inJson, steps) : undefined;
  return kind === "whole-error" && isLastResort(ref) ? undefined : kind;
}

function leakOfPart(ref: Ref, inJson: boolean, steps: number): LeakKind | undefined {
  const { node, env } = resolve(ref);
  if (node.type === "LogicalExpression")
    return leakOf({ node: node.left, env }, inJson, steps - 1) ?? leakOf({ node: node.right, env }, inJson, steps - 1);
  if (node.type === "ConditionalExpression")
    return (
      (asksEnvironment(node.test, env) ? undefined : leakOf({ node: node.consequent, env }, inJson, steps - 1)) ??
      leakOf({ node: node.alternate, env }, inJson, steps - 1)
    );
  if (node.type === "MemberExpression") {
    const name = memberName(node);
    if (name === "stack" && !isComponentStack(node)) return "stack";
    const path = dottedName(node)?.split(".") ?? [];
    const [root = "", ...rest] = path;
    const tail = rest.join(".");
    if (inJson && RESPONSE_NAME.test(root) && tail === "headers") return "response";
    if (!ERROR_NAME.test(root)) return undefined;
    // Drivers of databases put the statement that failed into their errors.
    if (tail === "sql") return "sql";
    if (inJson && tail === "response") return "response";
    if (inJson && (tail === "response.data" || tail === "response.body")) return "body";
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

/** The same, where that part is ever told. */
function givesAway(ref: Ref, inJson: boolean): LeakKind | undefined {
  const kind = leakOf(ref, inJson);
  return kind === undefined || isSwitchedOn(ref) ? undefined : kind;
}

/** `process.env.DEBUG === "1" ? error.stack : "…"`: somebody has asked for it. Without the variable nothing is told. */
function isSwitchedOn({ node, env }: Ref): boolean {
  let child = node;
  for (const up of ancestors(node)) {
    if (isFunction(up)) return false;
    if ((up.type === "IfStatement" || up.type === "ConditionalExpression") && up.consequent === child)
      if (asksEnvironment(up.test, env)) return true;
    if (up.type === "LogicalExpression" && up.operator === "&&" && up.right === child)
      if (asksEnvironment(up.left, env)) return true;
    child = up;
  }
  return false;
}

/** `process.env.DEBUG`, `process.env.NODE_ENV === "development"`; `!== "production"` holds where nobody has set anything. */
function asksEnvironment(test: Node, env: Env): boolean {
  const { node, env: home } = resolve({ node: test, env });
  if (node.type === "LogicalExpression" && node.operator === "&&")
    return asksEnvironment(node.left, home) || asksEnvironment(node.right, home);
  if (node.type === "BinaryExpression") return /^===?$/u.test(node.operator) && asksEnvironment(node.left, home);
  return node.type === "MemberExpression" && /^process\.env\./u.test(dottedName(node) ?? "");
}

/** `stack` of something that is no error, such as a technology stack. */
function isComponentStack(node: Node): boolean {
  const root = node.type === "MemberExpression" ? dottedName(node.object)?.split(".").at(-1) : undefined;
  return root === undefined || !(ERROR_NAME.test(root) || /cause|original/iu.test(root));
}

function leaksOfShape(shape: ObjectShape, depth: number): [LeakKind, Ref][] {
  return [...shape.fields].flatMap(([name, value]): [LeakKind, Ref][] => {
    const inner = depth < 3 ? objectShape(value) : undefined;
    if (inner) return leaksOfShape(inner, depth + 1);
    const kind = givesAway(value, true) ?? writtenInternal(name, value);
    return kind ? [[kind, value]] : leaksOfText(textOf(value), name);
  });
}

/** `customerFriendlyMessage: "HTTP 500 from http://orders.internal:8080/api"`: an inside that the author wrote there. */
function writtenInternal(name: string, value: Ref): LeakKind | undefined {
  if (conceptOf(name) !== "customerMessage") return undefined;
  return internalIn(wordsOf(textOf(value))) === undefined ? undefined : "internals";
}

/** Fields that show how a call is to be written, or that repeat what was asked. */
const SHOWS_OTHER = /example|hint|usage|sample|suggest|recommend|alternative|attempted|syntax|template/iu;

/** A statement that the server has put together, put in where the text begins or by a name. */
function isOwnStatement({ node }: Ref): boolean {
  if (node.type === "Literal") return typeof node.value === "string" && isSqlStatement(node.value);
  return node.type === "TemplateLiteral" && isSqlStatement(node.quasis.map(({ value }) => value.raw).join("…"));
}

function leaksOfText(text: Text, name = ""): [LeakKind, Ref][] {
  const statements = new Set<Node>();
  return text.flatMap((part, at): [LeakKind, Ref][] => {
    if (part.kind === "choice") return part.options.flatMap((option) => leaksOfText(option, name));
    if (part.kind === "static") {
      const { ref } = part;
      if (!ref || statements.has(ref.node) || !isOwnStatement(ref)) return [];
      statements.add(ref.node);
      return SHOWS_OTHER.test(name) || announcesExample(wordsOf(text.slice(0, at))) ? [] : [["sql", ref]];
    }
    if (part.kind === "json") {
      const shape = objectShape(part.ref);
      if (shape) return leaksOfShape(shape, 0);
      const kind = givesAway(part.ref, true);
      return kind ? [[kind, part.ref]] : [];
    }
    if (part.kind !== "dynamic") return [];
    const kind = givesAway(part.ref, false);
    return kind ? [[kind, part.ref]] : [];
  });
}

/** What the error results of a file give away, wherever they are built. */
export function leaksOfResults(results: readonly ErrorResult[], file: File): Leak[] {
  return results.flatMap(({ literal, result }) => {
    const found = [
      ...result.texts.flatMap((text) => leaksOfText(text)),
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
    found.push(...outcome.result.texts.flatMap((text) => leaksOfText(text)));
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
  // `if (args.dryRun) return …`: the answer is the statement that would be run, which the caller asked to see.
  const isAnswer = returned.failure === "check" && !isErrorOutcome(outcome) && !speaksOfFailure(returned);
  return found
    .filter(([kind]) => kind !== "sql" || !isAnswer)
    .filter(([kind, ref]) => ref.env.file === file || !(WRITTEN.has(kind) || leaksByItself(ref)))
    .map(([kind, ref]) => ({
      kind,
      // A body is read long before it is told: it is marked where it goes out.
      node:
        ref.env.file === file && isWithin(ref.node, kind === "body" ? returned.node : returned.reached.fn)
          ? ref.node
          : returned.node,
    }));
}

/** What stands in the text of a file is told in that file. */
const WRITTEN: ReadonlySet<LeakKind> = new Set<LeakKind>(["sql", "internals"]);

/** A builder of another file puts in what it is given, whoever calls it: that is told there, once. */
function leaksByItself({ node, env }: Ref): boolean {
  return leakOf({ node, env: rootEnv(env.file) }, true) !== undefined;
}

function isWithin(node: Node, container: Node): boolean {
  return node.range[0] >= container.range[0] && node.range[1] <= container.range[1] && node.range[1] > 0;
}
