import { isMcpSpecifier } from "../../frameworks/index.js";
import { memberName } from "../../syntax/names.js";
import { unwrap, walk, type Node } from "../../syntax/tree.js";
import { resolve, type Env, type Ref } from "./values.js";

/** `ErrorCode.InternalError` of an SDK: a number of JSON-RPC. */
export function isProtocolCode({ node, env }: Ref): boolean {
  const member = unwrap(node);
  if (member.type !== "MemberExpression") return false;
  const object = unwrap(member.object);
  const binding = object.type === "Identifier" ? env.file.bindings.resolve(object) : undefined;
  return (
    binding?.kind === "import" && isMcpSpecifier(binding.source) && /^(?:Protocol)?ErrorCode$/u.test(binding.imported)
  );
}

/** Names of values that hold sentences; `name` is left out: `error.name` comes from a list, if a long one. */
const PROSE_NAME = /^(?:message|msg|text|description|detail|details|title|statusText|stack|body|reason|summary)$/u;

function isCaught(node: Node, env: Env): boolean {
  return node.type === "Identifier" && env.file.bindings.resolve(node).kind === "catch";
}

/** A text is put together at run time from something that holds a sentence: a message, a title, the error itself. */
export function isFreeText(ref: Ref): boolean {
  const { node, env } = resolve(ref);
  const isMade =
    node.type === "TemplateLiteral" ||
    node.type === "CallExpression" ||
    node.type === "MemberExpression" ||
    (node.type === "BinaryExpression" && node.operator === "+");
  if (!isMade) return false;
  let prose = false;
  walk(node, (child) => {
    if (child.type === "MemberExpression") {
      if (PROSE_NAME.test(memberName(child) ?? "")) prose = true;
      // `error.code` is a code, whatever it is taken from.
      return false;
    }
    if (child.type === "CallExpression") {
      const callee = unwrap(child.callee);
      // A function of the project that is given the error chooses a code; a method of a string only reshapes it.
      if (callee.type !== "MemberExpression")
        return callee.type === "Identifier" && callee.name === "String" ? undefined : false;
      if (
        !/^(?:to(?:Upper|Lower)Case|toString|replace(?:All)?|trim|slice|substring|join)$/u.test(
          memberName(callee) ?? "",
        )
      )
        return false;
      if (contains(callee.object, env)) prose = true;
      return false;
    }
    if (isCaught(child, env) || (child.type === "Identifier" && PROSE_NAME.test(child.name))) prose = true;
    return undefined;
  });
  return prose;

  function contains(object: Node, home: Env): boolean {
    return isFreeText({ node: object, env: home }) || isCaught(unwrap(object), home) || isProseName(unwrap(object));
  }
}

function isProseName(node: Node): boolean {
  return node.type === "Identifier" && PROSE_NAME.test(node.name);
}
