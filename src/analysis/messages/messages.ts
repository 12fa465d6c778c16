import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { memberName } from "../../syntax/names.js";
import { enclosingStatement, walk, type Node } from "../../syntax/tree.js";
import type { Outcome } from "../results/results.js";
import { dynamicParts, textOf, wordsOf, type Text } from "../values/text.js";
import { objectShape, type Env, type Ref } from "../values/values.js";

/** One sentence that the model reads: the text of a block, or a string field of the JSON in it. */
export interface Message {
  /** Run-time parts stand as `…`. */
  readonly words: string;
  /** The field that holds it; undefined for plain text. */
  readonly field: string | undefined;
  /** Where it is written. */
  readonly written: Ref | undefined;
  readonly dynamic: readonly Ref[];
}

function writtenAt(text: Text): Ref | undefined {
  for (const part of text) {
    if (part.kind === "static" && part.ref && part.value.trim() !== "") return part.ref;
    if (part.kind === "choice")
      for (const option of part.options) {
        const found = writtenAt(option);
        if (found) return found;
      }
  }
  return undefined;
}

function messagesOfText(text: Text, field: string | undefined, depth: number): Message[] {
  const json = text.find((part) => part.kind === "json");
  if (json && depth < 3) {
    const shape = objectShape(json.ref);
    if (!shape) return [];
    return [...shape.fields].flatMap(([name, value]) => messagesOfValue(name, value, depth + 1));
  }
  return [{ words: wordsOf(text), field, written: writtenAt(text), dynamic: dynamicParts(text) }];
}

function messagesOfValue(name: string, value: Ref, depth: number): Message[] {
  const inner = depth < 3 ? objectShape(value) : undefined;
  if (inner) return [...inner.fields].flatMap(([key, field]) => messagesOfValue(key, field, depth + 1));
  return messagesOfText(textOf(value), name, depth);
}

/** The sentences of an outcome, in the order in which the model reads them. */
export function messagesOf(outcome: Outcome): Message[] {
  switch (outcome.kind) {
    case "tool-result":
      return outcome.result.texts.flatMap((text) => messagesOfText(text, undefined, 0));
    case "text":
      return messagesOfText(outcome.text, undefined, 0);
    case "data":
      return [...outcome.shape.fields].flatMap(([name, value]) => messagesOfValue(name, value, 1));
    default:
      return [];
  }
}

/**
 * The sentences that are added to a text right before it is returned:
 * `output += "Error: …"; return { content: [{ type: "text", text: output }] }`, or `lines.push("Error: …")`.
 */
export function messagesAppended(returned: Node, env: Env): Message[] {
  const statement = enclosingStatement(returned);
  const block = statement.parent;
  if (block?.type !== "BlockStatement") return [];
  const { bindings } = env.file;
  const read = new Set<Variable>();
  walk(returned, (node) => {
    const variable = node.type === "Identifier" ? bindings.variable(node) : undefined;
    if (variable) read.add(variable);
    return undefined;
  });
  const isRead = (node: Node): boolean => {
    const variable = bindings.variable(node);
    return variable !== undefined && read.has(variable);
  };
  return block.body.slice(0, block.body.indexOf(statement as TSESTree.Statement)).flatMap((before) => {
    const added = before.type === "ExpressionStatement" ? addedText(before.expression, isRead) : undefined;
    return added ? messagesOfText(textOf({ node: added, env }), undefined, 0) : [];
  });
}

function addedText(expression: Node, isRead: (node: Node) => boolean): Node | undefined {
  if (expression.type === "AssignmentExpression")
    return expression.operator === "+=" && isRead(expression.left) ? expression.right : undefined;
  if (expression.type !== "CallExpression" || expression.callee.type !== "MemberExpression") return undefined;
  const [text] = expression.arguments;
  return memberName(expression.callee) === "push" && isRead(expression.callee.object) && text?.type !== "SpreadElement"
    ? text
    : undefined;
}
