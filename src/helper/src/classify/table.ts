import type { ErrorCategory } from "../contract.js";

/**
 * `"unless-written"`: the other side may have carried the request out, so a repetition is safe only for an operation
 * that may run twice (`idempotent` is not false).
 */
type Retry = boolean | "unless-written";

/** `[category, retry, default wait in seconds, keys]` */
type Row = readonly [category: ErrorCategory, retry: Retry, wait: number, keys: string];

/**
 * Every code that can be given, one category each. A description is made from the words of the code.
 *
 * The waits apply when the other side names none: 60 s for rate limits as octokit's throttling plugin waits, the others
 * are this package's choice: long enough for a restart or a reconnect (2 s to 10 s), short for conflicts between
 * transactions (1 s).
 *
 * Keys tell what they are by their prefix: `h` HTTP status, `g` gRPC status number, `m` MongoDB code or label, `s` SQLSTATE
 * or its class, `a` AWS error name, `n` name of an error class, `r` Redis reply prefix, `j` JSON-RPC code; none for system,
 * Node, undici, MySQL and Prisma codes, which no other list uses.
 *
 * Sources of the keys: the retry lists of got 14, ky 1, undici 7, @smithy/core 3, Azure's core-rest-pipeline and mongodb 7
 * (`RETRYABLE_READ_ERROR_CODES`), RFC 9110, google.rpc.Code with AIP-194, PostgreSQL's errcodes list, Prisma's error
 * reference, mysql2's constants, the error replies of redis-server 7.
 */
export const TABLE: Readonly<Record<string, Row>> = {
  CANCELLED: [
    "transient",
    false,
    0,
    "g1 ABORT_ERR ERR_CANCELED UND_ERR_ABORTED nAbortError nCanceledError nTaskCancelledError nAPIUserAbortError",
  ],
  TIMEOUT: [
    "transient",
    "unless-written",
    2,
    "h408 h425 g4 s57014 ETIMEDOUT ESOCKETTIMEDOUT ECONNABORTED UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ERR_TLS_HANDSHAKE_TIMEOUT REQUEST_TIMEOUT nTimeoutError nAPIConnectionTimeoutError nMongoNetworkTimeoutError nMongoOperationTimeoutError nRequestTimeout nRequestTimeoutException j-32001",
  ],
  UPSTREAM_UNAVAILABLE: [
    "transient",
    true,
    5,
    "g14 h502 h503 h504 h521 h522 h523 h524 h529 UND_ERR_CONNECT_TIMEOUT ECONNREFUSED EAI_AGAIN EHOSTUNREACH ENETUNREACH ENETDOWN EHOSTDOWN EADDRINUSE nBrokenCircuitError nIsolatedCircuitError nHydratingCircuitError nBulkheadRejectedError",
  ],
  UPSTREAM_ERROR: ["transient", "unless-written", 5, ""],
  NETWORK_ERROR: [
    "transient",
    "unless-written",
    2,
    "ECONNRESET EPIPE UND_ERR_SOCKET UND_ERR_CLOSED ERR_STREAM_PREMATURE_CLOSE CONNECTION_CLOSED nAPIConnectionError nMongoNetworkError nStripeConnectionError j-32000",
  ],
  DNS_FAILURE: ["transient", true, 10, "ENOTFOUND"],
  RATE_LIMITED: ["transient", true, 60, "h429 g8 mSystemOverloadedError slack_webapi_rate_limited_error"],
  CLOCK_SKEW: ["transient", true, 1, ""],
  LOCKED: ["transient", false, 0, "h423"],
  PAYLOAD_TEMPORARILY_REFUSED: ["transient", true, 5, ""],
  CONFLICT_RETRY: [
    "transient",
    true,
    1,
    "g10 s40001 s40P01 s55P03 P2034 ER_LOCK_DEADLOCK ER_LOCK_WAIT_TIMEOUT mTransientTransactionError",
  ],
  DATABASE_UNAVAILABLE: [
    "transient",
    "unless-written",
    5,
    "s08 s53 s57P01 s57P02 s57P03 P1001 P1002 P1008 P1017 P2024 P2028 P2037 mRetryableWriteError mRetryableError m6 m7 m89 m91 m189 m262 m9001 m10107 m11600 m11602 m13435 m13436 nMongoServerSelectionError PROTOCOL_CONNECTION_LOST ER_CON_COUNT_ERROR rLOADING rMASTERDOWN rCLUSTERDOWN",
  ],
  BAD_UPSTREAM_RESPONSE: ["transient", false, 0, ""],
  RESOURCE_EXHAUSTED: ["transient", false, 5, "ENOSPC EMFILE ENFILE ENOMEM"],
  INVALID_INPUT: [
    "validation",
    false,
    0,
    "g3 g11 s22 P2000 P2006 P2007 P2011 P2012 P2013 P2019 P2020 P2033 nPrismaClientValidationError EISDIR ENOTDIR ENAMETOOLONG ERR_INVALID_URL ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_VALUE j-32600 j-32602",
  ],
  NOT_FOUND: ["validation", false, 0, "h404 h410 g5 P2001 P2015 P2018 P2025 ENOENT aResourceNotFoundException j-32002"],
  PAYLOAD_TOO_LARGE: ["validation", false, 0, "h413"],
  UNAUTHENTICATED: ["permission", false, 0, "h401 h407 g16 m18 s28 P1000 rNOAUTH rWRONGPASS aExpiredTokenException"],
  PERMISSION_DENIED: ["permission", false, 0, "h403 h451 h511 g7 s42501 P1010 EACCES EPERM EROFS rNOPERM"],
  TLS_ERROR: ["business", false, 0, "P1011"],
  PAYMENT_REQUIRED: ["business", false, 0, "h402"],
  CONFLICT: ["business", false, 0, "h409 g6 m11000 s23505 P2002 EEXIST"],
  PRECONDITION_FAILED: ["business", false, 0, "h412 h424 g9 s23 P2003 P2004 P2014 aConditionalCheckFailedException"],
  QUOTA_EXCEEDED: ["business", false, 0, ""],
  NOT_SUPPORTED: ["business", false, 0, "h501 h505 g12 j-32601"],
  UNCLASSIFIED: ["transient", false, 0, ""],
};

/** From key to code. A map, so that a key like "constructor" finds nothing. */
export const CODES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(TABLE).flatMap(([code, row]) =>
    row[3].split(" ").map((key) => [key || code, code] as const),
  ),
);

/** OpenSSL's verification codes as Node spells them, and Node's own TLS errors. */
export const TLS =
  /^(ERR_(TLS|SSL)_|C(ERT|RL)_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|INVALID_(CA|PURPOSE)$|PATH_LENGTH_|HOSTNAME_MIS)/;

/** @smithy/core's throttling names. */
export const AWS_THROTTLING =
  /Throttl|^((Bandwidth|Request)?LimitExceeded|PriorRequestNotComplete|ProvisionedThroughputExceeded|SlowDown|TooManyRequests|TransactionInProgress)/;

/** @smithy/core's clock skew names; they count once the client has corrected its clock. */
export const AWS_CLOCK_SKEW =
  /^(AccessDeniedException|AuthFailure|InvalidSignatureException|Request(Expired|InTheFuture|TimeTooSkewed)|SignatureDoesNotMatch)$/;

/** How the messages begin with which browsers and runtimes reject `fetch`, as is-network-error lists them. */
export const FETCH_MESSAGE =
  /^(network error|NetworkError when|The Internet connection appears|Network request failed|fetch failed|terminated$| A network error|Network connection lost|Failed to fetch|Load failed|error sending request)/;
