/** Failures after which the agent needs a hint that the category alone does not give. */
export type FailureKind = "timeout" | "connection-lost" | "access-denied";

const KINDS: readonly (readonly [FailureKind, RegExp])[] = [
  ["timeout", /time[sd]?[\s_-]?out|deadline[\s_]?exceeded/iu],
  [
    "connection-lost",
    /\bE(?:PIPE|CONNRESET)\b|(?:pipe|connection|socket|transport|channel|session)[\s_-]?(?:was\s+|is\s+|has\s+been\s+)?(?:lost|closed|reset|broken|dropped|gone|disconnected)|disconnected|\bbroken[\s_]pipe/iu,
  ],
  [
    "access-denied",
    /access[\s_-]?(?:is\s+|was\s+)?denied|permission[\s_-]?denied|\bEACCES\b|\bforbidden\b|unauthori[sz]ed|elevation[\s_-]?(?:is\s+)?required/iu,
  ],
];

/** The kind of failure that a code or a sentence speaks of. */
export function failureKindIn(words: string): FailureKind | undefined {
  return KINDS.find(([, pattern]) => pattern.test(words))?.[0];
}
