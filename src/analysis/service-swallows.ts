import { functionName } from "../syntax/names.js";
import { enclosingFunction, parentOf, type FunctionNode } from "../syntax/tree.js";
import { isRollback } from "./callee-swallows.js";
import { toolBehind, workingFor, type ToolBehind } from "./callers.js";
import { catchesOf, type CatchFact } from "./catches.js";
import { fateOfExpression, handsOnNothing } from "./fates.js";
import { toolsOf } from "./file-tools.js";
import type { File } from "./file.js";
import { isProbingFunction } from "./excuses.js";
import { lostBehind, lostIn, lostInside, lostOfList, pathOf, type Swallow } from "./swallows.js";

/** What a clause that may lose a failure looks like, as text. */
const CATCH = /\bcatch\s*(?:\([^)]*\)\s*)?\{|\.\s*catch\s*\(/u;

/** False for a text in which no failure can be lost, or which no file of its package imports. */
export function mayLoseForTools(text: string, file: File["filename"], project: File["project"]): boolean {
  return CATCH.test(text) && project.importersOf(file, file).length > 0;
}

/** What a server needs besides the work of its tools, and can often do without. */
const ASIDE =
  /(?:cache|config|setting|preference|option|credential|auth|login|session|telemetry|metric|analytic|version|health|warm|start|boot|init|log|progress|lock)/iu;

/** Failures that functions of this file lose, and that a tool of another file calls. */
export function lossesInService(file: File): Swallow[] {
  if (!mayLoseForTools(file.text, file.filename, file.project)) return [];
  const { reached } = toolsOf(file);
  const found: Swallow[] = [];
  let word = file.text.indexOf("catch");
  for (const fn of file.index.functions) {
    if (word >= 0 && word < fn.range[0]) word = file.text.indexOf("catch", fn.range[0]);
    if (word < 0 || word > fn.range[1] || reached.has(fn) || ASIDE.test(functionName(fn) ?? "")) continue;
    for (const fact of catchesOf(workingFor(fn), file)) {
      const loss = lossOf(fact, fn, file);
      const tool = loss && toolBehind(fn, file, !loss.inPart);
      if (tool) found.push(swallow(fact, loss.instead, tool, file));
    }
  }
  return found;
}

interface Loss {
  readonly instead: string;
  /** Something is missing in the function's value, which no test of it shows. */
  readonly inPart: boolean;
}

function lossOf(fact: CatchFact, fn: FunctionNode, file: File): Loss | undefined {
  if (isRollback(fact.node) || isProbingFunction(fn)) return undefined;
  const part = lostOfList(fact, file) ?? lostInside(fact, file);
  if (part !== undefined) return { instead: part, inPart: true };
  const instead = isCallback(fn) ? undefined : lostIn(fact, file);
  if (instead === undefined) return lostBehind(fact, file);
  if (fact.form === "catch" || handsOnNothing(fact.node, file)) return { instead, inPart: false };
  return fateOfExpression(fact.node, fact.reached, new Map(), file, 0) === "hidden"
    ? { instead, inPart: true }
    : undefined;
}

function isCallback(fn: FunctionNode): boolean {
  return parentOf(fn)?.type === "CallExpression" && enclosingFunction(fn) !== undefined;
}

function swallow(fact: CatchFact, instead: string, { reached, file: caller }: ToolBehind, file: File): Swallow {
  const name = reached.tool?.name;
  const where = caller.filename.replace(/^.*[\\/]/u, "");
  const tool = `${name === undefined ? "a tool" : `the tool \`${name}\``} in ${where}`;
  return {
    node: fact.node,
    how: "service",
    reached: fact.reached,
    commented: false,
    path: [...pathOf(fact, file, instead), tool],
    instead,
  };
}
