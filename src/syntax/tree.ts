import type { TSESTree } from "@typescript-eslint/types";
import { visitorKeys } from "@typescript-eslint/visitor-keys";

export type Node = TSESTree.Node;
export type Expression = TSESTree.Expression;
export type FunctionNode =
  TSESTree.ArrowFunctionExpression | TSESTree.FunctionDeclaration | TSESTree.FunctionExpression;
export type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

/** Types say nothing about what happens at run time. */
const TYPE_KEYS: ReadonlySet<string> = new Set([
  "typeAnnotation",
  "returnType",
  "typeParameters",
  "typeArguments",
  "superTypeArguments",
  "implements",
]);
const TYPE_DECLARATIONS: ReadonlySet<string> = new Set(["TSInterfaceDeclaration", "TSTypeAliasDeclaration"]);

const NO_KEYS: readonly string[] = [];

/** The keys of each kind of node that lead to code; names and literals, half of all nodes, have none. */
const CODE_KEYS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(visitorKeys).map(([type, keys = NO_KEYS]) => [
    type,
    type === "Identifier" || TYPE_DECLARATIONS.has(type) ? NO_KEYS : keys.filter((key) => !TYPE_KEYS.has(key)),
  ]),
);

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

export function isFunction(node: Node | null | undefined): node is FunctionNode {
  return (
    node?.type === "ArrowFunctionExpression" ||
    node?.type === "FunctionExpression" ||
    node?.type === "FunctionDeclaration"
  );
}

export function isClass(node: Node | null | undefined): node is ClassNode {
  return node?.type === "ClassDeclaration" || node?.type === "ClassExpression";
}

/** The child nodes of `node`, in source order, without types. */
export function forEachChild(node: Node, visit: (child: Node) => void): void {
  const fields = node as unknown as Record<string, unknown>;
  for (const key of CODE_KEYS.get(node.type) ?? NO_KEYS) {
    const value = fields[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(item);
    } else if (isNode(value)) visit(value);
  }
}

/**
 * Walks `root` depth first in source order, without types. `enter` returns false to leave a subtree out.
 * Nodes of parsers that set no `parent` get one, so that the rest of the code may rely on it.
 *
 * Most of the time of a run goes by in here: hence plain loops instead of `forEachChild`.
 */
export function walk(root: Node, enter: (node: Node) => boolean | void): void {
  if (enter(root) === false) return;
  const keys = CODE_KEYS.get(root.type);
  if (keys === undefined || keys.length === 0) return;
  const fields = root as unknown as Record<string, unknown>;
  for (let at = 0; at < keys.length; at++) {
    const value = fields[keys[at] as string] as Node | (Node | null)[] | null | undefined;
    if (value === null || typeof value !== "object") continue;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const item = value[index];
        if (item) step(item, root, enter);
      }
    } else step(value, root, enter);
  }
}

function step(child: Node, parent: Node, enter: (node: Node) => boolean | void): void {
  if (typeof child.type !== "string") return;
  // Only ESLint's own traversal has set the parents at this point.
  if ((child as { parent?: Node }).parent === undefined) (child as { parent?: Node }).parent = parent;
  walk(child, enter);
}

/** The nodes of a subtree in source order, without functions defined inside; `ends[i]` is the index behind the subtree of node `i`. */
interface FlatTree {
  readonly nodes: readonly Node[];
  readonly ends: readonly number[];
}

const flatTrees = new WeakMap<Node, FlatTree>();

function flatten(root: Node): FlatTree {
  const tree = { nodes: [], ends: [] };
  lay(root, tree);
  return tree;
}

function lay(node: Node, tree: { readonly nodes: Node[]; readonly ends: number[] }): void {
  const at = tree.nodes.push(node) - 1;
  tree.ends.push(0);
  const fields = node as unknown as Record<string, unknown>;
  for (const key of CODE_KEYS.get(node.type) ?? NO_KEYS) {
    const value = fields[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) layChild(item, node, tree);
    } else if (isNode(value)) layChild(value, node, tree);
  }
  tree.ends[at] = tree.nodes.length;
}

function layChild(child: Node, parent: Node, tree: Parameters<typeof lay>[1]): void {
  if ((child as { parent?: Node }).parent === undefined) (child as { parent?: Node }).parent = parent;
  if (!isFunction(child) && !isClass(child)) lay(child, tree);
}

/**
 * Walks what runs when `fn` (or a block of it) runs: functions defined inside and types are left out.
 * Many facts ask about the same body, so it is laid out flat once.
 */
