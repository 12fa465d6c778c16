import type { TSESTree } from "@typescript-eslint/types";
import {
  DEFAULT_FRAMEWORK,
  FRAMEWORKS,
  frameworksOf,
  isMcpSpecifier,
  isOtherToolPackage,
  LOW_LEVEL_FRAMEWORK,
  type Framework,
  type HandlerPlace,
  type Registration,
} from "../frameworks/index.js";
import { calleeName, dottedName, functionName, keyName, literalProperty, memberName, methodNamed } from "../syntax/names.js";
import { enclosingClass, isFunction, unwrap, type ClassNode, type FunctionNode, type Node } from "../syntax/tree.js";
import type { File } from "./file.js";
import { constantOf, resolve, rootEnv } from "./values.js";

/** One tool, as far as this file shows it. */
export interface Tool {
  readonly name: string | undefined;
  readonly framework: Framework;
  /** The call, class, method or object that makes the function a tool's handler. */
  readonly registration: Node;
  /** The handlers that stand in this file; none where the function is imported or unknown. */
  readonly functions: readonly FunctionNode[];
  /** The object that describes the tool, if it is written out. */
  readonly description: TSESTree.ObjectExpression | undefined;
  /** A function of unknown effect stands around the handler: what becomes of a throw cannot be told. */
  readonly wrapped: boolean;
  /** The registration names the framework; otherwise it was guessed from the shape. */
  readonly certain: boolean;
}

/** How a file stands to MCP. */
export interface FileContext {
  readonly file: File;
  /** Frameworks that the file imports. */
  readonly imported: readonly Framework[];
  /** Frameworks that the package depends on. */
  readonly installed: readonly Framework[];
  /** The file imports an MCP library, or belongs to a package that depends on one. */
  readonly isMcp: boolean;
  readonly importsMcp: boolean;
}

export function contextOf(file: File): FileContext {
  const specifiers = importSpecifiers(file);
  const imported = [...new Set(specifiers.flatMap(frameworksOf))].filter((framework) => isServed(framework, file, specifiers));
  const { packages } = file.project;
  const facts = packages.of(file.filename);
  const installed = FRAMEWORKS.filter(
    (framework) => framework.packages.some((name) => facts?.dependencies.has(name)) && isServed(framework, file, specifiers),
  );
  const importsMcp = specifiers.some(isMcpSpecifier);
  const isMcp =
    importsMcp || imported.length > 0 || (facts !== undefined && (facts.dependsOnMcp || (TOOL_RESULT_WORDS.test(file.text) && packages.importsMcp(facts))));
  return { file, imported, installed, importsMcp, isMcp };
}

/** Words worth a look into the other files of a package whose manifest lists no MCP library. */
const TOOL_RESULT_WORDS = /\bisError\b|CallToolResult|ToolResult/u;

function isServed(framework: Framework, file: File, specifiers: readonly string[]): boolean {
  if (!framework.onlyWith) return true;
  if (framework.onlyWith.some((name) => specifiers.includes(name))) return true;
  if (!framework.packages.some((name) => specifiers.some((specifier) => specifier === name || specifier.startsWith(`${name}/`)))) return false;
  const { packages } = file.project;
  const facts = packages.of(file.filename);
  return facts !== undefined && framework.onlyWith.some((name) => packages.uses(facts, name));
}

export function importSpecifiers(file: File): string[] {
  const found: string[] = [];
  for (const statement of file.ast.body) {
    if (statement.type === "ImportDeclaration") found.push(statement.source.value);
    if ((statement.type === "ExportNamedDeclaration" || statement.type === "ExportAllDeclaration") && statement.source)
      found.push(statement.source.value);
  }
  for (const call of file.index.calls) {
    if (call.callee.type !== "Identifier" || call.callee.name !== "require") continue;
    const [argument] = call.arguments;
    if (argument?.type === "Literal" && typeof argument.value === "string") found.push(argument.value);
  }
  return found;
}

// ─── where the handler function is ──────────────────────────────────────────

