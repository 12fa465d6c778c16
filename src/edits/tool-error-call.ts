import type { TSESTree } from "@typescript-eslint/types";
import type { ErrorInScope } from "../analysis/catches/error-in-scope.js";
import type { FailureCategory } from "./failure-category.js";
import type { File } from "../analysis/file.js";
import type { Category } from "../contract/categories.js";
import { tellsUnusableAnswer } from "../contract/category-words.js";
import { isGenericMessage } from "../contract/lexicon.js";
import { walk } from "../syntax/tree.js";
import type { Carried } from "./carried.js";
import type { Edit } from "./edit.js";
import type { HelperField } from "./helper-call.js";
import { quoted, styleOf } from "./style.js";

/** The arguments of a constructor, and what else has to change for it. */
export interface Arguments {
  readonly member: Category | "from";
  readonly first?: string;
  readonly fields: readonly HelperField[];
  /** A clause gets a name for what it catches. */
  readonly edits: readonly Edit[];
  /** Said besides the reason for the category. */
  readonly note: string;
}

export interface Surroundings {
  readonly file: File;
  /** The tool changes something when it runs twice: an unknown outcome is not to be repeated. */
  readonly isWrite: boolean;
  /** Gives the name of the helper's export for `exposeMessages`. */
  readonly firstParty: () => string;
  /** Gives the name of the constant that stands for an unknown wait. */
  readonly assumedWait: (kind: "rate-limit" | "other") => { readonly name: string; readonly seconds: number };
}

/** What users may be told where nobody wrote a sentence for them: true of every failure of the category. */
const CUSTOMER_SENTENCE: Readonly<Record<"permission" | "business", string>> = {
  permission: "This action needs access rights that are missing.",
  business: "This action is not possible right now.",
};

/** The arguments for a failure whose category is known, or can be told by an error at hand. */
export function argumentsOf(
  carried: Carried,
  decision: Exclude<FailureCategory, { kind: "unknown" }>,
  around: Surroundings,
): Arguments {
  const described: HelperField[] =
    carried.description === undefined ? [] : [{ name: "description", value: carried.description }];
  if (decision.kind === "from-error") return fromError(carried, described, decision.error, around);
  const { category } = decision;
  switch (category) {
    case "validation":
      return { member: category, fields: [...described, ...carried.fields], edits: [], note: "" };
    case "permission":
    case "business":
      return terminal(category, carried, described, around.file);
    case "transient":
      return transient(carried, described, around);
  }
}

function fromError(
  carried: Carried,
  described: readonly HelperField[],
  error: ErrorInScope,
  { isWrite, firstParty }: Surroundings,
): Arguments {
  const named = error.text === "" ? nameClause(error) : { text: error.text, edits: [] };
  // A function that is given the error serves many tools.
  const isUnsure = isWrite && error.kind !== "given";
  const idempotent = isUnsure ? [{ name: "idempotent", value: "false" }] : [];
  // A description that is nothing but the error itself, or names no cause, tells no more than the error does.
  const isVague = error.kind === "caught" && carried.isStatic && isGenericMessage(carried.words);
  const own = described.filter(({ value }) => error.kind !== "caught" || (value !== named.text && !isVague));
  // Where nothing is told at the place, the project's own errors speak for themselves.
  const exposed = own.length === 0 && error.kind === "caught" ? [{ name: "exposeMessages", value: firstParty() }] : [];
  return {
    member: "from",
    first: named.text,
    fields: [...own, ...carried.fields, ...idempotent, ...exposed],
    edits: named.edits,
    note: isUnsure ? " The tool writes, so a call with an unknown outcome must not be repeated." : "",
  };
}

/** `catch {` → `catch (error) {`. */
export function nameClause(error: ErrorInScope): { readonly text: string; readonly edits: readonly Edit[] } {
  const { clause } = error;
  if (clause?.type !== "CatchClause") return { text: "error", edits: [] };
  const used = new Set<string>();
  walk(clause.body, (node) => {
    if (node.type === "Identifier" && !isMemberName(node)) used.add(node.name);
  });
  const text = ["error", "caught", "caughtError"].find((name) => !used.has(name)) ?? "toolFailureCause";
  const at = clause.range[0] + "catch".length;
  return { text, edits: [{ range: [at, at], text: ` (${text})` }] };
}

/** `console.error`: no variable of this name. */
function isMemberName(node: TSESTree.Identifier): boolean {
  const { parent } = node;
  return parent.type === "MemberExpression" && parent.property === node && !parent.computed;
}

function terminal(
  category: "permission" | "business",
  carried: Carried,
  fields: readonly HelperField[],
  file: File,
): Arguments {
  const has = carried.fields.some(({ name }) => name === "customerFriendlyMessage");
  if (has) return { member: category, fields: [...fields, ...carried.fields], edits: [], note: "" };
  const isFit = carried.isStatic && carried.description !== undefined && isForUsers(carried.words);
  const sentence = isFit ? carried.description : quoted(CUSTOMER_SENTENCE[category], styleOf(file));
  return {
    member: category,
    fields: [...fields, { name: "customerFriendlyMessage", value: sentence }, ...carried.fields],
    edits: [],
    note: isFit ? "" : " The customerFriendlyMessage is generic. Make it more specific if you can.",
  };
}

/** A sentence without names of variables, statuses, paths and the like. */
function isForUsers(words: string): boolean {
  return !/^\W*(?:[eE]rror|[fF]orbidden|[uU]nauthori[sz]ed)\b|_|https?:|\/\w|\b\d{3}\b|\b(?:API|HTTP|JSON|SQL|token|env|undefined|null)\b|[{}<>`]/u.test(
    words,
  );
}

function transient(carried: Carried, fields: readonly HelperField[], around: Surroundings): Arguments {
  const shared = { member: "transient", edits: [] } as const;
  // A wait of nothing is none: the same call would come back at once.
  if (carried.wait !== undefined && !/^0(?:\.0*)?$/u.test(carried.wait) && carried.isRetryable !== false)
    return {
      ...shared,
      fields: [...fields, { name: "retryAfterSeconds", value: carried.wait }, ...carried.fields],
      note: "",
    };
  const isUnusable = carried.isRetryable === undefined && tellsUnusableAnswer(carried.words);
  if (carried.isRetryable === false || isUnusable) {
    const sentence = isUnusable
      ? "The response of the service can't be used."
      : "Repeating the same call will not help.";
    const reason = quoted(sentence, styleOf(around.file));
    const not = [
      { name: "isRetryable", value: "false" },
      { name: "reason", value: reason },
    ];
    return { ...shared, fields: [...fields, ...not, ...carried.fields], note: "" };
  }
  const kind = /rate[\s-]?limit|too\s+many\s+requests|\b429\b/iu.test(carried.words) ? "rate-limit" : "other";
  const { name, seconds } = around.assumedWait(kind);
  return {
    ...shared,
    fields: [...fields, { name: "retryAfterSeconds", value: name }, ...carried.fields],
    note: ` The wait is unknown: the constant \`${name}\` assumes ${seconds} s; replace it with the real wait.`,
  };
}
