import { settings } from "./settings.js";

/** The source of chance, which a test may seed: `configureToolErrors({ random })`. */
const random = (): number => (settings.random ?? Math.random)();

/** A wait spread by a quarter to both sides, so that clients who were told the same moment do not all come back at it. */
export const jitter = (wait: number): number => wait * (0.75 + random() / 2);

/**
 * The wait before the next attempt of a client, in seconds: what the other side asked for, and "full jitter" on top, a share of
 * a backoff that doubles with each attempt.
 */
export const backoff = (asked: number, attempt: number, baseSeconds: number): number =>
  asked + baseSeconds * 2 ** (attempt - 1) * random();
