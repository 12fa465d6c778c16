import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../../analysis/file.js";
import type { Edit } from "../../edits/edit.js";
import { indentAt, styleOf } from "../../edits/style.js";
import { startWithComments } from "../../edits/wait-constant.js";
import { contains, isFunction } from "../../syntax/tree.js";

/** The names that a file imports, or gives functions of its own, and uses. */
export function usedNames(file: File): ReadonlySet<string> {
  const names = [
    ...importsOf(file).flatMap(({ specifiers }) => specifiers.map(({ local }) => local)),
    ...ownFunctions(file).map(({ name }) => name),
  ];
  return new Set(names.flatMap((name) => (isUsed(name, file) ? [name.name] : [])));
}

/** A function at the top of the file, or a private method, that nobody else can call. */
interface OwnFunction {
  readonly statement: TSESTree.Node;
  readonly name: TSESTree.Identifier;
}

function ownFunctions({ ast }: File): OwnFunction[] {
  return ast.body.flatMap((statement): OwnFunction[] => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "ClassDeclaration") return declared.body.body.flatMap(privateMethod);
    if (statement.type === "FunctionDeclaration") return [{ statement, name: statement.id }];
    const [only, ...others] = statement.type === "VariableDeclaration" ? statement.declarations : [];
    return only?.id.type === "Identifier" && others.length === 0 && isFunction(only.init)
      ? [{ statement, name: only.id }]
      : [];
  });
}

function privateMethod(member: TSESTree.ClassElement): OwnFunction[] {
  const isPrivate =
    member.type === "MethodDefinition" && member.accessibility === "private" && member.kind === "method";
  return isPrivate && member.key.type === "Identifier" && !member.computed
    ? [{ statement: member, name: member.key }]
    : [];
}

/** `this.fail` */
function isNamedAsMember(name: string, { ast }: File): boolean {
  return contains(
    ast,
    (node) => node.type === "MemberExpression" && node.property.type === "Identifier" && node.property.name === name,
  );
}

/** The edits that drop functions which the rewriting has left without a caller, with the comments that belong to them. */
export function dropUncalled(file: File, used: ReadonlySet<string>): Edit[] {
  return ownFunctions(file).flatMap(({ statement, name }): Edit[] => {
    if (!used.has(name.name) || isUsed(name, file)) return [];
    const start = startWithComments(statement, file);
    const rest = /^[ \t]*(?:\r?\n(?:[ \t]*\r?\n)?)?/u.exec(file.text.slice(statement.range[1]))?.[0].length ?? 0;
    return [{ range: [start, statement.range[1] + rest], text: "" }];
  });
}

/**
 * The edits that drop what a rewritten file imports for nothing now: the compiler reports it under `noUnusedLocals`. What
 * was unused before stays. In JavaScript the last name of a module of the project stays too: loading it may do something.
 *
 * @param used the names that were used before
 */
export function dropUnused(file: File, used: ReadonlySet<string>): Edit[] {
  return importsOf(file).flatMap((statement) => {
    const { specifiers, source } = statement;
    const unused = specifiers.filter(({ local }) => used.has(local.name) && !isUsed(local, file));
    if (unused.length === 0 || file.commentsInside(statement).length > 0) return [];
    if (unused.length === specifiers.length)
      return /\.[mc]?tsx?$/u.test(file.filename) || source.value.startsWith("@modelcontextprotocol/")
        ? [wholeLine(statement, file)]
        : [];
    const named = specifiers.filter(({ type }) => type === "ImportSpecifier");
    const kept = named.filter((specifier) => !unused.includes(specifier));
    const [first] = named;
    const last = named.at(-1);
    // `import all, { one } from`: what is left of the list is nothing, or the name before it goes.
    if (!first || !last || kept.length === 0 || unused.some(({ type }) => type !== "ImportSpecifier")) return [];
    const isLong = file.text.slice(first.range[0], last.range[1]).includes("\n");
    const separator = isLong ? `,${styleOf(file).lineEnd}${indentAt(first.range[0], file)}` : ", ";
    const text = kept.map((specifier) => file.textOf(specifier)).join(separator);
    return [{ range: [first.range[0], last.range[1]], text }];
  });
}

function importsOf({ ast }: File): TSESTree.ImportDeclaration[] {
  return ast.body.filter((statement) => statement.type === "ImportDeclaration");
}

function isUsed(local: TSESTree.Identifier, file: File): boolean {
  if (local.parent.type === "MethodDefinition") return isNamedAsMember(local.name, file);
  const variable = file.bindings.variable(local);
  // `const fn = () => …` writes to its own name.
  return !variable || variable.references.some((reference) => reference.init !== true);
}

function wholeLine({ range }: TSESTree.ImportDeclaration, { text, lines }: File): Edit {
  const start = lines.startOf(range[0]);
  const end = lines.endOf(range[1]);
  const isAlone =
    end !== undefined && text.slice(start, range[0]).trim() === "" && text.slice(range[1], end).trim() === "";
  return { range: isAlone ? [start, end] : range, text: "" };
}
