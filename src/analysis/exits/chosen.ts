import { isInside, unwrapTypes, type Node } from "../../syntax/tree.js";
import type { Condition } from "../flow/conditions.js";
import type { Site } from "../flow/values.js";

/** A test that chooses between two values, and how it came out. */
export interface Choice {
  readonly test: Node;
  readonly holds: boolean;
}

/** `sent ? "Sent." : "Error: …"`: the one of the two values that a path takes. */
export function chosenIn(site: Site, conditions: readonly Condition[]): Site {
  const node = unwrapTypes(site.node);
  if (node.type !== "ConditionalExpression") return site;
  const holds = outcomeOf(node.test, site, conditions);
  if (holds === undefined) return site;
  return chosenIn({ node: holds ? node.consequent : node.alternate, file: site.file }, conditions);
}

/** How a whole test came out on a path: its parts are known, as far as they were asked. */
function outcomeOf(test: Node, { file }: Pick<Site, "file">, conditions: readonly Condition[]): boolean | undefined {
  const node = unwrapTypes(test);
  const known = conditions.findLast(({ site }) => site.node === node && site.file.filename === file.filename);
  // Paths that were taken together have come out either way.
  if (known) return known.either ? undefined : known.holds;
  if (node.type === "UnaryExpression" && node.operator === "!") {
    const inner = outcomeOf(node.argument, { file }, conditions);
    return inner === undefined ? undefined : !inner;
  }
  if (node.type !== "LogicalExpression" || node.operator === "??") return undefined;
  const left = outcomeOf(node.left, { file }, conditions);
  if (left === undefined || left === (node.operator === "||")) return left;
  return outcomeOf(node.right, { file }, conditions);
}

/** The test around a condition that chooses between two values inside a place: all of it, and how it came out. */
export function choiceIn(site: Site, conditions: readonly Condition[]): Choice | undefined {
  for (const condition of conditions.toReversed()) {
    if (condition.site.file.filename !== site.file.filename) continue;
    for (let up: Node | undefined = condition.site.node; up && up !== site.node; up = up.parent)
      if (up.parent?.type === "ConditionalExpression" && up.parent.test === up && isInside(up, site.node)) {
        const holds = outcomeOf(up, site, conditions);
        if (holds !== undefined) return { test: up, holds };
      }
  }
  return undefined;
}