interface Handlers {
  readonly functions: FunctionNode[];
  readonly wrapped: boolean;
}

/** The functions of this file behind a handler argument: inline, by name, wrapped, bound. */
function handlerFunctions(node: Node, file: File, hops = 3): Handlers {
  const value = resolve({ node, env: rootEnv(file) });
  if (isFunction(value.node)) return { functions: value.env.file === file ? [value.node] : [], wrapped: false };
  if (hops <= 0 || value.env.file !== file) return { functions: [], wrapped: false };
  if (value.node.type === "CallExpression") {
    const callee = unwrap(value.node.callee);
    if (callee.type === "MemberExpression" && memberName(callee) === "bind")
      return handlerFunctions(callee.object, file, hops - 1);
    const functions = value.node.arguments.flatMap((argument) =>
      argument.type === "SpreadElement" ? [] : handlerFunctions(argument, file, hops - 1).functions,
    );
    const made = returnedFunction(callee, file);
    return { functions: made ? [...functions, made] : functions, wrapped: true };
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

interface Place extends Handlers {
  readonly description: TSESTree.ObjectExpression | undefined;
  readonly found: boolean;
}

const NO_PLACE: Place = { functions: [], wrapped: false, description: undefined, found: false };

function handlersAt(call: TSESTree.CallExpression, places: readonly HandlerPlace[], file: File): Place {
  for (const place of places) {
    const argument = at(call, place);
    if (!argument) continue;
    if (!("property" in place)) {
      if (isData(argument)) continue;
      const handlers = handlerFunctions(argument, file);
      const description = call.arguments.find((other) => unwrap(other).type === "ObjectExpression" && other !== argument);
      return { ...handlers, description: description && (unwrap(description) as TSESTree.ObjectExpression), found: true };
    }
    const value = resolve({ node: argument, env: rootEnv(file) });
    const objects = value.node.type === "ArrayExpression" ? value.node.elements.flatMap((element) => (element ? [resolve({ node: element, env: value.env }).node] : [])) : [value.node];
    const found = objects.filter((object) => object.type === "ObjectExpression");
    const properties = found.flatMap((object) => place.property.flatMap((name) => literalProperty(object, name) ?? []));
    if (properties.length === 0) continue;
    const all = properties.map((property) => (isFunction(property.value) ? { functions: [property.value], wrapped: false } : handlerFunctions(property.value, file)));
    return {
      functions: all.flatMap((handlers) => handlers.functions),
      wrapped: all.some((handlers) => handlers.wrapped),
      description: found[0],
      found: true,
    };
  }
  return NO_PLACE;
}

/** A literal in the handler's place: the call is another one of the same name. */
function isData(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === "Literal" || inner.type === "ObjectExpression" || inner.type === "ArrayExpression" || inner.type === "TemplateLiteral";
}

// ─── receivers ──────────────────────────────────────────────────────────────

interface Origin {
  /** The class of the receiver, if it can be seen. */
  readonly className: string | undefined;
  /** The module that the class comes from. */
  readonly source: string | undefined;
}

function originOfName(name: Node, file: File): Origin {
  const binding = file.bindings.resolve(name);
  if (binding.kind === "import")
    return { className: binding.imported === "default" || binding.imported === "*" ? binding.path[0] ?? dottedName(name) : binding.imported, source: binding.source };
  return { className: dottedName(name), source: undefined };
}

function originOfType(annotation: TSESTree.TypeNode | undefined, file: File): Origin | undefined {
  if (annotation?.type !== "TSTypeReference") return undefined;
  if (annotation.typeName.type !== "Identifier") return undefined;
  const [inner] = annotation.typeArguments?.params ?? [];
  if (annotation.typeName.name === "Pick" || annotation.typeName.name === "Readonly") return originOfType(inner, file);
  return originOfName(annotation.typeName, file);
}

/** Where the receiver of `receiver.tool(…)` comes from: `new McpServer()`, a typed parameter, a field. */
function originOf(receiver: Node, file: File, hops = 4): Origin | undefined {
  const node = unwrap(receiver);
  if (hops <= 0) return undefined;
  if (node.type === "NewExpression") return originOfName(node.callee, file);
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression") return originOf(node.callee.object, file, hops - 1);
  if (node.type === "Identifier") {
    const binding = file.bindings.resolve(node);
    if (binding.kind === "variable") {
      const { id } = binding.declarator;
      const annotation = id.type === "Identifier" ? id.typeAnnotation?.typeAnnotation : undefined;
      return originOfType(annotation, file) ?? (binding.init && binding.path.length === 0 ? originOf(binding.init, file, hops - 1) : undefined);
    }
    if (binding.kind === "parameter") {
      const parameter = binding.fn.params[binding.index];
      if (parameter?.type === "Identifier") return originOfType(parameter.typeAnnotation?.typeAnnotation, file);
    }
    if (binding.kind === "import") {
      const value = resolve({ node, env: rootEnv(file) });
      return value.env.file === file ? undefined : originOf(value.node, value.env.file, hops - 1);
    }
    return undefined;
  }
  if (node.type === "MemberExpression" && unwrap(node.object).type === "ThisExpression") {
    const cls = enclosingClass(node);
    const name = memberName(node);
    return cls && name !== undefined ? originOfField(cls, name, file) : undefined;
  }
  if (node.type === "ThisExpression") {
    const cls = enclosingClass(node);
    return cls?.superClass ? originOfName(cls.superClass, file) : undefined;
  }
  return undefined;
}

function originOfField(cls: ClassNode, name: string, file: File): Origin | undefined {
  for (const member of cls.body.body) {
    if (member.type === "PropertyDefinition" && keyName(member.key, member.computed) === name)
      return originOfType(member.typeAnnotation?.typeAnnotation, file) ?? (member.value ? originOf(member.value, file) : undefined) ?? assignedField(cls, name, file);
    if (member.type !== "MethodDefinition" || member.kind !== "constructor") continue;
    for (const parameter of member.value.params)
      if (parameter.type === "TSParameterProperty" && parameter.parameter.type === "Identifier" && parameter.parameter.name === name)
        return originOfType(parameter.parameter.typeAnnotation?.typeAnnotation, file);
  }
  return assignedField(cls, name, file);
}

function assignedField(cls: ClassNode, name: string, file: File): Origin | undefined {
  for (const assignment of file.index.assignments)
    if (dottedName(assignment.left) === `this.${name}` && enclosingClass(assignment) === cls) return originOf(assignment.right, file, 2);
  return undefined;
}

// ─── one registration ───────────────────────────────────────────────────────

type MethodRegistration = Extract<Registration, { kind: "method" }>;

const METHOD_REGISTRATIONS: readonly (readonly [Framework, MethodRegistration])[] = FRAMEWORKS.flatMap((framework) =>
  framework.registrations.flatMap((registration) =>
    registration.kind === "method" ? [[framework, registration] as const] : [],
  ),
);
const METHOD_NAMES: ReadonlySet<string> = new Set(METHOD_REGISTRATIONS.flatMap(([, registration]) => registration.methods));

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

function methodTool(call: TSESTree.CallExpression, context: FileContext): Tool | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression") return undefined;
  const method = memberName(callee);
  if (method === undefined || !METHOD_NAMES.has(method)) return undefined;
  const { file } = context;
  const origin = originOf(callee.object, file);
  const sources = origin?.source === undefined ? [] : frameworksOf(origin.source);
  if (origin?.source !== undefined && sources.length === 0 && (isOtherToolPackage(origin.source) || isForeign(origin.source))) return undefined;
  const receiver = dottedName(callee.object) ?? (callee.object.type === "CallExpression" ? calleeName(callee.object) : undefined);
  const candidates = METHOD_REGISTRATIONS.filter(([framework, registration]) => {
    if (!registration.methods.includes(method)) return false;
    if (sources.length > 0)
      return sources.includes(framework) && (registration.classes.length === 0 || registration.classes.includes(origin?.className ?? "") || hasWord(receiver, registration.words));
    if (!context.isMcp && origin?.className === undefined) return hasWord(receiver, registration.words) && method !== "tool";
    const byClass = origin?.className !== undefined && (registration.classes.includes(origin.className) || (hasWord(origin.className, ["mcp"]) && hasWord(origin.className, ["server", "mcp"])));
    return byClass || hasWord(receiver, registration.words) || (preference(context, framework) === 0 && hasWord(receiver, ["server", "mcp", "app", "registry"]));
  }).sort(([a], [b]) => preference(context, a) - preference(context, b));
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

/** A package that is no MCP library: `router.tool()` of it is something else. */
function isForeign(source: string): boolean {
  return !source.startsWith(".") && !source.startsWith("@/") && !source.startsWith("~") && !source.startsWith("#") && !isMcpSpecifier(source) && !/mcp/iu.test(source);
}

function toolName(call: TSESTree.CallExpression, description: TSESTree.ObjectExpression | undefined, file: File): string | undefined {
  const [first] = call.arguments;
  const direct = first && constantOf({ node: first, env: rootEnv(file) });
  if (typeof direct === "string") return direct;
  return description && nameOfObject(description, file);
}

function nameOfObject(object: TSESTree.ObjectExpression, file: File): string | undefined {
  const property = literalProperty(object, "name") ?? literalProperty(object, "id");
  const value = property && constantOf({ node: property.value, env: rootEnv(file) });
  return typeof value === "string" ? value : undefined;
}

function requestHandlerTool(call: TSESTree.CallExpression, context: FileContext): Tool | undefined {
  if (calleeName(call) !== "setRequestHandler") return undefined;
  const [request] = call.arguments;
  const handler = call.arguments.at(-1);
  if (!request || !handler || call.arguments.length < 2) return undefined;
  const name = constantOf({ node: request, env: rootEnv(context.file) }) ?? dottedName(request);
  if (name !== "tools/call" && !String(name).endsWith("CallToolRequestSchema")) return undefined;
  const handlers = handlerFunctions(handler, context.file);
  return { name: undefined, framework: LOW_LEVEL_FRAMEWORK, registration: call, ...handlers, description: undefined, certain: true };
}

const BUILDER_NAME = /^(?:tool|(?:define|create|make|build|register|add|mcp)\w*tool)$/iu;

function functionTool(call: TSESTree.CallExpression, context: FileContext): Tool | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "Identifier" && callee.type !== "MemberExpression") return undefined;
  const name = calleeName(call);
  if (name === undefined) return undefined;
  const { file } = context;
  const binding = callee.type === "Identifier" ? file.bindings.resolve(callee) : undefined;
  if (binding?.kind === "import") {
    if (isOtherToolPackage(binding.source)) return undefined;
    for (const framework of frameworksOf(binding.source)) {
      if (!context.imported.includes(framework)) continue;
      for (const registration of framework.registrations) {
        if (registration.kind !== "function" || !registration.names.includes(binding.imported)) continue;
        const place = handlersAt(call, registration.handler, file);
        if (place.found)
          return { name: toolName(call, place.description, file), framework, registration: call, ...place, certain: true };
      }
    }
  }
  if (binding?.kind === "global" && context.isMcp) {
    for (const framework of context.installed)
      for (const registration of framework.registrations) {
        if (registration.kind !== "function" || !registration.autoImported || !registration.names.includes(name)) continue;
        const place = handlersAt(call, registration.handler, file);
        if (place.found) return { name: toolName(call, place.description, file), framework, registration: call, ...place, certain: true };
      }
  }
  if (!context.isMcp || !BUILDER_NAME.test(name) || call.arguments.length === 0) return undefined;
  if (binding?.kind === "import" && isForeign(binding.source)) return undefined;
  const last = call.arguments.at(-1);
  if (!last || last.type === "SpreadElement") return undefined;
  const lastNode = unwrap(last);
  // `registerTool(server, name, config, handler)` and the like; an object with a handler is found as a tool object.
  if (!isFunction(lastNode) || call.arguments.length < 2) return undefined;
  const framework = genericFramework(context);
  return { name: toolName(call, undefined, file), framework, registration: call, functions: [lastNode], wrapped: true, description: undefined, certain: false };
}

