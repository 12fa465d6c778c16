import type { TSESTree } from "@typescript-eslint/types";
import { LOW_LEVEL_FRAMEWORK } from "../../frameworks/index.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import { parentOf, unwrap, walk, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { localEnv } from "../values/values.js";
import type { FileContext } from "./context.js";
import type { Tool } from "./tool.js";

const CALL_OF_TOOL = /(?:case\s*|[!=]==?\s*)["']tools\/call["']/u;

function isMethodName(node: Node | null): boolean {
  return node?.type === "Literal" && node.value === "tools/call";
}

/** `method === "tools/call"`, also as one of several that are joined by `||`. */
function testsForCall(test: Node): boolean {
  const node = unwrap(test);
  if (node.type === "LogicalExpression") return testsForCall(node.left) || testsForCall(node.right);
  return node.type === "BinaryExpression" && /^===?$/u.test(node.operator) && isMethodName(node.right);
}

const REQUEST = /(?:^|\.)(?:params|args|arguments|tool_?name|tool_?args|req|request|message|msg)$/iu;
const WRITER = /^(?:send|write|respond|reply|log|emit|track|record|validate|check|parse|is|has)/iu;

/** The value of the call is kept or returned: it is what the tool answers. What only waits for the call leaves it to write the answer. */
function isAnswer(call: Node): boolean {
  let child = call;
  for (let up = parentOf(call); up; up = parentOf(up)) {
    if (up.type === "ReturnStatement" || up.type === "VariableDeclarator" || up.type === "Property") return true;
    if (up.type === "AssignmentExpression") return up.right === child;
    if (up.type === "ExpressionStatement") return child.type === "AwaitExpression";
    if (up.type !== "AwaitExpression" && up.type !== "ConditionalExpression" && up.type !== "ObjectExpression")
      return false;
    child = up;
  }
  return false;
}

/** The functions of this file that get the request of a tool call, and give its answer. */
function dispatchedTo(branch: readonly Node[], file: File): FunctionNode[] {
  const found = new Set<FunctionNode>();
  const env = localEnv(file);
  for (const part of branch)
    walkSameFunction(part, (node) => {
      if (node.type !== "CallExpression" || WRITER.test(calleeName(node) ?? "") || !isAnswer(node)) return;
      if (!node.arguments.some((argument) => REQUEST.test(dottedName(withoutDefault(argument)) ?? ""))) return;
      const called = calledFunction(node, env);
      if (called?.env.file === file) found.add(called.fn);
    });
  return [...found];
}

/** `params || {}` */
function withoutDefault(node: Node): Node {
  const inner = unwrap(node);
  return inner.type === "LogicalExpression" ? unwrap(inner.left) : inner;
}

/** `if (method !== "tools/call") return;`: what follows is for calls alone. */
function leavesOthers({ test, consequent, alternate }: TSESTree.IfStatement): boolean {
  const node = unwrap(test);
  if (alternate || node.type !== "BinaryExpression" || !/^!==?$/u.test(node.operator) || !isMethodName(node.right))
    return false;
  const last = consequent.type === "BlockStatement" ? consequent.body.at(-1) : consequent;
  return last?.type === "ReturnStatement" || last?.type === "ThrowStatement" || last?.type === "ContinueStatement";
}

/**
 * `if (request.method === "tools/call") …`, `case "tools/call": …` of a server that reads JSON-RPC itself, or the block in
 * which other requests have left before.
 */
export interface RpcBranch {
  readonly node: TSESTree.IfStatement | TSESTree.SwitchCase | TSESTree.BlockStatement;
  readonly statements: readonly TSESTree.Statement[];
  /** The functions of the file that get the request, and give the answer. */
  readonly functions: readonly FunctionNode[];
}

export function rpcBranches({ file, isMcp }: FileContext): RpcBranch[] {
  if (!CALL_OF_TOOL.test(file.text) || !(isMcp || /jsonrpc/u.test(file.text))) return [];
  const branches: RpcBranch[] = [];
  const add = (node: RpcBranch["node"], statements: readonly TSESTree.Statement[]): void => {
    branches.push({ node, statements, functions: dispatchedTo(statements, file) });
  };
  walk(file.ast, (node) => {
    if (node.type === "IfStatement" && testsForCall(node.test)) add(node, [node.consequent]);
    else if (node.type === "IfStatement" && leavesOthers(node) && node.parent.type === "BlockStatement")
      add(node.parent, node.parent.body.slice(node.parent.body.indexOf(node) + 1));
    else if (node.type === "SwitchCase" && isMethodName(node.test)) add(node, node.consequent);
  });
  return branches;
}

/** The tools behind a branch: which one is called is only known at run time. */
export function toolOfBranch({ node, functions }: RpcBranch): Tool {
  return {
    name: undefined,
    framework: LOW_LEVEL_FRAMEWORK,
    registration: node,
    functions,
    description: undefined,
    // What becomes of a throw is up to the code around the call.
    wrapped: true,
    certain: false,
  };
}

export function rpcTools(context: FileContext): Tool[] {
  return rpcBranches(context)
    .filter(({ functions }) => functions.length > 0)
    .map(toolOfBranch);
}
