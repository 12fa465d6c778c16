import type { Exit as FlowExit } from "../../analysis/exits/exits.js";
import { isWithin, valueOf } from "../../analysis/exits/places.js";
import type { Condition } from "../../analysis/flow/conditions.js";
import type { Failure, FailureSource } from "../../analysis/flow/operations.js";
import { conveyed } from "../../analysis/flow/provenance.js";
import type { Site } from "../../analysis/flow/values.js";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { enclosingFunction, enclosingStatement, isFunction, parentOf, type Node } from "../../syntax/tree.js";
import { workName } from "../../syntax/work.js";
import { callsOf } from "./places.js";
import type { Row } from "./rows.js";
import type { PathStep } from "./types.js";

/** A step before its place is written down. */
export interface Step {
  readonly kind: PathStep["kind"];
  readonly site: Site;
  readonly text: string;
}

/**
 * The way to an exit, step by step: the call of the tool, the calls and tests on the path, what fails, where that is caught,
 * and what leaves. Where several paths have met, the tests that they do not share are left out.
 */
export function stepsOf({ exit, root, site, via, seenAs }: Row, entry: Site | undefined): Step[] {
  const name = exit.tool.name === undefined ? "the tool" : exit.tool.name;
  const start = entry ?? { node: exit.tool.registration, file: exit.file };
  const steps: Step[] = [{ kind: "entry", site: start, text: `${name} is called` }];
  const failures = root && !exit.failures.includes(root) ? [...exit.failures, root] : exit.failures;
  const segments = testsBetween(exit, failures);
  const called = new Set<Node>();
  const shown = new Set<Node>();
  const add = (step: Step): void => {
    // What the engine knows beforehand, such as `response.ok` of a refused response, is a test of the code's all the same.
    for (const { test, holds } of passedTests(step.site.node)) {
      if (shown.has(test) || exit.conditions.some(({ site: at }) => isWithin(at, { ...step.site, node: test })))
        continue;
      shown.add(test);
      const site = { node: test, file: step.site.file };
      steps.push({ kind: "test", site, text: outcomeOf(site, holds) });
    }
    steps.push(step);
  };
  const call = (sites: readonly Site[], until: Site): void => {
    for (const one of sites) {
      if (called.has(one.node) || one.node === until.node) continue;
      called.add(one.node);
      add({ kind: "call", site: one, text: `calls ${calledName(one)}` });
    }
  };
  const test = (at: number): void => {
    for (const condition of segments[at] ?? []) if (isTelling(condition)) steps.push(stepOfTest(condition));
  };
  test(0);
  for (const [at, failure] of failures.entries()) {
    const { operation } = failure;
    call(callsOf(operation.stack), operation.site);
    add({ kind: "failure", site: operation.site, text: failing(failure) });
    const caughtAt = exit.state.caught.get(failure);
    if (caughtAt) steps.push({ kind: "caught", site: caughtAt, text: `caught by ${catcherOf(caughtAt)}` });
    test(at + 1);
  }
  call(via, site);
  const end = endOf(exit, site, seenAs === "hidden", failures.at(-1));
  if (end) add(end);
  return steps;
}

interface PassedTest {
  readonly test: Node;
  readonly holds: boolean;
}

/** The tests that every path to a place has passed in its own function, outermost first: `if` around it, and early exits before it. */
function passedTests(place: Node): PassedTest[] {
  const found: PassedTest[] = [];
  let child = place;
  for (let up = parentOf(child); up && !isFunction(child); up = parentOf(up)) {
    if ((up.type === "IfStatement" || up.type === "ConditionalExpression") && child !== up.test)
      found.push({ test: up.test, holds: child === up.consequent });
    if (up.type === "BlockStatement") {
      const before = up.body.slice(0, up.body.indexOf(child as TSESTree.Statement));
      for (const statement of before.reverse())
        if (statement.type === "IfStatement" && !statement.alternate && leaves(statement.consequent))
          found.push({ test: statement.test, holds: false });
    }
    child = up;
  }
  return found.reverse();
}

function leaves(statement: Node): boolean {
  if (statement.type === "BlockStatement") {
    const last = statement.body.at(-1);
    return last !== undefined && leaves(last);
  }
  return /^(?:Return|Throw|Break|Continue)Statement$/u.test(statement.type);
}

/** The tests before the first failure, between each failure and the next one, and after the last one. */
function testsBetween({ conditions, state }: FlowExit, failures: readonly Failure[]): Condition[][] {
  const segments: Condition[][] = failures.map(() => []);
  segments.push([]);
  let at = 0;
  // Of several ways to one point, the tests of the first one may stand there, too.
  const ways = new Set(conditions.flatMap(({ either }) => either ?? []));
  for (const condition of conditions) {
    if (ways.has(condition)) continue;
    while (at < failures.length && failures.slice(at).some((failure) => isAfter(condition, failure, state))) at++;
    segments[at]?.push(condition);
  }
  return segments;
}

