import type { ParsedSource } from "../syntax/parse.js";
import type { TSESTree } from "@typescript-eslint/types";
import { LineTable } from "../syntax/line-table.js";
import { indexNodes, type NodeIndex } from "../syntax/node-index.js";
import type { Node } from "../syntax/tree.js";
import { Bindings } from "./values/bindings.js";
import type { Project } from "./project/project.js";

/** One parsed file with what is computed about it on demand. */
export class File {
  readonly filename: string;
  readonly text: string;
  readonly ast: TSESTree.Program;
  readonly project: Project;
  readonly bindings: Bindings;
  /** Built at once: the walk also gives every node its parent. */
  readonly index: NodeIndex;
  #exports: ReadonlyMap<string, Node> | undefined;
  #lines: LineTable | undefined;
  readonly #source: ParsedSource;

  constructor(filename: string, source: ParsedSource, project: Project) {
    this.filename = filename;
    this.text = source.text;
    this.ast = source.ast;
    this.project = project;
    this.#source = source;
    this.index = indexNodes(source.ast);
    this.bindings = new Bindings(this);
  }

  get scopeManager(): ParsedSource["scopeManager"] {
    return this.#source.scopeManager;
  }

  /** Exported name → the node that declares it, or the specifier that re-exports it. `*` lists are under `*0`, `*1`, … */
  get exports(): ReadonlyMap<string, Node> {
    return (this.#exports ??= collectExports(this.ast));
  }

  comments(): readonly TSESTree.Comment[] {
    return this.#source.comments;
  }

  commentsInside(node: Node): TSESTree.Comment[] {
    return this.comments().filter((comment) => comment.range[0] >= node.range[0] && comment.range[1] <= node.range[1]);
  }

  get lines(): LineTable {
    return (this.#lines ??= new LineTable(this.text));
  }

  /** The 1-based line on which a node starts. */
  lineOf(node: Node): number {
    return this.lines.place(node.range[0]).line;
  }

  textOf(node: Node): string {
    return this.text.slice(node.range[0], node.range[1]);
  }
}

function collectExports(ast: TSESTree.Program): Map<string, Node> {
  const exports = new Map<string, Node>();
  let stars = 0;
  for (const statement of ast.body) {
    if (statement.type === "ExportNamedDeclaration") {
      const { declaration } = statement;
      if (declaration?.type === "VariableDeclaration") {
        for (const declarator of declaration.declarations)
          if (declarator.id.type === "Identifier") exports.set(declarator.id.name, declarator);
      } else if (declaration && "id" in declaration && declaration.id?.type === "Identifier")
        exports.set(declaration.id.name, declaration);
      for (const specifier of statement.specifiers) {
        const name = specifier.exported.type === "Identifier" ? specifier.exported.name : specifier.exported.value;
        exports.set(name, specifier);
      }
    } else if (statement.type === "ExportDefaultDeclaration") exports.set("default", statement.declaration);
    else if (statement.type === "ExportAllDeclaration") exports.set(`*${stars++}`, statement);
    else if (statement.type === "ExpressionStatement" && statement.expression.type === "AssignmentExpression")
      collectCommonJsExport(statement.expression, exports);
  }
  return exports;
}

/** `module.exports = { a, b }`, `module.exports = f`, `exports.a = …`. */
function collectCommonJsExport(assignment: TSESTree.AssignmentExpression, exports: Map<string, Node>): void {
  const { left, right } = assignment;
  if (left.type !== "MemberExpression" || left.property.type !== "Identifier") return;
  const { object } = left;
  const isModuleExports = object.type === "Identifier" && object.name === "module" && left.property.name === "exports";
  if (isModuleExports) {
    if (right.type !== "ObjectExpression") exports.set("default", right);
    else
      for (const property of right.properties)
        if (property.type === "Property" && property.key.type === "Identifier")
          exports.set(property.key.name, property.value);
    return;
  }
  const isExports =
    (object.type === "Identifier" && object.name === "exports") ||
    (object.type === "MemberExpression" &&
      object.object.type === "Identifier" &&
      object.object.name === "module" &&
      object.property.type === "Identifier" &&
      object.property.name === "exports");
  if (isExports) exports.set(left.property.name, right);
}
