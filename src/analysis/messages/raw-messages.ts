import type { Variable } from "@typescript-eslint/scope-manager";
import { isInOtherScript, saysWhatToDo } from "../../contract/lexicon.js";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { contains, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import { argumentsOf } from "../swallows/callers.js";
import { isPastErrors } from "../catches/past-errors.js";
import { testsKind } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { calledFunction } from "../values/calls.js";
import { canComplete, enclosingCatch } from "../values/flow.js";
import { catchesForeign, isValidatorError } from "./foreign-errors.js";
import { guardsOf, ifsPassed, testsPassed, variablesIn } from "../values/guards.js";
import { dynamicParts, textOf, wordsOf, type Text } from "../values/text.js";
import { constantOf, localEnv, objectShape, resolve, rootEnv, type Ref } from "../values/values.js";

const ERROR_NAME = /^(?:e|ex|err|error|exception|reason|cause)$/u;

/** The value is a caught error of which nothing is known, or a parameter of a builder that is called like one. */
function isUnknownError(ref: Ref): boolean {
  const { node, env } = resolve(ref);
  if (node.type !== "Identifier") return false;
  const binding = env.file.bindings.resolve(node);
  if (binding.kind === "catch") {
    const { param, parent } = binding.clause;
    return param?.type === "Identifier" && catchesForeign(parent, env.file);
  }
  if (binding.kind !== "parameter" || binding.path.length > 0 || !ERROR_NAME.test(node.name)) return false;
  const parameter = binding.fn.params[binding.index];
  // `reason = "Nothing is known of it."`: a text is a builder's own.
  if (parameter?.type !== "Identifier") return false;
  const type = parameter.typeAnnotation?.typeAnnotation;
  const isAny = type === undefined || type.type === "TSUnknownKeyword" || type.type === "TSAnyKeyword";
  if (!isAny && !(type.type === "TSTypeReference" && dottedName(type.typeName) === "Error")) return false;
  const given = argumentsOf(binding.fn, binding.index, env.file);
  return !given?.every(isOwnError);
}

/** What a clause has caught of the project's own work. */
function isOwnError(ref: Ref): boolean {
  const { node, env } = resolve(ref);
  const binding = node.type === "Identifier" ? env.file.bindings.resolve(node) : undefined;
  return binding?.kind === "catch" && !catchesForeign(binding.clause.parent, env.file);
}

/** `error.message`, `error`, `error.toString()`. */
function rawMessage(ref: Ref): boolean {
  const { node, env } = resolve(ref);
  if (node.type === "Identifier") return isUnknownError({ node, env });
  if (node.type === "MemberExpression" && memberName(node) === "message")
    return isUnknownError({ node: node.object, env });
  if (node.type !== "CallExpression" || calleeName(node) !== "toString") return false;
  const callee = unwrap(node.callee);
  return callee.type === "MemberExpression" && isUnknownError({ node: callee.object, env });
}

/** `error instanceof ShopError`, also under a name: `const isRefused = error instanceof ShopError;`. */
function asksKind(test: Node, place: Node, file: File): boolean {
  if (testsKind(test)) return true;
  const { node } = resolve({ node: test, env: localEnv(file) });
  const told = variablesIn(place, file);
  return node !== test && testsKind(node) && variablesIn(node, file).some((variable) => told.includes(variable));
}

/** A test around the place, or one before it that leaves, has found out what kind of error it is. */
export function isNarrowed(place: Node, file: File): boolean {
  if (guardsOf(place).some(({ test }) => asksKind(test, place, file))) return true;
  // `if (!(error instanceof ApiError)) throw error;`
  return [...testsPassed(place)].some((test) => test.type === "UnaryExpression" && testsKind(test));
}

/**
 * What is left over where kinds of the error were told apart before: `if (error instanceof OrdersError) return …;`. That it is
 * an `Error` at all, or none of a validator, says nothing of what the work may fail with.
 */
export function isLeftOver(place: Node, file: File): boolean {
  const tests = [
    ...testsPassed(place),
    ...testsPassedWithin(place),
    ...guardsOf(place).flatMap(({ test, negated }) => (negated ? [test] : [])),
  ];
  const asked = new Set(tests.filter((test) => sortsFailures(test)).flatMap((test) => variablesIn(test, file)));
  const errors = variablesIn(place, file);
  return [...asked].some((variable) => errors.includes(variable) || isMadeOf(variable, errors, file));
}

/** `if (error instanceof Error) { if (error.message.includes("denied")) return …; }` before the place */
function testsPassedWithin(place: Node): Node[] {
  const found: Node[] = [];
  for (const { consequent } of ifsPassed(place))
    if (canComplete(consequent))
      walkSameFunction(consequent, (node) => {
        if (node.type === "IfStatement" && !canComplete(node.consequent)) found.push(node.test);
      });
  return found;
}

function sortsFailures(test: Node): boolean {
  if (!testsKind(test)) return false;
  const node = unwrap(test);
  return (
    node.type !== "BinaryExpression" || node.operator !== "instanceof" || !isValidatorError(dottedName(node.right))
  );
}

/** `status` of `const status = error.response?.status` */
function isMadeOf(variable: Variable, sources: readonly Variable[], file: File): boolean {
  return variable.defs.some(
    ({ node }) =>
      node.type === "VariableDeclarator" &&
      node.init !== null &&
      variablesIn(node.init, file).some((source) => sources.includes(source)),
  );
}

/** `if (error.success === false) return error;` before the place: only what the project did not foresee comes to it. */
function isBehindOwnFailures(place: Node): boolean {
  return [...testsPassed(place)].some((test) => {
    const branch = test.parent?.type === "IfStatement" ? test.parent.consequent : undefined;
    const last = branch?.type === "BlockStatement" ? branch.body.at(-1) : branch;
    const given = last?.type === "ReturnStatement" && last.argument ? unwrap(last.argument) : undefined;
    const caught = enclosingCatch(test)?.param;
    if (given?.type !== "Identifier" || caught?.type !== "Identifier" || given.name !== caught.name) return false;
    return contains(test, (node) => node.type === "Identifier" && node.name === given.name);
  });
}

/** Steps with numbers, one after the other, in whatever language. */
const NUMBERED_LIST = /\n[^\S\n]*1[.)、]\s*\S(?:(?!\n[^\S\n]*1[.)、])[\s\S])*?\n[^\S\n]*2[.)、]\s*\S/u;

