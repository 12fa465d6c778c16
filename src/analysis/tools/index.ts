import type { Node } from "../../syntax/tree.js";
import type { FileContext } from "./context.js";
import { functionTool, methodTool, registryTool, requestHandlerTool } from "./registrations.js";
import { classTool, decoratorTools, moduleTool, toolObject, typedTools } from "./shapes.js";
import type { Tool } from "./tool.js";

export { contextOf, genericFramework, type FileContext } from "./context.js";
export type { Tool } from "./tool.js";

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
  for (const call of index.calls)
    add(
      requestHandlerTool(call, context) ??
        methodTool(call, context) ??
        functionTool(call, context) ??
        registryTool(call, context),
    );
  for (const cls of index.classes) {
    decoratorTools(cls, context).forEach(add);
    add(classTool(cls, context));
  }
  if (context.isMcp) for (const object of index.objects) if (!seen.has(object)) add(toolObject(object, context, seen));
  add(moduleTool(context));
  if (context.isMcp) {
    const known = new Set(tools.flatMap((tool) => tool.functions));
    for (const tool of typedTools(context)) if (!tool.functions.some((fn) => known.has(fn))) add(tool);
  }
  return tools;
}
