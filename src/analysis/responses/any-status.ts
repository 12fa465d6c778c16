import type { TSESTree } from "@typescript-eslint/types";
import { literalProperty, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { isFunction, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { constantOf, isUndefined, resolve, rootEnv, type Env, type Ref } from "../values/values.js";

const REQUESTS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "request", "options"]);

/**
 * A request of axios that takes every status for an answer: `validateStatus: () => true` of the client or of the call.
 * Left alone, axios rejects for an error status by itself.
 */
export function takesAnyStatus(call: TSESTree.CallExpression, file: File): boolean {
  // Most files never speak of it, but the client may stand in another one.
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression" || !REQUESTS.has(memberName(callee) ?? "")) return false;
  const env = rootEnv(file);
  if (isAxios({ node: callee.object, env })) return allowsEverything(call.arguments.at(-1), env);
  const client = resolve({ node: callee.object, env });
  const { node } = client;
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  if (memberName(node.callee) !== "create" || !isAxios({ node: node.callee.object, env: client.env })) return false;
  // An interceptor may look at every answer of the client.
  return !client.env.file.text.includes("interceptors.response") && allowsEverything(node.arguments[0], client.env);
}

function isAxios({ node, env }: Ref): boolean {
  const binding = node.type === "Identifier" ? env.file.bindings.resolve(node) : undefined;
  return binding?.kind === "import" && binding.source === "axios";
}

function allowsEverything(config: Node | undefined, env: Env): boolean {
  const object = config && resolve({ node: config, env });
  const check = object?.node.type === "ObjectExpression" ? literalProperty(object.node, "validateStatus") : undefined;
  if (!check) return false;
  const value = unwrap(check.value);
  if (!isFunction(value)) return isUndefined(value) || (value.type === "Literal" && !value.value);
  const returned = returnedExpressions(value);
  return returned.length > 0 && returned.every((node) => constantOf({ node, env }) === true);
}
