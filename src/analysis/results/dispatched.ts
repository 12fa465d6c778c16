import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { unwrap, type FunctionNode } from "../../syntax/tree.js";
import { importersAbove, mayServeTools } from "../swallows/callers.js";
import { toolsOf } from "../tools/file-tools.js";
import { handlersOfTable } from "../tools/handler-tables.js";
import type { ReachedFunction } from "../tools/reach.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import type { Project } from "../project/project.js";
import { sourcesIn } from "./passed-on.js";

/** A sentence that opens as a failure, as text: "Error: …", "❌ Failed to …". */
const TELLS_FAILURE =
  /["'`][^\p{L}"'`\n]{0,8}(?:error|fail(?:ed|ure)|could(?:n['’]t| not)|can(?:not|['’]t)|unable)\b/iu;

/** False for a text that tells of no failure in words, or that of a file which serves no tool of another one. */
export function mayAnswerForTools(text: string, filename: string, project: Project): boolean {
  return TELLS_FAILURE.test(text) && mayServeTools(filename, project);
}

/** What it returns is written to open as a failure: that is judged where it stands, and not at the dispatcher. */
export function tellsFailureItself(fn: FunctionNode, file: File): boolean {
  return returnedExpressions(fn).some((expression) => TELLS_FAILURE.test(file.textOf(expression)));
}

/** A function that a dispatcher takes from a table, by its place: parsed twice, a file has two trees. */
interface Taken {
  readonly filename: string;
  readonly start: number;
  readonly dispatcher: ReachedFunction;
}

interface TakenBy {
  /** Of the project: for the next linted file, imports are followed anew. */
  readonly version: number;
  readonly taken: readonly Taken[];
}

const takenBy = new WeakMap<File, TakenBy>();

/** `const text = await tools.find(…).handler(args); return { content: [{ type: "text", text }] };` */
function takenFrom(dispatcher: File): readonly Taken[] {
  const { version } = dispatcher.project;
  const known = takenBy.get(dispatcher);
  if (known?.version === version) return known.taken;
  const reached = dispatcher.index.calls.some(isDispatch) ? [...toolsOf(dispatcher).reached.values()] : [];
  const taken = reached.flatMap((one) => (one.role === "result" ? takenIn(one, dispatcher) : []));
  takenBy.set(dispatcher, { version, taken });
  return taken;
}

function takenIn(reached: ReachedFunction, file: File): Taken[] {
  return returnedExpressions(reached.fn)
    .flatMap((expression) => sourcesIn(expression, file))
    .flatMap(({ call: { node, env }, property }) =>
      property === undefined && !calledFunction(node, env) ? (handlersOfTable(node, env) ?? []) : [],
    )
    .map(({ fn, env }) => ({ filename: env.file.filename, start: fn.range[0], dispatcher: reached }));
}

/**
 * The functions of a file that a dispatcher, here or in a file that imports this one, takes from a table to make a result
 * of the text that they give. Whatever the table is called, such a text is all that the model gets.
 */
export function dispatchedFunctions(
  file: File,
  reached: ReadonlyMap<FunctionNode, ReachedFunction>,
): readonly ReachedFunction[] {
  if (!TELLS_FAILURE.test(file.text)) return [];
  const candidates = file.index.functions.filter(
    (fn) => reached.get(fn)?.role !== "result" && tellsFailureItself(fn, file),
  );
  if (candidates.length === 0) return [];
  const taken = [file, ...importersAbove(file)].flatMap(takenFrom).filter(({ filename }) => filename === file.filename);
  return candidates.flatMap((fn): ReachedFunction[] => {
    const found = taken.find(({ start }) => start === fn.range[0]);
    if (!found) return [];
    const { framework } = found.dispatcher;
    return [{ fn, role: "result", framework, certain: false, tool: undefined, isHandler: false, isHandedOn: false }];
  });
}

/** Calls by which a dispatcher hands over to a handler that it knows only at run time. */
function isDispatch(call: TSESTree.CallExpression): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression" && callee.computed) return true;
  return /^(?:handler|handle|execute|callback|run|invoke|exec|fn|func|toolHandler|handleToolCall|callTool|executeTool)$/u.test(
    calleeName(call) ?? "",
  );
}
