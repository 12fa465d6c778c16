import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { isHelperError } from "../analysis/results/helper.js";
import type { Model } from "../analysis/model.js";
import { keyName, literalProperty } from "../syntax/names.js";
import { contains, isInside, unwrap, walk, walkSameFunction, type FunctionNode, type Node } from "../syntax/tree.js";
import { carriedFromResult, type Carried } from "./carried.js";
import type { Edit } from "./edit.js";
import { isCarried, writeFailure } from "./failure.js";
import { flagWritten } from "./result-flag.js";
import { addProperty } from "./result-literal.js";
import { indentOf, styleOf } from "./style.js";
import { startWithComments } from "./wait-constant.js";
import type { Writer } from "./writer.js";

/**
 * Puts what a loop has gathered into the errors that a clause, or one return, makes of a failure. Undefined where one of
 * them is made otherwise, or where the list cannot be seen from there.
 *
 * @param place the clause or the return
 * @param gathered the name of the list
 */
export function tellPartials(
  place: TSESTree.CatchClause | TSESTree.ReturnStatement,
  gathered: string,
  fn: FunctionNode,
  model: Model,
  writer: Writer,
): Edit[] | undefined {
  const { file } = model;
  const list = listNamed(gathered, fn, file);
  if (!list) return undefined;
  const edits = place.type === "CatchClause" ? hoisted(list, place, fn, file) : [];
  if (!edits) return undefined;
  const leaving = place.type === "CatchClause" ? leavingOf(place) : [place];
  if (leaving.length === 0) return undefined;
  for (const { argument } of leaving) {
    const told = argument && tell(argument, gathered, model, writer);
    if (!told) return undefined;
    edits.push(...told);
  }
  return edits;
}

interface List {
  readonly variable: Variable;
  readonly declaration: TSESTree.VariableDeclaration;
}

/** A list that starts empty; a map, or an iterator, is no JSON. */
function listNamed(name: string, fn: FunctionNode, file: File): List | undefined {
  const variables = new Set<Variable | undefined>();
  walk(fn, (node) => {
    if (node.type === "Identifier" && node.name === name && !isName(node)) variables.add(file.bindings.variable(node));
  });
  const [variable, ...others] = variables;
  // Of another variable of this name nobody knows what the clause would see.
  const declarator = others.length === 0 ? (variable?.defs[0]?.node as Node | undefined) : undefined;
  if (!variable || declarator?.type !== "VariableDeclarator" || declarator.id.type !== "Identifier") return undefined;
  const init = declarator.init && unwrap(declarator.init);
  if (init?.type !== "ArrayExpression" || init.elements.length > 0) return undefined;
  return { variable, declaration: declarator.parent };
}

/** A key or a member, not a variable. */
function isName(node: TSESTree.Identifier): boolean {
  const { parent } = node;
  if (parent.type === "MemberExpression") return parent.property === node && !parent.computed;
  return parent.type === "Property" && parent.key === node && !parent.computed && !parent.shorthand;
}

/** A list that the block declares is declared in front of it, so that the clause sees it too. */
function hoisted(
  { declaration }: List,
  clause: TSESTree.CatchClause,
  fn: FunctionNode,
  file: File,
): Edit[] | undefined {
  const attempt = clause.parent;
  if (!isInside(declaration, attempt)) return isInside(declaration, fn.body) ? [] : undefined;
  const indent = indentOf(attempt, file);
  const isMovable =
    declaration.parent === attempt.block &&
    declaration.declarations.length === 1 &&
    attempt.parent.type === "BlockStatement" &&
    indent !== undefined &&
    indentOf(declaration, file) !== undefined &&
    isOnOneLine(declaration, file) &&
    startWithComments(declaration, file) === file.lines.startOf(declaration.range[0]);
  if (!isMovable) return undefined;
  const start = file.lines.startOf(declaration.range[0]);
  const end = file.lines.endOf(declaration.range[1]) ?? file.text.length;
  const at = startWithComments(attempt, file);
  return [
    { range: [at, at], text: indent + file.textOf(declaration) + styleOf(file).lineEnd },
    { range: [start, end], text: "" },
  ];
}

/** Nothing else stands on the line, no comment either. */
function isOnOneLine({ range }: Node, { text, lines }: File): boolean {
  const end = lines.endOf(range[0]);
  return end !== undefined && range[1] < end && text.slice(range[1], end).trim() === "";
}

function leavingOf(clause: TSESTree.CatchClause): (TSESTree.ReturnStatement | TSESTree.ThrowStatement)[] {
  const found: (TSESTree.ReturnStatement | TSESTree.ThrowStatement)[] = [];
  walkSameFunction(clause.body, (node) => {
    if (node.type === "ReturnStatement" || node.type === "ThrowStatement") found.push(node);
  });
  return found;
}

/** The list in a call of the helper, or in what becomes one; undefined where something of it is told already. */
function tell(argument: Node, gathered: string, model: Model, writer: Writer): readonly Edit[] | undefined {
  const { file } = model;
  const made = unwrap(argument);
  if (contains(made, (node) => node.type === "Identifier" && node.name === gathered && !isName(node))) return undefined;
  const member = gathered === "partialResults" ? gathered : `partialResults: ${gathered}`;
  if (made.type === "CallExpression" && isHelperError(made, file)) return intoCall(made, member, file);
  if (made.type !== "ObjectExpression" || flagWritten(made, file) !== "true") return undefined;
  const carried = carriedFromResult(made, file);
  if (!isCarried(carried) || carried.fields.some(({ name }) => name === "partialResults")) return undefined;
  const withList: Carried = { ...carried, fields: [...carried.fields, { name: "partialResults", value: gathered }] };
  const written = writeFailure({ node: made, form: "return" }, withList, model, writer);
  return "edits" in written ? written.edits : undefined;
}

/** `from(error, { … })`, `transient({ … })`. */
function intoCall(call: TSESTree.CallExpression, member: string, file: File): Edit[] | undefined {
  const { callee } = call;
  if (callee.type !== "MemberExpression") return undefined;
  const isFrom = keyName(callee.property, callee.computed) === "from";
  const fields = call.arguments[isFrom ? 1 : 0];
  if (!fields) {
    const last = call.arguments.at(-1);
    return last ? [{ range: [last.range[1], last.range[1]], text: `, { ${member} }` }] : undefined;
  }
  if (fields.type !== "ObjectExpression" || literalProperty(fields, "partialResults")) return undefined;
  return addProperty(fields, member, file);
}
