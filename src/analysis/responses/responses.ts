import type { TSESTree } from "@typescript-eslint/types";
import { dottedName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import { ancestors, enclosingStatement, isFunction, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import { takesAnyStatus } from "./any-status.js";
import type { File } from "../file.js";
import type { ReachedFunction } from "../tools/reach.js";
import { isUnchecked } from "./response-uses.js";

/** A request whose status is never looked at: an error page becomes the tool's answer. */
export interface UncheckedResponse {
  readonly client: "fetch" | "axios";
  readonly node: Node;
  readonly call: TSESTree.CallExpression;
  readonly reached: ReachedFunction;
}

const FETCH_MODULES: ReadonlySet<string> = new Set([
  "node-fetch",
  "undici",
  "cross-fetch",
  "isomorphic-fetch",
  "node-fetch-native",
  "whatwg-fetch",
]);

/** The standard `fetch`, or one of its stand-ins: it resolves for every status. */
export function isFetch(call: TSESTree.CallExpression, file: File): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression") return dottedName(callee) === "globalThis.fetch";
  if (callee.type !== "Identifier") return false;
  const binding = file.bindings.resolve(callee);
  if (binding.kind === "global") return callee.name === "fetch";
  if (binding.kind === "import")
    return FETCH_MODULES.has(binding.source) && (binding.imported === "default" || binding.imported === "fetch");
  // `const request = given.fetch ?? fetch`
  if (binding.kind === "variable") return binding.constant && isElseFetch(binding.init, file);
  // `createServer({ fetch })`: an injected fetch keeps the contract of the one it stands for.
  return binding.kind === "parameter" && callee.name === "fetch";
}

function isElseFetch(init: Node | null, { bindings }: File): boolean {
  if (init?.type !== "LogicalExpression" || init.operator === "&&" || init.right.type !== "Identifier") return false;
  return init.right.name === "fetch" && bindings.resolve(init.right).kind === "global";
}

export function uncheckedResponses(reached: ReachedFunction, file: File): UncheckedResponse[] {
  const found: UncheckedResponse[] = [];
  for (const node of ownNodes(reached.fn).calls) {
    const client = isFetch(node, file) ? "fetch" : takesAnyStatus(node, file) ? "axios" : undefined;
    if (!client || !isUnchecked(node, reached.fn, file) || isTelemetry(node, file)) continue;
    found.push({ client, node: placeOf(node, reached), call: node, reached });
  }
  return found;
}

/** The statement of the call; in an arrow function with an expression body the call itself. */
function placeOf(call: TSESTree.CallExpression, reached: ReachedFunction): Node {
  const statement = enclosingStatement(call);
  return statement.range[0] >= reached.fn.body.range[0] ? statement : call;
}

/** A ping whose answer is nobody's business. */
function isTelemetry(call: TSESTree.CallExpression, file: File): boolean {
  // Sent off inside a try that lets everything pass: nobody wants the answer.
  const statement = enclosingStatement(call);
  const around = ancestors(call).find((up) => up.type === "TryStatement");
  if (
    statement.type === "ExpressionStatement" &&
    around?.type === "TryStatement" &&
    around.handler?.body.body.length === 0
  )
    return true;
  const url = call.arguments[0] ? file.textOf(call.arguments[0]) : "";
  if (/telemetry|analytics|\/track|webhook/iu.test(url)) return true;
  return ancestors(call).some((up) => isFunction(up) && /telemetry|track|ping|health|heartbeat/iu.test(nameOf(up)));
}

function nameOf(fn: Node): string {
  const parent = parentOf(fn);
  if (isFunction(fn) && fn.id) return fn.id.name;
  return parent?.type === "VariableDeclarator" && parent.id.type === "Identifier" ? parent.id.name : "";
}
