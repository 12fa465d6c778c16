import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { commentEnd } from "../syntax/comments.js";
import { calleeName, isCallTo } from "../syntax/names.js";
import type { Node } from "../syntax/tree.js";
import type { Edit } from "./edit.js";
import { quoted, styleOf } from "./style.js";

/** `name` of the module under the name `local`. */
export interface Imported {
  readonly name: string;
  readonly local: string;
}

/** Adds names to the import of a module: to a declaration that is there, or as a new one behind the others. */
export function addImports(wanted: readonly Imported[], specifier: string, file: File): Edit[] {
  if (wanted.length === 0) return [];
  return isCommonJs(file) ? addRequires(wanted, specifier, file) : addDeclarations(wanted, specifier, file);
}

/** True if the file gets its modules by `require`. */
export function isCommonJs(file: File): boolean {
  // Most scripts parse as modules too: the kind of source that the parser tells is no sign.
  if (/\.m[jt]sx?$/iu.test(file.filename) || file.ast.body.some(isModuleSyntax)) return false;
  if (/\.cjs$/iu.test(file.filename)) return true;
  if (file.index.calls.some((call) => isCallTo(call, "require"))) return true;
  // A script without any module syntax: only a `.js` file of a package without `"type": "module"` is CommonJS.
  return /\bmodule\.exports\b|(?:^|\W)exports\.\w+\s*=/u.test(file.text);
}

function isModuleSyntax({ type }: Node): boolean {
  return type === "ImportDeclaration" || /^Export(?:Named|Default|All)Declaration$/u.test(type);
}

function addDeclarations(wanted: readonly Imported[], specifier: string, file: File): Edit[] {
  const imports = file.ast.body.filter(
    (statement): statement is TSESTree.ImportDeclaration => statement.type === "ImportDeclaration",
  );
  const mergeable = imports.find(
    ({ source, importKind, specifiers }) =>
      source.value === specifier &&
      importKind !== "type" &&
      specifiers.some(({ type }) => type === "ImportSpecifier") &&
      !specifiers.some(({ type }) => type === "ImportNamespaceSpecifier"),
  );
  const names = wanted.map(({ name, local }) => (name === local ? name : `${name} as ${local}`));
  if (mergeable) return appendTo(mergeable.specifiers.at(-1) as Node, names, file);
  const style = styleOf(file);
  const statement = `import { ${names.join(", ")} } from ${quoted(specifier, style)}${style.semicolon}`;
  return insertStatement(statement, lastOfHead(file.ast.body, imports), file);
}

function addRequires(wanted: readonly Imported[], specifier: string, file: File): Edit[] {
  const names = wanted.map(({ name, local }) => (name === local ? name : `${name}: ${local}`));
  const requires = file.ast.body.filter(isRequire);
  for (const statement of requires) {
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations)
      if (id.type === "ObjectPattern" && init && requiredModule(init) === specifier && id.properties.length > 0)
        return appendTo(id.properties.at(-1) as Node, names, file);
  }
  const style = styleOf(file);
  const statement = `const { ${names.join(", ")} } = require(${quoted(specifier, style)})${style.semicolon}`;
  return insertStatement(statement, lastOfHead(file.ast.body, requires), file);
}

function isRequire(statement: Node): boolean {
  if (statement.type === "VariableDeclaration")
    return statement.declarations.some(({ init }) => init !== null && requiredModule(init) !== undefined);
  return statement.type === "ExpressionStatement" && requiredModule(statement.expression) !== undefined;
}

function requiredModule(init: Node): string | undefined {
  let node = init;
  while (node.type === "MemberExpression" || (node.type === "CallExpression" && calleeName(node) !== "require"))
    node = node.type === "MemberExpression" ? node.object : node.callee;
  const [argument] = node.type === "CallExpression" && node.callee.type === "Identifier" ? node.arguments : [];
  return argument?.type === "Literal" && typeof argument.value === "string" ? argument.value : undefined;
}

/** Names behind the last one of a list, on a line of its own where it has one. */
function appendTo(last: Node, names: readonly string[], file: File): Edit[] {
  const lineStart = file.lines.startOf(last.range[0]);
  const before = file.text.slice(lineStart, last.range[0]);
  const separator = /^\s+$/u.test(before) ? `,${styleOf(file).lineEnd}${before}` : ", ";
  return [{ range: [last.range[1], last.range[1]], text: names.map((name) => separator + name).join("") }];
}

/** The last import of those at the head of the file: later ones stand where they stand for a reason. */
function lastOfHead(body: readonly Node[], imports: readonly Node[]): Node | undefined {
  let last: Node | undefined;
  for (const statement of body) {
    if (imports.includes(statement)) last = statement;
    else if (last && !isDirective(statement)) break;
  }
  return last;
}

function isDirective(statement: Node): boolean {
  return statement.type === "ExpressionStatement" && Boolean((statement as { directive?: unknown }).directive);
}

/** A statement on a line of its own behind another one; without one at the head of the file, behind what must stay first. */
function insertStatement(statement: string, behind: Node | undefined, file: File): Edit[] {
  const { lineEnd } = styleOf(file);
  if (behind) {
    const at = endOfLine(behind.range[1], file.text);
    return at === undefined
      ? [{ range: [behind.range[1], behind.range[1]], text: ` ${statement}` }]
      : [{ range: [at, at], text: lineEnd + statement }];
  }
  const at = headEnd(file);
  const blank = /^[ \t]*(?:[\n\r\u2028\u2029]|$)/u.test(file.text.slice(at)) ? "" : lineEnd;
  return [{ range: [at, at], text: `${statement}${lineEnd}${blank}` }];
}

/** The end of the line behind a statement, trailing comments included; undefined where more code follows on it. */
function endOfLine(from: number, text: string): number | undefined {
  const rest = /^[ \t]*(?:\/\/[^\n\r\u2028\u2029]*|\/\*[^\n\r\u2028\u2029]*?\*\/[ \t]*)?(?=[\n\r\u2028\u2029]|$)/u.exec(
    text.slice(from),
  );
  return rest ? from + rest[0].length : undefined;
}

/** Behind the last comment at the top that a blank line follows; undefined where there is none. */
function headCommentEnd(text: string, from: number): number | undefined {
  let found: number | undefined;
  for (let at = from; ;) {
    const end = commentEnd(text, skipSpace(text, at));
    const line = end === undefined ? undefined : skip(LINE_REST, text, end);
    if (line === undefined) return found;
    if (skip(LINE_REST, text, line) !== undefined) found = line;
    at = line;
  }
}

const LINE_REST = /[ \t]*(?:\r\n|[\n\r\u2028\u2029])/uy;

/** The end of what a sticky pattern matches at an offset. */
function skip(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function skipSpace(text: string, at: number): number {
  return skip(/\s*/uy, text, at) ?? at;
}

/** Behind the `#!` line, the comment at the top that a blank line sets apart, and the directives. */
function headEnd(file: File): number {
  const { text, ast } = file;
  let at = /^#![^\n\r\u2028\u2029]*(?:\r\n|[\n\r\u2028\u2029])?/u.exec(text)?.[0].length ?? 0;
  at = headCommentEnd(text, at) ?? at;
  for (const statement of ast.body) {
    if (!isDirective(statement)) break;
    const end = endOfLine(statement.range[1], text) ?? statement.range[1];
    at = Math.max(at, end + (/^(?:\r\n|[\n\r\u2028\u2029])/u.exec(text.slice(end))?.[0].length ?? 0));
  }
  return at;
}
