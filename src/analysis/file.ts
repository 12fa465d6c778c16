import type { ParsedSource } from "../syntax/parse.js";
import type { TSESTree } from "@typescript-eslint/types";
import { LineTable } from "../syntax/line-table.js";
import { indexNodes, type NodeIndex } from "../syntax/node-index.js";
import { collectExports } from "../syntax/exports.js";
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

  /**
   * Exported name → the node that declares it, or the specifier that re-exports it. What hands on all that another file exports
   * is under `*0`, `*1`, …: `sourceOfStar()` says which file.
   */
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
