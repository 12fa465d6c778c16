import type { TSESTree } from "@typescript-eslint/types";
import MagicString from "magic-string";
import { dottedName } from "../../syntax/names.js";
import type { Parse, ParsedSource } from "../../syntax/parse.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import { entryLines, importLines, type Wanted } from "./config-lines.js";

/** The config with the plugin in it, or why it is left as it is. */
export type Edited =
  | { readonly kind: "edited"; readonly text: string; readonly added: readonly string[] }
  | { readonly kind: "present" }
  | { readonly kind: "refused"; readonly reason: string };

/** Functions that take configs as their arguments, or as one list. */
const CONFIG_FUNCTIONS = /^(?:defineConfig|tseslint\.config|config|withNuxt|antfu)$/u;

/** Elements between brackets: those of an array, or the arguments of a call. */
interface List {
  readonly elements: readonly (Node | null)[];
  /** The offset of the closing bracket. */
  readonly end: number;
}

interface Exported {
  readonly value: Node;
  readonly isCommonJs: boolean;
}

function exportedValue(ast: TSESTree.Program): Exported | undefined {
  for (const statement of ast.body) {
    if (statement.type === "ExportDefaultDeclaration") return { value: statement.declaration, isCommonJs: false };
    if (statement.type === "TSExportAssignment") return { value: statement.expression, isCommonJs: true };
    if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") continue;
    const { left, right } = statement.expression;
    if (dottedName(left) === "module.exports") return { value: right, isCommonJs: true };
  }
  return undefined;
}

/** The value behind a name, as long as the name stands for one value. */
function resolved(node: Node, ast: TSESTree.Program): Node {
  const value = unwrap(node);
  if (value.type !== "Identifier") return value;
  for (const statement of ast.body) {
    if (statement.type !== "VariableDeclaration") continue;
    const declared = statement.declarations.find(({ id }) => id.type === "Identifier" && id.name === value.name);
    if (declared?.init) return unwrap(declared.init);
  }
  return value;
}

/** Where a further config can go. */
function listOf(node: Node): List | undefined {
  if (node.type === "ArrayExpression") return { elements: node.elements, end: node.range[1] - 1 };
  if (node.type !== "CallExpression" || !CONFIG_FUNCTIONS.test(dottedName(node.callee) ?? "")) return undefined;
  const [only, ...others] = node.arguments;
  const single = only && others.length === 0 ? unwrap(only) : undefined;
  if (single?.type === "ArrayExpression") return { elements: single.elements, end: single.range[1] - 1 };
  return { elements: node.arguments, end: node.range[1] - 1 };
}

/** The next offset that is neither white space nor in a comment. */
function skipTrivia(source: ParsedSource, offset: number): number {
  for (let at = offset; ;) {
    const comment = source.comments.find(({ range }) => range[0] === at);
    if (comment) at = comment.range[1];
    else if (/\s/u.test(source.text[at] ?? "x")) at++;
    else return at;
  }
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[\t ]*/u.exec(text.slice(start, offset))?.[0] ?? "";
}

/** The end of the line, if nothing but a comment stands between here and there. */
function endOfLine(source: ParsedSource, offset: number): number {
  const newline = source.text.indexOf("\n", offset);
  const end = newline < 0 ? source.text.length : newline;
  const lineEnd = source.text[end - 1] === "\r" ? end - 1 : end;
  return skipTrivia(source, offset) >= lineEnd ? lineEnd : offset;
}

function addElement(edits: MagicString, source: ParsedSource, list: List, wanted: Wanted): void {
  const { text } = source;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const last = list.elements.filter((element) => element !== null).at(-1);
  if (!last) {
    const lineStart = text.lastIndexOf("\n", list.end - 1) + 1;
    const indent = text.slice(lineStart, list.end);
    // A bracket on a line of its own keeps it.
    if (indent.trim() === "" && lineStart > 0)
      edits.appendLeft(
        lineStart,
        entryLines(wanted)
          .map((line) => `${indent}  ${line}${eol}`)
          .join("")
          .replace(/(?=\r?\n$)/u, ","),
      );
    else edits.appendLeft(list.end, entryLines(wanted).join(eol));
    return;
  }
  const next = skipTrivia(source, last.range[1]);
  const hasComma = text[next] === ",";
  const behind = hasComma ? next + 1 : last.range[1];
  if (!text.slice(behind, list.end).includes("\n")) {
    edits.appendLeft(behind, `${hasComma ? " " : ", "}${entryLines(wanted).join(eol)}`);
    return;
  }
  const indent = indentAt(text, last.range[0]);
  const lines = entryLines(wanted).map(
    (line) => indent + (indent.includes("\t") ? line.replace(/^ {2}/u, "\t") : line),
  );
  if (!hasComma) edits.appendLeft(behind, ",");
  edits.appendLeft(endOfLine(source, behind), `${eol}${lines.join(eol)}${hasComma ? "," : ""}`);
}

