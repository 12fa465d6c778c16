import type { Recognise } from "./classification.js";
import { retryAfterOf } from "./retry-after.js";
import { keysOf } from "./patterns.js";
import { isNamed, listOf } from "./shape.js";
import { isMcpError } from "./validation.js";

/**
 * @smithy/core's clock skew names, by words of their own: AccessDeniedException, AuthFailure, InvalidSignatureException,
 * RequestExpired, RequestInTheFuture, RequestTimeTooSkewed, SignatureDoesNotMatch. They count once the client has corrected
 * its clock, which it does on any answer.
 */
const CLOCK_SKEW = /Denied|AuthFailure|Signature|Expired|Future|Skew/;

/**
 * The shapes that only one vendor has. They come before statuses and codes, which say less. A small number alone says
 * nothing (7 is gRPC's PERMISSION_DENIED and Mongo's HostNotFound); its neighbours do.
 */
export const vendors: Recognise = (node) => {
  const { name, code, message, details, metadata, severity, $metadata, $retryable } = node;
  const statusDetails = listOf(node.statusDetails);
  const isGrpc = statusDetails.length || (typeof details === "string" && metadata);
  const isMongo = /^Mongo/.test(name);
  // PostgreSQL clients give the SQLSTATE beside the server's severity.
  const isPostgres = severity && /^\w{5}$/.test(code);
  return [
    // Among the details of RESOURCE_EXHAUSTED only a QuotaFailure lists violations.
    statusDetails.some((detail) => detail?.violations) && retryAfterOf(node) === undefined && `;${code}q`,
    isGrpc && `;${code}`,
    // MongoDB's labels say more than its numbers; the driver puts them on errors of its own as well, whose name says more.
    ...(isMongo ? keysOf(name) : []),
    // An overload asks for a longer wait than a transaction, and that for another one than a single write.
    ...listOf(node.errorLabels)
      .sort()
      .reverse()
      .map((label) => `&${label}`),
    isMongo && `&${code}`,
    isPostgres && `@${code}`,
    isPostgres && `@${code.slice(0, 2)}`,
    // pg-pool gives nothing but a message.
    `t${message}`,
    $metadata?.clockSkewCorrected && CLOCK_SKEW.test(name) && "=skew",
    $metadata && $retryable?.throttling && ":429",
    // A system error that smithy has given a name of its own has a code, which says more.
    ...($metadata && !code ? [`a${name}`, ...keysOf(name)] : []),
    $retryable && ":5xx",
    // The first word of a reply is Redis's error code; the clients keep no other.
    isNamed(node, /^(ReplyError|ErrorReply|SimpleError)$/) && `r${message.split(" ", 1)[0].toLowerCase()}`,
    isMcpError(node) && `j${code}`,
  ];
};
