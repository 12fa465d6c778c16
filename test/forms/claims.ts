/** What a run has to show for a cell to be what it says it is. */
import type { Cell, Claim } from "./cell.js";
import { DOMAINS } from "./domains.js";
import { MESSAGE, SECRET, type Observed } from "./runtime/run.js";

const TELLS =
  /\b(?:error|fail(?:s|ed|ure)?|could not|cannot|unable|unavailable|not available|does not answer|went wrong|incomplete)\b|"(?:ok|success)": ?false/iu;
const GENERIC = /something went wrong|unexpected error|operation failed|^\W*(?:"message": ")?failed to [a-z ]+\W*$/iu;

const tells = ({ text }: Observed): boolean => TELLS.test(text) || text.includes(MESSAGE);

interface Payload {
  readonly isRetryable?: unknown;
  readonly retryAfterSeconds?: unknown;
}

function payloadOf({ text }: Observed): Payload {
  try {
    return JSON.parse(text.slice(text.indexOf("{"))) as Payload;
  } catch {
    return {};
  }
}

type Shows = (end: Observed) => boolean;

/** What a run may show of the faults. */
function shownBy(
  { throwBecomes, args, domain: name, isPartial, claim }: Cell,
  smooth: Observed,
): Readonly<Record<Claim, Shows>> {
  const domain = DOMAINS.find((one) => one.name === name);
  const ids = Object.values(args).flat();
  const kept = [String(ids[0]), String(domain?.sample.id), String(domain?.done)];
  const failed = ({ failed: operation, kind }: Observed): boolean => operation !== null && kind === "usual";
  const succeeds = (end: Observed): boolean => failed(end) && end.how === "return" && !end.isError;
  const isAllowed = claim === "right" && isPartial;
  return {
    // What was asked again, and answered then, hides nothing.
    hidden: (end) => succeeds(end) && end.operations <= smooth.operations && !tells(end) && !end.text.includes(SECRET),
    unflagged: (end) => succeeds(end) && tells(end) && !isAllowed && !end.text.includes(SECRET),
    unchecked: (end) => succeeds(end) && end.text.includes(SECRET),
    thrown: (end) => failed(end) && end.how === "throw" && throwBecomes === "protocol-error",
    generic: (end) => end.isError && GENERIC.test(end.text),
    leaks: (end) => end.isError && (end.text.includes(SECRET) || /\n\s+at |\\n\s+at |"stack"/u.test(end.text)),
    "retries-refusal": (end) => end.failing?.status === 403 && payloadOf(end).isRetryable === true,
    "no-wait": (end) => {
      const { isRetryable, retryAfterSeconds } = payloadOf(end);
      const waits = typeof retryAfterSeconds === "number" && retryAfterSeconds > 0;
      return end.failing?.status === 429 && isRetryable === true && !waits;
    },
    lost: (end) => failed(end) && (end.at ?? 0) > 0 && end.isError && !kept.some((text) => end.text.includes(text)),
    empty: ({ kind, isError }) => kind === "empty" && isError,
    repeats: ({ kind, operations }) => kind === "lasting" && smooth.operations === 1 && operations > 1,
  };
}

/** Why the runs of a cell do not show what it claims; undefined where they do. */
export function contradiction(cell: Cell, ends: readonly Observed[]): string | undefined {
  const [smooth] = ends;
  if (!smooth || smooth.how === "throw" || smooth.isError)
    return `fails where nothing does: ${smooth?.text ?? "no run"}`;
  if (!ends.some(({ failed }) => failed !== null)) return "no operation";
  const shown = shownBy(cell, smooth);
  if (cell.claim !== "right")
    return ends.some(shown[cell.claim])
      ? undefined
      : `no run is ${cell.claim}: ${ends.map(({ text }) => text).join(" | ")}`;
  for (const [claim, shows] of Object.entries(shown)) {
    const wrong = ends.find(shows);
    if (wrong) return `${claim}: ${wrong.text}`;
  }
  return undefined;
}