const STEP_FIELD =
  /^(?:notes?|hints?|instructions?|suggestions?|next_?steps?|guidance|advice|remedy|resolution|solutions?)$/iu;

/** What a builder of errors calls the steps that it is given: only names that leave no doubt, as nobody reads the words. */
const STEP_PARAMETER =
  /^(?:next_?(?:steps?|actions?)|hints?|suggest(?:ions?|ed\w*)|guidance|advice|remed(?:y|ies)|how_?to_?fix)$/iu;

/** `failed(error.message, ["Sign in again."])` of `failed(message, nextActions)`: in whatever language, what to do next is told. */
export function isGivenStep(returned: Node, file: File): boolean {
  const call = unwrap(returned);
  if (call.type !== "CallExpression") return false;
  const env = rootEnv(file);
  const parameters = calledFunction(call, env)?.fn.params ?? [];
  return call.arguments.some((given, at) => {
    const parameter = parameters[at];
    const name = parameter?.type === "AssignmentPattern" ? parameter.left : parameter;
    if (name?.type !== "Identifier" || !STEP_PARAMETER.test(name.name)) return false;
    const told = given.type === "ArrayExpression" ? given.elements : [given];
    return told.some((step) => step !== null && /\p{L}/u.test(wordsOf(textOf({ node: step, env }))));
  });
}

/** Whatever the message says: the text, or a field of the same JSON, tells what to do next. */
export function tellsStep(text: Text): boolean {
  const words = wordsOf(text);
  if (saysWhatToDo(words) || (NUMBERED_LIST.test(words) && isInOtherScript(words))) return true;
  return dynamicParts(text).some((ref) =>
    [...(objectShape(ref)?.fields ?? [])].some(
      ([name, value]) => STEP_FIELD.test(name) && isStep(wordsOf(textOf(value))),
    ),
  );
}

/** Under such a name, a sentence of another script is taken for what it is called. */
function isStep(words: string): boolean {
  return saysWhatToDo(words) || isInOtherScript(words);
}

/** The expressions of a text, also those in its JSON. */
function partsOf(text: Text): Ref[] {
  return dynamicParts(text).flatMap((ref) => {
    const shape = objectShape(ref);
    return shape ? [...shape.fields.values()].flatMap((value) => leavesOf(value, 3)) : [ref];
  });
}

