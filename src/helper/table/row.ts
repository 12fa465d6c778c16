/**
 * What is known about errors, for `classifyError`. `npm run table` packs it into `src/classify/packed-rows.ts`, the form that
 * takes little room in a bundle; the table in the documentation is made of it as well.
 *
 * Sources of the keys: the retry lists of got 14, ky 1, undici 7, @smithy/core 3, Azure's core-rest-pipeline and mongodb 7
 * (`RETRYABLE_READ_ERROR_CODES`), RFC 9110, google.rpc.Code with AIP-194, PostgreSQL's errcodes list, Prisma's error
 * reference, mysql2's constants, the error replies of redis-server 7; reasons of GraphQL servers, tRPC and Google's APIs.
 *
 * Waits are those when the other side names none: 60 for rate limits as octokit's throttling plugin waits, the others are this
 * package's choice: long enough for a restart or a reconnect (2 to 10), short for conflicts between transactions (1).
 */

/** By what a row is recognised, a list for each kind of key. */
export interface Keys {
  /** HTTP status; `4xx` and `5xx` stand for all that are not listed. */
  http?: readonly (number | string)[];
  /** HTTP status of an answer that names a wait. */
  httpWithWait?: readonly number[];
  /** HTTP status of an answer that asks for a repetition. */
  httpToRepeat?: readonly number[];
  /** Reason in the body of an HTTP answer. */
  reason?: readonly string[];
  /** gRPC status number. */
  grpc?: readonly number[];
  /** gRPC status number of an error with a broken quota. */
  grpcQuota?: readonly number[];
  /** Name of a class. */
  name?: readonly string[];
  /** System, Node, undici, MySQL, Prisma, Slack, GraphQL and tRPC codes, in any case. No two of these lists use the same. */
  code?: readonly string[];
  /** SQLSTATE or its class. */
  sqlState?: readonly string[];
  /** MongoDB code or label. */
  mongodb?: readonly string[];
  aws?: readonly string[];
  /** The first word of a reply. */
  redis?: readonly string[];
  /** JSON-RPC code of an MCP SDK's error. */
  mcp?: readonly number[];
  /** A whole message. */
  message?: readonly string[];
  /** What a schema library or a parser has refused. */
  schema?: readonly ("input" | "upstream")[];
  /** What a function has recognised. */
  special?: readonly string[];
}

export interface TableRow {
  /** In words it is the description as well. A code has one category. */
  code: string;
  category: "transient" | "validation" | "permission" | "business";
  /**
   * Whether a repetition may help, for transient failures. `unless written`: the other side may have carried the request out, so
   * only for an operation that may run twice.
   */
  repeat?: "yes" | "unless written" | "no";
  waitSeconds?: number;
  by: Keys;
}
