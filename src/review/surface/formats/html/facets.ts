import { CATEGORIES } from "../../../../contract/categories.js";
import type { Exit, SeenAs } from "../../types.js";

/** How good an exit is for an agent, told by a colour and a shape. */
export type Tone = "good" | "plain" | "weak" | "bad" | "unknown";

/** How a call ends, as one word for the eye: an answer, or the way in which the model sees the failure. */
export type Kind = "success" | "empty" | SeenAs;

interface KindWords {
  readonly label: string;
  readonly tone: Tone;
}

/** In the order in which the page lists them. */
export const KINDS: Readonly<Record<Kind, KindWords>> = {
  success: { label: "Success", tone: "good" },
  empty: { label: "Nothing found", tone: "good" },
  "error-result": { label: "Error result", tone: "plain" },
  "converted-throw": { label: "Error message only", tone: "weak" },
  "ordinary-text": { label: "Failure without isError", tone: "bad" },
  result: { label: "Failure as a normal result", tone: "bad" },
  hidden: { label: "Swallowed failure", tone: "bad" },
  "protocol-error": { label: "Protocol error", tone: "bad" },
  unknown: { label: "Couldn't be resolved", tone: "unknown" },
};

/** What the tones stand for. */
export const TONES: Readonly<Record<Tone, string>> = {
  good: "a success",
  plain: "a failure that the model sees as one",
  weak: "a failure with its message only, or an empty result reported as a failure",
  bad: "a failure the model doesn't see as one",
  unknown: "couldn't be resolved",
};

/** What is told of a field: as such, or why not. */
const GAPS = { none: "missing", unread: "couldn't be resolved" } as const;

/** Groups of categories; what a server writes beside the four is one group. */
export const CATEGORY_FACET: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CATEGORIES.map((category) => [category, category])),
  other: "another category",
  dynamic: "category decided at run time",
  ...GAPS,
};

export const RETRY_FACET: Readonly<Record<string, string>> = {
  after: "retry after a delay",
  unwaited: "retry without a delay",
  case: "retry decided at run time",
  never: "no retry",
  ...GAPS,
};

/** The groups that an exit belongs to; an answer has no category and no retry, as nothing failed. */
export interface Facets {
  readonly kind: Kind;
  readonly category: string | null;
  readonly retry: string | null;
}

function gapOf({ seenAs, complete }: Exit): keyof typeof GAPS {
  return complete && seenAs !== "unknown" ? "none" : "unread";
}

function categoryFacet(exit: Exit): string {
  const { category } = exit;
  if (category === null) return gapOf(exit);
  return category === "dynamic" || CATEGORIES.some((known) => known === category) ? category : "other";
}

function retryFacet(exit: Exit): string {
  if (exit.retryable === null) return gapOf(exit);
  if (exit.retryable === false) return "never";
  if (exit.retryable === "dynamic") return "case";
  return exit.waitSeconds === null ? "unwaited" : "after";
}

/** What an exit is filtered by. */
export function facetsOf(exit: Exit): Facets {
  if (exit.outcome !== "failure") return { kind: exit.outcome, category: null, retry: null };
  return { kind: exit.seenAs, category: categoryFacet(exit), retry: retryFacet(exit) };
}

/** The tone of an exit; an answer of which nobody can tell what the model gets is none to rely on. */
export function toneOf(exit: Exit): Tone {
  if (exit.seenAs === "unknown") return "unknown";
  if (exit.outcome === "empty" && exit.seenAs !== "result") return "weak";
  return KINDS[facetsOf(exit).kind].tone;
}

/** What an agent does not learn at an exit, as a sentence; null where nothing is missing. */
export function lossOf(exit: Exit): string | null {
  const { outcome, seenAs, category, retryable, waitSeconds, complete } = exit;
  if (seenAs === "unknown") return "What the model gets couldn't be resolved.";
  if (outcome !== "failure") return outcome === "empty" && seenAs !== "result" ? EMPTY_AS_FAILURE : null;
  if (seenAs !== "error-result") return LOSSES[seenAs];
  const missing = [
    ...(category === null ? ["the category"] : []),
    ...(retryable === null ? ["whether to retry"] : []),
    ...(retryable === true && waitSeconds === null ? ["how long to wait"] : []),
  ];
  if (missing.length === 0) return null;
  return complete ? `Missing: ${missing.join(", ")}.` : `Couldn't be resolved: ${missing.join(", ")}.`;
}

const EMPTY_AS_FAILURE = "Nothing was found, but it is reported as a failure, so an agent may retry.";
const LOSSES: Readonly<Record<Exclude<SeenAs, "error-result" | "unknown">, string>> = {
  "converted-throw": "Lost: the category, whether to retry, and how long to wait.",
  "ordinary-text": "isError is missing, so the failure looks like a success.",
  result: "isError is missing, so the failure looks like a success.",
  hidden: "Lost: the failure itself.",
  "protocol-error": "The client gets a JSON-RPC error, and the model sees nothing.",
};
