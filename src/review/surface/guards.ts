import type { Site } from "../../analysis/flow/values.js";
import { isFunction, isInside, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import { branchOf } from "./dispatch.js";

/** The test that decides whether a place is reached, inside its own function. */
export interface Guard {
  readonly test: Node;
  readonly site: Site;
  /** As written, on one line: `!order`, `error.code === "EACCES"`. */
  readonly text: string;
}

/**
 * The tests around a place, innermost first.
 * @param within where to stop: a `catch` block that has got the failure
 */
function* guardsOf(site: Site, within: Node | undefined): Iterable<Guard> {
  let child = site.node;
  for (let up = parentOf(child); up && child !== within && !isFunction(child); up = parentOf(up)) {
    const found = guardOf(up, child);
    // Which tool of a dispatcher is called is no matter of its failures.
    if (found && branchOf(child) === branchOf(up))
      yield { test: found.test, site: { node: found.test, file: site.file }, text: textOf(found, site) };
    child = up;
  }
}

/** The tests around several places, each in its own function. */
export function guardsAround(places: readonly Site[]): readonly Guard[] {
  return places.flatMap((place) => [...guardsOf(place, undefined)]);
}

interface Branch {
  readonly test: Node;
  readonly negated: boolean;
  /** What a `case` is compared with. */
  readonly subject?: Node;
}

/** What a node asks before it comes to one of its children. */
function guardOf(node: Node, child: Node): Branch | undefined {
  switch (node.type) {
    case "IfStatement":
    case "ConditionalExpression":
      if (child === node.test) return undefined;
      return { test: node.test, negated: child === node.alternate };
    case "LogicalExpression":
      return child === node.right ? { test: node.left, negated: node.operator !== "&&" } : undefined;
    case "WhileStatement":
      return child === node.body ? { test: node.test, negated: false } : undefined;
    case "SwitchCase": {
      const statement = parentOf(node);
      if (!node.test || child === node.test || statement?.type !== "SwitchStatement") return undefined;
      return { test: node.test, negated: false, subject: statement.discriminant };
    }
    default:
      return undefined;
  }
}

function textOf({ test, negated, subject }: Branch, { file }: Site): string {
  const text = file.textOf(test).replace(/\s+/gu, " ");
  if (subject) {
    const of = file.textOf(subject).replace(/\s+/gu, " ");
    return of === "true" ? text : `${of} === ${text}`;
  }
  if (!negated) return text;
  const inner = unwrap(test);
  if (inner.type === "UnaryExpression" && inner.operator === "!")
    return file.textOf(inner.argument).replace(/\s+/gu, " ");
  return /^[\w.]+$/u.test(text) ? `!${text}` : `!(${text})`;
}

/** The first test around one of several places, innermost first; none beyond the `catch` block that has got the failure. */
export function firstGuard(places: readonly Site[], caughtAt: Site | undefined): Guard | undefined {
  for (const place of places) {
    const isInBlock = caughtAt !== undefined && place.file === caughtAt.file && isInside(place.node, caughtAt.node);
    for (const guard of guardsOf(place, isInBlock ? bodyOf(caughtAt.node) : undefined)) return guard;
    if (isInBlock) return undefined;
  }
  return undefined;
}

function bodyOf(node: Node): Node {
  if (node.type === "CatchClause") return node.body;
  return isFunction(node) ? node.body : node;
}
