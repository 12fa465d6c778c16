import type { TSESTree } from "@typescript-eslint/types";
import {
  DEFAULT_FRAMEWORK,
  FRAMEWORKS,
  frameworksOf,
  isOtherToolPackage,
  LOW_LEVEL_FRAMEWORK,
  type Framework,
  type Registration,
} from "../../frameworks/index.js";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { isFunction, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { Binding } from "../values/bindings.js";
import { constantOf, resolve, rootEnv } from "../values/values.js";
import { genericFramework, isFrameworkCertain, type FileContext } from "./context.js";
import { handlerFunctions, handlersAt } from "./handler-functions.js";
import { isBuilderName, isForeign, originOf } from "./receivers.js";
import { toolName, type Tool } from "./tool.js";
import { requestName } from "./tool-answers.js";

type MethodRegistration = Extract<Registration, { kind: "method" }>;

/** By the name of the method. */
const METHOD_REGISTRATIONS = new Map<string, (readonly [Framework, MethodRegistration])[]>();
for (const framework of FRAMEWORKS)
  for (const registration of framework.registrations)
    if (registration.kind === "method")
      for (const method of new Set(registration.methods))
        METHOD_REGISTRATIONS.set(method, [...(METHOD_REGISTRATIONS.get(method) ?? []), [framework, registration]]);

function hasWord(text: string | undefined, words: readonly string[]): boolean {
  const folded = text?.toLowerCase() ?? "";
  return words.some((word) => folded.includes(word));
}

/** Frameworks in the order in which a shape that several of them share is tried. */
function preference(context: FileContext, framework: Framework): number {
  if (context.imported.includes(framework)) return 0;
  if (context.installed.includes(framework)) return 1;
  return framework === DEFAULT_FRAMEWORK ? 2 : 3;
}

/** `server.registerTool(…)`, `server.addTool({ execute })` and the like. */
export function methodTool(call: TSESTree.CallExpression, context: FileContext): Tool | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression") return undefined;
  const method = memberName(callee);
  const registrations = method === undefined ? undefined : METHOD_REGISTRATIONS.get(method);
  if (!registrations) return undefined;
  const { file } = context;
  const origin = originOf(callee.object, file);
  const sources = origin?.source === undefined ? [] : frameworksOf(origin.source);
  if (
    origin?.source !== undefined &&
    sources.length === 0 &&
    (isOtherToolPackage(origin.source) || isForeign(origin.source))
  )
    return undefined;
  const receiver =
    dottedName(callee.object) ?? (callee.object.type === "CallExpression" ? calleeName(callee.object) : undefined);
  const candidates = registrations
    .filter(([framework, registration]) => {
      if (sources.length > 0)
        return (
          sources.includes(framework) &&
          (registration.classes.length === 0 ||
            registration.classes.includes(origin?.className ?? "") ||
            hasWord(receiver, registration.words))
        );
      if (!context.isMcp && origin?.className === undefined)
        return hasWord(receiver, registration.words) && method !== "tool";
      const byClass =
        origin?.className !== undefined &&
        (registration.classes.includes(origin.className) ||
          (hasWord(origin.className, ["mcp"]) && hasWord(origin.className, ["server", "mcp"])));
      return (
        byClass ||
        hasWord(receiver, registration.words) ||
        (preference(context, framework) === 0 && hasWord(receiver, ["server", "mcp", "app", "registry"]))
      );
    })
    .sort(([a], [b]) => preference(context, a) - preference(context, b));
  for (const [framework, registration] of candidates) {
    const place = handlersAt(call, registration.handler, file);
    if (!place.found) continue;
    return {
      name: toolName(call, place.description, file),
      framework,
      registration: call,
      functions: place.functions,
      description: place.description,
      wrapped: place.wrapped,
      certain: sources.length > 0 || preference(context, framework) < 2,
    };
  }
  return undefined;
}

/** `server.setRequestHandler(CallToolRequestSchema, …)`, `("tools/call", …)`, or with a schema of the project's own for it. */
export function requestHandlerTool(call: TSESTree.CallExpression, { file }: FileContext): Tool | undefined {
  const handler = registeredForCalls(call, file);
  if (!handler) return undefined;
  const handlers = handlerFunctions(handler, file);
  return {
    name: undefined,
    framework: LOW_LEVEL_FRAMEWORK,
    registration: call,
    ...handlers,
    description: undefined,
    certain: true,
  };
}

