import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { keyName, memberName } from "../../syntax/names.js";
import { walk, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";

/** The names that hold a failure, or something taken from it (its message, its status). */
export class Cause {
  readonly #file: File;
  readonly #variables = new Set<Variable>();

  private constructor(file: File) {
    this.#file = file;
  }

  /** What a catch clause caught, with everything that the clause derives from it. */
  static ofCatch(clause: TSESTree.CatchClause, file: File): Cause {
    const cause = new Cause(file);
    if (clause.param) cause.#addPattern(clause.param);
    cause.#spread(clause.body);
    return cause;
  }

  /** The parameters of a rejection handler: `(error) => …`. */
  static ofParameters(parameters: readonly Node[], body: Node, file: File): Cause {
    const cause = new Cause(file);
    const [first] = parameters;
    if (first) cause.#addPattern(first);
    cause.#spread(body);
    return cause;
  }

  /** What a test looks at, with everything that the branch derives from it. */
  static ofVariables(variables: readonly Variable[], body: Node, file: File): Cause {
    const cause = new Cause(file);
    for (const variable of variables) cause.#variables.add(variable);
    cause.#spread(body);
    return cause;
  }

  #addPattern(pattern: Node): void {
    walk(pattern, (node) => {
      if (node.type !== "Identifier") return;
      const variable = this.#file.bindings.variable(node);
      if (variable) this.#variables.add(variable);
    });
  }

  #spread(body: Node): void {
    walk(body, (node) => {
      if (node.type === "VariableDeclarator" && node.init && this.isIn(node.init)) this.#addPattern(node.id);
      else if (node.type === "AssignmentExpression" && this.isIn(node.right) && node.left.type === "Identifier")
        this.#addPattern(node.left);
      else if (node.type === "CallExpression") this.#spreadIntoList(node);
    });
  }

  /** `lines.push(error.message)`: the list tells of it from there on. */
  #spreadIntoList(call: TSESTree.CallExpression): void {
    const { callee } = call;
    if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return;
    if (!/^(?:push|unshift)$/u.test(memberName(callee) ?? "")) return;
    if (call.arguments.some((given) => this.isIn(given))) this.#addPattern(callee.object);
  }

  /** True if the expression uses the failure. `{ cause: error }` alone does not count: nobody reads it out. */
  isIn(node: Node): boolean {
    if (this.#variables.size === 0) return false;
    let found = false;
    walk(node, (child) => {
      if (found) return false;
      if (child.type === "Property" && keyName(child.key, child.computed) === "cause") return false;
      if (child.type === "MemberExpression" && !child.computed) return undefined;
      if (child.type === "Identifier") {
        const variable = this.#file.bindings.variable(child);
        if (variable && this.#variables.has(variable)) found = true;
      }
      return undefined;
    });
    return found;
  }

  has(identifier: Node): boolean {
    const variable = this.#file.bindings.variable(identifier);
    return variable !== undefined && this.#variables.has(variable);
  }
}
