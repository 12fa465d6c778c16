import {
  contains,
  enclosingFunction,
  enclosingStatement,
  isFunction,
  parentOf,
  unwrap,
  type Node,
} from "../../syntax/tree.js";
import { isUnused, workName } from "../../syntax/work.js";
import { useOf } from "../flow/uses.js";
import type { Failure, Operation } from "../flow/operations.js";
import type { Site } from "../flow/values.js";
import { isCleanupOrTelemetry } from "../policy/exemptions.js";
import { canComplete } from "../values/flow.js";
import type { Exit } from "./exits.js";
import { isWithin } from "./places.js";
import type { ProtocolError } from "./protocol-errors.js";

/** A failure that nothing catches on the way out of the tool. */
export interface Unguarded {
  readonly failure: Failure;
  readonly exit: Exit;
}

interface Open extends Unguarded {
  readonly place: Site;
  readonly how: "unguarded" | "handedOn";
  readonly what: string;
}

/**
 * What one `try` would catch is told once, at the first work in it.
 * @param calls how many calls lead to the function that lacks the `try`; else the handler, or what answers in its place
 */
export function unguardedIn(all: readonly Unguarded[], exits: readonly Exit[], calls?: number): ProtocolError[] {
  const failing = all.filter(({ failure, exit }) => !isAside(failure, exit, exits));
  const depth = calls ?? depthOfAnswer(failing.map(({ failure }) => failure.operation));
  const open = failing.flatMap(({ failure, exit }): Open[] => {
    const call = callAt(failure.operation, depth);
    const place = call && isOfHandler(failure.operation) ? placeOf(call) : undefined;
    const how = call && place && wayPast(call, place, failure.operation);
    const what = call?.node.type === "CallExpression" ? workName(call.node) : failure.operation.name;
    return how ? [{ failure, exit, place, how, what }] : [];
  });
  const groups = groupsOf(open, depth);
  const told = new Set<Node>();
  const found: ProtocolError[] = [];
  for (const one of [...open].sort((a, b) => a.place.node.range[0] - b.place.node.range[0])) {
    const group = one.how === "handedOn" ? one.place.node : groups.first(one.place.node);
    if (told.has(group)) continue;
    told.add(group);
    const { place: site, failure, exit, how, what } = one;
    found.push({ site, failure, exit, how, what });
  }
  return found;
}

/** Tidying up and telemetry, of which nobody reads what they give. */
function isAside(failure: Failure, exit: Exit, others: readonly Exit[]): boolean {
  return isCleanupOrTelemetry({ failure, exit, others, caughtAt: undefined }) && isUnused(failure.operation.site.node);
}

/** The calls from the handler to an operation, and the operation itself. */
export function wayTo({ stack, site }: Operation): readonly Site[] {
  return [...stack.sites().slice(1), site];
}

/** A handler may do nothing but call the function that answers: `return handle(request)`. That many calls lead to it. */
function depthOfAnswer(operations: readonly Operation[]): number {
  const ways = operations.map(wayTo);
  for (let depth = 0; ; depth++) {
    const [call, ...others] = ways.map((way) => (way.length > depth + 1 ? way[depth] : undefined));
    if (!call || others.some((other) => other?.node !== call.node) || !isWholeAnswer(call)) return depth;
    if (ways.some((way) => way[depth + 1]?.file.filename !== call.file.filename)) return depth;
  }
}

/** `return await handle(request)` at the end of a function. */
function isWholeAnswer({ node }: Site): boolean {
  if (node.type !== "CallExpression" || unwrap(node.callee).type !== "Identifier") return false;
  const value = parentOf(node)?.type === "AwaitExpression" ? parentOf(node) : node;
  const up = value && parentOf(value);
  if (isFunction(up)) return up.body === value;
  const block = up?.type === "ReturnStatement" ? parentOf(up) : undefined;
  return block?.type === "BlockStatement" && isFunction(parentOf(block));
}

function callAt(operation: Operation, depth: number): Site | undefined {
  return wayTo(operation)[depth];
}

/** The call stands in the handler itself, and not in a wrapper around it. */
function isOfHandler(operation: Operation): boolean {
  const [entry] = operation.stack.sites();
  const call = callAt(operation, 0);
  if (!entry || !call || call.file.filename !== entry.file.filename || !isFunction(entry.node)) return true;
  return isWithin(call, entry);
}

/** The statement from which the failing call is made. */
function placeOf(call: Site): Site {
  const statement = enclosingStatement(call.node);
  return { node: isFunction(statement) ? call.node : statement, file: call.file };
}

/** A promise that is returned in a `try` goes past its `catch` block. */
function wayPast({ node }: Site, place: Site, operation: Operation): Open["how"] | undefined {
  const clause = place.node.type === "ReturnStatement" ? clauseAround(place.node) : undefined;
  if (!clause || parentOf(node)?.type === "AwaitExpression") return "unguarded";
  const use = useOf(node);
  const isPromise = operation.isAsync || operation.site.node !== node || (use !== "awaited" && use !== "returned");
  // Of a function of which nothing is known, it makes no difference where the clause throws as well.
  return isPromise || alwaysThrows(clause) ? "handedOn" : undefined;
}

function alwaysThrows(body: Node): boolean {
  return !canComplete(body) && !contains(body, ({ type }) => type === "ReturnStatement");
}

function clauseAround(statement: Node): Node | undefined {
  const fn = enclosingFunction(statement);
  let child = statement;
  for (let up = parentOf(statement); up && up !== fn; child = up, up = parentOf(up))
    if (up.type === "TryStatement" && up.block === child) return up.handler?.body;
  return undefined;
}

/** Places whose work comes on one path are mended by one `try`: that a first failed is no reason to leave out the next. */
function groupsOf(open: readonly Open[], depth: number): { first(place: Node): Node } {
  const parents = new Map<Node, Node>();
  const first = (place: Node): Node => {
    const up = parents.get(place);
    return up ? first(up) : place;
  };
  const byCall = new Map<Node | undefined, Node>();
  for (const { failure, place, how } of open)
    if (how === "unguarded") byCall.set(callAt(failure.operation, depth)?.node, place.node);
  for (const { exit, place, how } of open)
    if (how === "unguarded")
      for (const done of exit.completed) {
        const earlier = byCall.get(callAt(done, depth)?.node);
        if (earlier && first(earlier) !== first(place.node)) parents.set(first(place.node), first(earlier));
      }
  return { first };
}