/** The framework by which a shape of the project's own is judged. */
export function genericFramework(context: FileContext): Framework {
  const usable = (framework: Framework): boolean => framework !== LOW_LEVEL_FRAMEWORK;
  return context.imported.find(usable) ?? context.installed.find(usable) ?? DEFAULT_FRAMEWORK;
}

// ─── shapes of the project's own ────────────────────────────────────────────

const HANDLER_KEYS = ["handler", "execute", "callback", "call", "cb", "run", "exec", "func", "fn"] as const;
const SCHEMA_KEYS = ["inputSchema", "parameters", "schema", "paramsSchema", "input", "zodSchema", "argsSchema"] as const;
const NOT_A_TOOL_KEYS = ["uri", "uriTemplate", "arguments", "argsSchema", "method", "path", "url", "route", "middleware", "queryKey", "mimeType"] as const;

function toolObject(object: TSESTree.ObjectExpression, context: FileContext, seen: ReadonlySet<Node>): Tool | undefined {
  const has = (keys: readonly string[]): boolean => keys.some((key) => literalProperty(object, key) !== undefined);
  if (!has(HANDLER_KEYS) || !has(SCHEMA_KEYS) || !has(["description", "name", "title"])) return undefined;
  if (has(NOT_A_TOOL_KEYS)) return undefined;
  const call = callAround(object);
  if (call) {
    if (seen.has(call)) return undefined;
    const callee = unwrap(call.callee);
    const binding = callee.type === "Identifier" ? context.file.bindings.resolve(callee) : undefined;
    if (binding?.kind === "import" && isOtherToolPackage(binding.source)) return undefined;
    if (binding?.kind === "import" && frameworksOf(binding.source).some((framework) => framework.onlyWith && !context.imported.includes(framework))) return undefined;
    if (/prompt|resource|command|route/iu.test(calleeName(call) ?? "")) return undefined;
  }
  const key = HANDLER_KEYS.find((name) => literalProperty(object, name) !== undefined);
  const property = key === undefined ? undefined : literalProperty(object, key);
  if (!property) return undefined;
  const handlers = isFunction(property.value) ? { functions: [property.value], wrapped: false } : handlerFunctions(property.value, context.file);
  const framework = genericFramework(context);
  return { name: nameOfObject(object, context.file), framework, registration: object, ...handlers, description: object, certain: framework !== DEFAULT_FRAMEWORK && context.imported.includes(framework) };
}

