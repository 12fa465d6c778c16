import { isFunction, unwrapTypes, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { Framework } from "../../frameworks/index.js";
import type { File } from "../file.js";
import type { Interpreter } from "../flow/interpreter.js";
import { derived, INPUT, type Value } from "../flow/values.js";
import { TOOL_METHODS } from "../tools/handler-functions.js";
import type { Tool } from "../tools/tool.js";

/** A function that the framework calls, and where it is given to it. */
export interface Entry {
  readonly tool: Tool;
  readonly framework: Framework;
  readonly handler: Value;
  readonly site: { readonly node: Node; readonly file: File };
}

const HANDLER_FIELDS: readonly string[] = [...TOOL_METHODS, "handler", "cb", "func", "fn"];

/** The arguments that a framework gives a handler: the input of the model first. */
export const HANDLER_ARGUMENTS: readonly Value[] = [
  derived([INPUT], "input"),
  derived([], "extra"),
  derived([], "context"),
];

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
  // What a wrapper of a package makes of a throw cannot be told.
  const handled = tool.wrapped ? { ...tool, certain: false } : tool;
  return tool.functions
    .filter(isFunction)
    .map((fn: FunctionNode) => ({ ...entry(interpreter.functionAt(fn, file)), tool: handled }));
}

/** A function, or those in the fields of an object that describes a tool. */
function handlersIn(value: Value | undefined, interpreter: Interpreter, file: File): readonly Value[] {
  if (!value) return [];
  if (value.kind === "function") return [value];
  if (value.kind === "union") return value.of.flatMap((one) => (one.kind === "function" ? [one] : []));
  if (value.kind !== "reference") return [];
  return HANDLER_FIELDS.flatMap((name) => {
    const field = interpreter.fieldOf(value, name, file);
    return field?.kind === "function" ? [field] : [];
  }).slice(0, 1);
}
