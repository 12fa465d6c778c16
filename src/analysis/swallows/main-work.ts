import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import {
  contains,
  isEmptyList,
  isInLoop,
  isInside,
  isLoop,
  parentOf,
  statementsAfter,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { doesWork } from "../results/answers.js";
import { waitsIn } from "./excuses.js";
import type { File } from "../file.js";
import { canComplete } from "../values/flow.js";
import { guardsOf } from "../values/guards.js";
import { outcomesOf } from "../results/results.js";
import { rootEnv } from "../values/values.js";

/** Variables declared outside the block that the block assigns. */
export function assignedIn(block: Node, file: File): Variable[] {
  const found = new Set<Variable>();
  walkSameFunction(block, (node) => {
    if (node.type !== "AssignmentExpression" || node.left.type !== "Identifier") return;
    const variable = file.bindings.variable(node.left);
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (variable && declared && !isInside(declared, block)) found.add(variable);
  });
  return [...found];
}

/** The block only adds to something that is there already: `item.details = await …`, but not `byName[name] = await …`. */
export function onlyDecorates(block: Node): boolean {
  let decorates = false;
  let other = false;
  walkSameFunction(block, (node) => {
    if (node.type === "AssignmentExpression") {
      if (node.left.type === "MemberExpression" && !node.left.computed) decorates = true;
      else other = true;
    }
    if (node.type === "CallExpression" && calleeName(node) === "push") other = true;
  });
  return decorates && !other;
}

/**
 * `try { page.items = await load(); } catch { page.items = []; }`, or `kept.set(key, [])`: of a list that could not be had,
 * an empty one.
 */
export function givesEmptyListFor(block: Node, clause: TSESTree.CatchClause, file: File): boolean {
  const lists = new Set<string>();
  walkSameFunction(clause.body, (node) => {
    const put = putIn(node);
    if (put && isEmptyList(put.value)) lists.add(file.textOf(put.place));
  });
  return (
    lists.size > 0 &&
    contains(block, (node) => {
      const put = putIn(node);
      return put !== undefined && lists.has(file.textOf(put.place));
    })
  );
}

/** `place = value`, or `place.set(key, value)` */
function putIn(node: Node): { readonly place: Node; readonly value: Node } | undefined {
  if (node.type === "AssignmentExpression") return { place: node.left, value: node.right };
  if (node.type !== "CallExpression" || calleeName(node) !== "set") return undefined;
  const [, value] = node.arguments;
  return value && { place: node.callee, value };
}

/** `try { return a() } catch {}` with another attempt behind it. */
export function fallsBack(statement: TSESTree.TryStatement): boolean {
  if (canComplete(statement.block)) {
    let returns = false;
    const isFollowed = statementsAfter(statement).length > 0;
    walkSameFunction(statement.block, (node) => {
      // `continue` leaves the item out, and tries nothing else for it, where nothing is made of one that passes.
      if (
        node.type === "ReturnStatement" ||
        (node.type === "BreakStatement" && !isOfFullList(node)) ||
        (node.type === "ContinueStatement" && isFollowed)
      )
        returns = true;
    });
    if (!returns) return false;
  }
  for (const next of statementsAfter(statement)) {
    if (next.type === "ThrowStatement" || next.type === "TryStatement") return true;
    if (doesWork(next)) return true;
    if (next.type === "ReturnStatement") return false;
  }
  return isInLoop(statement);
}

/** `if (results.length >= limit) break;`: the list is long enough, whichever rounds have failed before. */
function isOfFullList(node: TSESTree.BreakStatement): boolean {
  const [guard] = guardsOf(node);
  const test = guard && unwrap(guard.test);
  return (
    test?.type === "BinaryExpression" &&
    /^>=?$|^===$/u.test(test.operator) &&
    test.left.type === "MemberExpression" &&
    /^(?:length|size)$/u.test(memberName(test.left) ?? "")
  );
}

/**
 * The attempt is what the function is there for: a list that it collects, or its only work. Where other work stands
 * beside it, a lost attempt may be a preparation or an addition, and no reviewer would be sure.
 */
export function isMainWork(
  statement: TSESTree.TryStatement,
  assigned: readonly Variable[],
  fn: FunctionNode,
  file: File,
): boolean {
  if (assigned.some((variable) => startsAsList(variable) || isToldCount(variable, fn))) return true;
  if ((assigned.length === 0 || isInLoop(statement)) && collectsInRound(statement, file)) return true;
  return !waitsIn(fn.body, statement);
}

/** `let open = 0`, which the answer tells as a number of its own: of what could not be counted it says that there is none. */
function isToldCount(variable: Variable, fn: FunctionNode): boolean {
  const declarator = variable.defs[0]?.node as Node | undefined;
  if (declarator?.type !== "VariableDeclarator" || !declarator.init || !isZero(declarator.init)) return false;
  return returnedExpressions(fn).some((value) =>
    variable.references.some(({ identifier }) => isInside(identifier, value)),
  );
}

function isZero(value: Node): boolean {
  const node = unwrap(value);
  return node.type === "Literal" && node.value === 0;
}

/** `let items = []` */
export function startsAsList(variable: Variable): boolean {
  const declarator = variable.defs[0]?.node as Node | undefined;
  const init = declarator?.type === "VariableDeclarator" && declarator.init ? unwrap(declarator.init) : undefined;
  return init?.type === "ArrayExpression";
}

/**
 * The attempt, or what stands behind it in the round that its clause ends, adds to a collection:
 * `try { text = await read(path); } catch { continue; } found.push(text);`.
 */
export function collectsInRound(statement: TSESTree.TryStatement, file: File): boolean {
  if (collects(statement.block, file)) return true;
  const last = statement.handler?.body.body.at(-1);
  const round = parentOf(statement);
  if (last?.type !== "ContinueStatement" || !round || !isLoop(parentOf(round) ?? round)) return false;
  return statementsAfter(statement).some((later) => collects(later, file, round));
}

/** `results.push(await …)` or `results[key] = await …` on a collection from outside the block. */
function collects(block: Node, file: File, from = block): boolean {
  let found = false;
  walkSameFunction(block, (node) => {
    const member =
      node.type === "CallExpression" && /^(?:push|set|add)$/u.test(calleeName(node) ?? "")
        ? unwrap(node.callee)
        : node.type === "AssignmentExpression" && node.left.type === "MemberExpression" && node.left.computed
          ? node.left
          : undefined;
    if (member?.type !== "MemberExpression") return;
    const list = unwrap(member.object);
    const declared =
      list.type === "Identifier" ? (file.bindings.variable(list)?.defs[0]?.name as Node | undefined) : undefined;
    if (declared && !isInside(declared, from)) found = true;
  });
  return found;
}

/** `try { return readPort() } catch {} return 3025`: a value that works without. */
export function goesOnWithDefault(statement: TSESTree.TryStatement, file: File): boolean {
  const next = statementsAfter(statement).find((after) => after.type === "ReturnStatement");
  if (next?.type !== "ReturnStatement" || !next.argument) return false;
  const [outcome] = outcomesOf({ node: next.argument, env: rootEnv(file) });
  return outcome?.kind === "constant" || outcome?.kind === "text";
}