function callAround(object: Node): TSESTree.CallExpression | undefined {
  let up = object.parent;
  while (up && (up.type === "TSAsExpression" || up.type === "TSSatisfiesExpression")) up = up.parent;
  return up?.type === "CallExpression" ? up : undefined;
}

const TOOL_METHODS = ["execute", "exec", "handle", "run", "callback", "call", "invoke"] as const;
const TOOL_CLASS = /Tools?(?:Base|Handler)?$/u;

function classTool(cls: ClassNode, context: FileContext): Tool | undefined {
  const { file } = context;
  const origin = cls.superClass ? originOfName(cls.superClass, file) : undefined;
  const sources = origin?.source === undefined ? [] : frameworksOf(origin.source);
  for (const framework of sources)
    for (const registration of framework.registrations)
      if (registration.kind === "class" && registration.extends.includes(origin?.className ?? "")) {
        const functions = registration.methods.flatMap((name) => methodNamed(cls, name) ?? []);
        if (functions.length > 0) return { name: fieldText(cls, "name"), framework, registration: cls, functions, description: undefined, wrapped: false, certain: true };
      }
  if (!context.isMcp || origin?.source?.startsWith("@langchain")) return undefined;
  if (!TOOL_CLASS.test(cls.id?.name ?? "") && !/Tool(?:Base|Handler)?$|^(?:Base|Abstract)\w*Tool/u.test(origin?.className ?? "")) return undefined;
  const functions = TOOL_METHODS.flatMap((name) => methodNamed(cls, name) ?? []);
  if (functions.length === 0) return undefined;
  return { name: fieldText(cls, "name"), framework: genericFramework(context), registration: cls, functions, description: undefined, wrapped: true, certain: false };
}

