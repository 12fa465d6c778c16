import { opensAsError, opensWithFailure, tellsNotFoundById } from "../../contract/lexicon.js";
import { enclosingFunction, isInside, type Node } from "../../syntax/tree.js";
import { exemptionOf, type Lost } from "../policy/exemptions.js";
import type { Failure } from "../flow/operations.js";
import type { Site } from "../flow/values.js";
import { flagOf } from "./wire.js";
import { conveyanceOf } from "./conveyance.js";
import type { Exit, ToolExits } from "./exits.js";
import { failureField, wordsOf } from "./words.js";

/** A failure that the model reads of in a result without the flag. */
export interface Unflagged {
  readonly site: Site;
  readonly failure: Failure;
  readonly exit: Exit;
}

/** The failures that leave as ordinary text or data. */
export function unflaggedIn({ exits }: ToolExits): Unflagged[] {
  const found = new Map<Node, Unflagged>();
  for (const exit of exits) {
    if (exit.seen !== "result" || REPORTS_STATE.test(exit.tool.name ?? "")) continue;
    for (const failure of exit.failures) {
      const caughtAt = exit.state.caught.get(failure);
      if (!caughtAt || (exit.visible.result && flagOf(exit.visible.result, exit.state) !== false)) continue;
      // One item of several: the result tells of it beside the others.
      if (failure.operation.loop !== undefined) continue;
      // A `catch` block is judged where its results are read one by one.
      if (caughtAt.node.type === "CatchClause") continue;
      const conveyance = conveyanceOf(exit, failure);
      if (conveyance === "none" || conveyance === "unknown") continue;
      const words = exit.visible.parts.map((part) => wordsOf(part, exit.state)).join("\n");
      const lost: Lost = { failure, exit, others: exits, caughtAt };
      // What a helper makes of a failure, its callers may look at: the code that makes the result decides.
      if (exit.at && enclosingFunction(exit.at.node) !== enclosingFunction(caughtAt.node)) continue;
      if (!isWholeResult(lost, words) || isExpected(lost, words) || isBody(exit, failure)) continue;
      const site = placeOf(exit, caughtAt);
      if (!site || found.has(site.node)) continue;
      found.set(site.node, { site, failure, exit });
    }
  }
  return [...found.values()];
}

/** Tools that say how something stands: that it cannot be reached is their answer. */
const REPORTS_STATE =
  /status|health|diagnos|ping|test_?connection|check_?connection|validate|verify|doctor|is_?alive|debug/iu;

/** The object itself, and not what it holds. */
const ROOT = 3;

/** The failure is what the result is about: not one of several items, and not a note beside what another operation brought. */
function isWholeResult({ exit }: Lost, words: string): boolean {
  if (opensAsError(words) || opensWithFailure(words)) return true;
  const isRecord = exit.visible.parts.some((part) => failureField(part, exit.state, ROOT) !== undefined);
  return isRecord && !exit.sources.some(({ kind }) => kind === "operation");
}

/** An answer that the path has asked for: "not found" for a 404. */
function isExpected(lost: Lost, words: string): boolean {
  const exemption = exemptionOf(lost);
  if (!exemption) return false;
  return exemption.id === "narrowed" ? tellsNotFoundById(words) || !opensWithFailure(words) : exemption.id !== "parse";
}

/** The body of a response whose status nobody looked at: another rule's matter. */
function isBody(exit: Exit, failure: Failure): boolean {
  return (
    failure.source === "refused-response" &&
    exit.sources.every((source) => source.kind !== "failure" || source.failure !== failure || source.part === "body")
  );
}

/** Where the flag is to be set: the value that is made where the failure is caught, or the `return` that it leaves by. */
export function placeOf(exit: Exit, caughtAt: Site | undefined): Site | undefined {
  const at = exit.at && valueOf(exit.at);
  if (!caughtAt) return at;
  const made = exit.visible.result?.made;
  if (made && isWithin(made, caughtAt)) return made;
  if (at && isWithin(at, caughtAt)) return at;
  return caughtAt;
}

function valueOf(site: Site): Site {
  const { node } = site;
  return node.type === "ReturnStatement" && node.argument ? { node: node.argument, file: site.file } : site;
}

export function isWithin(inner: Site, outer: Site): boolean {
  return inner.file.filename === outer.file.filename && isInside(inner.node, outer.node);
}
