import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { contains, unwrap, type Node } from "../../syntax/tree.js";
import { isOfEveryError, OF_EVERY_ERROR } from "../swallows/excuses.js";
import type { File } from "../file.js";
import type { Cause } from "../values/taint.js";
import { isUndefined } from "../values/values.js";

/** Calls that make a text of an error, and look at nothing else of it. */
export const ONLY_TEXT = /^(?:String|stringify|toString|getErrorMessage|errorMessage|toMessage|inspect)$/u;

/** Names that go round in a circle end here. */
const MAX_STEPS = 8;

/** A test in the clause asks something of what was caught that not every failure answers alike: `error.retryAfter`, `error !== BUSY`. */
export function asksOfCaught(clause: Node, cause: Cause, file: File): boolean {
  return contains(
    clause,
    (node) =>
      (node.type === "IfStatement" || node.type === "ConditionalExpression") && asks(node.test, cause, file, MAX_STEPS),
  );
}

function asks(value: Node, cause: Cause, file: File, steps: number): boolean {
  const node = unwrap(value);
  const within = (...parts: readonly Node[]): boolean =>
    steps > 0 && parts.some((part) => asks(part, cause, file, steps - 1));
  switch (node.type) {
    case "Identifier": {
      // `const busy = error.status === 503; if (!busy) throw error;`
      const binding = cause.has(node) ? file.bindings.resolve(node) : undefined;
      return binding?.kind === "variable" && binding.init !== null && within(binding.init);
    }
    case "UnaryExpression":
      return node.operator === "!" && within(node.argument);
    case "LogicalExpression":
      return within(node.left, node.right);
    case "ConditionalExpression":
      return within(node.test, node.consequent, node.alternate);
    case "MemberExpression":
      return !OF_EVERY_ERROR.test(memberName(node) ?? "") && cause.isIn(node);
    case "CallExpression":
      return !ONLY_TEXT.test(calleeName(node) ?? "") && cause.isIn(node);
    case "BinaryExpression": {
      const [left, right] = [unwrap(node.left), unwrap(node.right)];
      if (node.operator === "instanceof") return dottedName(right) !== "Error" && cause.isIn(left);
      if (node.operator === "in") return !isOfEveryError(left) && cause.isIn(right);
      if (isNothing(left) || isNothing(right)) return within(left, right);
      return !isType(left) && !isType(right) && cause.isIn(node);
    }
    default:
      return false;
  }
}

function isNothing(node: Node): boolean {
  return (node.type === "Literal" && node.value === null) || isUndefined(node);
}

/** `typeof error` */
function isType(node: Node): boolean {
  return node.type === "UnaryExpression" && node.operator === "typeof";
}
