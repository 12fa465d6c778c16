import type { TSESTree } from "@typescript-eslint/types";
import { givesResult } from "../analysis/exits/leavings.js";
import type { File } from "../analysis/file.js";
import type { Model } from "../analysis/model.js";
import type { ReachedFunction } from "../analysis/tools/reach.js";
import { declaresToolResult } from "../analysis/tools/result-types.js";
import { fieldsOfType } from "../analysis/values/declared-fields.js";
import { rootEnv } from "../analysis/values/values.js";
import type { FunctionNode } from "../syntax/tree.js";

/**
 * Why a function cannot return a tool result where it returned something else until now; undefined where it can.
 *
 * A function of which no return is a tool result has a caller that makes the result. Where the framework is not known to
 * take results as well, or where a declared type leaves no room for one, ours would be printed as data.
 */
export function noRoomForResult({ fn, certain }: ReachedFunction, model: Model): string | undefined {
  if (returnsOnlyText(fn)) return "The function is declared to return text. Give it the type of a tool result first.";
  const other = otherShape(fn, model.file);
  if (other !== undefined) return other;
  if (declaresToolResult(fn)) return undefined;
  if (givesResult(fn, model)) return undefined;
  const type = ownType(fn);
  if (type !== undefined) return declaredOtherwise(type);
  return certain
    ? undefined
    : "The value returned here becomes a result elsewhere. Flag the failure there, or return a complete tool result here.";
}

/** Why a type that is declared for the function, and known to the last field, holds no tool result: it has no content. */
function otherShape(fn: FunctionNode, file: File): string | undefined {
  const type = declaredType(fn);
  const fields = type && fieldsOfType(type, rootEnv(file));
  return fields && !fields.has("content") ? declaredOtherwise(file.textOf(type)) : undefined;
}

const declaredOtherwise = (type: string): string =>
  `The function is declared to return \`${type}\`. Extend that type to report the failure, or throw it.`;

/** What the function is declared to give, at last where it is a promise. */
function declaredType({ returnType }: FunctionNode): TSESTree.TypeNode | undefined {
  const declared = returnType?.typeAnnotation;
  return declared && (awaitedBy(declared) ?? declared);
}

/** The function is declared to return a string (or a promise of one): a result does not fit its type. */
export function returnsOnlyText(fn: FunctionNode): boolean {
  const declared = fn.returnType?.typeAnnotation;
  return declared !== undefined && isText(declared);
}

function isText(type: TSESTree.TypeNode): boolean {
  if (type.type === "TSStringKeyword" || type.type === "TSTemplateLiteralType") return true;
  if (type.type === "TSLiteralType") return true;
  if (type.type === "TSUnionType")
    return type.types.every((one) => isText(one) || one.type === "TSNullKeyword" || one.type === "TSUndefinedKeyword");
  const inner = awaitedBy(type);
  return inner !== undefined && isText(inner);
}

/** Types that hold anything. */
const OPEN = /^(?:Promise(?:Like)?|Record|Partial|Awaited|ReturnType|object|T[A-Z]?\w?)$/u;

/** The name of the type that the function is declared to give, where that is one of the project's. */
function ownType(fn: FunctionNode): string | undefined {
  const type = declaredType(fn);
  if (type?.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return undefined;
  return OPEN.test(type.typeName.name) ? undefined : type.typeName.name;
}

function awaitedBy(type: TSESTree.TypeNode): TSESTree.TypeNode | undefined {
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return undefined;
  return /^Promise(?:Like)?$/u.test(type.typeName.name) ? type.typeArguments?.params[0] : undefined;
}
