import { calleeName, dottedName } from "../../syntax/names.js";
import { isFunction, isInside, parentOf, type Node } from "../../syntax/tree.js";
import { isConvergent } from "../partial-results/writing-work.js";
import { changes } from "../flow/effects.js";
import type { Failure, Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import { effectOfName, effectOfTool, saysItReuses } from "../tools/tool-effects.js";
import type { Condition } from "../flow/state.js";
import type { Site } from "../flow/values.js";
import { takesCallback } from "../flow/lists.js";
import { makesPiece } from "../partial-results/pieces.js";
import { declaresToolResult } from "../tools/result-types.js";
import { functionsCalled } from "../values/implementations.js";
import { rootEnv } from "../values/values.js";
import type { Exit } from "../exits/exits.js";

/** Work that had been done when a failure came, at an exit that tells of the failure and not of the work. */
export interface LostWork {
  readonly work: Operation;
  readonly failure: Failure;
  readonly exit: Exit;
  /** The exits of the same tool. */
  readonly others: readonly Exit[];
  /** The failure is one of the same operation, for another item. */
  readonly isRepeated: boolean;
  /** The calls in one function that lead to the work, and to what fails. */
  readonly working: Site;
  readonly failing: Site;
}

/** Why the work may be left out. */
export interface LostWorkExemption {
  readonly id: string;
  readonly when: (lost: LostWork) => boolean;
  readonly describes: string;
}

/** The functions that lead to an operation, by their names. */
function namesOf({ stack }: Operation): string[] {
  return stack
    .sites()
    .flatMap(({ node }) => (node.type === "CallExpression" ? (dottedName(node.callee) ?? calleeName(node) ?? []) : []));
}

/** The same, and the operation itself: with its owner, but for a known package's, such as a pool of connections. */
function callNames(operation: Operation): string[] {
  const { row, verb, receiver } = operation;
  return [...namesOf(operation), row ? verb : `${receiver}.${verb}`];
}

/** Objects of the process, sessions, and what a second run makes anew. */
const OWN_BUSINESS =
  /stream|connect|session|context|transport|listener|script|hash|element|cache|index|temp|tmp|mkdir|folder|progress|notif|log(?:ger|in|out)?\b|metric|telemetry|track|audit|cookie|embedding|vector|chunk|memory|auth|token|credential|lock\b|lease|subscri|browser|\bpage\b|sandbox|agent|backup|checkpoint|snapshot|\btabs?\b|\bwindows?\b|terminal|shell/iu;
const TRANSACTION = /transaction|atomic|savepoint|unitOfWork|\bbegin|batch\b/iu;
const UNDOES =
  /rollback|undo|revert|restore|compensat|cleanup|clean_up|delete|remove|destroy|cancel|abort|unlink|\brm\b/iu;
const COMMITS = /(?:^|\.)(?:commit|finali[sz]e|publish|flush|submit)\w*$/iu;
/** What reads the answer of a request. */
const READS_BODY = /^(?:json|text|arrayBuffer|blob|formData|next|read|parse)$/u;
/** A model is asked by `create`. */
const GENERATES =
  /(?:completions|embeddings|responses|moderations|images|speech|transcriptions|translations|generations|messages|threads|runs)\.create$/u;

const statementOf = ({ args }: Operation): string => {
  const [first] = args;
  return first?.kind === "constant" && typeof first.value === "string" ? first.value.trim() : "";
};

const isNamed = (operation: Operation, pattern: RegExp): boolean =>
  callNames(operation).some((name) => pattern.test(name));

/** Operations that what is given to one derives from, directly or by way of others. */
export function basisOf(operation: Operation, { state }: Exit, depth = 4): Set<Operation> {
  const found = new Set<Operation>();
  const collect = (one: Operation, left: number): void => {
    if (left <= 0) return;
    for (const value of [one.callee, ...one.args])
      for (const source of conveyed(value, state))
        if (source.kind === "operation" && !found.has(source.operation)) {
          found.add(source.operation);
          collect(source.operation, left - 1);
        }
  };
  collect(operation, depth);
  return found;
}

/** Operations that completed on the path after the failure. */
function after({ failure, exit }: LostWork): Operation[] {
  const earlier = exit.state.earlier.get(failure) ?? [];
  return exit.completed.filter((one) => !earlier.includes(one) && one !== failure.operation);
}

/** The tests on the way ask what the work has brought. */
function isAskedFor({ work, exit }: LostWork): boolean {
  return exit.conditions.some(({ subject }) =>
    conveyed(subject, exit.state).some(
      (source) =>
        source.kind === "operation" && (source.operation === work || basisOf(source.operation, exit).has(work)),
    ),
  );
}

/** A call on the way runs a callback that it is given, and is no method of a list or promise, and no function of the project. */
function isRunByOthers({ stack, site }: Operation): boolean {
  const sites = [...stack.sites(), site];
  return sites.some(({ node }, at) => {
    const inner = sites[at + 1];
    if (node.type !== "CallExpression" || !inner) return false;
    const name = calleeName(node) ?? "";
    if (takesCallback(name) || /^(?:then|catch|finally)$/u.test(name)) return false;
    return node.arguments.some((argument) => isInside(inner.node, argument));
  });
}

/** `if (added.isErr())` */
function asksWhetherItWorked({ site, subject, either }: Condition, operation: Operation, exit: Exit): boolean {
  if (either?.some((one) => asksWhetherItWorked(one, operation, exit))) return true;
  return (
    /\bis(?:Err|Ok|Error|Failure|Success|Left|Right)\b/u.test(site.file.textOf(site.node)) &&
    conveyed(subject, exit.state).some(
      (source) => source.kind === "operation" && isMadeOf(source.operation, operation, exit),
    )
  );
}

/** An operation, or one that works on what it has brought. */
export function isMadeOf(one: Operation, work: Operation, exit: Exit): boolean {
  return one === work || basisOf(one, exit).has(work);
}

/** The list of `Promise.all([…])` around a call. */
export function listAround(node: Node): Node | undefined {
  for (let at: Node | undefined = node; at && !isFunction(at); at = parentOf(at)) {
    const call = parentOf(at);
    if (at.type === "ArrayExpression" && call?.type === "CallExpression" && dottedName(call.callee) === "Promise.all")
      return at;
  }
  return undefined;
}

export const LOST_WORK_EXEMPTIONS: readonly LostWorkExemption[] = [
  {
    id: "own-failure",
    describes: "the failure is found in what the work itself has answered",
    when: (lost) =>
      !lost.isRepeated &&
      ((READS_BODY.test(lost.failure.operation.verb) && basisOf(lost.failure.operation, lost.exit).has(lost.work)) ||
        (lost.failure.origin === "first-party" && isAskedFor(lost)) ||
        lost.failure.origin === "validator"),
  },
  {
    id: "taken-back",
    describes: "what was done is undone before the error leaves",
    when: (lost) => after(lost).some((one) => isNamed(one, UNDOES) || /^ROLLBACK\b/iu.test(statementOf(one))),
  },
  {
    id: "all-or-nothing",
    describes: "the work counts only with what comes after it: a transaction, or a commit",
    when: ({ work, failure, exit, others }) =>
      isNamed(work, TRANSACTION) ||
      isNamed(failure.operation, TRANSACTION) ||
      exit.completed.some(
        (one) => isNamed(one, TRANSACTION) || /^(?:BEGIN|START\s+TRANSACTION)\b/iu.test(statementOf(one)),
      ) ||
      others.some(
        (other) =>
          other.failures.length === 0 &&
          other.completed.some(
            (one) => one !== work && (COMMITS.test(one.verb) || /^COMMIT\b/iu.test(statementOf(one))),
          ),
      ),
  },
  {
    id: "run-by-others",
    describes: "work in a callback of code that cannot be seen into: it may try again, take back, or tell of it",
    when: ({ failure }) => isRunByOthers(failure.operation),
  },
  {
    id: "hook",
    describes: "the failure of a function that the tool is handed: nobody knows what stands behind it",
    when: ({ failure: { operation } }) =>
      operation.callee.kind === "derived" &&
      operation.callee.sources.length > 0 &&
      operation.callee.sources.every(({ kind }) => kind === "input"),
  },
  {
    id: "answers-failures",
    describes: "the failing step is asked whether it worked: its failures come as values",
    when: ({ failure, others }) =>
      others.some((other) =>
        other.conditions.some((condition) => asksWhetherItWorked(condition, failure.operation, other)),
      ),
  },
  {
    id: "noted-elsewhere",
    describes: "what was done is noted in a list of the server, which another tool may tell",
    when: ({ exit }) => exit.state.changesLastingList,
  },
  {
    id: "tried-out",
    describes: "the path has found that the work was only tried out: `if (made.dryRun)`",
    when: ({ exit, work }) =>
      exit.conditions.some(
        ({ subject, holds }) =>
          holds &&
          subject.kind === "derived" &&
          /\.(?:is)?_?(?:dry_?run|preview|skipped|existing|existed)$/iu.test(subject.key ?? "") &&
          subject.sources.some((source) => source.kind === "operation" && source.operation === work),
      ),
  },
  {
    id: "piece",
    describes: "a piece of the one thing that the later step makes: a draft, an upload",
    when: ({ work, failure, working, exit, isRepeated }) =>
      !isRepeated && makesPiece(working.node) && basisOf(failure.operation, exit).has(work),
  },
  {
    id: "unimportant",
    describes: "work whose own failure the tool goes on after: nobody asks whether it worked",
    when: ({ work, others, working }) =>
      others.some(({ seen, failures }) => seen === "result" && failures.some(({ operation }) => operation === work)) ||
      (working.node.type === "CallExpression" &&
        working.node !== work.site.node &&
        working.node.parent.type === "AwaitExpression" &&
        working.node.parent.parent.type === "ExpressionStatement" &&
        functionsCalled(working.node, rootEnv(working.file)).some(({ fn }) => declaresToolResult(fn))),
  },
  {
    id: "general-read",
    describes: 'a later read or refresh that is given nothing: `getAccount()`, `triggerSync("created")`',
    when: ({ failure: { operation }, exit, isRepeated }) =>
      !isRepeated &&
      /^(?:get|is|has|list|read|load|sync|triggerSync|flush)/u.test(operation.verb) &&
      operation.args.every((arg) => conveyed(arg, exit.state).length === 0),
  },
  {
    id: "read-at-once",
    describes: "a read that runs at the same time",
    when: ({ failure, working, failing, isRepeated }) =>
      !isRepeated &&
      !changes(failure.operation.effect) &&
      listAround(working.node) !== undefined &&
      listAround(working.node) === listAround(failing.node),
  },
  {
    id: "own-business",
    describes: "an object of the process, a session, a cache, a log: what a second run makes anew",
    when: ({ work }) => isNamed(work, OWN_BUSINESS) || isNamed(work, GENERATES),
  },
  {
    id: "not-asked-for",
    describes: "work that is given nothing of the tool's input",
    when: ({ work, exit }) =>
      !work.args.some((arg) => conveyed(arg, exit.state).some(({ kind }) => kind === "input")) &&
      !work.inputs.some(({ kind }) => kind === "input"),
  },
  {
    id: "own-lookup",
    describes: "reads of what the tool has looked up by itself",
    when: ({ work, exit }) =>
      !changes(work.effect) &&
      [...work.args.flatMap((arg) => conveyed(arg, exit.state)), ...work.inputs].some(
        (source) => source.kind === "operation" && source.operation !== work,
      ),
  },
  {
    id: "before-a-change",
    describes: "reads for a change that is yet to come",
    when: ({ work, others }) =>
      !changes(work.effect) &&
      others.some(
        ({ completed, failures }) => failures.length === 0 && completed.some(({ effect }) => changes(effect)),
      ),
  },
  {
    id: "not-in-the-answer",
    describes: "reads that the result does not hold when all goes well",
    when: ({ work, others }) =>
      !changes(work.effect) &&
      !others.some(
        ({ seen, failures, sources }) =>
          seen === "result" &&
          failures.length === 0 &&
          sources.some((source) => source.kind === "operation" && source.operation === work),
      ),
  },
  {
    id: "repetition",
    describes: "the same work again and again: a retry, a poll, the pages of one list",
    when: ({ work, exit, isRepeated }) =>
      isRepeated &&
      ![...work.inputs, ...work.args.flatMap((arg) => conveyed(arg, exit.state))].some(({ kind }) => kind === "item"),
  },
];

export type LostOption = "reads" | "convergentWrites" | "unclearWrites" | "steps";

/** The option that asks for it; undefined where a second call surely does harm. */
export function optionOf(lost: LostWork): LostOption | undefined {
  const { work, failure, exit, isRepeated } = lost;
  if (!changes(work.effect) || effectOfTool(exit.tool, exit.file).writes === false || isCalledAsRead(lost))
    return "reads";
  const calls: Node[] = [work.site.node, ...work.stack.sites().map(({ node }) => node)];
  const isLookedUp = work.args.some((arg) =>
    conveyed(arg, exit.state).some((source) => source.kind === "operation" && source.operation !== work),
  );
  if (
    work.effect === "sets" ||
    calls.some(isConvergent) ||
    saysItReuses(exit.tool, exit.file) ||
    (work.effect === "removes" && isLookedUp)
  )
    return "convergentWrites";
  if (work.effect === "acts") return "unclearWrites";
  return isRepeated || (work.loop !== undefined && work.loop === failure.operation.loop) ? undefined : "steps";
}

/** `client.searchNotes(text)`, whatever request it sends. */
function isCalledAsRead({ work, working }: LostWork): boolean {
  const sites = work.stack.sites();
  return sites
    .slice(Math.max(sites.indexOf(working), 0))
    .some(({ node }) => node.type === "CallExpression" && effectOfName(calleeName(node)).writes === false);
}
