import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, lastName, receiverName } from "../../syntax/names.js";
import { constantNear } from "../../syntax/constants.js";
import {
  ancestors,
  contains,
  isFunction,
  isLoop,
  parentOf,
  unwrap,
  walkSameFunction,
  type Node,
} from "../../syntax/tree.js";
import type { File } from "../file.js";
import { rootOf } from "../values/root.js";

/**
 * `if (!existing) await create()`, `if (existing.has(id)) continue;`, and work on a list of what is not there yet: a second
 * call finds what the first one did.
 */
export function isDoneOnce(work: Node, file: File): boolean {
  for (const up of ancestors(work)) {
    if (isFunction(up)) return false;
    if (up.type === "IfStatement" && (asksForExisting(up.test) || updatesWhatIsThere(up))) return true;
    if (up.type === "BlockStatement" && up.body.some((sibling) => sibling.range[1] < work.range[0] && skips(sibling)))
      return true;
    const list = isLoop(up) ? listOf(up) : undefined;
    if (list && isComparedWithExisting(list, file)) return true;
  }
  return false;
}

/** What a loop goes through, one by one or in portions: `for (const id of ids)`, `for (let at = 0; at < ids.length; at += 10)`. */
function listOf(loop: Node): Node | undefined {
  if (loop.type === "ForOfStatement") return loop.right;
  const end =
    loop.type === "ForStatement" && loop.test?.type === "BinaryExpression" ? unwrap(loop.test.right) : undefined;
  return end?.type === "MemberExpression" && lastName(end) === "length" ? end.object : undefined;
}

/**
 * `if (idOf[name]) await api.update(idOf[name], text); else await api.create(name, text);`, where the table was filled from
 * what there is: a second call updates what the first one made.
 */
function updatesWhatIsThere({ test, consequent, alternate }: TSESTree.IfStatement): boolean {
  const updates = (node: Node): boolean =>
    (node.type === "CallExpression" && /^(?:update|patch|put|replace)/iu.test(calleeName(node) ?? "")) ||
    (node.type === "Literal" && /^(?:PUT|PATCH)$/u.test(String(node.value)));
  return alternate !== null && tableAsked(test) !== undefined && contains(consequent, updates);
}

function skips(statement: Node): boolean {
  if (statement.type !== "IfStatement" || !asksForExisting(statement.test)) return false;
  let leaves = false;
  walkSameFunction(statement.consequent, (node) => {
    if (node.type === "ContinueStatement") leaves = true;
  });
  return leaves;
}

/**
 * `existing`, `alreadyOpen`: what was looked up, so that nothing is done twice. `if (changed)`: only what is not yet as it
 * is to be.
 */
function asksForExisting(test: Node): boolean {
  if (test.type === "Identifier" && /^(?:(?:is|was|has)_?)?(?:modified|changed|dirty)$/iu.test(test.name)) return true;
  if (comparesContents(test)) return true;
  return contains(test, (node) => node.type === "Identifier" && /exist|already/iu.test(node.name));
}

/** `current?.text === file.text`: what is there already is as it is to be. */
function comparesContents(test: Node): boolean {
  if (test.type !== "BinaryExpression" || !/^[!=]==?$/u.test(test.operator)) return false;
  const [left, right] = [lastName(test.left), lastName(test.right)];
  return left !== undefined && left === right && test.left.type !== "Identifier";
}

/** The table or list that is looked into: `idOf[name]`, `byName.get(name)`, `found` of `const found = rows.find(…)`. */
function tableAsked(test: Node): string | undefined {
  const asked = unwrap(test);
  if (asked.type === "Identifier") {
    const value = constantNear(asked);
    return value?.type === "CallExpression" && /^(?:find|get)$/u.test(calleeName(value) ?? "")
      ? receiverName(value)
      : undefined;
  }
  const lookup = asked.type === "CallExpression" ? unwrap(asked.callee) : asked;
  if (lookup.type !== "MemberExpression") return undefined;
  if (asked.type === "CallExpression" ? !/^(?:get|has)$/u.test(calleeName(asked) ?? "") : !lookup.computed)
    return undefined;
  const table = unwrap(lookup.object);
  const made = table.type === "Identifier" ? constantNear(table) : undefined;
  return made?.type === "ObjectExpression" || made?.type === "NewExpression" ? lastName(table) : undefined;
}

/**
 * `if (!found.has(row.key)) missing.push(row);`: each item of the list was compared with what is there, so that a second
 * call leaves out what is done.
 */
function isComparedWithExisting(list: Node, file: File): boolean {
  const root = rootOf(unwrap(list));
  const variable = root.type === "Identifier" ? file.bindings.variable(root) : undefined;
  const added = variable?.references.map(({ identifier }): Node => identifier).filter(isAddedTo) ?? [];
  return added.length > 0 && added.every(isBehindLookUp);
}

function isAddedTo(list: Node): boolean {
  const call = parentOf(list)?.parent;
  return call?.type === "CallExpression" && call.callee === parentOf(list) && calleeName(call) === "push";
}

function isBehindLookUp(node: Node): boolean {
  for (const up of ancestors(node)) {
    if (isFunction(up)) return false;
    if (up.type === "IfStatement" && (asksForExisting(up.test) || comparesWithTable(up))) return true;
  }
  return false;
}

function comparesWithTable(branch: TSESTree.IfStatement): boolean {
  const test = unwrap(branch.test);
  const table = tableAsked(test.type === "UnaryExpression" && test.operator === "!" ? test.argument : test);
  const loop = ancestors(branch).find(isLoop);
  // `if (!seen.has(key)) { seen.add(key); … }`: only the list itself is kept free of what is in it twice.
  const isFilled = (node: Node): boolean =>
    node.type === "CallExpression" && /^(?:add|set)$/u.test(calleeName(node) ?? "") && receiverName(node) === table;
  return table !== undefined && loop !== undefined && !contains(loop.body, isFilled);
}