function fieldText(cls: ClassNode, name: string): string | undefined {
  for (const member of cls.body.body)
    if (member.type === "PropertyDefinition" && keyName(member.key, member.computed) === name && member.value?.type === "Literal" && typeof member.value.value === "string")
      return member.value.value;
  return undefined;
}

function decoratorTools(cls: ClassNode, context: FileContext): Tool[] {
  const tools: Tool[] = [];
  for (const member of cls.body.body) {
    if (member.type !== "MethodDefinition" || member.value.type !== "FunctionExpression") continue;
    for (const decorator of member.decorators) {
      const call = unwrap(decorator.expression);
      const name = call.type === "CallExpression" ? unwrap(call.callee) : call;
      if (name.type !== "Identifier") continue;
      const origin = originOfName(name, context.file);
      const sources = origin.source === undefined ? [] : frameworksOf(origin.source);
      const framework = sources.find((candidate) => candidate.registrations.some((registration) => registration.kind === "decorator" && registration.name === origin.className));
      if (!framework) continue;
      const [description] = call.type === "CallExpression" ? call.arguments : [];
      const object = description && unwrap(description).type === "ObjectExpression" ? (unwrap(description) as TSESTree.ObjectExpression) : undefined;
      tools.push({
        name: (object && nameOfObject(object, context.file)) ?? functionName(member.value as FunctionNode),
        framework,
        registration: member,
        functions: [member.value as FunctionNode],
        description: object,
        wrapped: false,
        certain: true,
      });
    }
  }
  return tools;
}

