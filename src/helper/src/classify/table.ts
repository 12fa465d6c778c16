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
 * Keys tell what they are by their prefix: `:` HTTP status (`:4xx`, `:5xx` for all that are not listed), with `+` where the
 * answer names a wait and `!` where it asks for a repetition; `b` reason in an answer's body; `v` what a schema library or a
 * parser refused; `;` gRPC status number, with `q` for a broken quota; `&` MongoDB code or label; `@` SQLSTATE or its class;
 * `a` AWS error name; `r` Redis reply prefix; `j` JSON-RPC code; `t` a whole message; `=` what a function has recognised;
 * none for names of classes, and for system, Node, undici, MySQL, Prisma and Slack codes, which no other list uses. A prefix
 * in front of a number is no letter, because minified classes have names like `g5`.
 *
 * System codes stand in lower case, because they then take a third less space in a bundle. For the same reason rows of a
 * category and keys of a row stand in the order that compresses best. It means nothing.
 *
 * Sources of the keys: the retry lists of got 14, ky 1, undici 7, @smithy/core 3, Azure's core-rest-pipeline and mongodb 7
 * (`RETRYABLE_READ_ERROR_CODES`), RFC 9110, google.rpc.Code with AIP-194, PostgreSQL's errcodes list, Prisma's error
 * reference, mysql2's constants, the error replies of redis-server 7.
 */
const ROWS = `-,,cancelled,TaskCancelledError,CanceledError,AbortError,APIUserAbortError,abort_err,err_canceled,und_err_aborted,;1
?,2,timeout,aRequestTimeout,aRequestTimeoutException,;4,econnaborted,err_tls_handshake_timeout,und_err_headers_timeout,und_err_body_timeout,etimedout,esockettimedout,request_timeout,:408,:425,TimeoutError,APIConnectionTimeoutError,MongoOperationTimeoutError,MongoNetworkTimeoutError,j-32001,@57014,deadline_exceeded,gateway_timeout
?,2,network error,j-32000,MongoNetworkError,APIConnectionError,StripeConnectionError,connection_closed,und_err_closed,und_err_socket,epipe,econnreset,err_stream_premature_close
+,5,resource exhausted,emfile
+,5,upstream unavailable,:503+,econnrefused,und_err_connect_timeout,enetunreach,ehostunreach,ehostdown,enetdown,eai_again,eaddrinuse,BrokenCircuitError,BulkheadRejectedError,;14
?,5,upstream unavailable,:529,:503,:502,:504,unavailable,service_unavailable,bad_gateway
?,5,upstream error,:5xx,internal_server_error
+,5,database unavailable,p1001,p2037,p2024,ttimeout exceeded when trying to connect
?,5,database unavailable,p1008,p1002,p1017,p2028,protocol_connection_lost,er_con_count_error,MongoServerSelectionError,&RetryableError,&RetryableWriteError,&6,&9001,&13436,&91,&10107,&13435,&89,&7,&189,&262,&11602,&11600,rclusterdown,rmasterdown,rloading,@57P01,@53,@57P03,@57P02,@08
+,5,payload temporarily refused,:413+
-,,resource exhausted,enomem,enospc,enfile
+,10,dns failure,enotfound
+,1,conflict retry,&TransientTransactionError,;10,@40P01,@55P03,@40001,p2034,er_lock_deadlock,er_lock_wait_timeout,:409!
+,1,clock skew,=skew
-,,unclassified,=none
+,60,rate limited,:429,:403+,slack_webapi_rate_limited_error,&SystemOverloadedError,;8,throttled,resource_exhausted,too_many_requests,rate_limit_exceeded
+,,locked,:423+
-,,locked,:423
-,,bad upstream response,vupstream
v,,payload too large,:413
v,,invalid input,:4xx,j-32602,j-32600,p2000,p2007,p2020,p2012,p2006,enotdir,p2013,p2011,p2033,p2019,err_invalid_arg_value,err_invalid_arg_type,err_invalid_url,enametoolong,eisdir,PrismaClientValidationError,;11,;3,vinput,@22,bad_user_input,graphql_validation_failed,bad_request,validation_failed,validation_error,invalid_argument
v,,not found,j-32002,aResourceNotFoundException,;5,:410,:404,p2001,enoent,p2025,p2015,p2018
p,,unauthenticated,;16,&18,p1000,:407,:401,rnoauth,rwrongpass,aExpiredTokenException,@28,unauthorized
p,,permission denied,aAccessDenied,aAccessDeniedException,@42501,rnoperm,eperm,erofs,eacces,p1010,;7,:451,:511,:403,forbidden,access_denied,insufficient_scopes
b,,not supported,;12,j-32601,:501,:505
b,,precondition failed,;9,:412,:424,p2003,p2014,p2004,aConditionalCheckFailedException,@23,failed_precondition
b,,quota exceeded,bquota_exceeded,binsufficient_quota,;8q
b,,tls error,=tls,p1011
b,,conflict,;6,&11000,p2002,eexist,:409,@23505,already_exists
b,,payment required,:402,StripeCardError,bbilling_error,binsufficient_funds`;

/** `[retry, wait, code, ...keys]` */
export type Row = string[];

/** From key to row. A map, so that "constructor" finds nothing. */
export const KEYS: ReadonlyMap<unknown, Row> = new Map(
  ROWS.split("\n").flatMap((line) => {
    const row = line.split(",");
    // Many APIs name their reasons as this table does, e.g. GraphQL's NOT_FOUND.
    return [row[2]!.replace(/ /g, "_"), ...row.slice(3)].map((key) => [key, row] as const);
  }),
);

/** OpenSSL's verification codes as Node spells them, and Node's own TLS errors. */
export const TLS =
  /^(err_(tls|ssl)_|c(ert|rl)_|unable_to_|depth_zero_|self_signed_|error_in_c|invalid_(ca|purpose)$|path_length_|hostname_mis)/;

/** How the messages begin with which browsers and runtimes reject `fetch`, as is-network-error lists them. */
export const FETCH_MESSAGE =
  /^(network error|NetworkError|The Internet|Network request|fetch failed|terminated$| A network error|Network connection|Failed to fetch|Load failed|error sending)/;
