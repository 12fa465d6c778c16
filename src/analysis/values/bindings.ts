import type { ScopeManager, Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { isCallTo, keyName } from "../../syntax/names.js";
import {
  isFunction,
  unwrap,
  type ClassNode,
  type Expression,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import type { File } from "../file.js";

/** Where a name comes from. `path` tells the way through a destructuring pattern, `...` stands for what cannot be followed. */
export type Binding =
  | { readonly kind: "import"; readonly source: string; readonly imported: string; readonly path: readonly string[] }
  | {
      readonly kind: "variable";
      readonly variable: Variable;
      readonly declarator: TSESTree.VariableDeclarator;
      readonly init: Expression | null;
      readonly path: readonly string[];
      /** What it holds where the pattern finds nothing: `false` of `const { isError = false } = options`. */
      readonly fallback: Expression | undefined;
      /** Written once, where it is declared. */
      readonly constant: boolean;
    }
  | { readonly kind: "function"; readonly variable: Variable; readonly node: FunctionNode }
  | { readonly kind: "class"; readonly node: ClassNode }
  | { readonly kind: "type"; readonly node: TSESTree.TSInterfaceDeclaration | TSESTree.TSTypeAliasDeclaration }
  | {
      readonly kind: "parameter";
      readonly variable: Variable;
      readonly fn: FunctionNode;
      readonly index: number;
      readonly path: readonly string[];
    }
  | { readonly kind: "catch"; readonly variable: Variable; readonly clause: TSESTree.CatchClause }
  | { readonly kind: "global"; readonly name: string }
  | { readonly kind: "unknown" };

const UNKNOWN: Binding = { kind: "unknown" };

/** The way from a pattern down to one of its names: `{ a: [, b] }` → b is at a, 1. */
function pathTo(pattern: Node, name: Node): string[] | undefined {
  if (pattern === name) return [];
  switch (pattern.type) {
    case "AssignmentPattern":
      return pathTo(pattern.left, name);
    case "TSParameterProperty":
      return pathTo(pattern.parameter, name);
    case "RestElement": {
      const rest = pathTo(pattern.argument, name);
      return rest && ["...", ...rest];
    }
    case "ObjectPattern":
      for (const property of pattern.properties) {
        if (property.type === "RestElement") {
          const rest = pathTo(property, name);
          if (rest) return rest;
          continue;
        }
        const inner = pathTo(property.value, name);
        if (inner) return [keyName(property.key, property.computed) ?? "...", ...inner];
      }
      return undefined;
    case "ArrayPattern":
      for (const [at, element] of pattern.elements.entries()) {
        const inner = element && pathTo(element, name);
        if (inner) return [String(at), ...inner];
      }
      return undefined;
    default:
      return undefined;
  }
}

/** `require("x")` or `await import("x")` anywhere at the start of an initialiser. */
function requiredModule(init: Expression | null): { source: string; path: string[] } | undefined {
  if (!init) return undefined;
  const node = unwrap(init);
  if (node.type === "MemberExpression") {
    const inner = requiredModule(node.object);
    const name = keyName(node.property, node.computed);
    return inner && name !== undefined ? { source: inner.source, path: [...inner.path, name] } : undefined;
  }
  const dynamic = importedModule(node);
  if (dynamic !== undefined) return { source: dynamic, path: [] };
  if (!isCallTo(node, "require")) return undefined;
  const [argument] = node.arguments;
  return argument?.type === "Literal" && typeof argument.value === "string"
    ? { source: argument.value, path: [] }
    : undefined;
}

/** The module of `import("x")`. */
export function importedModule(node: Node): string | undefined {
  return node.type === "ImportExpression" && node.source.type === "Literal" && typeof node.source.value === "string"
    ? node.source.value
    : undefined;
}

export class Bindings {
  readonly #file: File;
  #byIdentifier: Map<Node, Variable> | undefined;
  readonly #ofVariable = new Map<Variable, Binding>();

  constructor(file: File) {
    this.#file = file;
  }

  /** The variable that an identifier reads or writes, if it is declared in this file. */
  variable(identifier: Node): Variable | undefined {
    return (this.#byIdentifier ??= this.#collect(this.#file.scopeManager)).get(identifier);
  }

  #collect(manager: ScopeManager): Map<Node, Variable> {
    const found = new Map<Node, Variable>();
    for (const scope of manager.scopes) {
      for (const reference of scope.references)
        if (reference.resolved) found.set(reference.identifier, reference.resolved);
      for (const variable of scope.variables)
        for (const definition of variable.defs) found.set(definition.name, variable);
    }
    return found;
  }

  resolve(identifier: Node): Binding {
    const variable = this.variable(identifier);
    if (variable) return this.ofVariable(variable);
    return identifier.type === "Identifier" ? { kind: "global", name: identifier.name } : UNKNOWN;
  }

  ofVariable(variable: Variable): Binding {
    let binding = this.#ofVariable.get(variable);
    if (!binding) {
      binding = this.#describe(variable);
      this.#ofVariable.set(variable, binding);
    }
    return binding;
  }

  /** The values that are assigned to a variable after its declaration. */
  assignmentsTo(variable: Variable): Expression[] {
    const values: Expression[] = [];
    for (const reference of variable.references) {
      if (reference.isWrite() && reference.init !== true && reference.writeExpr)
        values.push(reference.writeExpr as Expression);
    }
    return values;
  }

  #describe(variable: Variable): Binding {
    // The signatures of an overloaded function stand before the one with the body.
    const definition = variable.defs.find(({ node }) => isFunction(node)) ?? variable.defs[0];
    if (!definition) return { kind: "global", name: variable.name };
    // `definition.type` is compared as text: the enum object of another copy of the scope manager may differ.
    switch (definition.type as string) {
      case "ImportBinding":
        return importBinding(definition.node, definition.parent);
      case "Variable":
        return this.#variableBinding(variable, definition.node as TSESTree.VariableDeclarator, definition.name);
      case "FunctionName":
        return isFunction(definition.node) ? { kind: "function", variable, node: definition.node } : UNKNOWN;
      case "ClassName":
        return { kind: "class", node: definition.node as ClassNode };
      case "Type":
        return definition.node.type === "TSInterfaceDeclaration" || definition.node.type === "TSTypeAliasDeclaration"
          ? { kind: "type", node: definition.node }
          : UNKNOWN;
      case "CatchClause":
        return { kind: "catch", variable, clause: definition.node as TSESTree.CatchClause };
      case "Parameter":
        return parameterBinding(variable, definition.node, definition.name);
      default:
        return UNKNOWN;
    }
  }

  #variableBinding(variable: Variable, declarator: TSESTree.VariableDeclarator, name: Node): Binding {
    const path = pathTo(declarator.id, name) ?? ["..."];
    const required = requiredModule(declarator.init);
    if (required) {
      const [imported = "*", ...rest] = [...required.path, ...path];
      return { kind: "import", source: required.source, imported, path: rest };
    }
    const constant = !variable.references.some((reference) => reference.isWrite() && reference.init !== true);
    const fallback = name.parent?.type === "AssignmentPattern" ? name.parent.right : undefined;
    return { kind: "variable", variable, declarator, init: declarator.init, path, fallback, constant };
  }
}

function importBinding(node: Node, parent: Node | null | undefined): Binding {
  const declaration = parent?.type === "ImportDeclaration" ? parent : undefined;
  if (!declaration) return UNKNOWN;
  const source = declaration.source.value;
  if (node.type === "ImportSpecifier") {
    const imported = node.imported.type === "Identifier" ? node.imported.name : node.imported.value;
    return { kind: "import", source, imported, path: [] };
  }
  if (node.type === "ImportDefaultSpecifier") return { kind: "import", source, imported: "default", path: [] };
  return { kind: "import", source, imported: "*", path: [] };
}

function parameterBinding(variable: Variable, fn: Node, name: Node): Binding {
  if (!isFunction(fn)) return UNKNOWN;
  for (const [index, parameter] of fn.params.entries()) {
    const path = pathTo(parameter, name);
    if (path) return { kind: "parameter", variable, fn, index, path };
  }
  return UNKNOWN;
}
