import { enclosingFunction, isInside, sameNodeIn, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { Site } from "../flow/values.js";
import type { Failure } from "../flow/operations.js";
import { missingWaitsIn, retryableTerminalIn, type Contradiction } from "./contradictions.js";
import type { Exit, ToolExits } from "./exits.js";
import { exitsThrough } from "./flow-model.js";
import { genericMessagesIn, leaksIn, type MessageFault } from "./messages.js";
import { protocolErrorsIn, type ProtocolError } from "./protocol-errors.js";
import { swallowedIn, type Swallowed } from "./swallowed.js";
import { unawaitedIn, type Unawaited } from "./unawaited.js";
import { unflaggedIn, type Unflagged } from "./unflagged.js";

/** A fault with its node in the file that is linted. */
export type Placed<T> = T & { readonly node: Node };

/** What the exits of the tools that run through a file say of it: each fault once, at the place where it can be mended. */
export interface FlowFacts {
  readonly swallowed: readonly Placed<Swallowed>[];
  readonly unawaited: readonly Placed<Unawaited>[];
  readonly unflagged: readonly Placed<Unflagged>[];
  readonly protocolErrors: readonly Placed<ProtocolError>[];
  readonly retryableTerminals: readonly Placed<Contradiction>[];
  readonly missingWaits: readonly Placed<Contradiction>[];
  readonly genericMessages: readonly Placed<MessageFault>[];
  readonly leaks: readonly Placed<MessageFault & { readonly part: string }>[];
}

/** The places that a fault concerns: where it is reported, where the failure is caught, and where the result leaves. */
export function placesOf(
  fault: { readonly node: Node; readonly exit: Exit; readonly failure?: Failure },
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

/**
 * @param judged `catch` blocks whose results other rooms look at one by one: what these say of them stands
 */
export function flowFactsOf(file: File, judged: ReadonlySet<Node>): FlowFacts {
  const tools = exitsThrough(file);
  const isOpen = (fault: { readonly node: Node; readonly exit: Exit; readonly failure: Failure }): boolean =>
    !placesOf(fault, file).some((place) => place.type === "CatchClause" && judged.has(place));
  return {
    swallowed: placed(tools, swallowedIn, file).filter(isOpen),
    unawaited: placed(tools, unawaitedIn, file),
    unflagged: placed(tools, unflaggedIn, file).filter(isOpen),
    protocolErrors: placed(tools, protocolErrorsIn, file).filter(isOpen),
    retryableTerminals: placed(tools, retryableTerminalIn, file),
    missingWaits: placed(tools, missingWaitsIn, file),
    genericMessages: placed(tools, genericMessagesIn, file).filter(isOpen),
    leaks: placed(tools, leaksIn, file).filter(isOpen),
  };
}

/** The faults that concern none of the places which are reported already, each place once. */
export function* apart<T extends { readonly node: Node; readonly exit: Exit; readonly failure?: Failure }>(
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

function placed<T extends { readonly site: Site }>(
  tools: readonly ToolExits[],
  query: (tool: ToolExits) => readonly T[],
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
