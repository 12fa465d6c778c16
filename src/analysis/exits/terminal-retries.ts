import type { TSESTree } from "@typescript-eslint/types";
import { functionName, receiverName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  enclosingFunction,
  enclosingStatement,
  isInside,
  isLoop,
  parentOf,
  unwrapTypes,
  type Node,
} from "../../syntax/tree.js";
import { isUnused } from "../../syntax/work.js";
import { isLogger } from "../flow/library.js";
import type { Failure, Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import type { Condition } from "../flow/conditions.js";
import { sameValue, type Site, type Source, type Value } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";
import { loopAround, roundsOf, type Attempts, type Rounds } from "./loops.js";
import { recursionsIn } from "./recursions.js";
import { terminalKindsIn } from "./tested-kinds.js";
import { wayTo } from "./unguarded.js";

/** Work that is done again after it has failed. */
export interface Retry extends Rounds {
  /** Where the failure is let pass: the `catch` block, or the loop that goes round. */
  readonly site: Site;
  readonly failure: Failure;
  readonly exit: Exit;
  /** The loop, or the `catch` block of a function that calls itself. */
  readonly loop: Node;
  /**
   * Of which failures it is done again: of `any`, as nobody looks at them; of those that stay, such as a missing right
   * (`terminal`); or of some that were `chosen`.
   */
  readonly after: "any" | "terminal" | "chosen";
}

/** Exits on which an operation works after it has failed, once for each loop. */
export function retriesIn({ exits }: ToolExits): Retry[] {
  const found = new Map<Node, Retry>();
  for (const exit of exits) {
    for (const failure of failuresOn(exit)) {
      const again = repetitionOf(failure, exit);
      if (!again) continue;
      const { loop, site, caughtAt } = again;
      const around = caughtAt?.node.parent;
      const attempt = around?.type === "TryStatement" ? around : undefined;
      const retry: Retry = {
        ...roundsOf(loop, attempt, site.file),
        site: caughtAt ?? { node: loop, file: site.file },
        failure,
        exit,
        loop,
        after: attempt && sortsAnswers(attempt, failure, exits) ? "chosen" : kindOf(failure, exit),
      };
      const known = found.get(loop);
      if (!known || isBetter(retry, known)) found.set(loop, retry);
    }
    for (const retry of recursionsIn(exit))
      if (!found.has(retry.loop)) found.set(retry.loop, { ...retry, after: kindOf(retry.failure, exit) });
  }
  return [...found.values()];
}

function failuresOn({ failures, state }: Exit): readonly Failure[] {
  return [...new Set([...failures, ...state.caught.keys()])];
}

const READS_BODY = /^(?:json|text|arrayBuffer|blob|formData)$/u;

/** Of several operations in one loop, the work is the last one that brings something. */
function isBetter(one: Retry, other: Retry): boolean {
  if (one.after !== other.after) return one.after === "any" || other.after === "chosen";
  const [first, second] = [one.failure.operation, other.failure.operation];
  // Reading the body of an answer at hand: the work is what brought the answer.
  if (READS_BODY.test(first.verb) !== READS_BODY.test(second.verb)) return READS_BODY.test(second.verb);
  const [own, its] = [first.site.node, second.site.node];
  if (isUnused(own) !== isUnused(its)) return isUnused(its);
  return own.range[0] > its.range[0];
}

interface Repetition extends LoopedCall {
  /** The `catch` block in the loop. */
  readonly caughtAt: Site | undefined;
}

/** The loop that does the work of a failed operation again, so that it works at last. */
function repetitionOf(failure: Failure, exit: Exit): Repetition | undefined {
  const { operation } = failure;
  const site = exit.state.caught.get(failure);
  const clause = site?.node.type === "CatchClause" ? site.node : undefined;
  const caughtAt = clause && site;
  if (!caughtAt && failure.source !== "refused-response") return undefined;
  const repeated = isRepeated(operation, exit)
    ? operation
    : exit.completed.find((one) => !caughtAt && isSameWork(one, operation, exit));
  const call = repeated && loopedCall(repeated, clause);
  return call && (caughtAt || !asksWhetherUp(call)) ? { ...call, caughtAt } : undefined;
}

/** The very same work, and not that of another item. */
function isRepeated(operation: Operation, exit: Exit): boolean {
  return operation.repeats && exit.state.redone.includes(operation) && !isOfItem(operation, exit);
}

/** The same call at another place: `let response = await fetch(url); while (!response.ok) response = await fetch(url);` */
function isSameWork(one: Operation, other: Operation, exit: Exit): boolean {
  return (
    one !== other &&
    one.site.node !== other.site.node &&
    one.repeats &&
    one.name === other.name &&
    one.args.length === other.args.length &&
    one.args.every((arg, at) => sameValue(arg, other.args[at] as Value)) &&
    !isOfItem(one, exit)
  );
}

function isOfItem(operation: Operation, exit: Exit): boolean {
  const given = [operation.callee, ...operation.args].flatMap((value) => conveyed(value, exit.state));
  return [...operation.inputs, ...given].some(({ kind }) => kind === "item" || kind === "lost");
}

/**
 * `if (response.status === 429) continue;` A refusal is an answer here, and told or repeated by its status: what the `catch`
 * block gets is a lost connection.
 */
function sortsAnswers({ block }: TSESTree.TryStatement, { operation }: Failure, exits: readonly Exit[]): boolean {
  return (
    !contains(block, ({ type }) => type === "ThrowStatement") &&
    exits.some(({ conditions, state }) =>
      conditions
        .flatMap((condition) => condition.either ?? [condition])
        .some(
          ({ subject, site }) =>
            subject.kind === "derived" &&
            /\.(?:status|statusCode|ok)$/u.test(subject.key ?? "") &&
            isInside(site.node, block) &&
            conveyed(subject, state).some((source) => isAnswerOf(source, operation)),
        ),
    )
  );
}

/** The operation has brought it, or refused: both are answers. */
function isAnswerOf(source: Source, operation: Operation): boolean {
  if (source.kind === "operation") return source.operation === operation;
  return (
    source.kind === "failure" && source.failure.operation === operation && source.failure.source === "refused-response"
  );
}

interface LoopedCall {
  readonly loop: Attempts;
  /** The call in the loop that leads to the operation. */
  readonly site: Site;
}

/** The innermost loop that makes the call, and in which its failure is caught. */
function loopedCall(operation: Operation, clause: TSESTree.CatchClause | undefined): LoopedCall | undefined {
  for (const site of [...wayTo(operation)].reverse()) {
    const loop = loopAround(site.node);
    if (loop && (!clause || isInside(clause, loop))) return { loop, site };
  }
  return undefined;
}

/** To ask until something is up is what such a function is for, and each "no" an answer. */
const ASKS_WHETHER_UP = /wait|poll|ready|health|alive|ping|until|status|progress|probe|start|launch|warm/iu;

function asksWhetherUp({ site }: LoopedCall): boolean {
  const fn = enclosingFunction(site.node);
  const request = site.file.textOf(enclosingStatement(site.node)).replace("await", "");
  return ASKS_WHETHER_UP.test((fn && functionName(fn)) ?? "") || ASKS_WHETHER_UP.test(request);
}

function kindOf(failure: Failure, exit: Exit): Retry["after"] {
  const tests = exit.state.conditions().flatMap((condition) => condition.either ?? [condition]);
  const asked = tests.filter((test) => looksAt(test, failure, exit));
  // A conflict may be over at the next attempt.
  if (terminalKindsIn(asked).some(({ category, status }) => category !== "business" || status === undefined))
    return "terminal";
  return asked.length > 0 || usesError(exit.state.caught.get(failure), failure) ? "chosen" : "any";
}

/** A test as it is written, with what is joined to it by `&&`. */
function textOfTest({ node, file }: Site): string {
  const up = parentOf(node);
  return file.textOf(up?.type === "LogicalExpression" && up.operator === "&&" ? up : node);
}

const ABORT = /abort|cancell?ed/iu;

/** `error.name === "AbortError"`: nobody waits any more. That tells nothing of which failures may be tried again. */
function asksForAbort(test: string): boolean {
  return ABORT.test(test) && !/status|code|retr[iy]|\b[45]\d\d\b/iu.test(test);
}

/** A test asks for a failure, or for how often the model wants the work tried. */
function looksAt({ subject, other, site }: Condition, failure: Failure, exit: Exit): boolean {
  if (asksForAbort(textOfTest(site))) return false;
  // `response.ok` tells that it is refused, and nothing of the reason.
  if (failure.source === "refused-response" && subject.kind === "derived" && /\.ok$/u.test(subject.key ?? ""))
    return false;
  return [subject, ...(other ? [other] : [])].some((value) =>
    conveyed(value, exit.state).some(
      (source) =>
        source.kind === "lost" ||
        source.kind === "failure" ||
        (failure.source === "refused-response" && isAnswerOf(source, failure.operation)) ||
        (source.kind === "input" && isOfLoop(site.node)),
    ),
  );
}

function isOfLoop(test: Node): boolean {
  const up = parentOf(test);
  return up !== undefined && isLoop(up);
}

/** The error goes anywhere but into a variable, a log, or what leaves the function. */
function usesError(caughtAt: Site | undefined, { source }: Failure): boolean {
  const handler = caughtAt?.node;
  if (!caughtAt || handler?.type !== "CatchClause") return source !== "refused-response";
  const { file } = caughtAt;
  if (handler.param?.type !== "Identifier") return handler.param !== null;
  return (file.bindings.variable(handler.param)?.references ?? []).some(({ identifier }) => {
    const statement = enclosingStatement(identifier);
    if (/^(?:Return|Throw)Statement$/u.test(statement.type) || isLogged(identifier)) return false;
    if (statement.type === "IfStatement" && asksForAbort(textOfTest({ node: statement.test, file }))) return false;
    return !isKeptWhole(identifier);
  });
}

/** `console.error("Attempt failed:", error.message)` */
function isLogged(node: Node): boolean {
  for (const up of ancestors(node)) {
    if (up.type === "CallExpression" && isLogger(receiverName(up))) return true;
    if (up.type.endsWith("Statement")) return false;
  }
  return false;
}

/** `last = error as Error` */
function isKeptWhole(node: Node): boolean {
  let at = node;
  for (let up = parentOf(at); up && unwrapTypes(up) === node; up = parentOf(at)) at = up;
  const up = parentOf(at);
  return up?.type === "AssignmentExpression" && up.right === at;
}