export function walkSameFunction(root: Node, enter: (node: Node) => boolean | void): void {
  let tree = flatTrees.get(root);
  if (!tree) {
    tree = flatten(root);
    flatTrees.set(root, tree);
  }
  const { nodes, ends } = tree;
  for (let at = 0; at < nodes.length;) at = enter(nodes[at] as Node) === false ? (ends[at] as number) : at + 1;
}

/** True if some node in the subtree (nested functions included) passes the test. */
export function contains(root: Node, test: (node: Node) => boolean): boolean {
  let found = false;
  walk(root, (node) => {
    if (found) return false;
    if (test(node)) found = true;
    return !found;
  });
  return found;
}

/** Takes off what does not change the value: parentheses, `as`, `satisfies`, `!`, `await`, type arguments, optional chains. */
export function unwrap(node: Node): Node {
  let current = node;
  for (;;) {
    switch (current.type) {
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
      case "TSTypeAssertion":
      case "TSInstantiationExpression":
      case "ChainExpression":
        current = current.expression;
        break;
      case "AwaitExpression":
        current = current.argument;
        break;
      default:
        if ((current.type as string) === "ParenthesizedExpression") {
          current = (current as unknown as { expression: Node }).expression;
          break;
        }
        return current;
    }
  }
}

/** Takes off what only concerns the compiler, and parentheses; `await` stays. */
export function unwrapTypes(node: Node): Node {
  let current = node;
  for (;;)
    switch (current.type) {
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
      case "TSTypeAssertion":
      case "TSInstantiationExpression":
      case "ChainExpression":
        current = current.expression;
        break;
      default:
        if ((current.type as string) !== "ParenthesizedExpression") return current;
        current = (current as unknown as { expression: Node }).expression;
    }
}

export function parentOf(node: Node): Node | undefined {
  return node.parent ?? undefined;
}

/** The node at the same place of another tree of the same text. */
export function sameNodeIn(root: Node, node: Node): Node | undefined {
  let current: Node | undefined = root;
  while (current) {
    if (current.type === node.type && current.range[0] === node.range[0] && current.range[1] === node.range[1])
      return current;
    let inner: Node | undefined;
    forEachChild(current, (child) => {
      if (isInside(node, child)) inner = child;
    });
    if (inner && !parentOf(inner)) (inner as { parent?: Node }).parent = current;
    current = inner;
  }
  return undefined;
}

/** What stands around a node, innermost first. */
export function ancestors(node: Node): Node[] {
  const found: Node[] = [];
  for (let up = parentOf(node); up; up = parentOf(up)) found.push(up);
  return found;
}

export function enclosingFunction(node: Node): FunctionNode | undefined {
  let up = parentOf(node);
  while (up && !isFunction(up)) up = parentOf(up);
  return up;
}

export function enclosingClass(node: Node): ClassNode | undefined {
  let up = parentOf(node);
  while (up && !isClass(up)) up = parentOf(up);
  return up;
}

/** `a`, `b` and `c` of `x ? a : y ? b : c`; any other value alone. */
export function armsOf(value: Node): Node[] {
  const node = unwrap(value);
  return node.type === "ConditionalExpression" ? [node.consequent, node.alternate].flatMap(armsOf) : [node];
}

/** The statement that holds `node`. */
export function enclosingStatement(node: Node): Node {
  let current = node;
  for (;;) {
    const up = parentOf(current);
    if (!up) return current;
    if (
      /Statement$|Declaration$/u.test(current.type) &&
      (up.type === "BlockStatement" || up.type === "Program" || up.type === "SwitchCase" || /Statement$/u.test(up.type))
    )
      return current;
    current = up;
  }
}

export function isInside(node: Node, container: Node): boolean {
  return node.range[0] >= container.range[0] && node.range[1] <= container.range[1];
}

export type Loop =
  | TSESTree.ForStatement
  | TSESTree.ForOfStatement
  | TSESTree.ForInStatement
  | TSESTree.WhileStatement
  | TSESTree.DoWhileStatement;

const LOOPS: ReadonlySet<string> = new Set([
  "ForStatement",
  "ForOfStatement",
  "ForInStatement",
  "WhileStatement",
  "DoWhileStatement",
] satisfies `${Loop["type"]}`[]);

export function isLoop(node: Node): node is Loop {
  return LOOPS.has(node.type);
}

/** The node stands in a loop of its own function. */
export function isInLoop(node: Node): boolean {
  return enclosingLoop(node) !== undefined;
}

/** The innermost loop of the same function around a node. */
export function enclosingLoop(node: Node): Node | undefined {
  for (const up of ancestors(node)) {
    if (isFunction(up)) return undefined;
    if (isLoop(up)) return up;
  }
  return undefined;
}
