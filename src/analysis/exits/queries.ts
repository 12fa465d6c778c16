import { sameNodeIn, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { Site } from "../flow/values.js";
import type { ToolExits } from "./exits.js";
import { exitsThrough } from "./flow-model.js";
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
}

export function flowFactsOf(file: File): FlowFacts {
  const tools = exitsThrough(file);
  return {
    swallowed: placed(tools, swallowedIn, file),
    unawaited: placed(tools, unawaitedIn, file),
    unflagged: placed(tools, unflaggedIn, file),
    protocolErrors: placed(tools, protocolErrorsIn, file),
  };
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
