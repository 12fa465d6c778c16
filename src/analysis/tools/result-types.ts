import type { TSESTree } from "@typescript-eslint/types";
import { keyName, typeNames } from "../../syntax/names.js";
import { ancestors, type FunctionNode } from "../../syntax/tree.js";

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
  if (typeNames(type).some((name) => RESULT_TYPES.has(name)) || isResultWritten(type, fn)) return true;
  const parent = fn.parent;
  const declared =
    parent.type === "VariableDeclarator" && parent.id.type === "Identifier"
      ? typeNames(parent.id.typeAnnotation?.typeAnnotation)
      : parent.type === "TSSatisfiesExpression" || parent.type === "TSAsExpression"
        ? typeNames(parent.typeAnnotation)
        : [];
  return declared.some((name) => RESULT_TYPES.has(name));
}

/** `Promise<{ content: Array<{ type: string; text: string }> }>`: the type of a result, written out here or under a name of the file. */
function isResultWritten(type: TSESTree.TypeNode | undefined, fn: FunctionNode): boolean {
  if (!type) return false;
  const named = declaredAs(type, fn);
  const content = typeOfMember(declaredAs(argumentOf(named, /^Promise$/u) ?? named, fn), "content");
  const list = content && declaredAs(content, fn);
  const block = list?.type === "TSArrayType" ? list.elementType : argumentOf(list, /^(?:Readonly)?Array$/u);
  const member = block && declaredAs(block, fn);
  return member !== undefined && ["type", "text"].every((name) => typeOfMember(member, name) !== undefined);
}

type Declared = TSESTree.TypeNode | TSESTree.TSInterfaceDeclaration;

/** What a name of the file's own stands for; any other type as it is. */
function declaredAs(type: Declared, fn: FunctionNode): Declared {
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return type;
  const { name } = type.typeName;
  const program = ancestors(fn).at(-1);
  if (program?.type !== "Program") return type;
  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "TSTypeAliasDeclaration" && declared.id.name === name) return declared.typeAnnotation;
    if (declared?.type === "TSInterfaceDeclaration" && declared.id.name === name) return declared;
  }
  return type;
}

function argumentOf(type: Declared | undefined, name: RegExp): TSESTree.TypeNode | undefined {
  if (type?.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return undefined;
  return name.test(type.typeName.name) ? type.typeArguments?.params[0] : undefined;
}

function typeOfMember(type: Declared, name: string): TSESTree.TypeNode | undefined {
  if (type.type !== "TSTypeLiteral" && type.type !== "TSInterfaceDeclaration") return undefined;
  for (const member of type.type === "TSTypeLiteral" ? type.members : type.body.body)
    if (member.type === "TSPropertySignature" && keyName(member.key, member.computed) === name)
      return member.typeAnnotation?.typeAnnotation;
  return undefined;
}
