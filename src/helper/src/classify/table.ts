/**
 * What is known about errors, one row a line: `retry,wait,code,key,key …`
 *
 * The first member says the category and whether a repetition may help: `+` transient, yes; `?` transient, but the other
 * side may have carried the request out, so a repetition is safe only for an operation that may run twice (`idempotent` is
 * not false); `-` transient, no; `v` validation, `p` permission, `b` business, never. The second one is the wait in seconds
 * when the other side names none: 60 for rate limits as octokit's throttling plugin waits, the others are this package's
 * choice: long enough for a restart or a reconnect (2 to 10), short for conflicts between transactions (1). The third one is
 * the code in words, from which the description is made as well. A code has one category.
 *
 * Keys tell what they are by their prefix: `h` HTTP status (`h4xx`, `h5xx` for all that are not listed), with `+` where the
 * answer names a wait and `!` where it asks for a repetition; `b` reason in an answer's body; `v` what a schema library or a
 * parser refused; `g` gRPC status number, with `q` for a broken quota; `m` MongoDB code or label; `s` SQLSTATE or its class;
 * `a` AWS error name; `r` Redis reply prefix; `j` JSON-RPC code; `t` a whole message; `=` what a function has recognised;
 * none for names of classes, and for system, Node, undici, MySQL, Prisma and Slack codes, which no other list uses. These
 * codes stand in lower case, because they then take a third less space in a bundle. For the same reason rows of a category
 * and keys of a row stand in the order that compresses best. It means nothing.
 *
 * Sources of the keys: the retry lists of got 14, ky 1, undici 7, @smithy/core 3, Azure's core-rest-pipeline and mongodb 7
 * (`RETRYABLE_READ_ERROR_CODES`), RFC 9110, google.rpc.Code with AIP-194, PostgreSQL's errcodes list, Prisma's error
 * reference, mysql2's constants, the error replies of redis-server 7.
 */
const ROWS = `-,,cancelled,TaskCancelledError,CanceledError,AbortError,APIUserAbortError,abort_err,err_canceled,und_err_aborted,g1
?,2,timeout,aRequestTimeout,aRequestTimeoutException,g4,err_tls_handshake_timeout,econnaborted,esockettimedout,und_err_body_timeout,etimedout,und_err_headers_timeout,request_timeout,h408,h425,TimeoutError,APIConnectionTimeoutError,MongoNetworkTimeoutError,MongoOperationTimeoutError,j-32001,s57014
?,2,network error,j-32000,APIConnectionError,MongoNetworkError,StripeConnectionError,connection_closed,und_err_closed,und_err_socket,err_stream_premature_close,econnreset,epipe
+,5,upstream unavailable,BrokenCircuitError,BulkheadRejectedError,h503+,econnrefused,und_err_connect_timeout,ehostunreach,eai_again,ehostdown,enetdown,enetunreach,eaddrinuse,g14
?,5,upstream unavailable,h529,h503,h502,h504
?,5,upstream error,h5xx
-,,unclassified,=none
+,5,database unavailable,ttimeout exceeded when trying to connect,p1001,p2037,p2024
?,5,database unavailable,protocol_connection_lost,p1002,p1017,p2028,p1008,er_con_count_error,rmasterdown,rclusterdown,rloading,MongoServerSelectionError,mRetryableError,mRetryableWriteError,m6,m9001,m13436,m91,m10107,m11600,m89,m7,m189,m262,m11602,m13435,s57P01,s53,s57P03,s57P02,s08
+,5,payload temporarily refused,h413+
-,,bad upstream response,vupstream
-,,resource exhausted,enomem,enospc,enfile
+,1,conflict retry,mTransientTransactionError,g10,s40P01,s55P03,s40001,p2034,er_lock_deadlock,er_lock_wait_timeout,h409!
+,5,resource exhausted,emfile
+,60,rate limited,h429,h403+,mSystemOverloadedError,slack_webapi_rate_limited_error,g8
+,,locked,h423+
-,,locked,h423
+,1,clock skew,=skew
+,10,dns failure,enotfound
v,,payload too large,h413
v,,not found,h410,h404,aResourceNotFoundException,g5,p2025,p2015,p2001,p2018,enoent,j-32002
v,,invalid input,h4xx,j-32602,j-32600,p2000,p2007,p2020,p2006,p2012,eisdir,p2013,p2011,p2033,p2019,err_invalid_arg_type,enametoolong,err_invalid_url,err_invalid_arg_value,enotdir,PrismaClientValidationError,g11,g3,vinput,s22
p,,unauthenticated,g16,m18,p1000,h407,h401,rnoauth,rwrongpass,aExpiredTokenException,s28
p,,permission denied,aAccessDenied,aAccessDeniedException,s42501,rnoperm,erofs,eperm,eacces,p1010,g7,h451,h511,h403
b,,not supported,g12,j-32601,h501,h505
b,,precondition failed,g9,h412,h424,p2004,p2003,p2014,aConditionalCheckFailedException,s23
b,,tls error,=tls,p1011
b,,quota exceeded,bquota_exceeded,binsufficient_quota,g8q
b,,conflict,g6,m11000,p2002,eexist,h409,s23505
b,,payment required,h402,StripeCardError,bbilling_error,binsufficient_funds`;

/** `[retry, wait, code, ...keys]` */
export type Row = string[];

/** From key to row. A map, so that "constructor" finds nothing. */
export const KEYS: ReadonlyMap<unknown, Row> = new Map(
  ROWS.split("\n").flatMap((line) => {
    const row = line.split(",");
    return row.slice(3).map((key) => [key, row] as const);
  }),
);

/** OpenSSL's verification codes as Node spells them, and Node's own TLS errors. */
export const TLS =
  /^(err_(tls|ssl)_|c(ert|rl)_|unable_to_|depth_zero_|self_signed_|error_in_c|invalid_(ca|purpose)$|path_length_|hostname_mis)/;

/** How the messages begin with which browsers and runtimes reject `fetch`, as is-network-error lists them. */
export const FETCH_MESSAGE =
  /^(network error|NetworkError|The Internet|Network request|fetch failed|terminated$| A network error|Network connection|Failed to fetch|Load failed|error sending)/;
