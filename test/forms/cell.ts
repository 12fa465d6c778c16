import type { Files } from "./code.js";

/**
 * How a run of a cell shows that it is what it claims to be (see `claims.ts`):
 *
 * - `hidden`, `unflagged`, `unchecked`: after a failure the model gets success, without a word of it, with one, or with the refusal as data.
 * - `thrown`: a failure becomes a protocol error.
 * - `generic`, `leaks`: an error tells nothing, or too much.
 * - `retries-refusal`, `no-wait`: what is told of a retry is wrong.
 * - `lost`: an error tells nothing of what was done before.
 * - `empty`: nothing found is told as an error.
 * - `repeats`: what was refused is asked again.
 */
export type Claim =
  | "hidden"
  | "unflagged"
  | "unchecked"
  | "thrown"
  | "generic"
  | "leaks"
  | "retries-refusal"
  | "no-wait"
  | "lost"
  | "empty"
  | "repeats";

/** One small server, and what is to be said of it. */
export interface Cell {
  readonly name: string;
  readonly fault: string;
  readonly form: string;
  /** Rules of which one must report it; none for a good twin, about which the flow rules must be silent. */
  readonly rules: readonly string[];
  readonly claim: Claim | "right";
  readonly framework: string;
  readonly throwBecomes: "tool-error" | "protocol-error";
  /** True where a part may fail, and success says so. */
  readonly isPartial: boolean;
  readonly files: Files;
  /** What the tool is called with. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly domain: string;
}
