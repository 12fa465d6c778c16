import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, literalProperty, memberName } from "../../../syntax/names.js";
import { isClass, isFunction, unwrap, type FunctionNode, type Node } from "../../../syntax/tree.js";
import type { File } from "../../file.js";
import { constantOf, resolve, rootEnv } from "../../values/values.js";
import type { FileContext } from "../context.js";
import { requestName } from "../tool-answers.js";

/** A resource that a file serves, with the function that reads it. */
export interface Resource {
  /** Its name or its URI, where that is written. */
  readonly name: string | undefined;
  readonly place: Node;
  readonly read: FunctionNode;
}

/** The resources that a file registers with the SDK, FastMCP or mcp-framework, or answers `resources/read` for. */
export function resourcesOf({ file, isMcp }: FileContext): Resource[] {
  if (!isMcp) return [];
  return [
    ...file.index.calls.flatMap((call) => registered(call, file) ?? added(call, file) ?? answered(call, file) ?? []),
    ...file.index.classes.flatMap((cls) => readByClass(cls, file) ?? []),
  ];
}

function functionOf(node: Node | undefined, file: File): FunctionNode | undefined {
  if (!node) return undefined;
  const { node: value, env } = resolve({ node, env: rootEnv(file) });
  return isFunction(value) && env.file === file ? value : undefined;
}

/** `server.registerResource(name, uri, config, read)`, `server.resource(name, uri, read)` */
function registered(call: TSESTree.CallExpression, file: File): Resource | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression" || !/^(?:registerResource|resource)$/u.test(memberName(callee) ?? ""))
    return undefined;
  const [first, second] = call.arguments;
  const read = call.arguments.length >= 3 ? functionOf(call.arguments.at(-1), file) : undefined;
  if (!first || !second || !read || !isAddress(second, file)) return undefined;
  const name = constantOf({ node: first, env: rootEnv(file) });
  return { name: typeof name === "string" ? name : undefined, place: first, read };
}

/** `"orders://{id}"`, `new ResourceTemplate("orders://{id}", …)` */
function isAddress(node: Node, file: File): boolean {
  const { node: value, env } = resolve({ node, env: rootEnv(file) });
  if (value.type === "NewExpression") return calleeName(value) === "ResourceTemplate";
  const text = constantOf({ node: value, env });
  return typeof text === "string" ? text.includes(":") : value.type === "TemplateLiteral";
}

/** `server.addResource({ uri, load })` of FastMCP */
function added(call: TSESTree.CallExpression, file: File): Resource | undefined {
  if (!/^addResource(?:Template)?$/u.test(calleeName(call) ?? "")) return undefined;
  const [first] = call.arguments;
  const object = first && unwrap(first);
  if (object?.type !== "ObjectExpression") return undefined;
  const read = functionOf(literalProperty(object, "load")?.value, file);
  const address = (literalProperty(object, "uri") ?? literalProperty(object, "uriTemplate"))?.value;
  if (!read || !address) return undefined;
  const name = constantOf({ node: literalProperty(object, "name")?.value ?? address, env: rootEnv(file) });
  return { name: typeof name === "string" ? name : undefined, place: address, read };
}

/** `server.setRequestHandler(ReadResourceRequestSchema, read)` */
function answered(call: TSESTree.CallExpression, file: File): Resource | undefined {
  if (calleeName(call) !== "setRequestHandler") return undefined;
  const [request, handler] = call.arguments;
  if (!request) return undefined;
  const asked = String(constantOf({ node: request, env: rootEnv(file) }) ?? requestName(request));
  const read =
    asked === "resources/read" || asked.endsWith("ReadResourceRequestSchema") ? functionOf(handler, file) : undefined;
  return read && { name: undefined, place: request, read };
}

/** `class Orders extends MCPResource { async read() { … } }` of mcp-framework */
function readByClass(cls: Node, file: File): Resource | undefined {
  if (!isClass(cls) || cls.superClass?.type !== "Identifier") return undefined;
  const binding = file.bindings.resolve(cls.superClass);
  if (binding.kind !== "import" || binding.imported !== "MCPResource") return undefined;
  for (const member of cls.body.body)
    if (
      member.type === "MethodDefinition" &&
      member.key.type === "Identifier" &&
      member.key.name === "read" &&
      isFunction(member.value)
    )
      return { name: cls.id?.name, place: cls.id ?? cls, read: member.value };
  return undefined;
}