/** xmcp's files, and the module that is itself a tool: `export const inputSchema`, `export function execute`. */
function moduleTool(context: FileContext): Tool | undefined {
  const { file } = context;
  const { exports } = file;
  for (const framework of [...context.imported, ...context.installed])
    for (const registration of framework.registrations) {
      if (registration.kind !== "default-export" || !registration.path.test(file.filename)) continue;
      const exported = exports.get("default");
      if (!exported || !registration.beside.some((name) => exports.has(name))) continue;
      const handlers = isFunction(exported) ? { functions: [exported], wrapped: false } : handlerFunctions(exported, file);
      return { name: undefined, framework, registration: exported, ...handlers, description: undefined, certain: true };
    }
  const key = HANDLER_KEYS.find((name) => exports.has(name));
  if (!context.isMcp || key === undefined || !SCHEMA_KEYS.some((name) => exports.has(name)) || !["description", "name", "toolName"].some((name) => exports.has(name))) return undefined;
  const exported = exports.get(key);
  const value = exported?.type === "VariableDeclarator" ? exported.init : exported;
  if (!value) return undefined;
  const handlers = isFunction(value) ? { functions: [value], wrapped: false } : handlerFunctions(value, file);
  return handlers.functions.length === 0 ? undefined : { name: undefined, framework: genericFramework(context), registration: value, ...handlers, description: undefined, certain: false };
}

/** Every tool that the file registers or defines. */
export function findTools(context: FileContext): Tool[] {
  const { index } = context.file;
  const tools: Tool[] = [];
  const seen = new Set<Node>();
  const add = (tool: Tool | undefined): void => {
    if (!tool) return;
    seen.add(tool.registration);
    if (tool.description) seen.add(tool.description);
    tools.push(tool);
  };
  for (const call of index.calls) add(requestHandlerTool(call, context) ?? methodTool(call, context) ?? functionTool(call, context));
  for (const cls of index.classes) {
    decoratorTools(cls, context).forEach(add);
    add(classTool(cls, context));
  }
  if (context.isMcp) for (const object of index.objects) if (!seen.has(object)) add(toolObject(object, context, seen));
  add(moduleTool(context));
  return tools;
}
