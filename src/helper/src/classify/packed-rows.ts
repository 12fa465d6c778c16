/** Generated from table/rows.ts by scripts/pack-table.mjs; do not edit. */
export const PACKED_ROWS = `-,,cancelled,;1,AbortError,APIUserAbortError,CanceledError,TaskCancelledError,abort_err,err_canceled,und_err_aborted
?,2,timeout,:408,:425,;4,APIConnectionTimeoutError,MongoNetworkTimeoutError,MongoOperationTimeoutError,TimeoutError,deadline_exceeded,econnaborted,err_tls_handshake_timeout,esockettimedout,etimedout,gateway_timeout,request_timeout,und_err_body_timeout,und_err_headers_timeout,@57014,aRequestTimeout,aRequestTimeoutException,j-32001
?,2,network error,APIConnectionError,MongoNetworkError,StripeConnectionError,connection_closed,econnreset,epipe,err_stream_premature_close,und_err_closed,und_err_socket,j-32000
+,5,resource exhausted,emfile
+,5,upstream unavailable,:503+,;14,BrokenCircuitError,BulkheadRejectedError,eaddrinuse,eai_again,econnrefused,ehostdown,ehostunreach,enetdown,enetunreach,und_err_connect_timeout
?,5,upstream unavailable,:502,:503,:504,:529,bad_gateway,service_unavailable,unavailable
?,5,upstream error,:5xx,internal_server_error
+,5,database unavailable,p1001,p2024,p2037,ttimeout exceeded when trying to connect
?,5,database unavailable,MongoServerSelectionError,er_con_count_error,p1002,p1008,p1017,p2028,protocol_connection_lost,@08,@53,@57P01,@57P02,@57P03,&6,&7,&89,&91,&189,&262,&9001,&10107,&11600,&11602,&13435,&13436,&RetryableError,&RetryableWriteError,rclusterdown,rloading,rmasterdown
+,5,payload temporarily refused,:413+
-,,resource exhausted,enfile,enomem,enospc
+,10,dns failure,enotfound
+,1,conflict retry,:409!,;10,er_lock_deadlock,er_lock_wait_timeout,p2034,@40P01,@55P03,@40001,&TransientTransactionError
+,1,clock skew,=skew
-,,unclassified,=none
+,60,rate limited,:429,:403+,;8,rate_limit_exceeded,resource_exhausted,slack_webapi_rate_limited_error,throttled,too_many_requests,&SystemOverloadedError
+,,locked,:423+
-,,locked,:423
-,,bad upstream response,vupstream
v,,payload too large,:413
v,,invalid input,:4xx,;3,;11,PrismaClientValidationError,bad_request,bad_user_input,eisdir,enametoolong,enotdir,err_invalid_arg_type,err_invalid_arg_value,err_invalid_url,graphql_validation_failed,validation_error,validation_failed,invalid_argument,p2000,p2006,p2007,p2011,p2012,p2013,p2019,p2020,p2033,@22,j-32600,j-32602,vinput
v,,not found,:404,:410,;5,enoent,p2001,p2015,p2018,p2025,aResourceNotFoundException,j-32002
p,,unauthenticated,:401,:407,;16,p1000,unauthorized,@28,&18,aExpiredTokenException,rnoauth,rwrongpass
p,,permission denied,:403,:451,:511,;7,access_denied,eacces,eperm,erofs,forbidden,insufficient_scopes,p1010,@42501,aAccessDenied,aAccessDeniedException,rnoperm
b,,not supported,:501,:505,;12,j-32601
b,,precondition failed,:412,:424,;9,failed_precondition,p2003,p2004,p2014,@23,aConditionalCheckFailedException
b,,quota exceeded,binsufficient_quota,bquota_exceeded,;8q
b,,tls error,p1011,=tls
b,,conflict,:409,;6,already_exists,eexist,p2002,@23505,&11000
b,,payment required,:402,bbilling_error,binsufficient_funds,StripeCardError`;