/** The handler of `server.setRequestHandler(CallToolRequestSchema, handler)`. */
export function registeredForCalls(call: TSESTree.CallExpression, file: File): Node | undefined {
  if (calleeName(call) !== "setRequestHandler" || call.arguments.length < 2) return undefined;
  const [request] = call.arguments;
  return request && asksForToolCall(request, file) ? call.arguments.at(-1) : undefined;
}

/** What is asked for stands there, or in what the name stands for: `const Call = z.object({ method: z.literal("tools/call") })`. */
function asksForToolCall(request: Node, file: File): boolean {
  const ref = { node: request, env: rootEnv(file) };
  const name = String(constantOf(ref) ?? requestName(request));
  return (
    name === "tools/call" || name.endsWith("CallToolRequestSchema") || requestName(resolve(ref).node) === "tools/call"
  );
}

/** The frameworks whose function a name is: imported from one of them, or put in scope by it without an import. */
function functionRegistrations(name: string, binding: Binding | undefined, context: FileContext) {
  const isImport = binding?.kind === "import";
  const frameworks = isImport
    ? frameworksOf(binding.source).filter((framework) => context.imported.includes(framework))
    : binding?.kind === "global" && context.isMcp
      ? context.installed
      : [];
  return frameworks.flatMap((framework) =>
    framework.registrations.flatMap((registration) => {
      if (registration.kind !== "function" || (!isImport && !registration.autoImported)) return [];
      return registration.names.includes(isImport ? binding.imported : name)
        ? [{ framework, places: registration.handler }]
        : [];
    }),
  );
}

const registersByFunction = ({ registrations }: Framework): boolean =>
  registrations.some(({ kind }) => kind === "function");

/** `tool(…)`, `createTool({ … })`, and builders of the project's own. */
export function functionTool(call: TSESTree.CallExpression, context: FileContext): Tool | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "Identifier" && callee.type !== "MemberExpression") return undefined;
  const name = calleeName(call);
  if (name === undefined) return undefined;
  const { file } = context;
  const isNamed = file.project.options.settings.toolBuilders.includes(name);
  const isOwn = isNamed || (context.isMcp && isBuilderName(name));
  // Every call of the file comes by: only an import of such a framework can give its function another name.
  if (!isOwn && !context.imported.some(registersByFunction)) return undefined;
  const binding = callee.type === "Identifier" ? file.bindings.resolve(callee) : undefined;
  if (binding?.kind === "import" && isOtherToolPackage(binding.source)) return undefined;
  for (const { framework, places } of functionRegistrations(name, binding, context)) {
    const place = handlersAt(call, places, file);
    if (place.found)
      return { name: toolName(call, place.description, file), framework, registration: call, ...place, certain: true };
  }
  if (!isOwn) return undefined;
  if (!isNamed && binding?.kind === "import" && isForeign(binding.source)) return undefined;
  // `registerTool(server, name, config, handler)` and the like; an object with a handler is found as a tool object.
  return isNamed || call.arguments.length >= 2 ? ownRegistration(call, context) : undefined;
}

const REGISTRY = /tools?(?:registry|handlers?|map|store)?$/iu;
const REGISTRY_METHOD = /^(?:register|add|set|define|handle|on)$/u;

/** `toolRegistry.register("get_order", handler)`, `toolHandlers.set("get_order", handler)`: a registry of the project's own. */
export function registryTool(call: TSESTree.CallExpression, context: FileContext): Tool | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression" || !REGISTRY_METHOD.test(memberName(callee) ?? "")) return undefined;
  if (!context.isMcp || call.arguments.length < 2) return undefined;
  const receiver = dottedName(callee.object)?.split(".").at(-1);
  if (receiver === undefined || !REGISTRY.test(receiver)) return undefined;
  const [name] = call.arguments;
  if (!name || typeof constantOf({ node: name, env: rootEnv(context.file) }) !== "string") return undefined;
  return ownRegistration(call, context);
}

const isBound = (node: Node): boolean => node.type === "CallExpression" && calleeName(node) === "bind";

/** A call of the project's own that takes the handler last: inline, by name, or bound. */
function ownRegistration(call: TSESTree.CallExpression, context: FileContext): Tool | undefined {
  const last = call.arguments.at(-1);
  if (!last || last.type === "SpreadElement") return undefined;
  const node = unwrap(last);
  const isHandler = isFunction(node) || dottedName(node) !== undefined || isBound(node);
  const functions = isHandler ? handlerFunctions(node, context.file).functions : [];
  if (functions.length === 0) return undefined;
  const framework = genericFramework(context);
  return {
    name: toolName(call, undefined, context.file),
    framework,
    registration: call,
    functions,
    wrapped: true,
    description: undefined,
    certain: isFrameworkCertain(context, framework),
  };
}
