import type { TSESTree } from "@typescript-eslint/types";
import { tellsNotFoundById, tellsNothingFound } from "../../contract/lexicon.js";
import { DEFAULT_FRAMEWORK } from "../../frameworks/index.js";
import { calleeName, functionName } from "../../syntax/names.js";
import {
  ancestors,
  armsOf,
  enclosingFunction,
  parentOf,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { isUnused } from "../../syntax/work.js";
import { calledFunction } from "../values/calls.js";
import { isOffPath } from "./excuses.js";
import { answersApart, emptinessTestBehind } from "./emptiness-tests.js";
import { fateOfExpression, fateOfList, handsOnNothing, isToldOfItem } from "./fates.js";
import type { File } from "../file.js";
import { toolsOf } from "../tools/file-tools.js";
import { isNeverStarted } from "../started/never-started.js";
import type { Importer } from "../project/importers.js";
import type { Project } from "../project/project.js";
import type { ReachedFunction } from "../tools/reach.js";
import { endsInError, saysOnlyNotThere } from "../results/told-branches.js";
import { isUnawaited } from "./value-uses.js";
import { isSamePlace, rootEnv } from "../values/values.js";

/** A function that a tool call runs, from which calls lead to a function of another file. */
export interface ToolBehind {
  readonly reached: ReachedFunction;
  readonly file: File;
}

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

/** A tool for which "not logged in yet" is the ordinary case. */
const SIGNS_IN = /^(?:re)?(?:log_?(?:in|out)|sign_?(?:in|out)|auth)/iu;

/** `ensureAllowed(input)`: what such a function cannot find out, it refuses. */
const GUARDS = /^(?:ensure|assert|require|enforce|check)[A-Z]/u;

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

/** A function that works for a tool, as far as its own text tells. */
export function workingFor(fn: FunctionNode): ReachedFunction {
  return {
    fn,
    role: "data",
    framework: DEFAULT_FRAMEWORK,
    certain: false,
    tool: undefined,
    isHandler: false,
    isHandedOn: false,
  };
}

/**
 * The tool that calls a function, if there is one to which its failure is not told: asked from the side of the function,
 * by the files that import its own.
 */
export function toolBehind(fn: FunctionNode, file: File, trace: Trace): ToolBehind | undefined {
  const seen = new Set<FunctionNode>([fn]);
  const queue: Step[] = [{ fn, file, files: 1, trace }];
  for (let step = queue.shift(); step; step = queue.shift()) {
    const reached = reachedIn(step.file, step.fn);
    if (
      reached &&
      !SIGNS_IN.test(reached.tool?.name ?? functionName(step.fn) ?? "") &&
      !isNeverStarted(step.fn, step.file, file)
    )
      return { reached, file: step.file };
    for (const site of callsOf(step, file)) {
      const caller = enclosingFunction(site.call);
      const becomes = caller && becomesOf(site, step);
      if (!caller || becomes === "told" || seen.has(caller)) continue;
      // A list may have been written down on the way; a single value is gone, and a check has refused by a throw.
      if (isUnused(site.call) && (trace === "nothing" || GUARDS.test(functionName(step.fn) ?? ""))) continue;
      seen.add(caller);
      const files = step.files + (site.file === step.file ? 0 : 1);
      queue.push({ fn: caller, file: site.file, files, trace: becomes === "handed on" ? step.trace : "part" });
    }
  }
  return undefined;
}

function reachedIn(file: File, fn: FunctionNode): ReachedFunction | undefined {
  if (!file.project.mayHoldTools(file.filename)) return undefined;
  const { context, reached } = toolsOf(file);
  return context.isMcp ? reached.get(fn) : undefined;
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

/** What the caller makes of a value that stands for a failure. */
function becomesOf({ call, file }: CallSite, { fn, trace }: Step): "told" | "handed on" | "lost" {
  if (isBeside(call, file)) return "told";
  if (isToldOfItem(call)) return "told";
  if (trace === "part") return "lost";
  if (call === parentOf(fn)) return isItem(call) && fateOfList(call) === "hidden" ? "lost" : "told";
  if (handsOnNothing(call, file)) return "handed on";
  if (isDefault(call, file)) return "told";
  const lookup = lookupBehind(call, fn, trace, file);
  if (lookup) return lookup;
  const caller = enclosingFunction(call);
  const fate = caller ? fateOfExpression(call, workingFor(caller), new Map(), file, 0) : "unknown";
  return fate === "hidden" || (fate === "unknown" && trace === "empty list") ? "lost" : "told";
}

/** What happens here is not on the way to the answer. */
function isBeside(call: Node, file: File): boolean {
  return isOffPath(call) || isUnawaited(call) || makesError(call, file);
}

/** `async explain(error): Promise<Error>`: hints for a failure that is told anyway. */
function makesError(call: Node, file: File): boolean {
  const type = enclosingFunction(call)?.returnType;
  if (!type) return false;
  return /^:\s*(?:Promise<)?\w*Error>?$/u.test(file.textOf(type));
}

/** `filter.project ? [filter.project] : await allProjects()`: whether it is asked at all lies with the caller's callers. */
function isDefault(call: Node, file: File): boolean {
  let child = call;
  for (const up of ancestors(call)) {
    if (up.type === "ConditionalExpression" && up.alternate === child) return isParameter(up.test, file);
    if (up.type === "LogicalExpression" && up.operator !== "&&" && up.right === child)
      return isParameter(up.left, file);
    if (up.type !== "AwaitExpression") return false;
    child = up;
  }
  return false;
}

function isParameter(node: Node, file: File): boolean {
  const value = unwrap(node);
  if (value.type === "MemberExpression") return isParameter(value.object, file);
  return value.type === "Identifier" && file.bindings.resolve(value).kind === "parameter";
}

/** A question whose "no" is told as a fact, also where nobody could be asked. */
const ASKS = /^(?:validate|verify)(?:[A-Z_]|$)/u;

/** The callback gives one item of a list. */
function isItem(call: TSESTree.CallExpression): boolean {
  return /^(?:map|flatMap)$/u.test(calleeName(call) ?? "");
}

/**
 * What the test right behind a call makes of "nothing there": an error, or an answer of its own, tells that something is
 * wrong. "There is no such user" in an ordinary answer, and the "no" of a question, stand for a fact that nobody knows.
 */
function lookupBehind(call: Node, fn: FunctionNode, trace: Trace, file: File): "told" | "lost" | undefined {
  const test = emptinessTestBehind(call, file);
  if (!test) return undefined;
  if (endsInError(test.consequent, file)) return saysOnlyNotThere(test.consequent) ? "lost" : undefined;
  if (ASKS.test(functionName(fn) ?? "") || saysNotFound(test.consequent, file)) return "lost";
  // "No notes yet" has as many forms as there are lists: what is said for an empty one is that it is empty.
  return trace === "nothing" && answersApart(test, file) ? "told" : undefined;
}

/** All that the branch answers says of the thing itself that it is not there. */
function saysNotFound(branch: Node, file: File): boolean {
  const answers: string[] = [];
  walkSameFunction(branch, (node) => {
    if (node.type === "ReturnStatement" && node.argument)
      for (const answer of armsOf(node.argument)) answers.push(file.textOf(answer));
  });
  return (answers.length > 0 ? answers : [file.textOf(branch)]).every(
    (words) =>
      tellsNotFoundById(words) ||
      tellsNothingFound(words) ||
      /\b(?:could|can)\s*not\s+find\b|\binvalid\b/iu.test(words),
  );
}
