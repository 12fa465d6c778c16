import type { TSESTree } from "@typescript-eslint/types";
import { calledFunction, type CalledFunction } from "../../analysis/values/calls.js";
import { canFail } from "../../analysis/reachability/can-fail.js";
import type { File } from "../../analysis/file.js";
import { alwaysThrows, enclosingCatch } from "../../analysis/values/flow.js";
import type { Model } from "../../analysis/model.js";
import type { ReachedFunction } from "../../analysis/tools/reach.js";
import { outcomesOf, outcomesOfCall, type Outcome } from "../../analysis/results/results.js";
import { conditionalBranches, thrownOutcome } from "../../analysis/catches/returns.js";
import { Cause } from "../../analysis/values/taint.js";
import { thrownJson } from "../../analysis/throws/thrown-json.js";
import type { Tool } from "../../analysis/tools/index.js";
import { guardingTry } from "../../analysis/catches/tries.js";
import { resolve, type Env } from "../../analysis/values/values.js";
import { isMcpErrorClass } from "../../contract/protocol.js";
import { showsThrown } from "../../frameworks/types.js";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { isFunction, isInside, unwrap, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { workName } from "../../syntax/work.js";
import { classify, messageOf, type Classified } from "./classify.js";
import { AT_RUN_TIME, contractOfResult, NO_CONTRACT } from "./contract.js";
import { branchOf, casesOf, type Branch } from "./dispatch.js";
import { decides, enteredBy } from "./entered.js";
import type { Entry } from "./entries.js";
import { helperCall } from "./helper-calls.js";
import { lossesIn } from "./losses.js";
import { ALWAYS, situationOf, sourceOf, type TriggerFacts } from "./triggers.js";
import type { SeenAs } from "./types.js";

/** A node and the file it stands in. */
export interface Site {
  readonly node: Node;
  readonly file: File;
}

/** An exit with its nodes, before it is written down. */
export interface FoundExit extends Classified, Site {
  readonly trigger: TriggerFacts;
  readonly instead: string | null;
  readonly via: readonly Site[];
  readonly branch: Branch;
  /** The literal of the result, where a builder makes it elsewhere. */
  readonly literal: Site | undefined;
}

/** A function that decides how a call of the tool ends; in a dispatcher, with the tools whose branches alone lead there. */
export interface Decider extends CalledFunction {
  readonly branch: Branch;
}

/** How a function came to be entered. */
interface Frame {
  readonly fn: FunctionNode;
  readonly env: Env;
  readonly outer: TriggerFacts;
  readonly via: readonly Site[];
  readonly branch: Branch;
  /** A clause further out catches what is thrown in here. */
  readonly guarded: boolean;
  readonly around: Entry["around"];
}

/** A function by its place: the same one, however often its file is parsed. */
export function functionKey(fn: FunctionNode, file: File): string {
  return `${file.filename}:${fn.range[0]}`;
}

/** Finds every way in which a call of one tool can end. */
export class ExitCollector {
  readonly exits: FoundExit[] = [];
  /** Every function that was entered, by its key. */
  readonly entered = new Map<string, Decider>();
  /** The cases of dispatchers that were entered, by the name of their tool. */
  readonly cases = new Map<string, Site>();
  readonly #tool: Tool;
  readonly #modelOf: (file: File) => Model | null;
  readonly #stack = new Set<FunctionNode>();
  readonly #lost = new Set<Node>();

  constructor(tool: Tool, modelOf: (file: File) => Model | null) {
    this.#tool = tool;
    this.#modelOf = modelOf;
  }

  enter({ fn, env, around }: Entry): void {
    this.#function({ fn, env, around, outer: ALWAYS, via: [], branch: undefined, guarded: false });
  }

  #function(frame: Frame): void {
    const { fn, env } = frame;
    if (this.#stack.has(fn)) return; // it calls itself: its exits are found already
    this.#stack.add(fn);
    this.#note(frame);
    for (const [name, node] of frame.branch ? [] : casesOf(fn))
      if (!this.cases.has(name)) this.cases.set(name, { node, file: env.file });
    for (const expression of returnedExpressions(fn)) this.#value(expression, frame);
    walkSameFunction(fn.body, (node) => {
      if (node.type === "ThrowStatement" && !guardingTry(node)) this.#thrown(node.argument, frame);
    });
    this.#unguarded(frame);
    for (const loss of lossesIn(fn, env.file, this.#modelOf(env.file))) {
      if (this.#lost.has(loss.node)) continue;
      this.#lost.add(loss.node);
      const via = [...frame.via, ...loss.via.map((node): Site => ({ node, file: env.file }))];
      const shared = { outcome: "failure", seenAs: "hidden", contract: NO_CONTRACT, message: null } as const;
      const inBranch = [loss.node, ...loss.via].map(branchOf).find((branch) => branch !== undefined);
      this.exits.push({
        ...shared,
        ...{ trigger: loss.trigger, instead: loss.instead, node: loss.node, file: env.file },
        ...{ via, branch: frame.branch ?? inBranch, literal: undefined },
      });
    }
    this.#stack.delete(fn);
  }

  #note({ fn, env, branch }: Frame): void {
    const key = functionKey(fn, env.file);
    const known = this.entered.get(key);
    const branches = known ? known.branch && branch && [...known.branch, ...branch] : branch;
    this.entered.set(key, { fn, env, branch: branches });
  }

  /** What a returned expression amounts to, through the calls that make it. */
  #value(expression: Node, frame: Frame): void {
    for (const branch of conditionalBranches(unwrap(expression))) {
      const target = resolve({ node: branch, env: frame.env });
      // A constant of the function itself keeps the place of its `return`.
      if (target.node.type === "CallExpression") this.#call(target.node, target.env, branch, frame);
      else this.#outcomes(outcomesOf({ node: branch, env: frame.env }), branch, frame);
    }
  }

  #call(call: TSESTree.CallExpression, env: Env, site: Node, frame: Frame): void {
    const callee = unwrap(call.callee);
    const method = callee.type === "MemberExpression" ? memberName(callee) : undefined;
    if (callee.type === "MemberExpression" && (method === "then" || method === "catch" || method === "finally")) {
      this.#promise(call, callee.object, method, frame);
      return;
    }
    const made = helperCall(call, env);
    if (made) {
      const { facts } = this.#situation(site, frame);
      const result: Classified =
        made.makes === "error"
          ? { outcome: "failure", seenAs: "error-result", contract: made.contract, message: made.message }
          : { outcome: "empty", seenAs: "result", contract: NO_CONTRACT, message: made.message };
      this.#add(result, facts, site, frame);
      return;
    }
    const entered = enteredBy(call, env);
    for (const { called, branch } of entered) {
      if (!called) continue;
      if (alwaysThrows(called.fn)) this.#thrown(site, frame);
      else if (!decides(called)) continue;
      else {
        const { facts } = this.#situation(site, frame);
        const guarded = frame.guarded || guardingTry(site) !== undefined;
        const via = [...frame.via, { node: site, file: frame.env.file }];
        const inner = frame.branch ?? branch ?? branchOf(site);
        this.#function({ ...called, outer: facts, via, branch: inner, guarded, around: frame.around });
      }
    }
    const [only, ...others] = entered;
    if (others.length > 0 || (only?.called && (alwaysThrows(only.called.fn) || decides(only.called)))) return;
    const outcomes = outcomesOfCall(call, env).map(({ outcome }) => outcome);
    this.#outcomes(outcomes, site, frame);
  }

  /** `work.then(ok, failed)`, `work.catch(failed)`. */
  #promise(call: TSESTree.CallExpression, work: Node, method: string, frame: Frame): void {
    const [first, second] = call.arguments;
    const failed = method === "then" ? second : method === "catch" ? first : undefined;
    if (method === "then" && first) this.#callback(first, frame.outer, frame);
    else this.#value(work, { ...frame, guarded: frame.guarded || failed !== undefined });
    if (failed) this.#callback(failed, { ...ALWAYS, kind: "caught", source: sourceOf(work) }, frame);
  }

  #callback(callback: Node, outer: TriggerFacts, frame: Frame): void {
    const target = resolve({ node: callback, env: frame.env });
    if (isFunction(target.node)) this.#function({ ...frame, fn: target.node, env: target.env, outer });
  }

  #outcomes(outcomes: readonly Outcome[], site: Node, frame: Frame): void {
    const { facts, clause, cause } = this.#situation(site, frame);
    const isLost = this.#isLostAt(clause ?? frame.fn, frame);
    for (const outcome of outcomes) {
      if (outcome.kind === "throws") {
        this.#thrown(site, frame);
        continue;
      }
      const reached = this.#reached(frame.fn);
      const result = classify(outcome, { trigger: facts, tellsCause: cause.isIn(site), isLost, reached });
      const literal =
        outcome.kind === "tool-result" ? { node: outcome.result.literal, file: outcome.result.env.file } : undefined;
      this.#add(result, facts, site, frame, literal);
    }
  }

  #situation(site: Node, frame: Frame) {
    const { file } = frame.env;
    const situation = situationOf(site, frame.outer, file);
    const cause = situation.clause
      ? Cause.ofCatch(situation.clause, file)
      : frame.outer.kind === "caught" || frame.outer.kind === "status"
        ? Cause.ofParameters(frame.fn.params, frame.fn.body, file)
        : Cause.ofVariables([], frame.fn.body, file);
    return { ...situation, cause };
  }

  #isLostAt(place: Node, frame: Frame): boolean {
    const swallows = this.#modelOf(frame.env.file)?.flow.swallowed ?? [];
    return swallows.some(({ node }) => node === place || (place === frame.fn && isInside(place, node)));
  }

  #reached(fn: FunctionNode): ReachedFunction {
    const { framework, certain } = this.#tool;
    return { fn, role: "result", framework, certain, tool: this.#tool, isHandler: false, isHandedOn: false };
  }

  #thrown(thrown: Node, frame: Frame): void {
    if (frame.guarded || branchOf(thrown)?.length === 0) return; // caught further out; an unknown tool is a wrong request
    const { facts, guard } = this.#situation(thrown, frame);
    // What was thrown as a protocol error on purpose is told where it is made.
    if (guard && letsProtocolErrorsThrough(guard.test)) return;
    const node = unwrap(thrown);
    const name = node.type === "NewExpression" || node.type === "CallExpression" ? (calleeName(node) ?? "") : "";
    const made =
      node.type === "NewExpression" || node.type === "CallExpression" ? helperCall(node, frame.env) : undefined;
    const outcome = this.#shownJson(thrown, frame) ?? thrownOutcome(thrown, frame.env);
    const message = made?.message ?? messageOf(outcome);
    const told =
      outcome.kind === "tool-result"
        ? { contract: contractOfResult(outcome.result), seenAs: "error-result" as const }
        : {};
    const contract = made?.makes === "error" ? made.contract : NO_CONTRACT;
    this.#add({ ...this.#throwResult(name, frame), ...(made ? { contract } : told), message }, facts, thrown, frame);
  }

  /** JSON that the framework shows to the model as the text of an error result. */
  #shownJson(thrown: Node, { around, env }: Frame): Outcome | undefined {
    const { framework, certain } = this.#tool;
    if (!certain || around !== "nothing" || !showsThrown(framework.outcomes)) return undefined;
    const ref = { node: thrown, env };
    const result = thrownJson(ref, framework)?.result;
    return result && { kind: "tool-result", result, ref };
  }

  /** What becomes of a throw that leaves the handler. */
  #throwResult(className: string, { around }: Frame): Omit<Classified, "message"> {
    const { framework, certain } = this.#tool;
    if (around === "boundary") return { outcome: "failure", seenAs: "error-result", contract: AT_RUN_TIME };
    const becomes = isMcpErrorClass(className) ? framework.outcomes.thrownProtocolError : framework.outcomes.thrown;
    const known: SeenAs = becomes === "tool-error" ? "converted-throw" : "protocol-error";
    return {
      outcome: "failure",
      seenAs: certain && around === "nothing" ? known : "unknown",
      contract: NO_CONTRACT,
    };
  }

  /** Work that is waited for, with nothing around it that catches. */
  #unguarded(frame: Frame): void {
    const { fn, env } = frame;
    if (frame.guarded) return;
    const seen = new Set<string>();
    walkSameFunction(fn.body, (node) => {
      const call = canFail(node, env.file);
      if (!call || guardingTry(node) || enclosingCatch(node)) return;
      const called = calledFunction(call, env);
      if (called && decides(called) && this.exits.some(({ via }) => via.some((site) => unwrap(site.node) === call)))
        return;
      const name = workName(call);
      if (seen.has(name)) return;
      seen.add(name);
      const trigger: TriggerFacts = { kind: "unguarded", statuses: [], condition: null, source: name };
      this.#add({ ...this.#throwResult("", frame), message: null }, trigger, call, frame);
    });
  }

  #add(result: Classified, trigger: TriggerFacts, node: Node, frame: Frame, literal?: Site): void {
    const { file } = frame.env;
    const instead = result.seenAs === "hidden" ? file.textOf(node).replace(/\s+/gu, " ") : null;
    const clause = enclosingCatch(node);
    if (result.seenAs === "hidden" && clause) this.#lost.add(clause);
    const branch = frame.branch ?? branchOf(node);
    this.exits.push({ ...result, trigger, node, file, instead, via: frame.via, branch, literal });
  }
}

/** `error instanceof McpError` */
function letsProtocolErrorsThrough(test: Node): boolean {
  const node = unwrap(test);
  return (
    node.type === "BinaryExpression" &&
    node.operator === "instanceof" &&
    isMcpErrorClass(dottedName(node.right)?.replace(/^.*\./u, "") ?? "")
  );
}
