import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../src/analysis/file.js";
import type { Model } from "../src/analysis/model.js";
import { effectAt } from "../src/analysis/tool-effects.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import type { NotCarried } from "../src/edits/carried.js";
import { freeName } from "../src/edits/helper-names.js";
import { wayOut } from "../src/edits/leave.js";
import { indentAt, movedTo, styleOf } from "../src/edits/style.js";
import type { Writer } from "../src/edits/writer.js";
import { calleeName, dottedName } from "../src/syntax/names.js";
import {
  ancestors,
  contains,
  enclosingFunction,
  isFunction,
  isInside,
  unwrap,
  walk,
  walkSameFunction,
  type Node,
} from "../src/syntax/tree.js";

/** Results of many items of which one failure drops all → `collectResults`, which keeps what worked. */
export const partialResults: Transform = {
  name: "partial-results",
  rules: ["no-lost-partial-results"],
  *plan(model, writer) {
    for (const { node, ruleId, data } of findingsOf(model, this.rules))
      yield {
        node,
        ruleId,
        edits: [],
        ...(afterStep(data) ?? rewrite(node, data?.["gathered"] ?? "the results", model, writer)),
      };
  },
};

/** What is to be said of a step that was done before is in nobody's code yet. */
function afterStep(data: Readonly<Record<string, string>> | undefined): Pick<Plan, "why"> | undefined {
  const done = data?.["done"];
  return done === undefined
    ? undefined
    : {
        why: `Give this step a clause of its own, which says in its error that \`${done}\` has worked (partialResults).`,
      };
}

function rewrite(
  node: Node,
  gathered: string,
  model: Model,
  writer: Writer,
): Pick<Plan, "edits" | "why" | "category"> | NotCarried {
  const decide = {
    why: `Gather what fails beside \`${gathered}\` (collectResults does both), or put what was gathered into the error as partialResults.`,
  };
  const fn = enclosingFunction(node);
  const reached = fn && model.reached.get(fn);
  if (!reached) return decide;
  const way = wayOut(reached, node);
  if (!("form" in way) || way.form === "throw") return decide;
  const work = workIn(node.type === "CatchClause" ? node.parent.block : node, model.file);
  if (!work || enclosingFunction(work.statement) !== fn) return decide;
  if (dropsComments(work, model.file)) return decide;
  if (effectAt(node, reached, model.file).writes === true || !onlyReads(work.fn, model.file))
    return { why: `${decide.why} The work is not known to be read only, so that running all of it has to be meant.` };
  return {
    edits: [{ range: work.statement.range, text: collected(work, model.file, writer) }],
    category: "from-error",
    why: "The work only reads, so that what worked is kept and told with the failure.",
  };
}

/** Work on each item of a list, whose results one statement gathers. */
interface Work {
  readonly statement: Node;
  /** Source of the list. */
  readonly items: string;
  /** Source of the function of one item. */
  readonly each: string;
  readonly fn: Node;
  /** Source that takes the results, with `…` for them. */
  readonly takes: string;
  /** What is taken over with its comments. */
  readonly kept: readonly Node[];
  readonly oneByOne: boolean;
}

function workIn(container: Node, file: File): Work | undefined {
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

/** `const orders = await Promise.all(ids.map((id) => api.get(id)));` */
function allOf(statement: TSESTree.VariableDeclaration, file: File): Work | undefined {
  const [declarator, ...others] = statement.declarations;
  const init = declarator?.init;
  if (others.length > 0 || !declarator || init?.type !== "AwaitExpression") return undefined;
  const all = unwrap(init);
  if (all.type !== "CallExpression" || dottedName(all.callee) !== "Promise.all") return undefined;
  const list = all.arguments[0] && unwrap(all.arguments[0]);
  if (list?.type !== "CallExpression" || calleeName(list) !== "map" || list.callee.type !== "MemberExpression")
    return undefined;
  const [fn, ...more] = list.arguments;
  // The third parameter of `map` is one that `collectResults` does not give.
  if (!isFunction(fn) || more.length > 0 || fn.params.length > 2) return undefined;
  return {
    statement,
    items: file.textOf(list.callee.object),
    each: movedTo(fn, indentAt(statement.range[0], file), file),
    fn,
    takes: `${statement.kind} ${file.textOf(declarator.id)} = …`,
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
function dropsComments({ statement, kept }: Work, file: File): boolean {
  return file
    .commentsInside(statement)
    .some((comment) => !kept.some((node) => isInside(comment as unknown as Node, node)));
}

const READS =
  /^(?:get|list|read|search|find|fetch|query|describe|show|count|check|lookup|load|stat|head|select|resolve|parse|json|text|map|filter|slice|join|trim|stringify|String|Number)(?=$|[A-Z_])/u;

/** Every call in the work is named as one that only reads. */
function onlyReads(work: Node, file: File): boolean {
  let reads = true;
  walk(work, (node) => {
    if (node.type !== "CallExpression") return;
    const name = calleeName(node) ?? "";
    const options = name === "fetch" && node.arguments[1];
    if (!READS.test(name) || (options && /\bmethod\b/u.test(file.textOf(options)))) reads = false;
  });
  return reads;
}

/** The statements that gather, leave with the failure, and take what worked. */
function collected({ statement, items, each, takes, oneByOne }: Work, file: File, writer: Writer): string {
  const { lineEnd, semicolon } = styleOf(file);
  const indent = indentAt(statement.range[0], file);
  const name = freeName("collected", file);
  const failure = freeName("failure", file);
  const options = oneByOne ? ", { concurrency: 1 }" : "";
  const results = `${name}.partialResults`;
  return [
    `const ${name} = await ${writer.name("collectResults")}(${items}, ${each}${options})${semicolon}`,
    `const ${failure} = ${name}.toError()${semicolon}`,
    `if (${failure}) return ${failure}${semicolon}`,
    takes.replace("...…", () => `...${results}`).replace("…", () => results) + semicolon,
  ].join(lineEnd + indent);
}

export default jscodeshiftTransform(partialResults);

export { parser } from "../src/codemod/engine/jscodeshift.js";