/** A test of what has failed, in the block that has caught it, or behind the operation in a function on the way to it. */
function isAfter(condition: Condition, failure: Failure, state: FlowExit["state"]): boolean {
  const { operation } = failure;
  const tests = condition.either ?? [condition];
  const isOfFailure = tests.some(({ subject }) =>
    conveyed(subject, state).some((source) =>
      source.kind === "failure"
        ? source.failure.operation === operation
        : source.kind === "operation" && source.operation === operation,
    ),
  );
  if (isOfFailure) return true;
  const caughtAt = state.caught.get(failure);
  if (caughtAt && isWithin(condition.site, caughtAt)) return true;
  const fn = enclosingFunction(condition.site.node);
  const before = [operation.site, ...operation.stack.sites()].find(({ node }) => enclosingFunction(node) === fn);
  return before !== undefined && before.node.range[1] <= condition.site.node.range[0];
}

/** Ways that have met say something where one test has led to all of them, and has not come out both ways. */
function isTelling({ either }: Condition): boolean {
  if (!either) return true;
  const [first, ...others] = either;
  const statement = first && enclosingStatement(first.site.node);
  return others.every(
    ({ site, holds }) =>
      enclosingStatement(site.node) === statement &&
      !either.some((one) => one.site.node === site.node && one.holds !== holds),
  );
}

function stepOfTest({ site, holds, either }: Condition): Step {
  if (either) {
    const texts = [...new Set(either.map((one) => outcomeOf(one.site, one.holds)))];
    return { kind: "test", site, text: texts.join(", or ") };
  }
  return { kind: "test", site, text: outcomeOf(site, holds) };
}

/** `if (!response.ok): true`; a part of a test stands alone. */
function outcomeOf({ node, file }: Site, outcome: boolean): string {
  let test = node;
  let holds = outcome;
  for (let up = parentOf(test); up?.type === "UnaryExpression" && up.operator === "!"; up = parentOf(up)) {
    test = up;
    holds = !holds;
  }
  const up = parentOf(test);
  const text = written({ node: test, file });
  if (up?.type === "SwitchCase") return `case ${text}: ${holds}`;
  return up?.type === "IfStatement" && up.test === test ? `if (${text}): ${holds}` : `${text}: ${holds}`;
}

const HOW: Readonly<Record<FailureSource, string>> = {
  rejected: "rejects",
  thrown: "throws",
  "refused-response": "resolves with an error status",
  "error-value": "returns an error",
  missing: "returns nothing",
  "settled-rejected": "rejects",
  unawaited: "is not awaited: its failure is lost",
  "list-item": "fails for an item",
  expected: "may fail",
};

function failing({ operation, source, origin }: Failure): string {
  if (origin === "first-party" && operation.site.node.type === "ThrowStatement")
    return written(operation.site)
      .replace(/;$/u, "")
      .replace(/^throw/u, "throws");
  return `${operation.name} ${HOW[source]}`;
}

function catcherOf({ node }: Site): string {
  if (node.type === "CatchClause") return "the catch block";
  if (isFunction(node)) return "the boundary around the handler";
  const name = node.type === "CallExpression" ? calleeName(node) : undefined;
  if (name === undefined) return "the code here";
  return name === "then" || name === "catch" ? `.${name}()` : `${name}()`;
}

function calledName({ node, file }: Site): string {
  return node.type === "CallExpression" ? workName(node) : written({ node, file });
}

/** What leaves, and where. */
function endOf(exit: FlowExit, site: Site, isHidden: boolean, last: Failure | undefined): Step | undefined {
  if (exit.how === "throw") {
    if (last && exit.state.caught.has(last)) {
      const at = exit.at ?? site;
      const isThrow = at.node.type === "ThrowStatement";
      return { kind: "end", site: at, text: isThrow ? "throws it again" : "the error leaves the handler" };
    }
    return { kind: "end", site: last?.operation.site ?? site, text: "nothing catches it: the handler throws" };
  }
  const at = isHidden ? exit.at && valueOf(exit.at) : site;
  if (!at) return undefined;
  return {
    kind: "end",
    site: at,
    text: isFunction(at.node) ? "the boundary returns an error result" : `returns ${written(at)}`,
  };
}

const MAX_LENGTH = 70;

/** The source text on one line. */
function written({ node, file }: Site): string {
  const text = file.textOf(node).replace(/\s+/gu, " ");
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}
