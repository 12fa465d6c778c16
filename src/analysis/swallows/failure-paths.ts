import { nameOfWork } from "../../syntax/work.js";
import { unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import type { CatchFact } from "../catches/catches.js";
import type { File } from "../file.js";

/** Source as it can stand in a message. */
export function shortText(node: Node, file: File): string {
  const text = file.textOf(node).replace(/\s+/gu, " ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function firstCall(node: Node): string | undefined {
  let name: string | undefined;
  walkSameFunction(node, (child) => {
    if (child.type === "CallExpression") name ??= nameOfWork(child);
  });
  return name;
}

/** The work that is waited for; other calls mostly prepare it, like `String(id)` or `parts.push(…)`. */
export function sourceOf(attempt: Node): string | undefined {
  let waited: string | undefined;
  walkSameFunction(attempt, (node) => {
    const work = node.type === "AwaitExpression" ? unwrap(node.argument) : undefined;
    if (work?.type === "CallExpression") waited ??= nameOfWork(work);
  });
  return waited ?? firstCall(attempt);
}

/** The way of a caught failure: what fails, where it is caught, and how it ends. */
export function pathOf(fact: CatchFact, file: File, end: string): string[] {
  const source = sourceOf(fact.attempt);
  return [...(source === undefined ? [] : [`${source}() fails`]), `caught in line ${file.lineOf(fact.node)}`, end];
}
