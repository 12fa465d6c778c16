import { contains } from "../../syntax/tree.js";
import type { Returned } from "../catches/returns.js";
import { attemptOf, waitsIn } from "../swallows/excuses.js";

/**
 * `catch { return fail(`Order ${id} not found.`); }`: whatever the work outside failed with, the clause has not looked at it. A
 * question whether something is there may fail for hardly anything else.
 */
export function isUnlookedAt({ caught, failure }: Returned): boolean {
  if (failure !== "caught" || caught?.node.type !== "CatchClause") return false;
  if (attemptOf(caught.attempt) !== "work" || !waitsIn(caught.attempt)) return false;
  const { body } = caught.node;
  // `catch { const names = await list(); … }`: whoever looks for other names has found out more than that it failed.
  return !waitsIn(body) && !contains(body, (part) => caught.cause.has(part));
}
