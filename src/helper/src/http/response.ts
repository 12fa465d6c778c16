import type { WithCode } from "../code-pattern.js";
import type { ErrorCategory, ErrorCode, ToolErrorPayload } from "../contract.js";
import { classifiedPayload, type FromOptions } from "../from.js";
import { optionsOf, peek } from "../safe.js";
import { writeResult } from "../write.js";

/** Options of an HTTP answer: those of `toolError.from`, and the status. */
export interface HttpOptions extends FromOptions {
  /** The status, or what makes it of the failure. One below 400 is not used. @default by category and code */
  httpStatus?: number | ((payload: ToolErrorPayload) => number) | undefined;
}

/** What any HTTP framework can send. */
export interface HttpToolError {
  status: number;
  headers: Record<string, string>;
  /** The error object, as the dialect spells it. */
  body: Record<string, unknown>;
}

const BY_CATEGORY: Record<ErrorCategory, number> = { transient: 503, permission: 403, validation: 422, business: 409 };

/**
 * Where the code says more than the category. Never 401: an MCP client takes it for a demand to sign in to this server, but it
 * was another one that has refused.
 */
const BY_CODE: Record<string, number> = {
  NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  PAYMENT_REQUIRED: 402,
  PRECONDITION_FAILED: 412,
  RATE_LIMITED: 429,
};

/** Clients and proxies repeat a 503 by themselves, so what is not to be repeated gets 500. */
const statusFor = ({ errorCategory, errorCode, isRetryable }: ToolErrorPayload): number =>
  errorCategory === "transient" && !isRetryable
    ? 500
    : ((Object.hasOwn(BY_CODE, errorCode ?? "") ? BY_CODE[errorCode!] : undefined) ?? BY_CATEGORY[errorCategory]);

const isErrorStatus = (status: unknown): status is number =>
  Number.isInteger(status) && (status as number) >= 400 && (status as number) < 600;

/** The wait of a written error in whole seconds, so that the header never asks for less than the body. */
const secondsIn = (body: Record<string, unknown>): number =>
  Math.ceil(
    Number(
      peek(body, "retryAfterSeconds") ??
        peek(body, "recovery", "retryAfterSeconds") ??
        Number(peek(body, "retryAfterMs")) / 1000,
    ),
  );

/**
 * A failure as an HTTP answer: a status outside 2xx, `Retry-After` where the call may be repeated, and the error object of the
 * dialect as the JSON body. `error` is an error result or a `ToolFailure` of this package, or anything that was thrown, see
 * `toolError.from`. Throws nothing.
 */
export function toHttpResponse<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  options?: WithCode<HttpOptions, Code>,
): HttpToolError {
  const given: HttpOptions = optionsOf(options);
  const payload = classifiedPayload(error, given);
  const { content } = writeResult(payload, given);
  const body = JSON.parse(content[0]!.text) as Record<string, unknown>;
  let status: unknown = given.httpStatus;
  try {
    if (typeof status === "function") status = (status as (payload: ToolErrorPayload) => number)(payload);
  } catch {
    status = undefined;
  }
  return {
    status: isErrorStatus(status) ? status : statusFor(payload),
    headers: {
      "content-type": "application/json",
      // Some statuses may be cached, but a failure is over some time.
      "cache-control": "no-store",
      ...(payload.isRetryable && { "retry-after": String(secondsIn(body)) }),
    },
    body,
  };
}
