import type { TSESTree } from "@typescript-eslint/types";
import { isRequestErrorCode } from "../../contract/protocol.js";
import { literalProperty } from "../../syntax/names.js";
import {
  contains,
  enclosingFunction,
  enclosingStatement,
  isInside,
  unwrap,
  walkSameFunction,
  type Node,
} from "../../syntax/tree.js";
import { isUnused, workName } from "../../syntax/work.js";
import { guardingTry } from "../catches/tries.js";
import { canFail } from "../reachability/can-fail.js";
import type { FileContext } from "../tools/index.js";
import { rpcBranches, toolOfBranch, type RpcBranch } from "../tools/json-rpc.js";
import type { Tool } from "../tools/tool.js";
import { calledFunction, callsInFile } from "../values/calls.js";
import { enclosingCatch } from "../values/flow.js";
import { handsOnRequest } from "../values/forwarding.js";
import { guardsOf } from "../values/guards.js";
import { constantOf, rootEnv, type Env } from "../values/values.js";
import { branchOf } from "./branches.js";
import type { Escape } from "./escapes.js";
import { exitsOf, type Reach } from "./exits.js";

/** A function that sends an error may call the one that writes it. */
const MAX_CALLS = 2;

/**
 * Failures of tools which a server that writes JSON-RPC itself answers with an error of the protocol: in a clause of the branch
 * for `tools/call`, or in the one around the branches for all methods.
 */
export function rpcEscapes(context: FileContext, reach: Reach): Escape[] {
  const found = new Map<Node, Escape>();
  for (const branch of rpcBranches(context)) {
    const tool = toolOfBranch(branch);
    for (const escape of [...clausesOf(branch, tool, reach), ...openWork(branch, tool, reach)])
      if (!found.has(escape.node)) found.set(escape.node, escape);
  }
  return [...found.values()];
}

/** The branch itself, and the functions of the file to which it leads. */
function bodiesOf({ statements, functions }: RpcBranch): Node[] {
  return [...statements, ...functions.map(({ body }) => body)];
}

function clausesOf(branch: RpcBranch, tool: Tool, { file }: Reach): Escape[] {
  const found: Escape[] = [];
  for (const body of bodiesOf(branch))
    walkSameFunction(body, (node) => {
      if (node.type !== "TryStatement" || !node.handler || !answersWithProtocolError(node.handler, rootEnv(file)))
        return;
      const work = workIn(node.block, file);
      if (work) found.push({ how: "answered", node: node.handler, tool, what: workName(work) });
    });
  return found;
}

/** The first work in a block that can fail, of which something is awaited, and that hands on no request. */
function workIn(block: Node, file: Reach["file"]): TSESTree.CallExpression | undefined {
  let work: TSESTree.CallExpression | undefined;
  walkSameFunction(block, (node) => {
    const call = work ? undefined : canFail(node, file);
    if (call && !isUnused(call) && !handsOnRequest(call, file)) work = call;
  });
  return work;
}

/**
 * Work of the branch of which something is awaited, and around which only the clause for all methods stands, in this
 * function or in one that calls it.
 */
function openWork(branch: RpcBranch, tool: Tool, reach: Reach): Escape[] {
  const { file } = reach;
  const outer = clauseAround(branch.node, file);
  const fn = enclosingFunction(branch.node);
  if (!fn || !outer || !answersWithProtocolError(outer, rootEnv(file))) return [];
  const places = new Map<Node, Escape>();
  for (const statement of branch.statements)
    walkSameFunction(statement, (node) => {
      const call = canFail(node, file);
      const around = guardingTry(node)?.handler;
      if (!call || isUnused(call) || enclosingCatch(node) || (around && around !== outer)) return;
      if (handsOnRequest(call, file)) return;
      const { open } = exitsOf(call, reach);
      const work = open === call ? node : open;
      const part = work && branchOf(work, enclosingFunction(work) ?? fn);
      if (open && work && part && !places.has(part))
        places.set(part, { how: "answeredAbove", node: enclosingStatement(work), tool, what: workName(open) });
    });
  return [...places.values()];
}

/** The clause that takes what a node throws, in its function or around a call of that. */
function clauseAround(node: Node, file: Reach["file"]): TSESTree.CatchClause | undefined {
  const own = guardingTry(node)?.handler;
  const fn = enclosingFunction(node);
  if (own || !fn) return own ?? undefined;
  const clauses = callsInFile(fn, file).map((call) => guardingTry(call)?.handler);
  const [clause, ...others] = clauses;
  return clause && others.every((other) => other === clause) ? clause : undefined;
}

/** `catch (error) { return { jsonrpc: "2.0", id, error: { code: -32603, message } }; }`, whatever the error is. */
function answersWithProtocolError(clause: TSESTree.CatchClause, env: Env): boolean {
  let answers = false;
  let makesResult = false;
  walkSameFunction(clause.body, (node) => {
    makesResult ||= isResult(node, env);
    answers ||= isProtocolError(node, env) && !isOfOneKind(node, clause);
  });
  return answers && !makesResult;
}

/** `if (error instanceof RpcError) return …;`: other errors go elsewhere. Whether the answer has begun picks out none. */
function isOfOneKind(node: Node, clause: TSESTree.CatchClause): boolean {
  const { param } = clause;
  const asks = (test: Node): boolean =>
    contains(test, (name) => name.type === "Identifier" && param?.type === "Identifier" && name.name === param.name);
  return guardsOf(node).some(({ test, negated }) => !negated && isInside(test, clause) && asks(test));
}

/** A tool's result: some failures at least are told as they should be. */
function isResult(node: Node, env: Env): boolean {
  if (node.type === "ObjectExpression")
    return literalProperty(node, "isError") !== undefined || literalProperty(node, "content") !== undefined;
  const called = node.type === "CallExpression" ? calledFunction(node, env) : undefined;
  return called !== undefined && /\bisError\b/u.test(called.env.file.textOf(called.fn.body));
}

/** `{ jsonrpc, id, error }`, or a call of a function that writes one; codes for a wrong request are what such errors are for. */
function isProtocolError(node: Node, env: Env, hops = MAX_CALLS): boolean {
  if (node.type === "ObjectExpression") {
    const error = literalProperty(node, "error")?.value;
    if (!error || !literalProperty(node, "jsonrpc")) return false;
    const value = unwrap(error);
    const code = value.type === "ObjectExpression" ? literalProperty(value, "code")?.value : undefined;
    return code === undefined || !isForRequests(code, env);
  }
  if (node.type !== "CallExpression" || hops <= 0) return false;
  const called = calledFunction(node, env);
  if (!called || node.arguments.some((argument) => isForRequests(argument, env))) return false;
  return contains(called.fn.body, (inner) => isProtocolError(inner, called.env, hops - 1));
}

function isForRequests(code: Node, env: Env): boolean {
  const constant = constantOf({ node: code, env });
  return constant !== undefined && isRequestErrorCode(String(constant));
}
