import type { Node } from "../../syntax/tree.js";
import type { Failure } from "../flow/operations.js";
import type { Site } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";

/** A response of whatever status that goes out as data. */
export interface Unchecked {
  readonly site: Site;
  readonly failure: Failure;
  readonly exit: Exit;
}

/** Responses whose status no code on any path looks at, and whose body the model reads in an ordinary result. */
export function uncheckedIn({ exits, run }: ToolExits): Unchecked[] {
  const found = new Map<Node, Unchecked>();
  for (const exit of exits) {
    if (exit.seen !== "result") continue;
    for (const failure of exit.failures) {
      const { site } = failure.operation;
      if (failure.source !== "refused-response" || run.checkedResponses.has(failure) || found.has(site.node)) continue;
      if (failure.operation.row?.fails !== "response") continue;
      const isRead = exit.sources.some((source) => source.kind === "failure" && source.failure === failure && source.part === "body");
      if (isRead) found.set(site.node, { site, failure, exit });
    }
  }
  return [...found.values()];
}
