import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import {
  ancestors,
  contains,
  enclosingStatement,
  isFunction,
  parentOf,
  statementsAfter,
  unwrap,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { reachesAnswer, variablesOf } from "../values/answer-flow.js";
import { isAskedFor, mappedList } from "../values/asked-for.js";
import { isCommittedLater, isOfDispatcher, type LostPartials, type Scope } from "../results/drops.js";
import type { File } from "../file.js";
import { canFailLater } from "./later-failures.js";
import { mappedWork, workOf } from "./parallel-work.js";
import { areFinishedLater, makesPiece } from "./pieces.js";
import { guardingTry } from "../catches/tries.js";
import { resolve, rootEnv } from "../values/values.js";
import { adds, changes, isConvergent, mayWrite, optionOfChange, repeatsBadly } from "./writing-work.js";

/** `Promise.all(ids.map((id) => api.load(id)))`, of which the first failure takes the results of the others along. */
function lostInMapped(
  call: TSESTree.CallExpression,
  list: Node,
  fn: FunctionNode,
  scope: Scope,
): LostPartials | undefined {
  const { file } = scope;
  const work = mappedWork(list, file);
  if (!work) return undefined;
  if (makesPiece(work) && areFinishedLater(call, holdersOf(call, file), file)) return undefined;
  const answers = reachesAnswer(call, fn, file);
  const onlyReads = !mayWrite(work);
  if (answers ? onlyReads && isBeforeChange(call) : !(changes(work) && isDroppedValue(call))) return undefined;
  const mapped = mappedList(resolve({ node: list, env: rootEnv(file) }).node);
  const isAsked = mapped !== undefined && isAskedFor(mapped, fn, file);
  // What was changed is in the answer: a list that the tool has looked up itself does not make up for it.
  const option = onlyReads ? ("reads" as const) : optionOfChange(work, answers || isAsked);
  const shared = { gathered: answers ? file.textOf(call.callee) : undefined, what: workOf(work), option };
  const place = placeOfLoss(call, scope);
  return place && { ...shared, node: place.node, how: answers ? (place.isClause ? "all-clause" : "all") : "all-done" };
}

/** `Promise.all([api.createIssue(title), api.sendInvoice(id)])`: while one fails, the others are done. */
function lostInList(
  call: TSESTree.CallExpression,
  list: TSESTree.ArrayExpression,
  scope: Scope,
): LostPartials | undefined {
  const works = list.elements.flatMap((entry) =>
    entry && entry.type !== "SpreadElement" ? worksIn(entry, scope) : [],
  );
  const written = works.filter((work) => changes(work) && !makesPiece(work));
  const [done] = [...written.filter(adds), ...written];
  // The calls of one kind change parts of one thing; of a read beside a change there is nothing to lose.
  const failing = written.find((work) => work !== done && canFailLater(work, scope.file));
  const place = done && failing && placeOfLoss(call, scope);
  if (!place) return undefined;
  const lasting = written.filter((work) => adds(work) && !isConvergent(work));
  const optionOfLasting = lasting.some(repeatsBadly) ? undefined : ("unclearWrites" as const);
  return {
    node: place.node,
    how: "list-done",
    gathered: undefined,
    what: workOf(failing),
    done: workOf(done),
    option: lasting.length === 0 ? "convergentWrites" : optionOfLasting,
  };
}

/** The calls of an element: `api.close(id)`, `args.notify && api.send(id)`, `sending` of `const sending = api.send(id)`. */
function worksIn(entry: Node, { file }: Scope): Node[] {
  const { node } = resolve({ node: entry, env: rootEnv(file) });
  if (node.type === "LogicalExpression") return [unwrap(node.right)];
  if (node.type === "ConditionalExpression") return [unwrap(node.consequent), unwrap(node.alternate)];
  return [node];
}

/** Where the first failure of several works leaves the function, as an error or by a clause that tells of it alone. */
function placeOfLoss(
  call: TSESTree.CallExpression,
  { catches }: Scope,
): { readonly node: Node; readonly isClause: boolean } | undefined {
  const around = guardingTry(call);
  if (!around || isOfDispatcher(call, around)) return { node: enclosingStatement(call), isClause: false };
  const fact = catches.find(({ node }) => node === around.handler);
  if (!fact || (fact.goesOn && fact.throws.length === 0)) return undefined;
  const told = fact.answers.some(({ verdict }) => verdict === "error" || verdict === "told" || verdict === "unknown");
  return told || fact.throws.length > 0 ? { node: fact.node, isClause: true } : undefined;
}

/** `uploads` of `const uploads = await Promise.all(…)`. */
function holdersOf(call: TSESTree.CallExpression, file: File): Variable[] {
  const waited = parentOf(call);
  const declarator = waited?.type === "AwaitExpression" ? parentOf(waited) : undefined;
  return declarator?.type === "VariableDeclarator" ? variablesOf(declarator.id, file) : [];
}

/** `await Promise.all(…);`: what the calls give is nothing to anybody. */
function isDroppedValue(call: TSESTree.CallExpression): boolean {
  const waited = parentOf(call);
  return waited?.type === "AwaitExpression" && parentOf(waited)?.type === "ExpressionStatement";
}

/** Read for a change that is yet to come (`const names = …; await api.merge(ids);`): what it is made of, and no answer. */
export function isBeforeChange(read: Node): boolean {
  const isChange = (node: Node): boolean => node.type === "CallExpression" && changes(node);
  for (const up of [read, ...ancestors(read)]) {
    if (isFunction(up) || up.type === "SwitchCase") return false;
    if (statementsAfter(up).some((later) => contains(later, isChange))) return true;
  }
  return false;
}

/** Results of several works at once that the failure of one takes along. */
export function lostAtOnce(call: TSESTree.CallExpression, fn: FunctionNode, scope: Scope): LostPartials | undefined {
  const [list] = call.arguments;
  if (!list || list.type === "SpreadElement" || parentOf(call)?.type === "MemberExpression") return undefined;
  if (isCommittedLater(call)) return undefined;
  const { node } = resolve({ node: list, env: rootEnv(scope.file) });
  return node.type === "ArrayExpression" ? lostInList(call, node, scope) : lostInMapped(call, list, fn, scope);
}
