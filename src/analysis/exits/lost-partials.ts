import { tellsOfDoneWork } from "../../contract/lexicon.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import {
  ancestors,
  enclosingFunction,
  enclosingStatement,
  isFunction,
  isInside,
  isLoop,
  unwrap,
  type Node,
} from "../../syntax/tree.js";
import { workName } from "../../syntax/work.js";
import { changes } from "../flow/effects.js";
import type { Failure, Operation } from "../flow/operations.js";
import { show } from "../flow/show.js";
import type { Site } from "../flow/values.js";
import {
  isMadeOf,
  listAround,
  LOST_WORK_EXEMPTIONS,
  optionOf,
  type LostOption,
  type LostWork,
} from "../policy/lost-work.js";
import { takesCallback } from "../flow/lists.js";
import { memoised, memoisedForBoth } from "../memoised.js";
import type { Exit, ToolExits } from "./exits.js";
import { conveyanceOf } from "./conveyance.js";
import { gatheredIn } from "./gathered.js";
import { isMeantAsError } from "./wire.js";
import { textsIn } from "./words.js";

/** Work of which the error says nothing, though it had been done when the failure came. */
export interface LostPartials {
  readonly site: Site;
  readonly exit: Exit;
  readonly failure: Failure;
  readonly work: Operation;
  /**
   * `all`: the same work for each item, all at once; `list`: several works at once; `rounds`: one item after the other;
   * `step`: another step of the same call.
   */
  readonly how: "step" | "rounds" | "all" | "list";
  /** The variable that holds what the rounds have brought. */
  readonly gathered: string | undefined;
  /** The call that fails, and the one that had worked, as they stand in the function that makes both. */
  readonly what: string;
  readonly done: string;
  readonly option: LostOption | undefined;
  /** All places where an error leaves the loop without the work, the reported one among them. */
  readonly places: readonly Site[];
}

/** The work that the failing exits of a tool leave out, each place once. */
export function lostPartialsIn({ exits }: ToolExits): LostPartials[] {
  const found = new Map<Node, LostPartials & { readonly places: Site[] }>();
  for (const exit of exits) {
    if (exit.seen === "unknown" || isOpaque(exit)) continue;
    for (const failure of exit.failures.filter(({ origin }) => origin !== "unknown")) {
      if (!isError(exit, failure)) continue;
      for (const work of exit.state.earlier.get(failure) ?? []) {
        const isRepeated = work === failure.operation;
        if (!isRepeated && (!changes(work.effect) || isInMemory(work))) continue;
        const common = commonSites(work, failure.operation);
        if (!common) continue;
        const lost: LostWork = { work, failure, exit, others: exits, isRepeated, ...common };
        const place = placeOf(lost, common);
        if (!place) continue;
        // Of the works in a loop that may fail, one stands for all.
        const key = common.loop ?? place.site.node;
        const known = found.get(key);
        const isPlaced = known?.places.some(({ node }) => node === place.site.node) === true;
        // Whether it is exempt makes no difference any more.
        if (known && isPlaced && (known.option === undefined || optionOf(lost) !== undefined)) continue;
        if (isTold(lost) || LOST_WORK_EXEMPTIONS.some(({ when }) => when(lost))) continue;
        const places = known?.places ?? (common.loop ? ownErrorsIn(common.loop, work, exits) : []);
        if (!places.some(({ node }) => node === place.site.node)) places.push(place.site);
        const option = optionOf(lost);
        if (known && (known.option === undefined || option !== undefined)) continue;
        const { loop, failing } = common;
        const how = howOf(lost, loop);
        const gathered = how === "rounds" && loop ? gatheredIn(loop, failing.node, failing.file) : undefined;
        found.set(key, { ...place, exit, failure, work, how, gathered, option, places });
      }
    }
  }
  return [...found.values()];
}

/** Objects that hold what they are given until the end of the call. */
const IN_MEMORY = /^(?:URL|URLSearchParams|Headers|FormData|Map|Set|WeakMap|WeakSet)$/u;

