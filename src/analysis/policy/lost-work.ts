import { calleeName, dottedName } from "../../syntax/names.js";
import type { Node } from "../../syntax/tree.js";
import { isConvergent } from "../partial-results/writing-work.js";
import { changes } from "../flow/effects.js";
import type { Failure, Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import { effectOfName, effectOfTool, saysItReuses } from "../tools/tool-effects.js";
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
}

/** Why the work may be left out. */
export interface LostWorkExemption {
  readonly id: string;
  readonly when: (lost: LostWork) => boolean;
  readonly describes: string;
}

/** Calls by their names: the operation itself and the functions that lead to it. */
export function callNames({ verb, receiver, stack }: Operation): string[] {
  const calls = stack
    .sites()
    .flatMap(({ node }) => (node.type === "CallExpression" ? (dottedName(node.callee) ?? calleeName(node) ?? []) : []));
  return [...calls, `${receiver}.${verb}`];
}

/** Objects of the process, sessions, and what a second run makes anew. */
const OWN_BUSINESS =
  /stream|connect|session|context|transport|listener|script|hash|element|cache|index|temp|tmp|mkdir|folder|progress|notif|log(?:ger|in|out)?\b|metric|telemetry|track|audit|cookie|embedding|vector|chunk|memory|auth|token|credential|lock\b|lease|subscri|\bpool|browser|\bpage\b|sandbox|agent|backup|checkpoint|snapshot/iu;
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
        ({ kind }) => kind === "operation" || kind === "lost",
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
export function optionOf({ work, failure, exit, isRepeated }: LostWork): LostOption | undefined {
  if (!changes(work.effect) || effectOfTool(exit.tool, exit.file).writes === false || isCalledAsRead(work))
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
function isCalledAsRead({ stack }: Operation): boolean {
  return stack
    .sites()
    .some(({ node }) => node.type === "CallExpression" && effectOfName(calleeName(node)).writes === false);
}
