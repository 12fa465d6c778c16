import { calleeName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import { resolve, type Env, type Ref } from "../values/values.js";

/** Another server's answer may well speak the contract. */
const SPEAKS_MCP = /^(?:callTool|executeTool|invokeTool)$/u;

/** The language's own objects only pass on what they are given. */
const BUILT_IN = /^(?:JSON|Object|Array|Promise|Reflect|Math|String|Number|Map|Set|Error|globalThis|console)$/u;

/** Names by which an error carries what an upstream service has answered. */
const UPSTREAM_DATA = /^(?:exception|response|body|responseBody|cause)$/u;

/**
 * What a package or a global brings: an upstream answer, a browser's, an operating system's. It follows no contract of
 * this project's, whatever is in it.
 */
export function comesFromOutside(ref: Ref, steps = 5): boolean {
  const { node, env } = resolve(ref);
  if (steps <= 0) return false;
  switch (node.type) {
    case "MemberExpression":
      return UPSTREAM_DATA.test(memberName(node) ?? "") && isCaught(node.object, env)
        ? true
        : comesFromOutside({ node: node.object, env }, steps - 1);
    case "Identifier": {
      const binding = env.file.bindings.resolve(node);
      return (
        binding.kind === "variable" &&
        binding.constant &&
        binding.init !== null &&
        binding.init !== node &&
        comesFromOutside({ node: binding.init, env }, steps - 1)
      );
    }
    case "CallExpression": {
      if (SPEAKS_MCP.test(calleeName(node) ?? "")) return false;
      const called = calledFunction(node, env);
      // A bare name of which nothing is known may be a function of the project's (auto-imported); a browser's API is an object.
      if (!called && unwrap(node.callee).type === "Identifier" && isGlobal(node.callee, env))
        return calleeName(node) === "fetch";
      if (!called) return isForeign(rootOf(node.callee), env, steps);
      const returned = returnedExpressions(called.fn);
      return (
        returned.length > 0 &&
        returned.every((expression) => comesFromOutside({ node: expression, env: called.env }, steps - 1))
      );
    }
    default:
      return false;
  }
}

function isCaught(node: Node, env: Env): boolean {
  const object = unwrap(node);
  return object.type === "Identifier" && env.file.bindings.resolve(object).kind === "catch";
}

function isGlobal(node: Node, env: Env): boolean {
  return env.file.bindings.resolve(unwrap(node)).kind === "global";
}

function rootOf(node: Node): Node {
  let current = unwrap(node);
  while (current.type === "MemberExpression" || current.type === "CallExpression")
    current = unwrap(current.type === "MemberExpression" ? current.object : current.callee);
  return current;
}

/** `fetch`, `chrome.tabs`, `axios`, a client that a package's class makes, an answer of one of these. */
function isForeign(root: Node, env: Env, steps: number): boolean {
  if (root.type === "NewExpression") return isForeign(unwrap(root.callee), env, steps - 1);
  if (root.type !== "Identifier" || steps <= 0) return false;
  const binding = env.file.bindings.resolve(root);
  switch (binding.kind) {
    case "global":
      return !BUILT_IN.test(binding.name);
    case "import":
      return /^(?:node:|@[\w-]+\/|[\w-])/u.test(binding.source) && !/^@modelcontextprotocol\//u.test(binding.source);
    case "variable": {
      if (!binding.constant || !binding.init) return false;
      const init = unwrap(binding.init);
      return init.type === "NewExpression"
        ? isForeign(unwrap(init.callee), env, steps - 1)
        : comesFromOutside({ node: init, env }, steps - 1);
    }
    default:
      return false;
  }
}
