import type { ToolErrorPayload } from "../contract.js";
import type { AnyFields } from "../fields.js";
import type { ExposeMessages } from "./exposed.js";

/** Knows some errors of its own: returns the fields of the failure, or undefined for an error it does not know. */
export type Classifier = (error: unknown) => AnyFields | undefined;

export interface ClassifyOptions {
  /**
   * Whether running the operation twice does the same as running it once. With `false`, a failure that leaves the
   * outcome unknown (a timeout, a reset, a 5xx answer) is reported as not retryable.
   */
  idempotent?: boolean | undefined;
  /**
   * What was being done: reading the tool's own `"input"`, or an answer from `"upstream"`. A schema library's error and
   * a JSON `SyntaxError` look the same in both cases.
   * @default "input"
   */
  source?: "input" | "upstream" | undefined;
  /** A name for the other side that the model may see, in the middle of a sentence, e.g. `"the order service"`. */
  service?: string | undefined;
  /** Tried before the configured classifiers and the table. */
  classifiers?: readonly Classifier[] | undefined;
  /**
   * Whose messages may become the description: `firstParty` for errors that the project's own code has made, another predicate, or
   * a list of classes. Messages of other errors never leave the server.
   * @default the configured `exposeMessages`, else nobody's
   */
  exposeMessages?: ExposeMessages | undefined;
  /** What to report for an error that nothing matches. */
  fallback?: AnyFields | undefined;
}

/** What an error means for the agent. */
export interface Classification extends ToolErrorPayload {
  /** False when neither a classifier nor the table knew the error. */
  matched: boolean;
  /** What decided, for logs: name and code of the error that was recognised, `"classifier"`, `"own"`, `"none"`. */
  rule: string;
  /** True when `retryAfterSeconds` was said by the other side, false when it is this package's default. */
  waitFromUpstream: boolean;
}

/**
 * One way of recognising errors: the keys of the table (see table.ts) that fit a node of the cause chain, best first. What
 * does not fit may be anything that is no key. May throw on a shape that cannot be read.
 */
export type Recognise = (node: any, options: ClassifyOptions, chain: readonly any[]) => readonly unknown[];
