export type WaitUnit = "seconds" | "milliseconds";

/** The unit that the name of a wait promises; a bare `retryAfter` is in seconds, as the header of HTTP is. */
export function unitOfWait(name: string): WaitUnit {
  return /ms$|milli/iu.test(name) ? "milliseconds" : "seconds";
}

/** The unit that the name of a variable speaks of, if it speaks of one: `delayMs`, `windowSeconds`. */
export function unitInName(name: string): WaitUnit | undefined {
  if (/(?:[a-z]Ms|_ms|_MS|[mM]illis(?:econds)?|MILLIS(?:ECONDS)?)$/u.test(name)) return "milliseconds";
  return /(?:[sS]econds|SECONDS|[a-z]Secs?|_secs?|_SECS?)$/u.test(name) ? "seconds" : undefined;
}

export function inSeconds(wait: number, unit: WaitUnit): number {
  return unit === "seconds" ? wait : wait / 1000;
}

/** The longest wait in seconds that is taken for meant; the error contract warns above it. */
export const MAX_WAIT_SECONDS = 3600;

/** Below this a wait in milliseconds is over before the model can call again. */
const MIN_MILLISECONDS = 100;

/** True for a number that fits the other unit better: 2000 seconds, 2 milliseconds. Full minutes are taken for meant. */
export function isLikelyOtherUnit(wait: number, unit: WaitUnit): boolean {
  if (unit === "milliseconds") return wait > 0 && wait < MIN_MILLISECONDS;
  return wait >= 1000 && wait % 60 !== 0;
}

const SECONDS_OF: Readonly<Record<string, number>> = { ms: 0.001, mi: 60, s: 1, h: 3600 };

/** The one wait in seconds that a sentence tells: "Try again in 30 seconds." */
export function waitInWords(sentence: string): number | undefined {
  const found = [
    ...sentence.matchAll(
      /\b(?:wait|retry|again|repeat)\b[^.;]{0,30}?(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|min|minutes?|h|hours?)\b/giu,
    ),
  ];
  const [, amount, unit = ""] = found[0] ?? [];
  if (found.length !== 1 || amount === undefined) return undefined;
  const word = unit.toLowerCase();
  const factor = SECONDS_OF[/^milli/u.test(word) ? "ms" : word.slice(0, /^m/u.test(word) ? 2 : 1)];
  return factor === undefined ? undefined : Number(amount) * factor;
}

/** "It failed 3 times.", "after three attempts" */
export function tellsOfAttempts(words: string): boolean {
  return /\b(?:attempts?|tries|retries|retried|tried|times|again\s+and\s+again)\b/iu.test(words);
}
