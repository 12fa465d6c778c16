import { cleanWait } from "../payload.js";
import { attempt } from "../safe.js";
import { bodiesOf, headersOf, listOf } from "./shape.js";

/** Larger numbers in a reset header are moments, not spans: 2024-01-01 in seconds since 1970 (ky draws the same line). */
const EPOCH_SECONDS = 1_704_067_200;

/** A plain decimal number of at least 0, from a number or a text, also with its unit, as in `"30s"`; anything else gives NaN. */
const numberOf = (value: any): number => Number(/^\d+(\.\d+)?(?=s?$)/.exec(value)?.[0]);

/** Seconds from a number of them, or from a moment: a date in one of the two forms in use, or a number as large as one. */
const spanOf = (value: any, now: number): number => {
  const number = numberOf(value);
  if (number < EPOCH_SECONDS) return number;
  // Date.parse takes nearly anything for a date.
  const moment = /GMT$|^\d{4}-\d\d-\d\dT/.test(value)
    ? Date.parse(value)
    : number * (number < EPOCH_SECONDS * 1000 ? 1000 : 1);
  return Math.max(0, (moment - now) / 1000);
};

/**
 * The wait that the other side asked for, in whole seconds rounded up and cut to the cap; undefined if it named none. Of all
 * that an error says about waiting the first that is usable counts.
 */
export const retryAfterOf = (node: any, status?: number): number | undefined =>
  attempt(() => {
    const header = headersOf(node);
    const bodies = bodiesOf(node);
    // The other side's own clock where it says what time it is, so that a skewed clock here does no harm.
    const now = Date.parse(header("date")!) || Date.now();
    const inMilliseconds = ["grpc-retry-pushback-ms", "retry-after-ms", "x-ms-retry-after-ms", "x-amz-retry-after"];
    // ky and octokit trust a reset header with these statuses only.
    const resets = /403|413|429|503/.test(`${status}`)
      ? ["ratelimit-reset", "x-ratelimit-retry-after", "x-ratelimit-reset", "x-rate-limit-reset"]
      : [];
    return [
      ...inMilliseconds.map((name) => numberOf(header(name)) / 1000),
      spanOf(header("retry-after"), now),
      // google.rpc.RetryInfo: `"30s"` in JSON, `{seconds, nanos}` from gRPC.
      ...bodies
        .flatMap((body) => [...listOf(body.statusDetails), ...listOf(body.details)])
        .map((detail) => detail?.retryDelay)
        .map((delay) => numberOf(delay?.seconds ?? delay) + (delay?.nanos / 1e9 || 0)),
      ...bodies.map((body) => numberOf(body.retryAfter ?? body.retry_after)),
      ...resets.map((name) => spanOf(header(name), now)),
    ]
      .map((wait) => cleanWait(Math.ceil(wait)))
      .find((wait) => wait !== undefined);
  });
