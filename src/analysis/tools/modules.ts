import path from "node:path";
import { isFunction, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { answersCall } from "./tool-answers.js";
import { constantOf, objectShape, rootEnv } from "../values/values.js";
import { genericFramework, isFrameworkCertain, type FileContext } from "./context.js";
import { handlerFunctions } from "./handler-functions.js";
import { HANDLER_KEYS, SCHEMA_KEYS } from "./shapes.js";
import { asObject, nameOfObject, type Tool } from "./tool.js";

/** xmcp's files, and the module that is itself a tool: `export const inputSchema`, `export function execute`. */
export function moduleTool(context: FileContext): Tool | undefined {
  const { file } = context;
  const { exports } = file;
  for (const framework of [...context.imported, ...context.installed])
    for (const registration of framework.registrations) {
      if (registration.kind !== "default-export" || !registration.path.test(file.filename)) continue;
      const exported = exports.get("default");
      if (!exported || !(exports.size === 1 || registration.beside.some((name) => exports.has(name)))) continue;
      const handlers = isFunction(exported)
        ? { functions: [exported], wrapped: false }
        : handlerFunctions(exported, file);
      const description = asObject(exportedValue(registration.describedBy, file));
      return {
        name: description && nameOfObject(description, file),
        framework,
        registration: exported,
        ...handlers,
        description,
        outputSchema: exportedValue("outputSchema", file),
        certain: true,
      };
    }
  const key = HANDLER_KEYS.find((name) => exports.has(name));
  if (!context.isMcp || key === undefined || !SCHEMA_KEYS.some((name) => exports.has(name))) return undefined;
  const value = exportedValue(key, file);
  if (!value) return undefined;
  const handlers = isFunction(value) ? { functions: [value], wrapped: false } : handlerFunctions(value, file);
  const isTool =
    ["description", "name", "toolName", "metadata", "toolMetadata", "title"].some((name) => exports.has(name)) ||
    handlers.functions.some((fn) => answersCall(fn, file));
  if (!isTool || handlers.functions.length === 0) return undefined;
  return {
    name: exportedName(file),
    framework: genericFramework(context),
    registration: value,
    ...handlers,
    description: undefined,
    certain: isFrameworkCertain(context, genericFramework(context)),
  };
}

/** What a module exports under a name: the value of a variable, or the function itself. */
function exportedValue(name: string, file: File): Node | undefined {
  const exported = file.exports.get(name);
  return exported?.type === "VariableDeclarator" ? (exported.init ?? undefined) : exported;
}

/** The name that a module gives its tool, or that of its file: where nothing else is said, one is loaded by the other. */
function exportedName(file: File): string | undefined {
  const env = rootEnv(file);
  const constant = (name: string, property?: string): string | undefined => {
    const exported = file.exports.get(name);
    const node = exported?.type === "VariableDeclarator" ? exported.init : undefined;
    const shape = node && property !== undefined ? objectShape({ node, env }) : undefined;
    const ref = property === undefined ? node && { node, env } : shape?.fields.get(property);
    const value = ref && constantOf(ref);
    return typeof value === "string" ? value : undefined;
  };
  const base = path.basename(file.filename).replace(/\.[^.]+$/u, "");
  return (
    constant("name") ??
    constant("toolName") ??
    constant("metadata", "name") ??
    constant("toolMetadata", "name") ??
    (base === "index" ? undefined : base)
  );
}
