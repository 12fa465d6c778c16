import { typeNames } from "../../syntax/names.js";
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
  const own = typeNames(fn.returnType?.typeAnnotation);
  if (own.some((name) => RESULT_TYPES.has(name))) return true;
  const parent = fn.parent;
  const declared =
    parent.type === "VariableDeclarator" && parent.id.type === "Identifier"
      ? typeNames(parent.id.typeAnnotation?.typeAnnotation)
      : parent.type === "TSSatisfiesExpression" || parent.type === "TSAsExpression"
        ? typeNames(parent.typeAnnotation)
        : [];
  return declared.some((name) => RESULT_TYPES.has(name));
}