/** A lone object becomes a list of two. */
function wrapObject(edits: MagicString, node: Node, wanted: Wanted, eol: string): void {
  edits.appendRight(node.range[0], "[");
  edits.appendLeft(node.range[1], `, ${entryLines(wanted).join(eol)}]`);
}

/** `require("x")`, `require("x").default`. */
function isRequire(node: Node): boolean {
  const value = unwrap(node);
  if (value.type === "MemberExpression") return isRequire(value.object);
  return value.type === "CallExpression" && dottedName(value.callee) === "require";
}

function isImport(statement: TSESTree.ProgramStatement, isCommonJs: boolean): boolean {
  if (!isCommonJs) return statement.type === "ImportDeclaration";
  return (
    statement.type === "VariableDeclaration" &&
    statement.declarations.some(({ init }) => init !== null && isRequire(init))
  );
}

function addImports(edits: MagicString, source: ParsedSource, lines: readonly string[], isCommonJs: boolean): void {
  const eol = source.text.includes("\r\n") ? "\r\n" : "\n";
  const { body } = source.ast;
  const last = body.findLast((statement) => isImport(statement, isCommonJs));
  if (last) {
    edits.appendLeft(endOfLine(source, last.range[1]), lines.map((line) => eol + line).join(""));
    return;
  }
  const first = body.find(
    (statement) => !(statement.type === "ExpressionStatement" && typeof statement.directive === "string"),
  );
  edits.appendRight(first?.range[0] ?? 0, `${lines.join(eol)}${eol}${eol}`);
}

function boundNames(source: ParsedSource): ReadonlySet<string> {
  return new Set(source.scopeManager.scopes.flatMap(({ variables }) => variables.map(({ name }) => name)));
}

/** Quotes and semicolons as the file has them. */
function styleOf(source: ParsedSource): Pick<Wanted, "quote" | "semicolon"> {
  const { body } = source.ast;
  const quote = /(?:from|import|require\()\s*(["'])/u.exec(source.text)?.[1] === "'" ? "'" : '"';
  const last = body.at(-1);
  return { quote, semicolon: last !== undefined && source.text[last.range[1] - 1] === ";" ? ";" : "" };
}

/**
 * Adds the plugin to the text of a flat config: one import and one more config at the end of the list. Everything else
 * stays as it is, comments, quotes, line ends and indentation included.
 */
export function addToConfig(
  text: string,
  filename: string,
  { preset, withMcpConfig }: Pick<Wanted, "preset" | "withMcpConfig">,
  parse: Parse,
): Edited {
  if (/["']eslint-plugin-mcp-errors["']/u.test(text)) return { kind: "present" };
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const parsed = parse(text, filename);
  if (!parsed.ok) return { kind: "refused", reason: `it does not parse (line ${parsed.failure.line})` };
  const { source } = parsed;
  const exported = exportedValue(source.ast);
  if (!exported) return { kind: "refused", reason: "it has no `export default` and no `module.exports`" };
  const names = boundNames(source);
  const value = resolved(exported.value, source.ast);
  const list = listOf(value);
  if (!list && value.type !== "ObjectExpression")
    return { kind: "refused", reason: "its export is not a list of configs in the same file" };
  const wanted: Wanted = {
    ...styleOf(source),
    preset,
    withMcpConfig,
    json: names.has("json") ? "jsonLanguage" : "json",
    plugin: names.has("mcpErrors") ? "mcpErrorsPlugin" : "mcpErrors",
    isCommonJs: exported.isCommonJs,
  };
  const edits = new MagicString(source.text);
  addImports(edits, source, importLines(wanted), exported.isCommonJs);
  if (list) addElement(edits, source, list, wanted);
  else wrapObject(edits, value, wanted, source.text.includes("\r\n") ? "\r\n" : "\n");
  const edited = edits.toString();
  return parse(edited, filename).ok
    ? { kind: "edited", text: bom + edited, added: [...importLines(wanted), ...entryLines(wanted)] }
    : { kind: "refused", reason: "its form is not supported" };
}
