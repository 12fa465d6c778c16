import type { Recognise } from "./classification.js";
import { retryAfterOf } from "./retry-after.js";
import { bodiesOf, headerOf, statusOf, textOf } from "./shape.js";
import { CODES, TABLE } from "./table.js";

/** Errors that carry the status of an HTTP answer, refined by what the answer's headers say. */
export const http: Recognise = (node) => {
  const status = statusOf(node);
  if (!status) return undefined;
  const wait = retryAfterOf(node, status);
  // The machine-readable reason that AI vendors and Stripe put beside the status.
  const has = (reason: RegExp): boolean =>
    [node, ...bodiesOf(node)].some((holder) =>
      ["code", "type"].some((key) => reason.test(textOf(holder, key)) || reason.test(textOf(holder, "error", key))),
    );
  // RFC 9110 §15: an unknown status counts as the x00 of its class.
  let code = CODES.get(`h${status}`) ?? (status < 500 ? "INVALID_INPUT" : "UPSTREAM_ERROR");
  if (status === 429 && has(/^(insufficient_quota|quota_exceeded)$/)) code = "QUOTA_EXCEEDED";
  if (has(/^billing_error$/)) code = "PAYMENT_REQUIRED";
  // GitHub answers 403 to both of its rate limits.
  if (
    status === 403 &&
    (wait !== undefined ||
      headerOf(node, "x-ratelimit-remaining") === "0" ||
      /\bsecondary rate\b/i.test(textOf(node, "message").slice(0, 999)))
  )
    code = "RATE_LIMITED";
  if (status === 413 && wait !== undefined) code = "PAYLOAD_TEMPORARILY_REFUSED";

  const verdict = headerOf(node, "x-should-retry") ?? headerOf(node, "stripe-should-retry");
  // A code has one category, so a business or validation code cannot be the one of an error that may be retried.
  if (verdict === "true" && /^[vb]/.test(TABLE[code]![0]))
    code = status === 409 ? "CONFLICT_RETRY" : "UPSTREAM_UNAVAILABLE";
  return {
    code,
    wait,
    retry: verdict === "true" || (status === 423 && wait !== undefined) || (verdict === "false" ? false : undefined),
    // A server that refuses and names the moment of its return has not carried the request out; any other 5xx may have.
    unsure: status < 500 ? undefined : status !== 503 || wait === undefined,
  };
};
