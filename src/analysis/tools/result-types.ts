import type { TSESTree } from "@typescript-eslint/types";
import { keyName, typeNames } from "../../syntax/names.js";
import type { FunctionNode } from "../../syntax/tree.js";

/** Types that say "the result of a tool call". */
export const RESULT_TYPE_NAMES: readonly string[] = [
  "CallToolResult",
  "CompatibilityCallToolResult",
  "ToolCallback",
  "ToolResponse",
  "ToolResult",
  "ToolCallResult",
  "ContentResult",
  "ServerResult",
  "McpToolResponse",
  "McpToolResult",
  "McpResponse",
  "MCPToolResponse",
  "MCPToolResult",
  "ToolOutput",
  "CallToolResponse",
  "ToolExecutionResult",
  "ToolHandlerResult",
  "ToolResultSchema",
  "CallToolResultSchema",
];

const RESULT_TYPES: ReadonlySet<string> = new Set(RESULT_TYPE_NAMES);

/** The function, or the variable that holds it, is declared to give a tool result. */
export function declaresToolResult(fn: FunctionNode): boolean {
  const type = fn.returnType?.typeAnnotation;
  if (typeNames(type).some((name) => RESULT_TYPES.has(name)) || isResultWritten(type)) return true;
  const parent = fn.parent;
  const declared =
    parent.type === "VariableDeclarator" && parent.id.type === "Identifier"
      ? typeNames(parent.id.typeAnnotation?.typeAnnotation)
      : parent.type === "TSSatisfiesExpression" || parent.type === "TSAsExpression"
        ? typeNames(parent.typeAnnotation)
        : [];
  return declared.some((name) => RESULT_TYPES.has(name));
}

/** `Promise<{ content: Array<{ type: string; text: string }> }>`: the type of a result, written out. */
function isResultWritten(type: TSESTree.TypeNode | undefined): boolean {
  const written = argumentOf(type, /^Promise$/u) ?? type;
  const content = written && typeOfMember(written, "content");
  const block = content?.type === "TSArrayType" ? content.elementType : argumentOf(content, /^(?:Readonly)?Array$/u);
  return block !== undefined && ["type", "text"].every((name) => typeOfMember(block, name) !== undefined);
}

function argumentOf(type: TSESTree.TypeNode | undefined, name: RegExp): TSESTree.TypeNode | undefined {
  if (type?.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return undefined;
  return name.test(type.typeName.name) ? type.typeArguments?.params[0] : undefined;
}

function typeOfMember(type: TSESTree.TypeNode, name: string): TSESTree.TypeNode | undefined {
  if (type.type !== "TSTypeLiteral") return undefined;
  for (const member of type.members)
    if (member.type === "TSPropertySignature" && keyName(member.key, member.computed) === name)
      return member.typeAnnotation?.typeAnnotation;
  return undefined;
}