/** `params.set("limit", limit)` of `new URLSearchParams()`: nothing is done by that. */
function isInMemory({ site: { node, file } }: Operation): boolean {
  const callee = node.type === "CallExpression" ? unwrap(node.callee) : undefined;
  if (callee?.type !== "MemberExpression") return false;
  let owner = unwrap(callee.object);
  while (owner.type === "MemberExpression") owner = unwrap(owner.object);
  const binding = owner.type === "Identifier" ? file.bindings.resolve(owner) : undefined;
  const made = binding?.kind === "variable" && binding.init ? unwrap(binding.init) : undefined;
  return made?.type === "NewExpression" && IN_MEMORY.test(calleeName(made) ?? "");
}

/** The exit is an error, or meant as one: "Error: …" without the flag, or with a flag that the framework drops. */
function isError(exit: Exit, failure: Failure): boolean {
  return exit.seen !== "result" || isMeantAsError(exit.visible, exit.state) || conveyanceOf(exit, failure) === "error";
}

/** Where the iterations end with an error of their own, no failure, that never holds anything of the work. */
function ownErrorsIn(loop: Node, work: Operation, exits: readonly Exit[]): Site[] {
  const found = new Map<Node, Site>();
  const telling = new Set<Node>();
  for (const { seen, failures, completed, at, sources } of exits) {
    if (seen !== "error-result" || failures.length > 0 || !at || !isInside(at.node, loop)) continue;
    if (completed.includes(work)) found.set(at.node, at);
    if (sources.some((source) => source.kind === "operation" && source.operation === work)) telling.add(at.node);
  }
  return [...found.values()].filter(({ node }) => !telling.has(node));
}

function howOf({ isRepeated, working, failing }: LostWork, loop: Node | undefined): LostPartials["how"] {
  if (isRepeated || loop) return loop && isGivenToAll(loop) ? "all" : "rounds";
  const list = listAround(working);
  return list && list === listAround(failing) ? "list" : "step";
}

/** What the model reads cannot be seen. */
function isOpaque({ visible, sources }: Exit): boolean {
  if (sources.some(({ kind }) => kind === "lost")) return true;
  return visible.parts.some((part) => part.kind === "derived" && part.sources.length === 0) && sources.length === 0;
}

/**
 * The model reads something of the work: what it has brought, the item that failed, words that tell of it, or anything that
 * it does not read where a failure comes first.
 */
function isTold(lost: LostWork): boolean {
  const { work, failure, exit, others, isRepeated } = lost;
  for (const source of exit.sources) {
    if (source.kind === "item" && changes(work.effect) && (isRepeated || work.loop !== undefined)) return true;
    if (source.kind === "operation" && isMadeOf(source.operation, work, exit)) return true;
  }
  if (exit.visible.parts.some((part) => textsIn(part, exit.state).some(tellsOfDoneWork))) return true;
  const caughtAt = whereCaught(failure, exit)?.node;
  const firsts = others.filter(
    (other) =>
      other !== exit &&
      other.seen === exit.seen &&
      other.failures.some((one) =>
        caughtAt ? whereCaught(one, other)?.node === caughtAt : one === failure && other.at?.node === exit.at?.node,
      ) &&
      !other.failures.some((one) => other.state.isAfterWork(one)),
  );
  return firsts.length > 0 && firsts.every((other) => readOf(other) !== readOf(exit));
}

/** What the model reads, whichever operation failed. */
const readOf = memoised(({ visible, state }: Exit): string => {
  const texts = visible.parts.map((part) => show(part, state));
  return texts.join("\n").replace(/\bfailure of [^>]*/gu, "");
});

/** Where a failure is caught, or the error that was thrown for a refused answer. */
function whereCaught(failure: Failure, { failures, state }: Exit): Site | undefined {
  if (failure.source !== "refused-response") return state.caught.get(failure);
  const thrown = failures.find((one) => one.origin === "first-party" && state.caught.has(one));
  return state.caught.get(thrown ?? failure);
}

interface Place {
  readonly site: Site;
  readonly what: string;
  readonly done: string;
}

