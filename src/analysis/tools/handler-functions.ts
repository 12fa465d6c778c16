import type { TSESTree } from "@typescript-eslint/types";
import type { HandlerPlace } from "../../frameworks/index.js";
import { literalProperty, memberName, methodNamed } from "../../syntax/names.js";
import { isClass, isFunction, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { resolve, rootEnv } from "../values/values.js";
import { isNothing } from "../values/written.js";

/** The functions behind a handler argument. */
export interface Handlers {
  readonly functions: FunctionNode[];
  readonly wrapped: boolean;
}

/** Methods by which a tool that is a class, or an instance of one, is run. */
export const TOOL_METHODS = [
  "execute",
  "exec",
  "handle",
  "run",
  "runTool",
  "callback",
  "call",
  "invoke",
  // what the base class calls from its own `execute`
  "executeValidated",
  "executeImpl",
  "executeTool",
  "executeInternal",
] as const;

/** The functions of this file behind a handler argument: inline, by name, wrapped, bound, or as the method of a class. */
export function handlerFunctions(node: Node, file: File, hops = 3): Handlers {
  const value = resolve({ node, env: rootEnv(file) });
  if (isFunction(value.node)) return { functions: value.env.file === file ? [value.node] : [], wrapped: false };
  if (hops <= 0 || value.env.file !== file) return { functions: [], wrapped: false };
  if (isClass(value.node)) {
    const cls = value.node;
    return { functions: TOOL_METHODS.flatMap((name) => methodNamed(cls, name) ?? []), wrapped: true };
  }
  if (value.node.type === "NewExpression") return handlerFunctions(value.node.callee, file, hops - 1);
  // `service ? makeHandler(service) : async () => "No service."`
  if (value.node.type === "ConditionalExpression") {
    const branches = [value.node.consequent, value.node.alternate];
    // `enabled ? async () => … : undefined` says whether there is a handler at all.
    if (branches.some(isNothing)) return { functions: [], wrapped: false };
    const both = branches.map((one) => handlerFunctions(one, file, hops - 1));
    return { functions: both.flatMap(({ functions }) => functions), wrapped: both.some(({ wrapped }) => wrapped) };
  }
  if (value.node.type === "CallExpression") {
    const callee = unwrap(value.node.callee);
    if (callee.type === "MemberExpression" && memberName(callee) === "bind")
      return handlerFunctions(callee.object, file, hops - 1);
    const functions = value.node.arguments.flatMap((argument) =>
      argument.type === "SpreadElement" ? [] : handlerFunctions(argument, file, hops - 1).functions,
    );
    const made = returnedFunction(callee, file);
    // What a wrapper makes is only interesting where no function is wrapped: a factory of handlers.
    return { functions: functions.length > 0 || !made ? functions : [made], wrapped: true };
  }
  return { functions: [], wrapped: false };
}

/** `makeHandler(x)` where `makeHandler` returns a function of this file. */
function returnedFunction(callee: Node, file: File): FunctionNode | undefined {
  const maker = resolve({ node: callee, env: rootEnv(file) });
  if (!isFunction(maker.node) || maker.env.file !== file) return undefined;
  const body = maker.node.body;
  if (isFunction(body)) return body;
  if (body.type !== "BlockStatement") return undefined;
  for (const statement of body.body) {
    if (statement.type !== "ReturnStatement" || !statement.argument) continue;
    const returned = unwrap(statement.argument);
    if (isFunction(returned)) return returned;
  }
  return undefined;
}

function at(call: TSESTree.CallExpression, place: HandlerPlace): Node | undefined {
  return place.at < 0 ? call.arguments.at(place.at) : call.arguments[place.at];
}

/** The handlers of one registration. */
export interface Place extends Handlers {
  readonly description: TSESTree.ObjectExpression | undefined;
  readonly found: boolean;
}

const NO_PLACE: Place = { functions: [], wrapped: false, description: undefined, found: false };

/** Looks at each place where a registration may have its handler. */
export function handlersAt(call: TSESTree.CallExpression, places: readonly HandlerPlace[], file: File): Place {
  for (const place of places) {
    const argument = at(call, place);
    if (!argument) continue;
    if (!("property" in place)) {
      if (isData(argument)) continue;
      const handlers = handlerFunctions(argument, file);
      const description = call.arguments.find(
        (other) => unwrap(other).type === "ObjectExpression" && other !== argument,
      );
      return {
        ...handlers,
        description: description && (unwrap(description) as TSESTree.ObjectExpression),
        found: true,
      };
    }
    const value = resolve({ node: argument, env: rootEnv(file) });
    const objects =
      value.node.type === "ArrayExpression"
        ? value.node.elements.flatMap((element) => (element ? [resolve({ node: element, env: value.env })] : []))
        : [value];
    const found = objects.flatMap(({ node, env }) =>
      node.type === "ObjectExpression" ? [{ object: node, isOfThisFile: env.file === file }] : [],
    );
    const properties = found.flatMap(({ object, isOfThisFile }) =>
      place.property.flatMap((name) => {
        const property = literalProperty(object, name);
        return property ? [{ handler: property.value, isOfThisFile }] : [];
      }),
    );
    if (properties.length === 0) continue;
    // The handlers of an imported tool are found where they stand.
    const all = properties.flatMap(({ handler, isOfThisFile }): Handlers[] => {
      if (!isOfThisFile) return [];
      return [isFunction(handler) ? { functions: [handler], wrapped: false } : handlerFunctions(handler, file)];
    });
    return {
      functions: all.flatMap((handlers) => handlers.functions),
      wrapped: all.some((handlers) => handlers.wrapped),
      description: found[0]?.object,
      found: true,
    };
  }
  return NO_PLACE;
}

/** A literal in the handler's place: the call is another one of the same name. */
function isData(node: Node): boolean {
  const inner = unwrap(node);
  return (
    inner.type === "Literal" ||
    inner.type === "ObjectExpression" ||
    inner.type === "ArrayExpression" ||
    inner.type === "TemplateLiteral"
  );
}
