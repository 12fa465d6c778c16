import { LOW_LEVEL_FRAMEWORK } from "../../frameworks/index.js";
import { typeNames } from "../../syntax/names.js";
import type { FunctionNode } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { importersAbove } from "../swallows/callers.js";
import { exportedFunctions } from "../values/exported.js";
import { resolve, rootEnv } from "../values/values.js";
import { registeredForCalls } from "../tools/registrations.js";
import type { Tool } from "../tools/tool.js";

/** `request: CallToolRequest`, or `request.params.name` in the body. */
function takesToolCall(fn: FunctionNode, file: File): boolean {
  const [request] = fn.params;
  if (request?.type !== "Identifier") return false;
  return (
    typeNames(request.typeAnnotation?.typeAnnotation).includes("CallToolRequest") ||
    file.textOf(fn.body).includes(`${request.name}.params.name`)
  );
}

/**
 * `export async function handleCall(request: CallToolRequest)`, which another file gives to
 * `server.setRequestHandler(CallToolRequestSchema, handleCall)` as it is.
 */
export function handlersRegisteredElsewhere(file: File): Tool[] {
  const candidates = file.text.includes("params")
    ? exportedFunctions(file).filter((fn) => takesToolCall(fn, file))
    : [];
  if (candidates.length === 0) return [];
  // Parsed twice, a file has two trees: a function is known by its place.
  const registered = importersAbove(file).flatMap((importer) =>
    importer.index.calls.flatMap((call) => {
      const handler = registeredForCalls(call, importer);
      const found = handler && resolve({ node: handler, env: rootEnv(importer) });
      return found && found.env.file.filename === file.filename ? [found.node.range[0]] : [];
    }),
  );
  return candidates
    .filter((fn) => registered.includes(fn.range[0]))
    .map((fn) => ({
      name: undefined,
      framework: LOW_LEVEL_FRAMEWORK,
      registration: fn,
      functions: [fn],
      description: undefined,
      wrapped: false,
      certain: true,
    }));
}
