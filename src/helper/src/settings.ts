import type { Dialect, MetaKey, ToolErrorPayload } from "./contract.js";
import type { Classifier } from "./classify/classification.js";
import { attempt, notify } from "./safe.js";
import type { ExposeMessages } from "./classify/exposed.js";

/** How one result is written. Each call may override the configured values. */
export interface WriteOptions {
  /** One of `dialects`. @default the names of the contract itself, `dialects.standard` */
  dialect?: Dialect | undefined;
  /**
   * `"mirror"` adds the identical object as `structuredContent`.
   * @default "mirror" for `dialects.compact` and `dialects.recovery`, which are read from there; else "off"
   */
  structuredContent?: "off" | "mirror" | undefined;
  /**
   * A vendor key, e.g. `"com.example/tool-error"`, under which `_meta` carries the identical object.
   * @default "off"
   */
  meta?: "off" | MetaKey | undefined;
  /**
   * The tool declares an output schema: `structuredContent` is then never written, because clients of SDK 1.x
   * validate it against that schema even on errors, throw, and lose the real error.
   * @default false
   */
  hasOutputSchema?: boolean | undefined;
  /**
   * Repeats the members of `recovery` at the top level, where clients that are older than `recovery` read them.
   * @default false
   */
  mirrors?: boolean | undefined;
}

/** What an observer is told about every error that was classified. Stays on the server. */
export interface ErrorEvent {
  /** What the model is told. */
  payload: ToolErrorPayload;
  /** False when no row of the table and no classifier knew the error. */
  matched: boolean;
  /** Which row decided, e.g. `"http 429"`. */
  rule: string;
  /** The error itself, with its message and stack: for logs only. */
  error: unknown;
}

export interface ToolErrorSettings {
  dialect?: Dialect | undefined;
  structuredContent?: "off" | "mirror" | undefined;
  meta: "off" | MetaKey;
  mirrors?: boolean | undefined;
  /** Waits above this many seconds are cut. 3,600 is AdCP's upper bound for its `retry_after`. */
  maxRetryAfterSeconds: number;
  /** The longest JSON text in characters. 9,000 stays below the 10,000 at which Claude Code cuts. */
  maxCharacters: number;
  /** Tried in order before the built-in table. */
  classifiers?: readonly Classifier[] | undefined;
  /** Gives numbers from [0, 1) for jitter; for tests. @default Math.random */
  random?: (() => number) | undefined;
  /** Whose messages the model may read, see `ClassifyOptions`. */
  exposeMessages?: ExposeMessages | undefined;
  /** Told about every classified error. What it throws or rejects with is ignored. */
  onError?: ((event: ErrorEvent) => unknown) | undefined;
  /** Told about wrong arguments that were repaired, e.g. a wait of NaN. What it throws or rejects with is ignored. */
  onProblem?: ((problem: string) => unknown) | undefined;
}

export const settings: ToolErrorSettings = {
  meta: "off",
  maxRetryAfterSeconds: 3600,
  maxCharacters: 9000,
};

/** A vendor prefix without the labels that the protocol reserves, a slash, a name. */
const META_KEY = /^(?!([\w-]+\.)?(modelcontextprotocol|mcp)[./])[a-z][\w.-]*\/\w[\w.-]*$/i;

/**
 * Changes the settings of this copy of the package for all later calls; members left out keep their value.
 * Throws nothing. Returns the settings that were in force before, so that a test can restore them.
 */
export function configureToolErrors(changes: Partial<ToolErrorSettings>): ToolErrorSettings {
  // With the names of all that changes, so that giving it back takes away what was not set before.
  const before = {
    ...attempt(() => Object.fromEntries(Object.keys(changes).map((key) => [key, undefined]))),
    ...settings,
  };
  attempt(() => Object.assign(settings, changes));
  if (settings.meta !== "off" && !META_KEY.test(settings.meta)) {
    settings.meta = before.meta;
    problem("Ignored a meta key without a vendor prefix, or with a reserved one.");
  }
  return before;
}

/** Reports a repaired argument; a listener's own fault must not break the error result. */
export const problem = (text: string): unknown => notify(settings.onProblem, text);
