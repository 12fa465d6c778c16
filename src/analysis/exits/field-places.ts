import type { TSESTree } from "@typescript-eslint/types";
import { keyName, literalProperty } from "../../syntax/names.js";
import {
  enclosingFunction,
  isFunction,
  isInside,
  parentOf,
  unwrapTypes,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import type { RecordObject, Site } from "../flow/values.js";
import type { PayloadField } from "./payload.js";

/** Where the fields of an object are chosen, and the calls that lead there, outermost first. */
export function decisionOf({ made, calls }: RecordObject): { readonly site: Site; readonly calls: readonly Site[] } {
  const sites = [...(calls?.sites() ?? [])];
  let site = made;
  for (let call = sites.at(-1); call && isGiven(site.node); call = sites.at(-1)) {
    site = call;
    sites.pop();
  }
  return { site, calls: sites };
}

/** Where an object is decided on: the value that its function returns or throws, or the call that a function puts into it what it is given. */
export function siteOfRecord(record: RecordObject): Site {
  const { site } = decisionOf(record);
  return { node: leavingValue(site.node), file: site.file };
}

/** The call that gives a result the object that it holds; undefined where the two are made by the same function, or below it. */
export function callGiving(record: RecordObject, { calls }: RecordObject): Site | undefined {
  const [above, below] = [decisionOf(record).calls, calls?.sites() ?? []];
  let depth = 0;
  while (depth < above.length && depth < below.length && above[depth]?.node === below[depth]?.node) depth++;
  return below[depth];
}

/** What a fault of a field is told at: the property, or the call that leads there with the value. */
export function siteOfField(field: Pick<PayloadField, "name" | "record">): Site {
  return siteOfGiven(field, (given, call) => (isArgument(given, call) ? call : given));
}

/**
 * What a fault of a field is told at that a test gives away: the same, or the call by which the function of the test chooses what
 * makes the object, which may be right for others.
 */
export function siteUnder(test: Site | undefined, field: Pick<PayloadField, "name" | "record">): Site {
  const site = siteOfField(field);
  const fn = test && enclosingFunction(test.node);
  if (!fn || isInside(site.node, fn)) return site;
  const calls = field.record.calls?.sites() ?? [];
  return calls.find(({ node }) => enclosingFunction(node) === fn) ?? site;
}

/** Where the value of a field is written: at the property, or as an argument of a call that leads there. */
export function siteOfValue(field: Pick<PayloadField, "name" | "record">): Site {
  return siteOfGiven(field, (given) => given);
}

function isArgument(given: Node, call: Node): boolean {
  return (
    (call.type === "CallExpression" || call.type === "NewExpression") &&
    call.arguments.some((argument) => unwrapTypes(argument) === given)
  );
}

function siteOfGiven(
  { name, record: { made, calls } }: Pick<PayloadField, "name" | "record">,
  choose: (given: Node, call: Node) => Node,
): Site {
  const sites = [...(calls?.sites() ?? [])];
  let written = writtenIn(made.node, name);
  let site: Site = { node: written ?? made.node, file: made.file };
  if (written === undefined && !isGiven(made.node)) return site;
  for (let call = sites.pop(); call; call = sites.pop()) {
    const argument = givenBy(call.node, written ?? made.node, name);
    const given = argument && choose(argument, call.node);
    if (given === undefined) break;
    site = { node: given === call.node ? leavingValue(given) : given, file: call.file };
    written = given === call.node ? undefined : given;
    if (written === undefined) break;
  }
  return site;
}

function writtenIn(node: Node, name: string): Node | undefined {
  return node.type === "ObjectExpression" ? literalProperty(node, name)?.value : undefined;
}

/** `{ ...fields }` of a parameter: the caller decides what is in it. */
function isGiven(node: Node): boolean {
  return (
    node.type === "ObjectExpression" &&
    node.properties.some(
      (property) => property.type === "SpreadElement" && parameterOf(property.argument) !== undefined,
    )
  );
}

/** What a call puts in the place of an expression that reads a parameter; the call itself where it cannot be told apart. */
function givenBy(call: Node, read: Node, name: string): Node | undefined {
  const parameter = read.type === "ObjectExpression" ? spreadParameter(read) : parameterOf(read);
  if (!parameter || (call.type !== "CallExpression" && call.type !== "NewExpression")) return undefined;
  const argument = call.arguments[parameter.at];
  const given = argument && unwrapTypes(argument);
  if (!given) return undefined;
  return given.type === "ObjectExpression" ? (literalProperty(given, parameter.field ?? name)?.value ?? call) : given;
}

interface Given {
  readonly at: number;
  /** Of a parameter that is an object: which field of it. */
  readonly field: string | undefined;
}

function spreadParameter(object: TSESTree.ObjectExpression): Given | undefined {
  for (const property of object.properties) {
    const parameter = property.type === "SpreadElement" ? parameterOf(property.argument) : undefined;
    if (parameter) return parameter;
  }
  return undefined;
}

function parameterOf(node: Node): Given | undefined {
  const read = unwrapTypes(node);
  if (read.type === "LogicalExpression") return parameterOf(read.left);
  if (read.type === "MemberExpression") {
    const given = parameterOf(read.object);
    return given && { at: given.at, field: keyName(read.property, read.computed) };
  }
  // What is called an error is known for one where it is put in.
  if (read.type !== "Identifier" || /^(?:e|ex|err|error|exception|\w+Err(?:or)?)$/u.test(read.name)) return undefined;
  const fn = enclosingFunction(read);
  return fn && parameterNamed(read.name, fn);
}

function parameterNamed(name: string, fn: FunctionNode): Given | undefined {
  for (const [at, parameter] of fn.params.entries()) {
    const pattern = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
    if (pattern.type === "Identifier" && pattern.name === name) return { at, field: undefined };
    if (pattern.type !== "ObjectPattern") continue;
    for (const property of pattern.properties) {
      if (property.type !== "Property") continue;
      const { value } = property;
      const local = value.type === "AssignmentPattern" ? value.left : value;
      if (local.type === "Identifier" && local.name === name)
        return { at, field: keyName(property.key, property.computed) };
    }
  }
  return undefined;
}

/** The value that leaves its function with what is made at a place: `fail({ … })` of `return fail({ … })`. */
export function leavingValue(node: Node): Node {
  for (let at = node, up = parentOf(at); up; at = up, up = parentOf(at)) {
    switch (up.type) {
      case "ReturnStatement":
      case "ThrowStatement":
        return at;
      case "ArrowFunctionExpression":
        return up.body === at ? at : node;
      case "ConditionalExpression":
        if (up.test !== at) return at;
        return node;
      case "LogicalExpression":
        return at;
      default:
        if (isFunction(up) || /(?:Statement|Declaration|Declarator)$/u.test(up.type)) return node;
        if (up.type === "AssignmentExpression") return node;
    }
  }
  return node;
}
