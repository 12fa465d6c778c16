import { receiverName } from "../../syntax/names.js";
import { contains, enclosingStatement, isLoop, parentOf, type Node } from "../../syntax/tree.js";
import { isLogger } from "../flow/library.js";
import type { Failure, Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import type { Site } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";

/** Work that is done again after a failure of which nobody asked whether it may pass. */
export interface TerminalRetry {
  /** Where the failure is caught. */
  readonly site: Site;
  readonly failure: Failure;
  readonly exit: Exit;
}

/** Exits on which an operation works after it has failed, and no test between the two looks at the failure. */
export function terminalRetriesIn({ exits }: ToolExits): TerminalRetry[] {
  const found = new Map<Node, TerminalRetry>();
  for (const exit of exits) {
    if (exit.seen !== "result") continue;
    for (const failure of exit.failures) {
      const site = exit.state.caught.get(failure);
      if (!site || found.has(site.node) || !isRepeated(failure.operation, exit) || isLookedAt(failure, exit)) continue;
      found.set(site.node, { site, failure, exit });
    }
  }
  return [...found.values()];
}

/** The very same work, and not that of another item. */
function isRepeated(operation: Operation, exit: Exit): boolean {
  const given = [operation.callee, ...operation.args].flatMap((value) => conveyed(value, exit.state));
  const parts = [...operation.inputs, ...given];
  return (
    operation.repeats &&
    exit.state.redone.includes(operation) &&
    !parts.some(({ kind }) => kind === "item" || kind === "lost")
  );
}

/** A test on the path asks for a failure, or for how often the model wants it tried; or the handler does more than keep or tell the error. */
function isLookedAt(failure: Failure, exit: Exit): boolean {
  const tests = exit.state.conditions().flatMap((condition) => condition.either ?? [condition]);
  const isTested = tests.some(({ subject, other, site }) =>
    [subject, ...(other ? [other] : [])].some((value) =>
      conveyed(value, exit.state).some(
        ({ kind }) => kind === "lost" || kind === "failure" || (kind === "input" && isOfLoop(site.node)),
      ),
    ),
  );
  return isTested || usesError(exit.state.caught.get(failure)?.node);
}

function isOfLoop(test: Node): boolean {
  const up = parentOf(test);
  return up !== undefined && isLoop(up);
}

/** The error goes anywhere but into a variable, a log, or what leaves the function. */
function usesError(handler: Node | undefined): boolean {
  if (handler?.type !== "CatchClause") return true;
  if (handler.param?.type !== "Identifier") return handler.param !== null;
  const { name } = handler.param;
  return contains(handler.body, (node) => {
    if (node.type !== "Identifier" || node.name !== name) return false;
    const up = parentOf(node);
    if (up?.type === "CallExpression" && isLogger(receiverName(up))) return false;
    if (/^(?:Return|Throw)Statement$/u.test(enclosingStatement(node).type)) return false;
    return !(up?.type === "AssignmentExpression" && up.right === node);
  });
}
