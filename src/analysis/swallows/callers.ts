import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, functionName } from "../../syntax/names.js";
import { enclosingFunction, parentOf, unwrap, type FunctionNode } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import type { Importer } from "../project/importers.js";
import type { Project } from "../project/project.js";
import { isSamePlace, rootEnv } from "../values/values.js";

/** Files on the way from a function to the tool, both ends included. */
const MAX_FILES = 3;
/** Importers that are looked at for one function. */
const MAX_IMPORTERS = 40;

interface Step {
  readonly fn: FunctionNode;
  readonly file: File;
  readonly files: number;
  readonly trace: Trace;
}

/**
 * What a failure leaves behind in a function's value: one that means "nothing there", an empty list, or one in which
 * something is missing, so that no test of it shows the failure.
 */
export type Trace = "nothing" | "empty list" | "part";

/** Where a function is called: by its name, or as the callback of another call. */
interface CallSite {
  readonly call: TSESTree.CallExpression;
  readonly file: File;
}

/** The files that import this one, also by way of others, which may hold tools: a look at texts alone. */
function* holdersAbove(filename: string, project: Project): Generator<string> {
  const seen = new Set([filename]);
  let level = [filename];
  for (let files = 1; files < MAX_FILES && level.length > 0; files++) {
    const next: string[] = [];
    for (const file of level)
      for (const importer of project.importersOf(file, filename)) {
        if (!importer.isSure || seen.has(importer.file)) continue;
        if (project.mayHoldTools(importer.file)) yield importer.file;
        // A barrel is no file of its own on the way.
        (importer.handsOn ? level : next).push(importer.file);
        seen.add(importer.file);
      }
    level = next;
  }
}

/** False where no file that may hold tools imports this one, also not by way of others. */
export function mayServeTools(filename: string, project: Project): boolean {
  // Types are imported by many more files, and each text is read for the answer: those that may call something come first.
  const isHolder = ({ file, isSure, onlyTypes }: Importer): boolean =>
    isSure && !onlyTypes && project.mayHoldTools(file);
  return project.importersOf(filename, filename).some(isHolder) || holdersAbove(filename, project).next().done !== true;
}

/** The files that import this one, also by way of others, and may hold tools; parsed for it. */
export function importersAbove({ filename, project }: File): File[] {
  return [...holdersAbove(filename, project)]
    .slice(0, MAX_IMPORTERS)
    .flatMap((importer) => project.load(importer) ?? []);
}

/** The calls of a function: the one that it is a callback of, those in its own file, and those in the files that import it. */
function* callsOf({ fn, file, files }: Omit<Step, "trace">, root: File): Generator<CallSite> {
  const taker = parentOf(fn);
  if (taker?.type === "CallExpression" && taker.callee !== fn && enclosingFunction(fn)) yield { call: taker, file };
  const name = functionName(fn);
  if (name === undefined) return;
  for (const call of callsNamed(name, file))
    if (isSame(calledFunction(call, rootEnv(file)), fn, file)) yield { call, file };
  if (files >= MAX_FILES) return;
  for (const { importer, onlyTypes } of importersOf(file, name, root))
    for (const call of callsNamed(name, importer)) {
      const called = calledFunction(call, rootEnv(importer));
      if (called ? isSame(called, fn, file) : !onlyTypes && mayBeMethod(call, name)) yield { call, file: importer };
    }
}

function isSame(called: ReturnType<typeof calledFunction>, fn: FunctionNode, file: File): boolean {
  return called !== undefined && isSamePlace({ node: called.fn, env: called.env }, { node: fn, env: rootEnv(file) });
}

/** Methods that anything may have. */
const COMMON =
  /^(?:get|set|has|add|push|pop|map|filter|find|some|every|forEach|reduce|list|delete|remove|clear|load|save|send|on|once|emit|then|catch|close|open|read|write|run|start|stop|init|parse|toString|json|text|call|apply|bind|log|info|warn|error|debug|create|update|query|request|fetch|execute|connect|keys|values|entries|join|slice|next|end)$/u;

/** `client.listOrders()` in a file that imports the one with `listOrders`, on an object that cannot be followed. */
function mayBeMethod(call: TSESTree.CallExpression, name: string): boolean {
  const callee = unwrap(call.callee);
  return callee.type === "MemberExpression" && unwrap(callee.object).type !== "ThisExpression" && !COMMON.test(name);
}

function* importersOf(
  file: File,
  word: string,
  root: File,
): Generator<{ readonly importer: File; readonly onlyTypes: boolean }> {
  const { project } = file;
  const seen = new Set([file.filename]);
  const queue = [file.filename];
  for (let filename = queue.shift(); filename !== undefined; filename = queue.shift())
    for (const importer of project.importersOf(filename, root.filename)) {
      if (!importer.isSure || seen.has(importer.file)) continue;
      if (seen.add(importer.file).size > MAX_IMPORTERS) return;
      if (importer.handsOn) queue.push(importer.file);
      const parsed = project.loadWith(importer.file, word);
      if (parsed) yield { importer: parsed, onlyTypes: importer.onlyTypes };
    }
}

const callsByName = new WeakMap<File, ReadonlyMap<string, readonly TSESTree.CallExpression[]>>();

function callsNamed(name: string, file: File): readonly TSESTree.CallExpression[] {
  let calls = callsByName.get(file);
  if (!calls) callsByName.set(file, (calls = byName(file)));
  return calls.get(name) ?? [];
}

function byName(file: File): Map<string, TSESTree.CallExpression[]> {
  const calls = new Map<string, TSESTree.CallExpression[]>();
  for (const call of file.index.calls) {
    const name = calleeName(call);
    if (name === undefined) continue;
    const others = calls.get(name);
    if (others) others.push(call);
    else calls.set(name, [call]);
  }
  return calls;
}
