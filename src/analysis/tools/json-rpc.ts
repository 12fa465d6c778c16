import type { TSESTree } from "@typescript-eslint/types";
import { LOW_LEVEL_FRAMEWORK } from "../../frameworks/index.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import { parentOf, unwrap, walk, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { localEnv } from "../values/values.js";
import type { FileContext } from "./context.js";
import type { Tool } from "./tool.js";

const CALL_OF_TOOL = /(?:case\s*|===?\s*)["']tools\/call["']/u;

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

/** The value of the call is kept or returned: it is what the tool answers. */
function isAnswer(call: Node): boolean {
  let child = call;
  for (let up = parentOf(call); up; up = parentOf(up)) {
    if (up.type === "ReturnStatement" || up.type === "VariableDeclarator" || up.type === "Property") return true;
    if (up.type === "AssignmentExpression") return up.right === child;
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

/** A server that reads JSON-RPC itself: `if (request.method === "tools/call") …`, `case "tools/call": …`. */
export function rpcTools({ file, isMcp }: FileContext): Tool[] {
  if (!CALL_OF_TOOL.test(file.text)) return [];
  const tools: Tool[] = [];
  const add = (registration: Node, branch: readonly TSESTree.Statement[]): void => {
    const functions = isMcp || /jsonrpc/u.test(file.text) ? dispatchedTo(branch, file) : [];
    if (functions.length === 0) return;
    tools.push({
      name: undefined,
      framework: LOW_LEVEL_FRAMEWORK,
      registration,
      functions,
      description: undefined,
      // What becomes of a throw is up to the code around the call.
      wrapped: true,
      certain: false,
    });
  };
  walk(file.ast, (node) => {
    if (node.type === "IfStatement" && testsForCall(node.test)) add(node, [node.consequent]);
    else if (node.type === "SwitchCase" && isMethodName(node.test)) add(node, node.consequent);
  });
  return tools;
}
