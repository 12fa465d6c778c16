import type { TSESTree } from "@typescript-eslint/types";
import { contains, walkSameFunction, type Loop, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";

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
