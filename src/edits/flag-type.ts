import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { annotationOf, declarationOf } from "../analysis/values/classes.js";
import { rootEnv } from "../analysis/values/values.js";
import { keyName } from "../syntax/names.js";
import { enclosingFunction, isFunction, parentOf, type Node } from "../syntax/tree.js";
import type { Edit } from "./edit.js";
import { indentOf, styleOf } from "./style.js";

/** What a declared type says of a result that gets a flag. */
export type FlagRoom =
  | { readonly room: true; /** What gives the type a place for it, if it has none. */ readonly edits: readonly Edit[] }
  | { readonly room: false; readonly why: string };

const FREE: FlagRoom = { room: true, edits: [] };

/** Names of types that are followed to where their members stand. */
const MAX_STEPS = 4;

/**
 * Whether `isError` fits into the type that is declared for a result literal: TypeScript refuses a property which the type
 * does not name. A type that is written in the file gets it; of one from elsewhere the reason names it.
 */
export function roomForFlag(literal: Node, file: File): FlagRoom {
  const declared = typeAround(literal, file);
  return declared ? roomIn(declared, file, MAX_STEPS) : FREE;
}

/** The type of what a literal is returned as, or written to. */
function typeAround(literal: Node, { bindings }: File): TSESTree.TypeNode | undefined {
  let node = literal;
  let up = parentOf(node);
  while (up?.type === "ConditionalExpression" || up?.type === "LogicalExpression") {
    node = up;
    up = parentOf(node);
  }
  if (up?.type === "AssignmentExpression") return annotationOf(bindings.resolve(up.left));
  if (up?.type === "VariableDeclarator") return up.id.typeAnnotation?.typeAnnotation;
  const isAnswer = up?.type === "ReturnStatement" || (isFunction(up) && up.body === node);
  return isAnswer ? enclosingFunction(node)?.returnType?.typeAnnotation : undefined;
}

function roomIn(type: Node, file: File, steps: number): FlagRoom {
  if (type.type === "TSTypeLiteral") return roomAmong(type, type.members, file);
  if (type.type === "TSInterfaceDeclaration")
    return type.extends.length > 0 ? FREE : roomAmong(type.body, type.body.body, file);
  if (type.type === "TSTypeAliasDeclaration") return roomIn(type.typeAnnotation, file, steps);
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier" || steps <= 0) return FREE;
  const [inner] = type.typeArguments?.params ?? [];
  if (inner) return /^Promise(?:Like)?$/u.test(type.typeName.name) ? roomIn(inner, file, steps - 1) : FREE;
  const declared = declarationOf({ node: type, env: rootEnv(file) });
  if (!declared) return FREE;
  const home = declared.env.file;
  const room = roomIn(declared.node, home, steps - 1);
  if (!room.room || room.edits.length === 0 || home === file) return room;
  return { room: false, why: `The type \`${type.typeName.name}\` has no \`isError\`: add it there first.` };
}

function roomAmong(type: Node, members: readonly TSESTree.TypeElement[], file: File): FlagRoom {
  // `[key: string]: unknown` takes any.
  const isOpen = members.some(({ type: kind }) => kind === "TSIndexSignature");
  const isNamed = members.some(
    (member) => member.type === "TSPropertySignature" && keyName(member.key, member.computed) === "isError",
  );
  if (isOpen || isNamed) return FREE;
  return { room: true, edits: [addMember(type, members.at(-1), file)] };
}

/** A member behind the last one, parted from it as the others are. */
function addMember(type: Node, last: TSESTree.TypeElement | undefined, file: File): Edit {
  const member = "isError?: boolean";
  if (!last) return { range: [type.range[0] + 1, type.range[1] - 1], text: ` ${member} ` };
  const end = /[;,]$/u.exec(file.textOf(last))?.[0];
  const indent = indentOf(last, file);
  const isMultiline = indent !== undefined && file.text.slice(type.range[0], last.range[0]).includes("\n");
  const at = last.range[1];
  if (isMultiline) return { range: [at, at], text: `${styleOf(file).lineEnd}${indent}${member}${end ?? ""}` };
  return { range: [at, at], text: `${end ? "" : ";"} ${member}${end ?? ""}` };
}
