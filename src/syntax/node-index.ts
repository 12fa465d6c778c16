import type { TSESTree } from "@typescript-eslint/types";
import { walk, type ClassNode, type Expression, type FunctionNode, type Loop, type Node } from "./tree.js";

/** The nodes of a tree that the analysis looks for, in source order. */
export interface NodeIndex {
  readonly calls: readonly TSESTree.CallExpression[];
  readonly functions: readonly FunctionNode[];
  readonly classes: readonly ClassNode[];
  readonly objects: readonly TSESTree.ObjectExpression[];
  readonly tries: readonly TSESTree.TryStatement[];
  readonly assignments: readonly TSESTree.AssignmentExpression[];
}

/** What runs when a function runs, by kind and in source order: without functions and classes that are defined inside. */
export interface OwnNodes {
  readonly assignments: TSESTree.AssignmentExpression[];
  readonly awaits: TSESTree.AwaitExpression[];
  readonly calls: TSESTree.CallExpression[];
  readonly returns: TSESTree.ReturnStatement[];
  readonly throws: TSESTree.ThrowStatement[];
  readonly tries: TSESTree.TryStatement[];
  readonly loops: Loop[];
  /** Functions right inside this one, those of a class included. */
  readonly functions: FunctionNode[];
}

const own = new WeakMap<FunctionNode, OwnNodes>();

/** A function or class around the place, with the range of what belongs to it. */
interface Around {
  /** Undefined: a class, whose fields belong to no function. */
  readonly nodes: OwnNodes | undefined;
  readonly start: number;
  readonly end: number;
}

/** Collects what the analysis looks for in one walk, which also gives every node its parent. */
export function indexNodes(root: Node): NodeIndex {
  const index = {
    calls: [] as TSESTree.CallExpression[],
    functions: [] as FunctionNode[],
    classes: [] as ClassNode[],
    objects: [] as TSESTree.ObjectExpression[],
    tries: [] as TSESTree.TryStatement[],
    assignments: [] as TSESTree.AssignmentExpression[],
  };
  const around: Around[] = [];
  const leave = (node: Node): Around | undefined => {
    let inner = around.at(-1);
    while (inner && inner.end <= node.range[0]) {
      around.pop();
      inner = around.at(-1);
    }
    return inner;
  };
  const ownerOf = (node: Node): OwnNodes | undefined => {
    const inner = leave(node);
    return inner && node.range[0] >= inner.start ? inner.nodes : undefined;
  };
  const open = (fn: FunctionNode): void => {
    leave(fn);
    const outer = around.findLast(({ nodes }) => nodes !== undefined);
    if (outer && fn.range[0] >= outer.start) outer.nodes?.functions.push(fn);
    const nodes: OwnNodes = {
      assignments: [],
      awaits: [],
      calls: [],
      returns: [],
      throws: [],
      tries: [],
      loops: [],
      functions: [],
    };
    own.set(fn, nodes);
    // Defaults of parameters stand before the body, and belong to nobody.
    around.push({ nodes, start: fn.body.range[0], end: fn.range[1] });
  };
  walk(root, (node) => {
    switch (node.type) {
      case "Identifier":
      case "MemberExpression":
      case "Literal":
      case "Property":
        return;
      case "CallExpression":
        index.calls.push(node);
        ownerOf(node)?.calls.push(node);
        return;
      case "ObjectExpression":
        index.objects.push(node);
        return;
      case "AwaitExpression":
        ownerOf(node)?.awaits.push(node);
        return;
      case "ArrowFunctionExpression":
      case "FunctionExpression":
      case "FunctionDeclaration":
        index.functions.push(node);
        open(node);
        return;
      case "ReturnStatement":
        ownerOf(node)?.returns.push(node);
        return;
      case "ThrowStatement":
        ownerOf(node)?.throws.push(node);
        return;
      case "TryStatement":
        index.tries.push(node);
        ownerOf(node)?.tries.push(node);
        return;
      case "ForStatement":
      case "ForOfStatement":
      case "ForInStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        ownerOf(node)?.loops.push(node);
        return;
      case "AssignmentExpression":
        index.assignments.push(node);
        ownerOf(node)?.assignments.push(node);
        return;
      case "ClassDeclaration":
      case "ClassExpression":
        index.classes.push(node);
        leave(node);
        around.push({ nodes: undefined, start: node.range[0], end: node.range[1] });
        return;
      default:
    }
  });
  return index;
}

/** The nodes of one function. */
export function ownNodes(fn: FunctionNode): OwnNodes {
  if (!own.has(fn)) indexNodes(fn);
  return own.get(fn) as OwnNodes;
}

const values = new WeakMap<FunctionNode, readonly Expression[]>();

/** Every `return` value of a function; for an arrow with an expression body that expression. */
export function returnedExpressions(fn: FunctionNode): readonly Expression[] {
  if (fn.body.type !== "BlockStatement") return [fn.body];
  let found = values.get(fn);
  if (!found) values.set(fn, (found = ownNodes(fn).returns.flatMap(({ argument }) => argument ?? [])));
  return found;
}

/** Two lists of nodes as one, in source order. */
export function inSourceOrder<T extends Node>(first: readonly T[], second: readonly T[]): readonly T[] {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  return [...first, ...second].sort((a, b) => a.range[0] - b.range[0]);
}
