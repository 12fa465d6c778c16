import type { Finding } from "./classification.js";
import { retryAfterOf } from "./retry-after.js";
import { bodiesOf, headerOf, statusOf, textOf } from "./shape.js";
import { CODES, TABLE } from "./table.js";

/** Whether the machine-readable reason that AI vendors and Stripe put beside the status is the given one. */
const hasReason = (node: unknown, reasons: RegExp): boolean =>
  [node, ...bodiesOf(node)].some((holder) =>
    [["code"], ["type"], ["error", "code"], ["error", "type"]].some((path) => reasons.test(textOf(holder, ...path))),
  );

/** GitHub answers 403 to both of its rate limits. */
const isRateLimit = (node: unknown): boolean =>
  headerOf(node, "retry-after") !== undefined ||
  headerOf(node, "x-ratelimit-remaining") === "0" ||
  /\bsecondary rate\b/i.test(textOf(node, "message").slice(0, 1000));

/** Errors that carry the status of an HTTP answer, refined by what the answer's headers say. */
export function http(node: unknown): Finding | undefined {
  const status = statusOf(node);
  if (status === undefined) return undefined;
  const wait = retryAfterOf(node, status);
  // RFC 9110 §15: an unknown status counts as the x00 of its class.
  let code = CODES.get(`h${status}`) ?? (status < 500 ? "INVALID_INPUT" : "UPSTREAM_ERROR");
  let retry: boolean | undefined;
  if (status === 429 && hasReason(node, /^(insufficient_quota|quota_exceeded)$/)) code = "QUOTA_EXCEEDED";
  if (hasReason(node, /^billing_error$/)) code = "PAYMENT_REQUIRED";
  if (status === 403 && isRateLimit(node)) code = "RATE_LIMITED";
  if (status === 413 && wait !== undefined) code = "PAYLOAD_TEMPORARILY_REFUSED";
  if (status === 423) retry = wait !== undefined;

  const verdict = headerOf(node, "x-should-retry") ?? headerOf(node, "stripe-should-retry");
  const category = TABLE[code]![0];
  if (verdict === "false") retry = false;
  if (verdict === "true") {
    retry = true;
    // A code has one category, so a business or validation code cannot be the one of a retryable error.
    if (category === "business" || category === "validation") code = status === 409 ? "CONFLICT_RETRY" : "UPSTREAM_UNAVAILABLE";
  }
  // A server that refuses and names the moment of its return has not carried the request out; any other 5xx may have.
  return { code, retry, wait, rule: `http ${status}`, unsure: status >= 500 && !(status === 503 && wait !== undefined) };
}
