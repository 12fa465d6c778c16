import { peek } from "../safe.js";
import { cleanWait } from "../payload.js";
import { bodiesOf, headerOf } from "./shape.js";

/** Larger numbers in a reset header are moments, not spans: 2024-01-01 in seconds since 1970 (ky draws the same line). */
const EPOCH_SECONDS = 1_704_067_200;

/** A plain decimal number of at least 0, from a number or a text; anything else gives NaN. */
const numberOf = (value: unknown): number => (/^\d+(\.\d+)?$/.test(String(value)) ? Number(value) : NaN);

/** Against the other side's own clock where it says what time it is, so that a skewed clock here does no harm. */
const secondsUntil = (moment: number, node: unknown): number =>
  Math.max(0, (moment - (Date.parse(headerOf(node, "date") ?? "") || Date.now())) / 1000);

/** google.rpc.RetryInfo: `"30s"` in JSON, `{seconds, nanos}` from gRPC. */
function* retryInfos(node: unknown): Generator<number> {
  for (const body of [node, ...bodiesOf(node)])
    for (const list of [peek(body, "statusDetails"), peek(body, "error", "details"), peek(body, "details")])
      for (const detail of Array.isArray(list) ? list.slice(0, 20) : []) {
        const delay = peek(detail, "retryDelay");
        yield typeof delay === "string"
          ? numberOf(delay.replace(/s$/, ""))
          : numberOf(peek(delay, "seconds") ?? "") + (numberOf(peek(delay, "nanos")) || 0) / 1e9;
      }
}

/** All that an error says about waiting, in seconds, best first; NaN where it says nothing usable. */
function* waits(node: unknown, status: number | undefined): Generator<number> {
  for (const name of ["retry-after-ms", "x-ms-retry-after-ms", "x-amz-retry-after"])
    yield numberOf(headerOf(node, name)) / 1000;
  const header = headerOf(node, "retry-after") ?? "";
  yield numberOf(header);
  // Date.parse takes nearly anything for a date; only the two forms in use count.
  if (/GMT$|^\d{4}-\d\d-\d\dT/.test(header)) yield secondsUntil(Date.parse(header), node);
  yield* retryInfos(node);
  yield numberOf(peek(node, "retryAfter"));
  for (const body of bodiesOf(node)) yield numberOf(peek(body, "retry_after"));
  // ky and octokit trust a reset header with these statuses only.
  if (![403, 413, 429, 503].includes(status!)) return;
  for (const name of ["ratelimit-reset", "x-ratelimit-retry-after", "x-ratelimit-reset", "x-rate-limit-reset"]) {
    const reset = numberOf(headerOf(node, name));
    yield reset < EPOCH_SECONDS ? reset : secondsUntil(reset < EPOCH_SECONDS * 1000 ? reset * 1000 : reset, node);
  }
}

/** The wait that the other side asked for, in whole seconds rounded up and cut to the cap; undefined if it named none. */
export function retryAfterOf(node: unknown, status?: number): number | undefined {
  for (const wait of waits(node, status)) {
    const seconds = cleanWait(Math.ceil(wait));
    if (seconds !== undefined) return seconds;
  }
  return undefined;
}
