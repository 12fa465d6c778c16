import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, memberName } from "../../syntax/names.js";
import { ancestors, contains, isLoop, unwrap, type FunctionNode, type Loop, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { isAskedFor } from "../values/asked-for.js";
import { isComparedWithExisting } from "./looked-up.js";
import { replaces, shrinksItsList } from "./writing-work.js";

/**
 * `for (const task of await api.doneTasks()) await api.deleteTask(task.id);`, `for (const key of Object.keys(state)) if
 * (matches(key)) await store.delete(key);`, and a list that was compared with what is there: a second call finds only what
 * is left to do.
 */
export function takesFromOwnList(
  loop: Loop,
  works: readonly TSESTree.AwaitExpression[],
  fn: FunctionNode,
  file: File,
): boolean {
  const shrinks = works.every((work) => {
    const inner = listAround(work);
    return shrinksItsList(work.argument) && inner !== undefined && !isAskedFor(inner, fn, file);
  });
  const list = listOf(loop);
  return shrinks || (list !== undefined && isComparedWithExisting(list, file));
}

/** The list that a work takes its part of: of loops in loops that of the innermost one. */
function listAround(work: Node): Node | undefined {
  for (const up of ancestors(work)) {
    const list = isLoop(up) ? listOf(up) : undefined;
    if (list) return list;
  }
  return undefined;
}

/** What a loop goes through, one by one or in portions: `for (const id of ids)`, `for (let at = 0; at < ids.length; at += 10)`. */
function listOf(loop: Loop): Node | undefined {
  if (loop.type === "ForOfStatement") return loop.right;
  const end =
    loop.type === "ForStatement" && loop.test?.type === "BinaryExpression" ? unwrap(loop.test.right) : undefined;
  return end?.type === "MemberExpression" && memberName(end) === "length" ? end.object : undefined;
}

/** `writeFileSync(path, await download(url))`: a second call puts the same in its place. */
export function savesWhatIsFetched(loop: Loop, works: readonly TSESTree.AwaitExpression[]): boolean {
  const isFetched = works.every(({ argument }) => {
    const work = unwrap(argument);
    return work.type === "CallExpression" && /^(?:fetch|get|read|load|download)/iu.test(calleeName(work) ?? "");
  });
  return isFetched && contains(loop.body, (node) => node.type === "CallExpression" && replaces(node));
}
