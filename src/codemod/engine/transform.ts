import type { Answers } from "../../edits/answer.js";
import type { Model } from "../../analysis/model.js";
import type { Category } from "../../contract/categories.js";
import type { DialectName } from "../../contract/dialects.js";
import type { Edit } from "../../edits/edit.js";
import type { Node } from "../../syntax/tree.js";
import type { Writer } from "../../edits/writer.js";

/** The names of the transforms, in the order in which they run. */
export const TRANSFORM_NAMES = [
  "dialect",
  "retryability",
  "empty-results",
  "error-builders",
  "error-results",
  "protocol-errors",
  "thrown-errors",
  "unflagged-errors",
  "partial-results",
  "swallowed-errors",
  "unchecked-responses",
] as const;

export type TransformName = (typeof TRANSFORM_NAMES)[number];

/** What a transform wants to do at one place. */
export interface Plan {
  /** Where the rule's finding stands. */
  readonly node: Node;
  /** The rule whose finding it mends, without the namespace. */
  readonly ruleId: string;
  /** A sentence: why it is rewritten so, or what has to be decided first. */
  readonly why: string;
  /** What the failure says, where nothing but its category is to be decided. */
  readonly question?: string;
  /** The category that is written; `from-error` where the helper decides at run time. */
  readonly category?: Category | "from-error";
  /**
   * The changes; none where a person has to decide: a marker is put above the statement then. Plans for several findings
   * that one change mends have the same array.
   */
  readonly edits: readonly Edit[];
}

/** Options of one transform; those that it does not know are ignored. */
export interface TransformOptions {
  readonly dialect: DialectName;
  /** The dialect that `dialect` writes. */
  readonly to: DialectName | undefined;
  /** Only what fails in these tools; none: everywhere. */
  readonly tools?: readonly string[] | undefined;
  /** What the user has decided, by what the failures say. */
  readonly answers?: Answers | undefined;
}

/** One transform: from the facts of a file to plans. It changes what its rules report, and nothing else. */
export interface Transform {
  readonly name: TransformName;
  /** The rules whose findings it mends, without the namespace. */
  readonly rules: readonly string[];
  readonly plan: (model: Model, writer: Writer, options: TransformOptions) => Iterable<Plan>;
}
