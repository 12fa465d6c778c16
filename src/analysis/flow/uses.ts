import { lastName } from "../../syntax/names.js";
import { parentOf, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";

/** How the code takes what a call gives: what is `returned` may be a promise that a caller awaits, or a plain value. */
export type Use = "awaited" | "returned" | "detached" | "chained" | "kept" | "plain";

const uses = new WeakMap<Node, Use>();

/** How the code takes what a call gives, by what stands around it. */
export function useOf(node: Node): Use {
  let use = uses.get(node);
  if (!use) uses.set(node, (use = findUse(node)));
  return use;
}

function findUse(node: Node): Use {
  const up = parentOf(node);
  switch (up?.type) {
    case "AwaitExpression":
    case "YieldExpression":
      return "awaited";
    case "ReturnStatement":
      return "returned";
    case "ArrowFunctionExpression":
      return up.body === node ? "returned" : "plain";
    case "ExpressionStatement":
      return "detached";
    case "UnaryExpression":
      return up.operator === "void" ? "detached" : "plain";
    case "ChainExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
      return useOf(up);
    case "ConditionalExpression":
      return up.test === node ? "plain" : useOf(up);
    case "LogicalExpression":
      return up.right === node || up.operator !== "&&" ? useOf(up) : "plain";
    case "ForOfStatement":
      return up.await && up.right === node ? "awaited" : "plain";
    case "MemberExpression":
      return up.object === node && /^(?:then|catch|finally)$/u.test(lastName(up) ?? "") ? "chained" : "plain";
    case "VariableDeclarator":
      return up.id.type === "Identifier" ? "kept" : "plain";
    case "ArrayExpression":
    case "AssignmentExpression":
    case "CallExpression":
      return "kept";
    default:
      return "plain";
  }
}

/** An expression with the types that are written around it: `rows` of `rows as Row[]`. */
function withTypes(node: Node): Node {
  const up = parentOf(node);
  return up && /^(?:ChainExpression|TSTypeAssertion|TS(?:As|NonNull|Satisfies)Expression)$/u.test(up.type)
    ? withTypes(up)
    : node;
}

/** What a reference to a variable says of the value in it. */
function asked(reference: Node): "promise" | "value" | undefined {
  const node = withTypes(reference);
  const up = parentOf(node);
  switch (up?.type) {
    case "AwaitExpression":
      return "promise";
    case "MemberExpression":
      if (up.object !== node) return undefined;
      return /^(?:then|catch|finally)$/u.test(lastName(up) ?? "") ? "promise" : "value";
    case "ForOfStatement":
      return up.await ? "promise" : "value";
    case "SpreadElement":
    case "TemplateLiteral":
      return "value";
    case "VariableDeclarator":
      return up.init === node && up.id.type !== "Identifier" ? "value" : undefined;
    default:
      return undefined;
  }
}

const usedAtOnce = new WeakMap<Node, boolean>();

/**
 * `const rows = statement.all(); for (const row of rows) …`: the code looks into what the call gives without awaiting it, so
 * the call does its work, and fails, where it stands.
 */
export function isUsedAtOnce(call: Node, file: File): boolean {
  const declarator = parentOf(withTypes(call));
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "Identifier") return false;
  let known = usedAtOnce.get(call);
  if (known === undefined) {
    const references = file.bindings.variable(declarator.id)?.references ?? [];
    const ways = references.map(({ identifier }) => asked(identifier as Node));
    usedAtOnce.set(call, (known = ways.includes("value") && !ways.includes("promise")));
  }
  return known;
}
