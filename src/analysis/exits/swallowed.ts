import { isInside, type Node } from "../../syntax/tree.js";
import { exemptionOf, type Lost } from "../policy/exemptions.js";
import type { Failure } from "../flow/operations.js";
import { show } from "../flow/show.js";
import type { Site } from "../flow/values.js";
import { conveyanceOf } from "./conveyance.js";
import type { Exit, ToolExits } from "./exits.js";

/** A failure after which the model reads an ordinary result that says nothing of it. */
export interface Swallowed {
  readonly site: Site;
  readonly failure: Failure;
  readonly exit: Exit;
  /** From the operation that fails to what the model reads. */
  readonly path: readonly string[];
}

/** The failures that successful exits say nothing of. */
export function swallowedIn({ exits }: ToolExits): Swallowed[] {
  const found = new Map<Node, Swallowed>();
  for (const exit of exits) {
    if (exit.seen !== "result") continue;
    for (const failure of exit.failures) {
      if (!isOwnLoss(failure, exit) || isOpaque(exit) || isOfItem(failure)) continue;
      const caughtAt = exit.state.caught.get(failure);
      const lost: Lost = { failure, exit, others: exits, caughtAt };
      const site = caughtAt;
      if (!site || found.has(site.node)) continue;
      if (conveyanceOf(exit, failure) !== "none" || exemptionOf(lost)) continue;
      found.set(site.node, { site, failure, exit, path: pathOf(lost, site) });
    }
  }
  return [...found.values()];
}

/** A failure that was thrown anew as another one is that one's matter. */
function isOwnLoss(failure: Failure, exit: Exit): boolean {
  const caughtAt = exit.state.caught.get(failure);
  if (!caughtAt) return false;
  return !exit.failures.some(
    (other) =>
      other !== failure &&
      other.operation.site.node.range[0] >= caughtAt.node.range[0] &&
      other.operation.site.node.range[1] <= caughtAt.node.range[1] &&
      other.operation.site.file.filename === caughtAt.file.filename &&
      other.source === "thrown",
  );
}

/** One item of several: whether the result says so is asked of the list. */
function isOfItem({ operation }: Failure): boolean {
  return operation.loop !== undefined && isInside(operation.site.node, operation.loop);
}

/** What the model reads cannot be seen: nothing is said of it. */
function isOpaque({ visible, sources }: Exit): boolean {
  return visible.parts.some((part) => part.kind === "derived" && part.sources.length === 0) && sources.length === 0;
}

function pathOf({ failure, exit, caughtAt }: Lost, site: Site): string[] {
  const instead = exit.visible.parts.map((part) => show(part, exit.state)).join(", ");
  const caught = caughtAt ? [`caught at line ${lineOf(site)}`] : [];
  return [failure.operation.name, ...caught, shorten(instead)];
}

const MAX_LENGTH = 60;

function shorten(text: string): string {
  const line = text.replace(/\s+/gu, " ");
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`;
}

function lineOf({ node, file }: Site): number {
  return file.lineOf(node);
}
