/** Generated from table/rows.ts by scripts/pack-table.mjs; do not edit. */
export const PACKED_ROWS = `-,,cancelled,;1
?,2,timeout,@57014,j-32001,:408,:425,deadline_exceeded,econnaborted,gateway_timeout,;4
?,2,network error,j-32000,connection_closed,econnreset,epipe,err_stream_premature_close,und_err_closed,und_err_socket,apiconnectionerror,stripeconnectionerror
+,5,resource exhausted,emfile
+,5,upstream unavailable,:503+,eaddrinuse,eai_again,econnrefused,ehostdown,ehostunreach,enetdown,enetunreach,und_err_connect_timeout,brokencircuiterror,bulkheadrejectederror,;14
?,5,upstream unavailable,:502,:503,:504,:529,bad_gateway,service_unavailable,unavailable
?,5,upstream error,:5xx,internal_server_error
+,5,database unavailable,p1001,p2024,p2037,ttimeout exceeded when trying to connect
?,5,database unavailable,rclusterdown,rloading,rmasterdown,@08,@53,@57P01,@57P02,@57P03,er_con_count_error,p1002,p1008,p1017,p2028,protocol_connection_lost,mongoserverselectionerror,&6,&7,&89,&91,&189,&262,&9001,&10107,&11600,&11602,&13435,&13436,&RetryableError,&RetryableWriteError
+,5,payload temporarily refused,:413+
-,,resource exhausted,enfile,enomem,enospc
+,10,dns failure,enotfound
+,1,conflict retry,@40P01,@55P03,@40001,:409!,er_lock_deadlock,er_lock_wait_timeout,p2034,;10,&TransientTransactionError
+,1,clock skew,=skew
-,,unclassified,=none
+,60,rate limited,:429,:403+,resource_exhausted,;8,&SystemOverloadedError
+,,locked,:423+
-,,locked,:423
-,,bad upstream response,vupstream
v,,payload too large,:413
v,,invalid input,@22,j-32600,j-32602,:4xx,bad_request,bad_user_input,eisdir,enametoolong,enotdir,err_invalid_arg_type,err_invalid_arg_value,err_invalid_url,graphql_validation_failed,validation_error,validation_failed,invalid_argument,p2000,p2006,p2007,p2011,p2012,p2013,p2019,p2020,p2033,prismaclientvalidationerror,;3,;11,vinput
v,,not found,j-32002,:404,:410,enoent,p2001,p2015,p2018,p2025,aResourceNotFoundException,;5
p,,unauthenticated,rnoauth,rwrongpass,@28,:401,:407,p1000,unauthorized,aExpiredTokenException,;16,&18
p,,permission denied,rnoperm,@42501,:403,:451,:511,access_denied,eacces,eperm,erofs,forbidden,insufficient_scopes,p1010,aAccessDenied,aAccessDeniedException,;7
b,,not supported,j-32601,:501,:505,;12
b,,precondition failed,@23,:412,:424,failed_precondition,p2003,p2004,p2014,aConditionalCheckFailedException,;9
b,,quota exceeded,binsufficient_quota,bquota_exceeded,;8q
b,,tls error,=tls,p1011
b,,conflict,@23505,:409,already_exists,eexist,p2002,;6,&11000
b,,payment required,:402,stripecarderror,bbilling_error,binsufficient_funds`;
