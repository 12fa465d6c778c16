import { isFunction, unwrapTypes, type FunctionNode } from "../../syntax/tree.js";
import type { TSESTree } from "@typescript-eslint/types";
import { keyName } from "../../syntax/names.js";
import type { Framework } from "../../frameworks/index.js";
import type { File } from "../file.js";
import { newId } from "../flow/frames.js";
import { record } from "../flow/heap.js";
import { functionBehind } from "../flow/helper-calls.js";
import type { Given, Interpreter } from "../flow/interpreter.js";
import type { State } from "../flow/state.js";
import { derived, INPUT, type Site, type Value } from "../flow/values.js";
import { TOOL_METHODS } from "../tools/handler-functions.js";
import type { Tool } from "../tools/tool.js";

/** A function that the framework calls, and where it is given to it. */
export interface Entry {
  readonly tool: Tool;
  readonly framework: Framework;
  readonly handler: Value;
  readonly site: Site;
}

const HANDLER_FIELDS: readonly string[] = [...TOOL_METHODS, "handler", "cb", "func", "fn"];

/** The arguments that a framework gives a handler: the input of the model first. */
export const HANDLER_ARGUMENTS: readonly Value[] = [
  derived([INPUT], "input"),
  derived([], "extra"),
  derived([], "context"),
];

/** Where a request holds the name of the tool. */
export const NAME_OF_REQUEST: readonly string[] = ["params", "name"];

/**
 * The arguments with which a dispatcher is called for one of its tools.
 * @param at the way to the tool's name in the first argument: `params`, `name`
 */
export function argumentsNaming(name: Value, at: readonly string[], site: Site): (state: State) => Given {
  return (state) => {
    let next = state;
    let value = name;
    for (let depth = at.length - 1; depth >= 0; depth--) {
      const key = ["input", ...at.slice(0, depth)].join(".");
      const fields = new Map<string, Value>([[at[depth] ?? "", value]]);
      // Read by this name, the arguments are what they are in a call that is not known.
      if (depth === at.length - 1) fields.set("arguments", derived([INPUT], `${key}.arguments`));
      const id = newId();
      next = next.put(id, record(fields, site, { open: true, sources: [INPUT] }));
      value = { kind: "reference", id };
    }
    return { args: [value, ...HANDLER_ARGUMENTS.slice(1)], state: next };
  };
}

/** The handlers of a tool, as values: with the wrappers and factories that they go through. */
export function entriesOf(tool: Tool, file: File, interpreter: Interpreter): readonly Entry[] {
  const { registration, framework } = tool;
  const site = { node: registration, file };
  const entry = (handler: Value): Entry => ({ tool, framework, handler, site });
  if (registration.type === "CallExpression") {
    const given = [...registration.arguments].reverse();
    for (const argument of given) {
      const node = unwrapTypes(argument);
      if (node.type === "SpreadElement" || node.type === "Literal" || node.type === "TemplateLiteral") continue;
      const isDescription =
        node === tool.description &&
        tool.functions.some((fn) => fn.range[0] >= node.range[0] && fn.range[1] <= node.range[1]);
      if (node.type === "ObjectExpression" && !isDescription && node !== registration.arguments[0]) continue;
      const values = handlersIn(interpreter.valueOf(node, file), interpreter, file);
      if (values.length > 0) return values.map(entry);
    }
  }
  // A handler that a wrapper gives is entered by the wrapper: `execute: guarded(handler)`.
  const isMade = tool.wrapped || tool.functions.length === 0;
  for (const property of isMade ? [registration, ...(tool.description?.properties ?? [])] : []) {
    if (property.type !== "Property" || (property !== registration && !isHandlerField(property))) continue;
    // One that is there or not, by a choice, may belong to something else that only looks like a tool.
    if (unwrapTypes(property.value).type === "ConditionalExpression") continue;
    const values = handlersIn(interpreter.valueOf(property.value, file), interpreter, file);
    if (values.length > 0) return values.map(entry);
  }
  // What a wrapper of a package makes of a throw cannot be told.
  const handled = tool.wrapped ? { ...tool, certain: false } : tool;
  return tool.functions
    .filter(isFunction)
    .map((fn: FunctionNode) => ({ ...entry(interpreter.functionAt(fn, file)), tool: handled }));
}

function isHandlerField(property: TSESTree.Property): boolean {
  return HANDLER_FIELDS.includes(keyName(property.key, property.computed) ?? "");
}

/** A function, or those in the fields of an object that describes a tool, or of a class that answers for one. */
function handlersIn(value: Value | undefined, interpreter: Interpreter, file: File): readonly Value[] {
  if (!value) return [];
  if (functionBehind(value)) return [value];
  if (value.kind === "union") return value.of.filter((one) => functionBehind(one));
  const object = value.kind === "class" ? interpreter.instance(value) : value;
  if (object.kind !== "reference") return [];
  return HANDLER_FIELDS.flatMap((name) => {
    const field = interpreter.fieldOf(object, name, file);
    return field && functionBehind(field) ? [field] : [];
  }).slice(0, 1);
}
