/**
 * The error contract: what every failing tool call tells the model. It is a contract of this package and its
 * lint rules; the MCP specification itself only knows `isError`.
 */

/** Routes the agent's recovery. A closed set. */
export type ErrorCategory = "transient" | "validation" | "permission" | "business";

/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Hints for automated recovery. All members are optional. */
export interface Recovery {
  /** One instruction, e.g. `"Reconnect, then list the sessions again."`. */
  suggestedAction?: string | undefined;
  /** The connection to the server has to be opened again before anything else can work. */
  requiresReconnect?: boolean | undefined;
  /** A timed-out write may have happened: read the current state before assuming either outcome. */
  stateAfterTimeoutUnknown?: boolean | undefined;
  /** The operating system's id of the process that failed. */
  processId?: number | undefined;
  /** The limit that was exceeded, in seconds. */
  timeoutSeconds?: number | undefined;
  /** The shortest wait before a repetition, in seconds. */
  retryAfterSeconds?: number | undefined;
  /** The same as an ISO 8601 date, or as a number of seconds. */
  retryAfter?: string | number | undefined;
  /** A shorter form of `suggestedAction` that some servers send. */
  hint?: string | undefined;
  /** What the caller may use instead of the name it gave. */
  availableTokens?: readonly string[] | undefined;
  /** The events that the caller may wait for. */
  availableEvents?: readonly string[] | undefined;
}

/** One failure in the canonical names of the contract, whatever the dialect on the wire. */
export interface ToolErrorPayload {
  errorCategory: ErrorCategory;
  /** The SAME call, unchanged, may succeed later. Never true for validation, permission and business. */
  isRetryable: boolean;
  /** The shortest wait in whole or broken seconds, ≥ 0. Present whenever `isRetryable` is true. */
  retryAfterSeconds?: number;
  /** `UPPER_SNAKE_CASE`, at most 63 characters; never a JSON-RPC number. */
  errorCode?: string;
  /** For the model: what went wrong and what to do next. */
  description: string;
  /** For an end user: no internals. */
  customerFriendlyMessage?: string;
  /** Finer than the category, e.g. `"timeout"`. */
  failureType?: string;
  recovery?: Recovery;
  /** Further facts of this failure, e.g. `{ limit: 500, requested: 750 }`. */
  details?: { [key: string]: JsonValue };
  /** `"partial_failure"` on what a coordinator receives, see `propagate`. */
  status?: string;
  recommendation?: string;
  attemptedQuery?: string;
  attemptedActions?: string[];
  alternativeApproaches?: string[];
  /** Number of the last attempt and of all that were allowed; members of the `envelope` dialect. */
  attempt?: number;
  maxAttempts?: number;
  /** What was obtained before the failure. */
  partialResults?: JsonValue;
}

/** The names of the ways in which the same concepts are spelled on the wire, see `dialects`. */
export type DialectName = "standard" | "envelope" | "compact" | "recovery";

/** How the contract is spelled on the wire: a member of `dialects`. */
export interface Dialect {
  readonly name: DialectName;
  /** The object that goes over the wire, in the order of the payload. */
  readonly write: (payload: ToolErrorPayload) => { [key: string]: unknown };
  /** Its readers look at `structuredContent`, so the object stands there as well unless the settings say otherwise. */
  readonly isMirrored?: boolean;
  /** Its readers want to know how many attempts were made. */
  readonly countsAttempts?: boolean;
}

/** A `_meta` key: a vendor prefix, a slash, a name. `modelcontextprotocol` and `mcp` are reserved. */
export type MetaKey = `${string}/${string}`;

/**
 * A tool result that reports a failure. Structurally a `CallToolResult` of the MCP SDK (lines 1 and 2) and a
 * `ContentResult` of FastMCP.
 */
export type ToolErrorResult = {
  isError: true;
  /** One text block: the complete error object as JSON. */
  content: { type: "text"; text: string }[];
  /** The identical object; only in the `mirror` mode and never when the tool has an output schema. */
  structuredContent?: { [key: string]: unknown };
  /** The identical object under the configured vendor key; only when such a key is configured. */
  _meta?: { [key: string]: unknown };
};

/**
 * Registers a server's own codes. Extend it to have every `errorCode` argument of this package checked:
 *
 * ```ts
 * declare module "mcp-tool-errors" {
 *   interface ToolErrorRegister { codes: typeof codes }
 * }
 * ```
 *
 * `dialect: "recovery"` allows codes in `PascalCase` as well, which that dialect writes.
 */

export interface ToolErrorRegister {}

/** The registered codes, or any string while none are registered. */
export type ErrorCode = ToolErrorRegister extends { codes: { codes: readonly (infer Code extends string)[] } }
  ? Code
  : string;
