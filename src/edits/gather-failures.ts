import type { TSESTree } from "@typescript-eslint/types";
import { caughtBy } from "../analysis/catches/error-in-scope.js";
import { canComplete } from "../analysis/values/flow.js";
import type { File } from "../analysis/file.js";
import { calleeName } from "../syntax/names.js";
import { enclosingFunction, isInside, walk, walkSameFunction, type Node } from "../syntax/tree.js";
import type { Edit } from "./edit.js";
import { freeName } from "./helper-names.js";
import { appendStatement } from "./statements.js";
import { indentAt, indented, indentOf, styleOf } from "./style.js";
import { nameClause } from "./tool-error-call.js";
import type { Writer } from "./writer.js";

/**
 * A loop over items whose failures a clause drops → `collectResults` with the same body, which tells them beside what was
 * gathered. The rounds ran on before, so that running all of them is meant. Undefined for what is no such loop, or where
 * the body cannot be a function of its own.
 */
export function gatherFailures(clause: TSESTree.CatchClause, file: File, writer: Writer): Edit[] | undefined {
  const statement = clause.parent;
  const body = statement.parent;
  const loop = body.parent;
  if (!goesOn(clause) || statement.finalizer || body.type !== "BlockStatement" || body.body.length !== 1)
    return undefined;
  if (loop?.type !== "ForOfStatement" || loop.body !== body || loop.await || loop.parent.type !== "BlockStatement")
    return undefined;
  const item = loop.left.type === "VariableDeclaration" && loop.left.kind === "const" ? loop.left : undefined;
  const name = item?.declarations[0]?.id;
  const list = listOf(statement.block, loop, file);
  if (!name || list === undefined || !enclosingFunction(loop)?.async || !canMove(loop, file)) return undefined;
  const error = caughtBy(clause);
  if (!error) return undefined;
  const named = error.text === "" ? nameClause(error) : { text: error.text, edits: [] };
  const { lineEnd, semicolon } = styleOf(file);
  const outer = indentAt(loop.range[0], file);
  const gathered = freeName("collected", file);
  const failure = freeName("failure", file);
  const rethrow = isBare(clause, file)
    ? [{ range: statement.range, text: bareBody(statement, file) }]
    : [appendStatement(clause.body, `throw ${named.text}`, file), ...named.edits];
  const told = list === "partialResults" ? list : `partialResults: ${list}`;
  const rest = [
    `}, { concurrency: 1 })${semicolon}`,
    `const ${failure} = ${gathered}.toError({ ${told} })${semicolon}`,
    `if (${failure}) return ${failure}${semicolon}`,
  ];
  return [
    {
      range: [loop.range[0], body.range[0] + 1],
      text: `const ${gathered} = await ${writer.name("collectResults")}(${file.textOf(loop.right)}, async (${file.textOf(name)}) => {`,
    },
    ...rethrow,
    { range: [body.range[1] - 1, body.range[1]], text: rest.join(lineEnd + outer) },
  ];
}

/** The loop goes on with the next item: after the block, or by `continue`. */
function goesOn({ body }: TSESTree.CatchClause): boolean {
  let continues = canComplete(body);
  walkSameFunction(body, ({ type }) => {
    if (type === "ContinueStatement") continues = true;
  });
  return continues;
}

/** The one list outside of the loop that takes the results; what the clause gathers are none. */
function listOf(tried: Node, loop: TSESTree.ForOfStatement, file: File): string | undefined {
  const lists = new Set<string>();
  walkSameFunction(tried, (node) => {
    if (node.type !== "CallExpression" || calleeName(node) !== "push" || node.callee.type !== "MemberExpression")
      return;
    const list = node.callee.object;
    const declared = list.type === "Identifier" ? file.bindings.variable(list)?.defs[0]?.name : undefined;
    if (list.type === "Identifier" && declared && !isInside(declared, loop)) lists.add(list.name);
  });
  const [only, ...others] = lists;
  return others.length === 0 ? only : undefined;
}

/** Nothing in the body leaves it, and no variable from outside changes: the compiler would forget what it knows of it. */
function canMove({ body, parent }: TSESTree.ForOfStatement, file: File): boolean {
  let can = true;
  walkSameFunction(body, ({ type }) => {
    if (/^(?:Return|Break|Continue|Labeled)Statement$|^YieldExpression$/u.test(type)) can = false;
  });
  const loop = { range: [body.range[0], body.range[1]] } as unknown as Node;
  walk(body, (node) => {
    if (node.type !== "Identifier") return;
    const variable = file.bindings.variable(node);
    const declared = variable?.defs[0]?.name as Node | undefined;
    const writes = variable?.references.filter((reference) => reference.isWrite()).length ?? 0;
    const isParameter = variable?.defs[0]?.type === "Parameter";
    if (declared && !isInside(declared, loop) && writes > (isParameter ? 0 : 1)) can = false;
    if (node.name === "arguments") can = false;
  });
  return can && parent.type === "BlockStatement";
}

/** The clause does nothing and says nothing: a clause that only throws on would be left. */
function isBare(clause: TSESTree.CatchClause, file: File): boolean {
  return clause.body.body.length === 0 && file.commentsInside(clause).length === 0;
}

/** What is tried, without the `try`. */
function bareBody({ block, range }: TSESTree.TryStatement, file: File): string {
  const [first] = block.body;
  const last = block.body.at(-1);
  if (!first || !last) return "";
  const text = file.text.slice(first.range[0], last.range[1]);
  return indented(text, indentOf(first, file) ?? "", indentAt(range[0], file));
}
