import type { TSESTree } from "@typescript-eslint/types";
import { constantNear } from "./constants.js";
import { unwrap, type Node } from "./tree.js";

/** The call is given a text like this, `"PRAGMA table_info(notes)"`, the name of one, or one of several such. */
export function isStatement(call: TSESTree.CallExpression, pattern: RegExp): boolean {
  const [first] = call.arguments;
  return first !== undefined && isTextLike(first, pattern);
}

/** `client.query(CREATE_COMMENT_MUTATION, { input })`, `graphql("mutation …")` */
export function sendsMutation(call: TSESTree.CallExpression): boolean {
  const [document] = call.arguments;
  return (
    isStatement(call, /^(?:#\w*\s+)?mutation\b/u) ||
    (document?.type === "Identifier" && /mutation$/iu.test(document.name))
  );
}

/** `steps` ends names that stand for each other. */
function isTextLike(node: Node, pattern: RegExp, steps = 4): boolean {
  if (steps <= 0) return false;
  const text = node.type === "Identifier" ? constantNear(node) : unwrap(node);
  switch (text?.type) {
    case "ConditionalExpression":
      return [text.consequent, text.alternate].every((one) => isTextLike(one, pattern, steps - 1));
    case "TemplateLiteral":
      return pattern.test(
        text.quasis
          .map(({ value }) => value.raw)
          .join("…")
          .trimStart(),
      );
    default:
      return text?.type === "Literal" && typeof text.value === "string" && pattern.test(text.value.trimStart());
  }
}
