import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../../analysis/file.js";
import { constantOf, rootEnv } from "../../analysis/values/values.js";
import { calleeName, memberName } from "../../syntax/names.js";
import { isFunction, parentOf, unwrap, type Node } from "../../syntax/tree.js";

const STATUS_NAME = /^(?:status|statusCode|httpStatus|response_?status|status_code)$/iu;

/** An expression that is named after an HTTP status. */
export function isStatus(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === "MemberExpression") return STATUS_NAME.test(memberName(inner) ?? "");
  return inner.type === "Identifier" && STATUS_NAME.test(inner.name);
}

/** The first and last status for which one comparison holds. */
function rangeOf(operator: string, value: number): readonly [number, number] | undefined {
  switch (operator) {
    case "===":
    case "==":
      return [value, value];
    case ">=":
      return [value, 599];
    case ">":
      return [value + 1, 599];
    case "<":
      return [100, value - 1];
    case "<=":
      return [100, value];
    default:
      return undefined;
  }
}

const MIRRORED: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

type StatusRange = readonly [number, number];

/** The statuses for which a test holds; undefined where it does not ask for the status alone. */
export function statusRanges(test: Node, file: File): readonly StatusRange[] | undefined {
  const node = unwrap(test);
  if (node.type === "LogicalExpression") {
    const left = statusRanges(node.left, file);
    const right = statusRanges(node.right, file);
    if (node.operator === "||") return left && right ? [...left, ...right] : undefined;
    // `error instanceof ApiError && error.status === 403`: the other half narrows it further.
    if (!left || !right) return left ?? right;
    return left.flatMap(([from, to]) =>
      right.flatMap(([low, high]): StatusRange[] => {
        const start = Math.max(from, low);
        const end = Math.min(to, high);
        return start <= end ? [[start, end]] : [];
      }),
    );
  }
  if (node.type === "BinaryExpression") {
    const [left, right] = [node.left as Node, node.right as Node];
    const swapped = isStatus(right);
    if (!swapped && !isStatus(left)) return undefined;
    const value = constantOf({ node: swapped ? left : right, env: rootEnv(file) });
    const operator = swapped ? (MIRRORED[node.operator] ?? node.operator) : node.operator;
    const range = typeof value === "number" ? rangeOf(operator, value) : undefined;
    return range && [range];
  }
  // `[429, 503].includes(error.status)`
  if (node.type === "CallExpression" && calleeName(node) === "includes" && node.callee.type === "MemberExpression") {
    const [argument] = node.arguments;
    const list = unwrap(node.callee.object);
    if (!argument || !isStatus(argument) || list.type !== "ArrayExpression") return undefined;
    return list.elements.flatMap((element): StatusRange[] => {
      const value = element && constantOf({ node: element, env: rootEnv(file) });
      return typeof value === "number" ? [[value, value]] : [];
    });
  }
  return undefined;
}

/** Statuses of HTTP errors as the surface writes them; an answer below 400 is no failure. */
export function writeStatuses(ranges: readonly StatusRange[]): string[] {
  return ranges.flatMap(([from, to]) => {
    const start = Math.max(from, 400);
    if (start > to) return [];
    return [start === to ? String(start) : `${start}-${to}`];
  });
}

/** `switch (error.status) { case 403: case 404: … }`: the statuses of the branch that a node stands in. */
export function switchStatuses(node: Node, within: Node | undefined, file: File): string[] {
  let child = node;
  for (let up = parentOf(node); up && !isFunction(up) && up !== within; up = parentOf(up)) {
    if (up.type === "SwitchStatement" && child.type === "SwitchCase" && isStatus(up.discriminant))
      return casesThatFallInto(up, child).flatMap(({ test }) => {
        const value = test && constantOf({ node: test, env: rootEnv(file) });
        return typeof value === "number" ? [String(value)] : [];
      });
    child = up;
  }
  return [];
}

/** The case of a branch, and the empty ones above it. */
export function casesThatFallInto(
  statement: TSESTree.SwitchStatement,
  branch: TSESTree.SwitchCase,
): TSESTree.SwitchCase[] {
  const at = statement.cases.indexOf(branch);
  let first = at;
  while (first > 0 && statement.cases[first - 1]?.consequent.length === 0) first--;
  return statement.cases.slice(first, at + 1);
}

/** A status or a range of them, for people: `500-599` is `5xx`. */
export function statusLabel(status: string): string {
  const range = /^(\d)00-(\d)99$/u.exec(status);
  if (!range) return status.replace("-", "–");
  return range[1] === range[2] ? `${range[1] ?? ""}xx` : `${range[1] ?? ""}xx–${range[2] ?? ""}xx`;
}
