import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, lastName, literalProperty } from "../../syntax/names.js";
import { contains, isFunction, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { constantOf, resolve, rootEnv } from "./values.js";

/**
 * The call hands a tool call on to another server: `client.callTool(request.params)`, or a chain of middleware around a
 * function that does so. What that server answers, its JSON-RPC errors too, is to go through as it comes.
 */
export function handsOnRequest(call: TSESTree.CallExpression, file: File): boolean {
  if (isHandedOn(call, file)) return true;
  const callee = unwrap(call.callee);
  const made = callee.type === "Identifier" ? resolve({ node: callee, env: rootEnv(file) }).node : undefined;
  return made?.type === "CallExpression" && made.arguments.some((argument) => isForwarder(argument, file));
}

function isForwarder(argument: Node, file: File): boolean {
  const { node, env } = resolve({ node: argument, env: rootEnv(file) });
  if (!isFunction(node) || env.file !== file) return false;
  return contains(node.body, (inner) => inner.type === "CallExpression" && isHandedOn(inner, file));
}

/** Others that have a `callTool` run the tools of this server. */
const CLIENT = /client|upstream|remote|backend|session/iu;

function isHandedOn(call: TSESTree.CallExpression, file: File): boolean {
  const [first, schema] = call.arguments;
  const given = first && unwrap(first);
  if (!given || call.callee.type !== "MemberExpression") return false;
  if (calleeName(call) === "callTool")
    return CLIENT.test(lastName(call.callee.object) ?? "") && isOfRequest(given, file);
  if (calleeName(call) !== "request" || given.type !== "ObjectExpression" || !schema) return false;
  if (!/CallToolResultSchema$/u.test(dottedName(schema) ?? "")) return false;
  const params = literalProperty(given, "params")?.value;
  return params !== undefined && !namesTool(unwrap(params), file);
}

/** `request.params`, or an object of what has come in: the tool is not one that this server has chosen. */
function isOfRequest(given: Node, file: File): boolean {
  if (given.type !== "ObjectExpression") return lastName(given) === "params" && isOfParameter(given, file);
  return given.properties.some((property) =>
    property.type === "SpreadElement"
      ? isOfParameter(property.argument, file) && !namesTool(given, file)
      : property === literalProperty(given, "name") &&
        (isOfParameter(property.value, file) || isRenamed(property.value, given, file)),
  );
}

/**
 * `{ name: mapping.originalName, arguments: args }`, where `mapping` was looked up by the name that has come in: the tool goes
 * by another name there, and is the one that was asked for.
 */
function isRenamed(name: Node, given: TSESTree.ObjectExpression, file: File): boolean {
  const passed = literalProperty(given, "arguments")?.value;
  const entry = unwrap(name);
  if (!passed || !isOfParameter(passed, file) || entry.type !== "MemberExpression") return false;
  const found = resolve({ node: entry.object, env: rootEnv(file) }).node;
  if (found.type === "MemberExpression") return found.computed && isOfParameter(found.property, file);
  if (found.type !== "CallExpression" || calleeName(found) !== "get") return false;
  const [key] = found.arguments;
  return key !== undefined && isOfParameter(key, file);
}

/** `{ name: "search", … }` */
function namesTool(given: Node, file: File): boolean {
  const name = given.type === "ObjectExpression" ? literalProperty(given, "name")?.value : undefined;
  return name !== undefined && typeof constantOf({ node: name, env: rootEnv(file) }) === "string";
}

/** `request.params.name`, and `name` of `const { name } = request.params`. */
function isOfParameter(given: Node, file: File): boolean {
  let node = unwrap(given);
  while (node.type === "MemberExpression") node = unwrap(node.object);
  if (node.type !== "Identifier") return false;
  const binding = file.bindings.resolve(node);
  if (binding.kind === "parameter") return true;
  return binding.kind === "variable" && binding.constant && binding.init !== null && isOfParameter(binding.init, file);
}
