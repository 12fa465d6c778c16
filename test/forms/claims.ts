/** What a run has to show for a cell to be what it says it is. */
import type { Cell } from "./cell.js";
import { MESSAGE, SECRET, type Observed } from "./runtime/observe.js";

const TELLS =
  /\b(?:error|fail(?:s|ed|ure)?|could not|cannot|unable|unavailable|not available|does not answer|went wrong|incomplete)\b|"(?:ok|success)": ?false/iu;
const GENERIC = /something went wrong|unexpected error|operation failed|^\W*(?:"message": ")?failed to [a-z ]+\W*$/iu;

const tells = ({ text }: Observed): boolean => TELLS.test(text) || text.includes(MESSAGE);
const isFailed = (end: Observed): boolean => end.failed !== null;

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

/** Why the runs of a cell do not show what it claims; undefined where they do. */
export function contradiction(cell: Cell, ends: readonly Observed[]): string | undefined {
  const [smooth, ...others] = ends;
  if (!smooth || smooth.how === "throw" || smooth.isError)
    return `fails where nothing does: ${smooth?.text ?? "no run"}`;
  const broken = others.filter(isFailed);
  if (broken.length === 0) return "no operation";
  const succeeds = (end: Observed): boolean => end.how === "return" && !end.isError;
  const isProtocol = (end: Observed): boolean => end.how === "throw" && cell.throwBecomes === "protocol-error";
  const leaks = ({ text }: Observed): boolean => text.includes(SECRET) || /\n\s+at |\\n\s+at |"stack"/u.test(text);
  const retries = (end: Observed): boolean => end.failing?.status === 403 && payloadOf(end).isRetryable === true;
  const forgetsWait = (end: Observed): boolean => {
    const { isRetryable, retryAfterSeconds } = payloadOf(end);
    return (
      end.failing?.status === 429 &&
      isRetryable === true &&
      !(typeof retryAfterSeconds === "number" && retryAfterSeconds > 0)
    );
  };
  const isGeneric = (end: Observed): boolean => end.isError && GENERIC.test(end.text);
  const shown = {
    hidden: (end: Observed) => succeeds(end) && !tells(end),
    unflagged: (end: Observed) => succeeds(end) && tells(end),
    thrown: isProtocol,
    generic: isGeneric,
    leaks,
    "retries-refusal": retries,
    "no-wait": forgetsWait,
  };
  if (cell.claim !== "right")
    return broken.some(shown[cell.claim])
      ? undefined
      : `no run is ${cell.claim}: ${broken.map(({ text }) => text).join(" | ")}`;
  const wrong = broken.find((end) => Object.values(shown).some((isShown) => isShown(end)));
  return (
    wrong &&
    `${Object.entries(shown)
      .filter(([, isShown]) => isShown(wrong))
      .map(([name]) => name)
      .join(", ")}: ${wrong.text}`
  );
}
