import { conveyed } from "../flow/provenance.js";
import type { Lost } from "./lost.js";
import { isOwnFile } from "./messages.js";

const READS_FILE = /^(?:readFile|stat|access)(?:Sync)?$/u;

/** "not found or invalid", "missing or not readable": the sentence leaves open which it is. */
const LEAVES_OPEN =
  /\b(?:not\s+found|missing|absent|does\s+not\s+exist)\b(?:(?!\b(?:not\s+found|missing|absent|does\s+not\s+exist)\b)[^.;:])*\bor\b(?:(?!\bor\b)[^.;:])*\b(?:invalid|malformed|corrupt\w*|broken|(?:un|not\s+)readable|inaccessible|(?:cannot|can['’]t|could\s+not)\s+be\s+read)\b/iu;

/** The sentence holds for whatever may come: it leaves the cause open, or the file is the server's own. */
export function isTrueOfEach(words: string, failed: Lost): boolean {
  if (!READS_FILE.test(failed.failure.operation.verb)) return false;
  return LEAVES_OPEN.test(words) || isOwnFile(failed) || isOnList(failed);
}

/** `if (!PAGES.has(name)) throw …` before it: the files are the server's own, and there unless one was left out. */
function isOnList({ exit }: Lost): boolean {
  return exit.conditions.some(
    ({ subject, holds }) =>
      holds &&
      conveyed(subject, exit.state).some(
        (source) => source.kind === "operation" && /^(?:has|includes)$/u.test(source.operation.verb),
      ),
  );
}

/** What is true of a request that got no answer. */
export function saysNoAnswer(words: string): boolean {
  return /network|connect|unreachable|unavailable|offline|timed?\s?out/iu.test(words);
}
