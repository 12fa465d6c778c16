import type { TSESTree } from "@typescript-eslint/types";
import { frameworksOf, isOtherToolPackage, type Framework, type Registration } from "../../frameworks/index.js";
import { calleeName, functionName, keyName, literalProperty, methodNamed, typeNames } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { isClass, isFunction, unwrap, type ClassNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { superClass } from "../values/classes.js";
import { constantOf, rootEnv, type Ref } from "../values/values.js";
import { genericFramework, isFrameworkCertain, type FileContext } from "./context.js";
import { handlerFunctions, TOOL_METHODS } from "./handler-functions.js";
import { isBuilderName, isForeign, originOfName } from "./receivers.js";
import { calledFromAbove } from "./template-methods.js";
import { asObject, givenObject, nameOfObject, type Tool } from "./tool.js";

type ClassRegistration = Extract<Registration, { kind: "class" }>;

/** Keys under which an object holds its tool's handler. */
export const HANDLER_KEYS = [
  "handler",
  "handle",
  "execute",
  "callback",
  "call",
  "cb",
  "run",
  "exec",
  "func",
  "fn",
  "logic",
] as const;
export const SCHEMA_KEYS = [
  "inputSchema",
  "parameters",
  "schema",
  "paramsSchema",
  "input",
  "zodSchema",
  "argsSchema",
] as const;
const NOT_A_TOOL_KEYS = [
  "uri",
  "uriTemplate",
  "arguments",
  "argsSchema",
  "method",
  "path",
  "url",
  "route",
  "middleware",
  "queryKey",
  "mimeType",
] as const;

function hasKey(object: TSESTree.ObjectExpression, keys: readonly string[]): boolean {
  return keys.some((key) => literalProperty(object, key) !== undefined);
}

/** The object itself, or the one inside it that describes the tool: `{ tool: { name, inputSchema }, handler }`. */
function descriptionOf(object: TSESTree.ObjectExpression): TSESTree.ObjectExpression | undefined {
  if (!hasKey(object, HANDLER_KEYS)) return undefined;
  const isDescription = (candidate: TSESTree.ObjectExpression): boolean =>
    (hasKey(candidate, SCHEMA_KEYS)
      ? hasKey(candidate, ["description", "name", "title", "operation", "annotations", "toolAnnotations"])
      : // A word that many objects have: the others must leave no doubt.
        ["params", "name", "description"].every((key) => hasKey(candidate, [key]))) &&
    !hasKey(candidate, NOT_A_TOOL_KEYS);
  if (isDescription(object)) return object;
  for (const key of ["tool", "definition", "schema", "spec", "config"]) {
    const inner = literalProperty(object, key)?.value;
    const value = inner && unwrap(inner);
    if (value?.type === "ObjectExpression" && isDescription(value)) return value;
  }
  return undefined;
}

/** An object with a description, a schema and a handler, in a table or for a builder. */
export function toolObject(
  object: TSESTree.ObjectExpression,
  context: FileContext,
  seen: ReadonlySet<Node>,
): Tool | undefined {
  const call = callAround(object);
  const described = descriptionOf(object) ?? (call && builtObject(object, call, context));
  if (!described || isOfAnotherProtocol(object, context.file)) return undefined;
  if (call) {
    if (seen.has(call)) return undefined;
    const callee = unwrap(call.callee);
    const binding = callee.type === "Identifier" ? context.file.bindings.resolve(callee) : undefined;
    if (
      binding?.kind === "import" &&
      frameworksOf(binding.source).some((framework) => framework.onlyWith && !context.imported.includes(framework))
    )
      return undefined;
    if (/prompt|resource|command|route/iu.test(calleeName(call) ?? "")) return undefined;
  }
  const key = HANDLER_KEYS.find((name) => literalProperty(object, name) !== undefined);
  const property = key === undefined ? undefined : literalProperty(object, key);
  if (!property) return undefined;
  const handlers = isFunction(property.value)
    ? { functions: [property.value], wrapped: false }
    : handlerFunctions(property.value, context.file);
  const framework = genericFramework(context);
  return {
    name: nameOfObject(described, context.file),
    framework,
    registration: object,
    ...handlers,
    description: described,
    certain: isFrameworkCertain(context, framework),
  };
}

/** `tool({ … })` of `ai`, `new DynamicStructuredTool({ … })` of LangChain: an agent in the same process takes it. */
function isOfAnotherProtocol(object: TSESTree.ObjectExpression, { bindings }: File): boolean {
  const maker = makerOf(object);
  const callee = maker && unwrap(maker.callee);
  const binding = callee?.type === "Identifier" ? bindings.resolve(callee) : undefined;
  return binding?.kind === "import" && isOtherToolPackage(binding.source);
}

/** `registerTool({ name, args, execute })`: what a builder of the project's own takes is a tool, whatever its schema is called. */
function builtObject(
  object: TSESTree.ObjectExpression,
  call: TSESTree.CallExpression,
  { file }: FileContext,
): TSESTree.ObjectExpression | undefined {
  if (!isBuilderName(calleeName(call) ?? "") || !literalProperty(object, "name")) return undefined;
  if (!hasKey(object, HANDLER_KEYS) || hasKey(object, NOT_A_TOOL_KEYS)) return undefined;
  const callee = unwrap(call.callee);
  const binding = callee.type === "Identifier" ? file.bindings.resolve(callee) : undefined;
  return binding?.kind === "import" && isForeign(binding.source) ? undefined : object;
}

function callAround(object: Node): TSESTree.CallExpression | undefined {
  const maker = makerOf(object);
  return maker?.type === "CallExpression" ? maker : undefined;
}

function makerOf(object: Node): TSESTree.CallExpression | TSESTree.NewExpression | undefined {
  let up = object.parent;
  while (up && (up.type === "TSAsExpression" || up.type === "TSSatisfiesExpression")) up = up.parent;
  return up?.type === "CallExpression" || up?.type === "NewExpression" ? up : undefined;
}

const TOOL_CLASS = /Tools?(?:Base|Handler)?$/u;

export function classTool(cls: ClassNode, context: FileContext): Tool | undefined {
  const { file } = context;
  const origin = cls.superClass ? originOfName(cls.superClass, file) : undefined;
  const base = frameworkBase({ node: cls, env: rootEnv(file) }, context);
  for (const framework of base?.frameworks ?? [])
    for (const registration of framework.registrations)
      if (registration.kind === "class" && registration.extends.includes(base?.className ?? "")) {
        const answersItself = base?.between.some((between) => ownMethod(between, registration.answeredBy ?? []));
        const functions = registration.methods.flatMap((name) => methodNamed(cls, name) ?? []);
        const description = descriptionOfClass(cls, registration, framework, file);
        if (functions.length > 0)
          return {
            name:
              givenText(registration.namedBy, cls, file) ??
              fieldText(cls, "name", file) ??
              (description && nameOfObject(description, file)),
            framework,
            registration: cls,
            functions,
            description,
            wrapped: answersItself === true,
            certain: answersItself !== true,
          };
      }
  if (!context.isMcp || origin?.source?.startsWith("@langchain")) return undefined;
  if (
    !TOOL_CLASS.test(cls.id?.name ?? "") &&
    !/Tool(?:Base|Handler)?$|^(?:Base|Abstract)\w*Tool/u.test(origin?.className ?? "")
  )
    return undefined;
  const own = TOOL_METHODS.flatMap((name) => methodNamed(cls, name) ?? []);
  const functions = own.length > 0 ? own : calledFromAbove(cls, file);
  if (functions.length === 0) return undefined;
  return {
    name: fieldText(cls, "name", file),
    framework: genericFramework(context),
    registration: cls,
    functions,
    description: undefined,
    wrapped: true,
    certain: false,
  };
}

/** The class of a framework above a class, and the project's own classes on the way there, the first one included. */
interface FrameworkBase {
  readonly className: string | undefined;
  readonly frameworks: readonly Framework[];
  readonly between: readonly ClassNode[];
}

/** Classes above a class that are looked at for that of a framework. */
const MAX_CLASSES = 4;

/** `class CloseOrder extends OrderTool`, where `class OrderTool extends MCPTool` stands in another file as well as in this one. */
function frameworkBase(cls: Ref, context: FileContext): FrameworkBase | undefined {
  const between: ClassNode[] = [];
  for (let at: Ref | undefined = cls; at && isClass(at.node) && between.length < MAX_CLASSES; at = superClass(at)) {
    between.push(at.node);
    if (!at.node.superClass) return undefined;
    const { className, source } = originOfName(at.node.superClass, at.env.file);
    const frameworks = source === undefined ? [] : frameworksOf(source);
    if (frameworks.length > 0) return { className, frameworks, between };
    // Another file is looked into where the project has such a framework.
    if (!context.installed.some(({ registrations }) => registrations.some(({ kind }) => kind === "class")))
      return undefined;
  }
  return undefined;
}

function ownMethod(cls: ClassNode, names: readonly string[]): boolean {
  return names.some((name) => methodNamed(cls, name) !== undefined);
}

/** `getConfig() { return { … }; }`, or `@Tool({ … })` above the class. */
function descriptionOfClass(
  cls: ClassNode,
  { describedBy }: ClassRegistration,
  framework: Framework,
  file: File,
): TSESTree.ObjectExpression | undefined {
  if (!describedBy) return undefined;
  if ("method" in describedBy) return givenObject(methodNamed(cls, describedBy.method));
  for (const decorator of cls.decorators) {
    const call = decoratorCall(decorator);
    const origin = call?.callee.type === "Identifier" ? originOfName(call.callee, file) : undefined;
    if (origin?.source === undefined || origin.className !== describedBy.decorator) continue;
    if (frameworksOf(origin.source).includes(framework)) return asObject(call?.arguments[0]);
  }
  return undefined;
}

function decoratorCall({ expression }: TSESTree.Decorator): TSESTree.CallExpression | undefined {
  const call = unwrap(expression);
  return call.type === "CallExpression" ? call : undefined;
}

/** `getName() { return "list_orgs"; }` */
function givenText(method: string | undefined, cls: ClassNode, file: File): string | undefined {
  const fn = method === undefined ? undefined : methodNamed(cls, method);
  const [only, ...others] = fn ? returnedExpressions(fn) : [];
  const value = only && others.length === 0 ? constantOf({ node: only, env: rootEnv(file) }) : undefined;
  return typeof value === "string" ? value : undefined;
}

const HANDLER_TYPE = /^(?:\w*Tool(?:Handler|Callback|Function|Fn|Executor)|ToolHandlerFn)$/u;

/** `const handle: ToolHandler<Args> = async (args) => …`: the type says what the function is for. */
export function typedTools(context: FileContext): Tool[] {
  return context.file.index.functions.flatMap((fn): Tool[] => {
    const { parent } = fn;
    if (parent.type !== "VariableDeclarator" || parent.id.type !== "Identifier") return [];
    if (!typeNames(parent.id.typeAnnotation?.typeAnnotation).some((name) => HANDLER_TYPE.test(name))) return [];
    return [
      {
        name: parent.id.name,
        framework: genericFramework(context),
        registration: parent,
        functions: [fn],
        description: undefined,
        wrapped: true,
        certain: false,
      },
    ];
  });
}

function fieldText(cls: ClassNode, name: string, file: File): string | undefined {
  for (const member of cls.body.body) {
    if (member.type !== "PropertyDefinition" || keyName(member.key, member.computed) !== name || !member.value)
      continue;
    const value = constantOf({ node: member.value, env: rootEnv(file) });
    return typeof value === "string" ? value : undefined;
  }
  return undefined;
}

export function decoratorTools(cls: ClassNode, context: FileContext): Tool[] {
  const tools: Tool[] = [];
  for (const member of cls.body.body) {
    if (member.type !== "MethodDefinition" || member.value.type !== "FunctionExpression") continue;
    for (const decorator of member.decorators) {
      const call = unwrap(decorator.expression);
      const name = call.type === "CallExpression" ? unwrap(call.callee) : call;
      if (name.type !== "Identifier") continue;
      const origin = originOfName(name, context.file);
      const sources = origin.source === undefined ? [] : frameworksOf(origin.source);
      const framework = sources.find((candidate) =>
        candidate.registrations.some(
          (registration) => registration.kind === "decorator" && registration.name === origin.className,
        ),
      );
      if (!framework) continue;
      const object = call.type === "CallExpression" ? asObject(call.arguments[0]) : undefined;
      tools.push({
        name: (object && nameOfObject(object, context.file)) ?? functionName(member.value),
        framework,
        registration: member,
        functions: [member.value],
        description: object,
        wrapped: false,
        certain: true,
      });
    }
  }
  return tools;
}
