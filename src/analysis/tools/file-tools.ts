import type { FunctionNode } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { mayHoldTools } from "../gate.js";
import { reachedFunctions, type ReachedFunction } from "./reach.js";
import { contextOf, findTools, type FileContext, type Tool } from "./index.js";

/** The tools of a file, and what a call of one runs in it. */
export interface FileTools {
  readonly context: FileContext;
  readonly tools: readonly Tool[];
  readonly reached: ReadonlyMap<FunctionNode, ReachedFunction>;
}

const known = new WeakMap<File, FileTools>();

/** Found once for each file: its own rules ask for them, and files that it imports do. */
export function toolsOf(file: File): FileTools {
  let found = known.get(file);
  if (!found) {
    const context = contextOf(file);
    const { filename, text, project } = file;
    // Most files that are asked because they lose failures hold no tool, and their text says so.
    const holds = mayHoldTools(text, filename, project.options.settings);
    const tools = holds ? findTools(context) : [];
    known.set(file, (found = { context, tools, reached: holds ? reachedFunctions(context, tools) : new Map() }));
  }
  return found;
}
