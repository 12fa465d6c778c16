import { functionName } from "../../syntax/names.js";
import { mayServeTools, toolBehind, workingFor, type ToolBehind } from "./callers.js";
import { toolsOf } from "../tools/file-tools.js";
import type { File } from "../file.js";
import { lossesInFunction, type LostInFunction } from "./function-losses.js";
import type { Swallow } from "./swallows.js";

/** What a clause that may lose a failure, a test of an upstream answer, or a query that answers its failures looks like as text. */
const LOSES =
  /\bcatch\s*(?:\([^()]*\)\s*)?\{|\.\s*catch\s*\(|\.ok\b|\bstatus(?:Code)?\s*(?:[!=]==?|>=?)|\.from\(\s*["'`]/gu;

/** Failures that functions of this file lose, and that a tool of another file calls. */
export function lossesInService(file: File): Swallow[] {
  const places = [...file.text.matchAll(LOSES)].map(({ index }) => index);
  if (places.length === 0) return [];
  const { reached } = toolsOf(file);
  const found: Swallow[] = [];
  let next = 0;
  for (const fn of file.index.functions) {
    while (next < places.length && (places[next] as number) < fn.range[0]) next++;
    const mayLose = next < places.length && (places[next] as number) < fn.range[1];
    if (!mayLose || reached.has(fn)) continue;
    for (const lost of lossesInFunction(fn, file)) {
      // Asked last: the answer takes a look at every file of the package.
      if (!mayServeTools(file.filename, file.project)) return [];
      const tool = toolBehind(fn, file, lost.trace);
      if (tool) found.push(swallow(lost, tool));
    }
  }
  return found;
}

function swallow(
  { node, how, fn, instead, path, commented }: LostInFunction,
  { reached, file: caller }: ToolBehind,
): Swallow {
  const name = reached.tool?.name ?? functionName(reached.fn);
  const where = caller.filename.replace(/^.*[\\/]/u, "");
  const tool = `${name === undefined ? "a tool" : `the tool \`${name}\``} in ${where}`;
  return {
    node,
    how,
    reached: workingFor(fn),
    commented,
    path: [...path, tool],
    instead,
  };
}
