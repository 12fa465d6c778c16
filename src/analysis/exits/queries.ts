import { enclosingFunction, isInside, sameNodeIn, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { memoised } from "../memoised.js";
import { statesFailure } from "../flow/stated-failures.js";
import type { Site } from "../flow/values.js";
import type { Failure } from "../flow/operations.js";
import { emptyErrorsIn, type EmptyError } from "./empty-errors.js";
import type { Exit, ToolExits } from "./exits.js";
import type { ReachedFunction } from "../tools/reach.js";
import { exitsThrough, rpcRunsIn } from "./flow-model.js";
import { lostPartialsIn, type LostPartials } from "./lost-partials.js";
import { ordinaryPlacesOf } from "./places.js";
import { readingsOf } from "./readings.js";
import { protocolErrorsIn, type ProtocolError } from "./protocol-errors.js";
import { rpcErrorsIn } from "./rpc-exits.js";
import { swallowedIn, type Swallowed } from "./swallowed.js";
import { retriesIn, type Retry } from "./terminal-retries.js";
import { unawaitedIn, type Unawaited } from "./unawaited.js";
import { uncheckedIn, type UncheckedResponse } from "./unchecked-responses.js";
import { isStated } from "./stated.js";
import { unflaggedIn, type Unflagged } from "./unflagged.js";

/** A fault with its node in the file that is linted. */
export type Placed<T> = T & { readonly node: Node };

/** What the exits of the tools that run through a file say of it: each fault once, at the place where it can be mended. */
export interface FlowFacts {
  readonly swallowed: readonly Placed<Swallowed>[];
  readonly unawaited: readonly Placed<Unawaited>[];
  readonly emptyErrors: readonly Placed<EmptyError>[];
  readonly retries: readonly Placed<Retry>[];
  readonly unchecked: readonly Placed<UncheckedResponse>[];
  readonly unflagged: readonly Placed<Unflagged>[];
  readonly protocolErrors: readonly Placed<ProtocolError>[];
  readonly lostPartials: readonly Placed<LostPartials>[];
}

/** The places that a fault concerns: where it is reported, where the failure is caught, and where the result leaves. */
export function placesOf(
  fault: { readonly node: Node; readonly exit: Exit; readonly failure?: Failure | undefined },
  file: File,
): Node[] {
  const { exit, failure, node } = fault;
  const caughtAt = failure && exit.state.caught.get(failure);
  const sites = [exit.at, caughtAt];
  // What came as a value is dealt with somewhere in the function that has got it.
  const around = failure && !caughtAt ? enclosingFunction(node) : undefined;
  // Where the result leaves by a wrapper, it may be any of the file's.
  const anywhere = exit.at === undefined && exit.how === "return" ? [file.ast] : [];
  return [
    ...anywhere,
    ...(around ? [around] : []),
    node,
    ...sites.flatMap((site) =>
      site?.file.filename === file.filename
        ? site.file === file
          ? [site.node]
          : (sameNodeIn(file.ast, site.node) ?? [])
        : [],
    ),
  ];
}

export function flowFactsOf(file: File, reached: Iterable<ReachedFunction> = []): FlowFacts {
  const tools = exitsThrough(file, reached);
  const byHand = rpcRunsIn(file);
  const ordinary = ordinarySites([...tools, ...byHand]);
  return {
    swallowed: placed(tools, (tool) => swallowedIn(tool, ordinary), file),
    unawaited: placed(tools, unawaited, file),
    emptyErrors: placed(tools, emptyErrors, file),
    retries: placed(tools, retries, file),
    unchecked: placed(tools, unchecked, file),
    unflagged: placed([...tools, ...byHand], (run) => unflaggedIn(run, ordinary), file),
    protocolErrors: [...placed(tools, protocolErrors, file), ...placed(byHand, rpcErrorsIn, file)],
    lostPartials: placed(tools, lostPartials, file).sort((one, other) => one.node.range[0] - other.node.range[0]),
  };
}

// What a tool's exits say does not depend on the file that is linted: a file that many tools run through asks for them all.
const unawaited = memoised(unawaitedIn);
const emptyErrors = memoised(emptyErrorsIn);
const retries = memoised(retriesIn);
const unchecked = memoised(uncheckedIn);
const protocolErrors = memoised(protocolErrorsIn);
const lostPartials = memoised(lostPartialsIn);

/** The places that results without a failure go through. */
export function ordinarySites(tools: readonly Pick<ToolExits, "exits">[]): ReadonlySet<Node> {
  return new Set(tools.flatMap((tool) => [...ordinarySitesOf(tool)]));
}

const ordinarySitesOf = memoised(({ exits }: Pick<ToolExits, "exits">): ReadonlySet<Node> => {
  const found = new Set<Node>();
  for (const exit of exits) {
    if (exit.seen !== "result" || exit.failures.length > 0) continue;
    const readings = readingsOf(exit);
    for (const reading of readings) {
      if (isStated(reading) || reading.visible.parts.some((part) => statesFailure(part, reading.state))) continue;
      for (const { node } of ordinaryPlacesOf(readings.length === 1 ? exit : reading)) found.add(node);
    }
  }
  return found;
});

/** The faults that concern none of the places which are reported already, each place once. */
export function* apart<T extends { readonly node: Node; readonly exit: Exit; readonly failure?: Failure | undefined }>(
  faults: readonly T[],
  reported: Iterable<Node>,
  file: File,
): Iterable<T> {
  const known = [...reported];
  for (const fault of faults) {
    const places = placesOf(fault, file);
    if (known.some((one) => places.some((place) => isInside(one, place) || isInside(place, one)))) continue;
    known.push(fault.node);
    yield fault;
  }
}

/** The faults whose places are in a file, each place once. */
export function placed<T extends { readonly site: Site }, Tool = ToolExits>(
  tools: readonly Tool[],
  query: (tool: Tool) => readonly T[],
  file: File,
): Placed<T>[] {
  const found = new Map<Node, Placed<T>>();
  for (const tool of tools)
    for (const fault of query(tool)) {
      if (fault.site.file.filename !== file.filename) continue;
      const node = fault.site.file === file ? fault.site.node : sameNodeIn(file.ast, fault.site.node);
      if (node && !found.has(node)) found.set(node, { ...fault, node });
    }
  return [...found.values()];
}
