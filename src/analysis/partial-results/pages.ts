import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { ancestors, contains, isFunction, walkSameFunction, type Loop, type Node } from "../../syntax/tree.js";
import { sumsByKey } from "../values/answer-flow.js";
import type { File } from "../file.js";
import { isCount, usesBehind } from "./gathered.js";

/** Names of what tells one page of a list from the next. */
const PAGE =
  /^(?:page\w*|cursor|offset|skip|after|startAt|nextLink|next(?:Page|Cursor|Token|Url|Uri|Link)\w*|\w*(?:Cursor|Offset|PageToken|NextToken|PageUrl|HasNext))$/u;

/** `do { … } while (cursor)`, `list({ offset })`: the rounds read the pages of one list. */
export function readsPages(loop: Loop, works: readonly TSESTree.AwaitExpression[], file: File): boolean {
  // The rounds of `for (const page of args.pages)` are the caller's.
  if (loop.type === "ForOfStatement" || loop.type === "ForInStatement") return false;
  const { test } = loop;
  const places: Node[] = [...(test ? [test] : []), ...works.map(({ argument }) => argument)];
  return places.some((place) =>
    contains(place, (node) => {
      if (node.type !== "Identifier") return false;
      return PAGE.test(node.name) || (loop.type !== "ForStatement" && isSetIn(node, loop, file));
    }),
  );
}

/** The answer of each round says whether there is a next one, or where it starts. */
function isSetIn(use: TSESTree.Identifier, loop: Loop, file: File): boolean {
  const variable = file.bindings.variable(use);
  let sets = false;
  walkSameFunction(loop.body, (node) => {
    if (node.type !== "AssignmentExpression" || node.operator !== "=" || node.left.type !== "Identifier") return;
    if (variable !== undefined && file.bindings.variable(node.left) === variable) sets = true;
  });
  return sets;
}

/** Methods and functions that want the whole list: a part of it gives another order, other sums, other first hits. */
const COMPUTES =
  /^(?:sort|toSorted|reduce|filter|some|every|find|Map|Set)$|^(?:filter|sort|rank|score|count|sum|aggregat|analy[sz]|calculat|comput|group|dedup|compar)/u;

/** All that becomes of the pages behind the loop is filtered, sorted or summed: what is made of a part of them misleads. */
export function areComputedWith(gathered: readonly Variable[], loop: Loop, file: File): boolean {
  return gathered.every((variable) => {
    const values = usesBehind(loop, variable).filter((use) => !isCount(use));
    return values.every((use) => isComputedWith(use) || isComputedAsCopy(use, loop, file));
  });
}

function isComputedWith(use: Node): boolean {
  for (const up of ancestors(use)) {
    if (up.type === "ForOfStatement") return sumsByKey(up);
    if (isFunction(up) || up.type.endsWith("Statement")) return false;
    if ((up.type === "CallExpression" || up.type === "NewExpression") && COMPUTES.test(calleeName(up) ?? ""))
      return true;
  }
  return false;
}

/** `let filtered = all; if (status) filtered = filtered.filter(…);` */
function isComputedAsCopy(use: Node, loop: Loop, file: File): boolean {
  const { parent } = use;
  const copy =
    parent?.type === "VariableDeclarator" && parent.init === use ? file.bindings.variable(parent.id) : undefined;
  return copy !== undefined && usesBehind(loop, copy).some(isComputedWith);
}
