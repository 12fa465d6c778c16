import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { calleeName, dottedName } from "../syntax/names.js";
import {
  ancestors,
  contains,
  isFunction,
  isInside,
  unwrap,
  walk,
  walkSameFunction,
  type Node,
} from "../syntax/tree.js";
import { freeName } from "./helper-names.js";
import { indentAt, movedTo, styleOf } from "./style.js";
import type { Writer } from "./writer.js";

/** Work on each item of a list, whose results one statement gathers. */
export interface Work {
  readonly statement: Node;
  /** Source of the list. */
  readonly items: string;
  /** Source of the function of one item. */
  readonly each: string;
  /** What runs for one item. */
  readonly fn: Node;
  /** Source that takes the results, with `…` for them. */
  readonly takes: string;
  /** What is taken over with its comments. */
  readonly kept: readonly Node[];
  readonly oneByOne: boolean;
}

/** The first such work around or inside of a node, in the same function. */
export function workIn(container: Node, file: File): Work | undefined {
  let found: Work | undefined;
  const look = (node: Node): void => {
    // More than one statement comes in its place.
    if (found || node.parent?.type !== "BlockStatement") return;
    found =
      node.type === "VariableDeclaration"
        ? allOf(node, file)
        : node.type === "ForOfStatement"
          ? loopOf(node, file)
          : undefined;
  };
  // The statement of a loop that can fail, or what stands in the block that is tried.
  for (const up of ancestors(container)) {
    if (isFunction(up)) break;
    look(up);
  }
  walkSameFunction(container, look);
  return found;
}

/** What an expression begins with: `await Promise.all(…)` of `(await Promise.all(…)).filter(Boolean)`. */
function firstOf(node: Node): Node {
  switch (node.type) {
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
    case "ChainExpression":
      return firstOf(node.expression);
    case "MemberExpression":
      return firstOf(node.object);
    case "CallExpression":
      return node.callee.type === "MemberExpression" ? firstOf(node.callee) : node;
    default:
      return node;
  }
}

/** `const orders = await Promise.all(ids.map((id) => api.get(id)));` */
function allOf(statement: TSESTree.VariableDeclaration, file: File): Work | undefined {
  const [declarator, ...others] = statement.declarations;
  const init = declarator?.init;
  if (others.length > 0 || !declarator || !init) return undefined;
  const awaited = firstOf(init);
  if (awaited.type !== "AwaitExpression") return undefined;
  const all = unwrap(awaited.argument);
  if (all.type !== "CallExpression" || dottedName(all.callee) !== "Promise.all") return undefined;
  const list = all.arguments[0] && unwrap(all.arguments[0]);
  if (list?.type !== "CallExpression" || calleeName(list) !== "map" || list.callee.type !== "MemberExpression")
    return undefined;
  const [fn, ...more] = list.arguments;
  // The third parameter of `map` is one that `collectResults` does not give.
  if (!isFunction(fn) || more.length > 0 || fn.params.length > 2) return undefined;
  const before = file.text.slice(declarator.id.range[1], awaited.range[0]);
  const after = file.text.slice(awaited.range[1], declarator.range[1]);
  // `(await …).filter(…)`: the results need no parentheses.
  const rest = before.trimEnd().endsWith("(") ? after.replace(/^\s*\)/u, "") : after;
  return {
    statement,
    items: file.textOf(list.callee.object),
    each: movedTo(fn, indentAt(statement.range[0], file), file),
    fn,
    takes: `${statement.kind} ${file.textOf(declarator.id)} = …${rest}`,
    kept: [list.callee.object, fn, declarator.id],
    oneByOne: false,
  };
}

/** `for (const id of ids) orders.push(await api.get(id));` */
function loopOf(statement: TSESTree.ForOfStatement, file: File): Work | undefined {
  const { left, right, body } = statement;
  const [only, ...others] = body.type === "BlockStatement" ? body.body : [body];
  const name = left.type === "VariableDeclaration" && left.kind === "const" ? left.declarations[0]?.id : undefined;
  if (others.length > 0 || statement.await || name?.type !== "Identifier" || only?.type !== "ExpressionStatement")
    return undefined;
  const push = only.expression;
  if (push.type !== "CallExpression" || calleeName(push) !== "push" || push.callee.type !== "MemberExpression")
    return undefined;
  const [value, ...more] = push.arguments;
  if (!value || value.type === "SpreadElement" || more.length > 0) return undefined;
  const result = value.type === "AwaitExpression" ? value.argument : value;
  if (value.type !== "AwaitExpression" && contains(value, ({ type }) => type === "AwaitExpression")) return undefined;
  return {
    statement,
    items: file.textOf(right),
    each: `(${file.textOf(name)}) => ${file.textOf(result)}`,
    fn: result,
    takes: `${file.textOf(push.callee.object)}.push(...…)`,
    kept: [right, name, result, push.callee.object],
    oneByOne: true,
  };
}

/** A comment between the parts that are kept would get lost. */
export function dropsComments({ statement, kept }: Work, file: File): boolean {
  return file
    .commentsInside(statement)
    .some((comment) => !kept.some((node) => isInside(comment as unknown as Node, node)));
}

const READS =
  /^(?:get|list|read|search|find|fetch|query|describe|show|count|check|lookup|load|stat|head|select|resolve|parse|String|Number)(?=$|[A-Z_])/u;

/** Members of the language's own values that change nothing. */
const PURE =
  /^(?:json|text|map|flatMap|flat|filter|some|every|includes|slice|concat|join|trim|split|replace|replaceAll|match|test|startsWith|endsWith|padStart|padEnd|toString|toISOString|toFixed|toLowerCase|toUpperCase|keys|values|entries|has|at|then|finally|stringify|isArray|parseInt|parseFloat|Boolean|encodeURIComponent|decodeURIComponent)$/u;

/** Every call in the work is named as one that only reads. */
export function onlyReads(work: Node, file: File): boolean {
  let reads = true;
  walk(work, (node) => {
    if (node.type !== "CallExpression") return;
    const name = calleeName(node) ?? "";
    const options = name === "fetch" && node.arguments[1];
    if ((!READS.test(name) && !PURE.test(name)) || (options && /\bmethod\b/u.test(file.textOf(options)))) reads = false;
  });
  return reads;
}

/**
 * The statements that gather, leave with the failure, and take what worked.
 *
 * @param describe source of what is told of the failure, made of the source of the first error
 */
export function collected(
  { statement, items, each, takes, oneByOne }: Work,
  file: File,
  writer: Writer,
  describe?: (error: string) => string | undefined,
): string {
  const { lineEnd, semicolon } = styleOf(file);
  const indent = indentAt(statement.range[0], file);
  const name = freeName("collected", file);
  const failure = freeName("failure", file);
  const options = oneByOne ? ", { concurrency: 1 }" : "";
  const results = `${name}.partialResults`;
  const description = describe?.(`${name}.failures[0]?.error`);
  const told = description === undefined ? "" : `{ description: ${description} }`;
  return [
    `const ${name} = await ${writer.name("collectResults")}(${items}, ${each}${options})${semicolon}`,
    `const ${failure} = ${name}.toError(${told})${semicolon}`,
    `if (${failure}) return ${failure}${semicolon}`,
    takes.replace("...…", () => `...${results}`).replace("…", () => results) + (takes.endsWith(";") ? "" : semicolon),
  ].join(lineEnd + indent);
}
