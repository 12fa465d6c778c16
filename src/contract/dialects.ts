/** The concepts that an error result tells the agent, whatever the fields are called. */
export type Concept =
  | "category"
  | "retryable"
  | "wait"
  | "code"
  | "description"
  | "customerMessage"
  | "partialResults"
  | "attempts"
  | "recovery";

export type DialectName = "standard" | "envelope" | "compact" | "recovery";

export interface Dialect {
  readonly name: DialectName;
  /** The field that this dialect writes for a concept; no entry: the dialect does not ask for it. */
  readonly fields: Readonly<Partial<Record<Concept, string>>>;
  /** Milliseconds or seconds of the wait field. */
  readonly waitUnit: "seconds" | "milliseconds";
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  standard: {
    name: "standard",
    waitUnit: "seconds",
    fields: {
      category: "errorCategory",
      retryable: "isRetryable",
      wait: "retryAfterSeconds",
      code: "errorCode",
      description: "description",
      customerMessage: "customerFriendlyMessage",
      partialResults: "partialResults",
      attempts: "attemptedActions",
      recovery: "recovery",
    },
  },
  envelope: {
    name: "envelope",
    waitUnit: "milliseconds",
    fields: {
      category: "bucket",
      retryable: "retryable",
      wait: "retryAfterMs",
      code: "errorCode",
      description: "humanMessage",
      attempts: "attempt",
    },
  },
  compact: {
    name: "compact",
    waitUnit: "seconds",
    fields: {
      category: "errorCategory",
      retryable: "isRetryable",
      code: "code",
      description: "message",
      customerMessage: "customerMessage",
    },
  },
  recovery: {
    name: "recovery",
    waitUnit: "seconds",
    fields: {
      code: "errorCode",
      description: "error",
      wait: "retryAfterSeconds",
      partialResults: "errorData",
      recovery: "recovery",
    },
  },
};

/** Every spelling that is read as a concept, in any mixture of dialects. */
export const SPELLINGS: Readonly<Record<Concept, readonly string[]>> = {
  category: ["errorCategory", "bucket", "category", "error_category", "errorType", "error_type"],
  retryable: ["isRetryable", "retryable", "retriable", "isRetriable", "is_retryable", "canRetry", "shouldRetry"],
  wait: [
    "retryAfterSeconds",
    "retryAfterMs",
    "retryAfter",
    "retry_after",
    "retry_after_seconds",
    "retry_after_ms",
    "retryAfterMilliseconds",
  ],
  code: ["errorCode", "code", "error_code", "reason"],
  description: ["description", "humanMessage", "human_message", "message", "error", "detail", "errorMessage"],
  customerMessage: ["customerFriendlyMessage", "customerMessage", "userMessage", "displayMessage"],
  partialResults: ["partialResults", "errorData", "partial_results", "partial"],
  attempts: ["attemptedActions", "attempt", "maxAttempts", "max_attempts", "attempted_actions", "attempted"],
  recovery: ["recovery"],
};

/** Fields that hold the fields of an error once more, or the rest of them: `{ error: { category } }`. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  "error",
  "data",
  "details",
  "errorDetails",
  "recovery",
  "result",
  "mcpError",
  "toolError",
]);

/** Hints of `recovery` that older readers look for beside it; the waits among them are compared as waits. */
export const MIRRORED_HINTS = [
  "suggestedAction",
  "requiresReconnect",
  "stateAfterTimeoutUnknown",
  "processId",
  "timeoutSeconds",
] as const;

const CONCEPT_OF_FIELD: ReadonlyMap<string, Concept> = new Map(
  (Object.entries(SPELLINGS) as [Concept, readonly string[]][]).flatMap(([concept, names]) =>
    names.map((name) => [name, concept] as const),
  ),
);

export function conceptOf(field: string): Concept | undefined {
  return CONCEPT_OF_FIELD.get(field);
}

const ALL_DIALECTS = Object.keys(DIALECTS) as DialectName[];

/** Names that rule out every dialect but these. */
const TELLING_NAMES: readonly { readonly names: readonly string[]; readonly dialects: readonly DialectName[] }[] = [
  { names: ["errorCategory", "isRetryable"], dialects: ["standard", "compact"] },
  { names: ["customerFriendlyMessage"], dialects: ["standard", "envelope"] },
  { names: ["customerMessage"], dialects: ["compact"] },
  { names: ["bucket", "humanMessage", "retryable", "retryAfterMs"], dialects: ["envelope"] },
];

/** Fields of the `recovery` dialect, which the others may carry beside a category of their own. */
const RECOVERY_NAMES = ["recovery", "errorData"];

/** The dialects in which an error with these field names may be written; none: the names are of several. */
export function possibleDialects(names: ReadonlySet<string>): readonly DialectName[] {
  const told = TELLING_NAMES.filter((entry) => entry.names.some((name) => names.has(name)));
  if (told.length === 0 && RECOVERY_NAMES.some((name) => names.has(name))) return ["recovery"];
  // A bucket is of the envelope alone, whose sentence is `humanMessage`; a customer's message has no other name there.
  if (names.has("bucket") && names.has("description") && !names.has("humanMessage")) return [];
  // `recovery` demands no category, flag or customer message, but may have those of `standard` beside its own `error`.
  const isRecovery = names.has("error") && !names.has("description");
  return ALL_DIALECTS.filter((dialect) =>
    told.every(
      ({ dialects }) =>
        dialects.includes(dialect) || (dialect === "recovery" && isRecovery && dialects.includes("standard")),
    ),
  );
}

/** The dialect in which an error with these field names is written; `expected` where they do not tell. */
export function dialectOf(names: ReadonlySet<string>, expected: DialectName): DialectName {
  const possible = possibleDialects(names);
  return possible.includes(expected) ? expected : (possible[0] ?? expected);
}
