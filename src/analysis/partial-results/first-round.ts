import { ancestors, contains, isInside, type Loop, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { guardsOf, testsPassed } from "../values/guards.js";

/**
 * `for (const id of ids) { if (!input.folder) return refused("folder"); await move(id, input.folder); }`: what is tested is the same
 * in each round, so that the place is come to in the first one, before anything was gathered, or in none.
 */
export function isOfFirstRound(place: Node, loop: Loop, file: File): boolean {
  const tests = [...guardsOf(place).map(({ test }) => test), ...testsPassed(place)].filter((test) =>
    isInside(test, loop.body),
  );
  for (const up of ancestors(place)) {
    if (up === loop.body) break;
    if (up.type === "SwitchStatement") tests.push(up.discriminant);
  }
  return tests.every((test) => isSameInEachRound(test, loop, file));
}

function isSameInEachRound(test: Node, loop: Loop, file: File): boolean {
  return !contains(test, (node) => {
    if (node.type === "CallExpression" || node.type === "AwaitExpression" || node.type === "ThisExpression")
      return true;
    if (
      node.type !== "Identifier" ||
      (node.parent.type === "MemberExpression" && node.parent.property === node && !node.parent.computed)
    )
      return false;
    const variable = file.bindings.variable(node);
    return (
      variable === undefined ||
      variable.defs.some(({ node: declared }) => isInside(declared, loop)) ||
      variable.references.some(({ identifier, init }) => {
        const use = identifier as Node;
        return init !== true && isInside(use, loop) && isChange(use);
      })
    );
  });
}

/** `folder = next`, `count++`, `input.folder = next`, and what hands it on to somebody who may do so. */
function isChange(use: Node): boolean {
  let child = use;
  for (const up of ancestors(use)) {
    if (up.type === "MemberExpression" && up.object === child) {
      child = up;
      continue;
    }
    return (
      (up.type === "AssignmentExpression" && up.left === child) ||
      up.type === "UpdateExpression" ||
      (up.type === "CallExpression" &&
        (child === use ? up.arguments.some((given) => given === child) : up.callee === child))
    );
  }
  return false;
}