/** Where the failure leaves the function that does both, without the work. */
function placeOf({ failure, exit }: LostWork, { failing, loop, what, done }: CommonSites): Place | undefined {
  const caughtAt = whereCaught(failure, exit);
  const clause = caughtAt?.node;
  const names = { what, done };
  const isHere =
    caughtAt &&
    clause &&
    enclosingFunction(clause) === enclosingFunction(loop ?? failing.node) &&
    caughtAt.file === failing.file;
  if (!isHere) return { site: { node: enclosingStatement(failing.node), file: failing.file }, ...names };
  if (loop && isInside(clause, loop)) {
    // The loop goes on, and what is done in the rounds to come counts as well.
    const leaving = [exit.at, ...exit.state.returns().map(({ site }) => site)].find(
      (site) => site && site.file === failing.file && isInside(site.node, loop),
    );
    return leaving && { site: leaving, ...names };
  }
  if (clause.type === "CatchClause" && isOfDispatcher(failing.node, clause.parent))
    return { site: { node: enclosingStatement(failing.node), file: failing.file }, ...names };
  return { site: caughtAt, ...names };
}

interface CommonSites {
  readonly failing: Site;
  readonly working: Site;
  /** The loop in which the same work is done for each item. */
  readonly loop: Node | undefined;
  readonly what: string;
  readonly done: string;
}

/** The calls in one function that lead to two operations: those of the innermost loop where they are the same. */
const commonSites = memoisedForBoth((work: Operation, failing: Operation): CommonSites | undefined => {
  const [one, other] = [work, failing].map(({ stack, site }) => [...stack.sites(), site]) as [Site[], Site[]];
  if (work === failing) {
    for (const site of other.reverse()) {
      const loop = loopAround(site.node);
      if (loop) return { failing: site, working: site, loop, what: nameOf(site), done: nameOf(site) };
    }
    return undefined;
  }
  const at = other.findIndex(({ node }, index) => node !== one[index]?.node);
  const [failed, worked] = [other[at], one[at]];
  if (!failed || !worked) return undefined;
  // Several works in each iteration: those of the earlier ones are lost, too.
  const around = loopAround(failed.node);
  const loop = around && isInside(worked.node, around) ? around : undefined;
  return { failing: failed, working: worked, loop, what: nameIn(other, at), done: nameIn(one, at) };
});

/** The name of the call at one place of a path: `addNote()` of `send(id).then(() => addNote(id))`. */
function nameIn(sites: readonly Site[], at: number): string {
  const [site, inner] = [sites[at], sites[at + 1]];
  const isChain =
    inner !== undefined &&
    site?.node.type === "CallExpression" &&
    /^(?:then|catch|finally)$/u.test(calleeName(site.node) ?? "") &&
    isInside(inner.node, site.node);
  return isChain ? nameIn(sites, at + 1) : site ? nameOf(site) : "the call";
}

/** A loop, or the call of a list's method that runs a callback for each item. */
function loopAround(node: Node): Node | undefined {
  for (const up of ancestors(node)) {
    if (isLoop(up) && !("right" in up && isInside(node, up.right))) return up;
    if (!isFunction(up)) continue;
    const call = up.parent;
    if (call.type !== "CallExpression" || call.callee === up || !takesCallback(calleeName(call) ?? ""))
      return undefined;
    return call;
  }
  return undefined;
}

/** `Promise.all(ids.map((id) => load(id)))` */
function isGivenToAll(loop: Node): boolean {
  return loop.type === "CallExpression" && calleeName(loop) !== "reduce";
}

function nameOf({ node }: Site): string {
  return node.type === "CallExpression"
    ? workName(node)
    : node.type === "NewExpression"
      ? `new ${dottedName(node.callee) ?? ""}()`
      : "the call";
}

/** A dispatcher's `try` around all tools is no place to know of one tool's results. */
function isOfDispatcher(node: Node, around: Node): boolean {
  for (const up of ancestors(node)) {
    if (up === around) return false;
    if (up.type === "SwitchCase") return true;
  }
  return false;
}
