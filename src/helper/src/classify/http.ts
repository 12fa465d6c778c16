import type { Recognise } from "./classification.js";
import { retryAfterOf } from "./retry-after.js";
import { bodiesOf, headersOf, peekAll, statusOf } from "./shape.js";

/** Errors that carry the status of an HTTP answer, refined by what the answer says. */
export const http: Recognise = (node) => {
  const status = statusOf(node);
  if (!status) return [];
  return [
    // The machine-readable reason that AI vendors and Stripe put beside the status.
    ...bodiesOf(node).flatMap((body) =>
      peekAll(body, "code type").map((reason) => typeof reason === "string" && `b${reason}`),
    ),
    (retryAfterOf(node, status) !== undefined ||
      // GitHub answers 403 to both of its rate limits.
      (status === 403 && (headersOf(node)("x-ratelimit-remaining") === "0" || /secondary rate/i.test(node.message)))) &&
      `:${status}+`,
    `:${status}`,
    // RFC 9110 §15: an unknown status counts as the x00 of its class.
    `:${status < 500 ? 4 : 5}xx`,
  ];
};
