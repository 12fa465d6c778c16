import type { Files } from "./code.js";
import type { Claim } from "./faults.js";

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
  readonly files: Files;
  /** What the tool is called with. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly domain: string;
}