/** `seen` ends definitions that go round in a circle. */
function leavesOf(ref: Ref, depth: number, seen: ReadonlySet<Node> = new Set()): Ref[] {
  const { node, env } = resolve(ref);
  if (depth <= 0 || seen.has(node)) return [];
  const shape = objectShape({ node, env });
  if (shape) return [...shape.fields.values()].flatMap((value) => leavesOf(value, depth - 1, seen));
  const within = (children: readonly Node[]): Ref[] => {
    const above = new Set(seen).add(node);
    return children.flatMap((child) => leavesOf({ node: child, env }, depth, above));
  };
  switch (node.type) {
    case "TemplateLiteral":
      return within(node.expressions);
    case "BinaryExpression":
    case "LogicalExpression":
      return within([node.left, node.right]);
    case "ConditionalExpression":
      return within([node.consequent, node.alternate]);
    default:
      return [{ node, env }];
  }
}

function isHandedOn(node: Node): boolean {
  const call = node.parent;
  return (
    node.type === "Identifier" &&
    call?.type === "CallExpression" &&
    call.callee !== node &&
    dottedName(call.callee) !== "String"
  );
}

/** `mode === "full" ? error.message : "Request failed"`: whoever runs the server decides what is shown. */
function isSwitchable(message: Node, file: File): boolean {
  const choice = message.parent;
  if (choice?.type !== "ConditionalExpression" || choice.test === message) return false;
  const other = choice.consequent === message ? choice.alternate : choice.consequent;
  if (typeof constantOf({ node: other, env: rootEnv(file) }) !== "string") return false;
  const told = new Set(variablesIn(message, file));
  return !variablesIn(choice.test, file).some((variable) => told.has(variable));
}

/** `error.stack || error`: what is read is the stack, which is told apart; each error has one. */
function isBehindStack(message: Node, file: File): boolean {
  const choice = message.parent;
  if (choice?.type !== "LogicalExpression" || choice.right !== message) return false;
  const stack = unwrap(choice.left);
  return (
    stack.type === "MemberExpression" &&
    memberName(stack) === "stack" &&
    file.bindings.variable(unwrap(stack.object)) === file.bindings.variable(unwrap(message))
  );
}

/**
 * `[${code}] ${message}`, with `code = error instanceof AppError ? error.code : "UNKNOWN"`, or `"code" in error ? …`: the kind is
 * told as well.
 */
function standsBesideKind(place: Node, message: Node, file: File): boolean {
  return contains(place, (node) => {
    const value = node.type === "Identifier" ? resolve({ node, env: rootEnv(file) }).node : node;
    return value.type === "ConditionalExpression" && asksKind(value.test, message, file);
  });
}

/** The same in a text that another function puts together. */
function isToldByKind(text: Text): boolean {
  return text.some((part) => part.kind === "choice" && part.test !== undefined && testsKind(part.test.node));
}

/** The message of an unknown error in a text, as far as it is put in by this file; `place` is where the text leaves. */
export function rawMessageIn(text: Text, place: Node, file: File): Node | undefined {
  if (isNarrowed(place, file) || isBehindOwnFailures(place) || isToldByKind(text)) return undefined;
  for (const ref of partsOf(text)) {
    const { node, env } = resolve(ref);
    // What is handed to a function is told where that function puts it into a text.
    if (env.file !== file || isHandedOn(node) || !rawMessage({ node, env }) || isNarrowed(node, file)) continue;
    if (isSwitchable(node, file) || isBehindStack(node, file) || standsBesideKind(place, node, file)) continue;
    return node;
  }
  return undefined;
}

/** `if (error instanceof Error) return …; return failed(String(error));`: what is left was thrown by no library. */
export function isOfNoError(message: Node, { bindings }: File): boolean {
  const isCaught = (caught: Node): boolean => {
    const variable = bindings.variable(caught);
    return variable !== undefined && contains(message, (part) => bindings.variable(part) === variable);
  };
  return isPastErrors(message, isCaught);
}

/** Something in a clause asks for the kind of what was caught, or hands it to a function that may. */
export function asksForKind(place: Node): boolean {
  return contains(
    place,
    (node) =>
      ((node.type === "IfStatement" || node.type === "ConditionalExpression") && testsKind(node.test)) ||
      node.type === "SwitchStatement",
  );
}
