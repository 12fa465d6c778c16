import type { Exit } from "../exits/exits.js";
import type { Failure } from "../flow/operations.js";
import type { Site } from "../flow/values.js";

/** A failure on a path whose exit says nothing of it. */
export interface Lost {
  readonly failure: Failure;
  readonly exit: Exit;
  /** The exits of the same tool. */
  readonly others: readonly Exit[];
  /** The `catch` block or handler that got the failure. */
  readonly caughtAt: Site | undefined;
}
