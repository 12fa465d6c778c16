/**
 * Words of messages, collected from the error texts of 165 public servers. The patterns are matched against
 * a message whose run-time parts are replaced by `…`.
 */

/** A message that tells of a failure. */
const FAILURE_START =
  /^[\s\p{P}\p{S}]*(?:(?:an?\s+)?(?:unexpected\s+|internal\s+|unknown\s+|api\s+|\w+\s+)?error\b|failed\b|failure\b|could(?:\s+not|n['’]t)\b|can(?:not|\s+not|['’]t)\b|unable\s+to\b|exception\b|invalid\b|missing\b|unauthori[sz]ed\b|forbidden\b|access\s+denied\b|permission\s+denied\b|not\s+authenticated\b|not\s+authori[sz]ed\b|something\s+went\s+wrong\b|timed\s+out\b|request\s+failed\b)/iu;

const FAILURE_WITHIN =
  /(?:\b(?:failed|failure)\b(?!\s*(?:0|:\s*0|jobs?\b|tests?\b|builds?\b|runs?\b|checks?\b|steps?\b|tasks?\b))|\bfailed\s+(?:to|with|:)|\berror(?:\s+\w+ing\b|\s+(?:while|when|during|occurred|code)|:)|\bcould\s+not\b|\bunable\s+to\b|\bnot\s+(?:configured|authenticated|authori[sz]ed|initiali[sz]ed|connected|set\b)|\bis\s+required\b|\bare\s+required\b|\bis\s+not\s+(?:set|valid|allowed|supported|available|running)\b|\bpermission\s+denied\b|\baccess\s+denied\b|\brate\s+limit\s+exceeded\b|\btimed\s+out\b|\bnot\s+set\b|\bhttp\s+(?:error\b|[45]\d\d\b))/iu;

/** Signs that people put before an error. */
const FAILURE_MARK = /^\s*(?:❌|🚫|⛔|✗|✖|\[error\]|\*\*error|#+\s*error)/iu;

export function tellsFailure(message: string): boolean {
  return FAILURE_MARK.test(message) || FAILURE_START.test(message) || FAILURE_WITHIN.test(message);
}

/** Only the opening of the message counts: for places where a failure is not given by the code around it. */
export function opensWithFailure(message: string): boolean {
  return FAILURE_MARK.test(message) || FAILURE_START.test(message) || /\b(?:is|are|was)\s+(?:not\s+(?:set|configured|authenticated|initiali[sz]ed|connected)|required|missing)\b/iu.test(message.slice(0, 120)) || /^\W*(?:please\s+)?(?:\w+\s+){0,4}(?:not\s+configured|not\s+authenticated|not\s+initiali[sz]ed|failed)\b/iu.test(message);
}

/** "Nothing matched": the answer of a lookup that worked. */
const NOTHING_FOUND =
  /\b(?:no\s+(?:\S+\s+){0,5}?(?:found|match(?:es|ed|ing)?|available|exist|results?|data|items?|records?)\b|0\s+(?:results?|items?|matches)\b|nothing\s+(?:found|matched|to\s+show)|(?:results?|list|search)\s+(?:is|are|was|were)\s+empty|no\s+results?\b|did(?:\s+not|n['’]t)\s+match\s+any|none\s+found)/iu;

export function tellsNothingFound(message: string): boolean {
  return NOTHING_FOUND.test(message);
}

/** "X not found", for one thing that was asked for by its name or id. */
export function tellsNotFoundById(message: string): boolean {
  return /\b(?:not\s+found|does\s+not\s+exist|doesn['’]t\s+exist|no\s+such)\b/iu.test(message);
}

/** A question back, or a step that waits for the caller's word: no failure. */
export function asksBack(message: string): boolean {
  return /\b(?:confirm(?:ation|ed)?\b|are\s+you\s+sure|please\s+(?:confirm|choose|select|specify)|dry[\s-]?run|would\s+(?:delete|update|create))/iu.test(message);
}

/** Phrases that say that something failed, and nothing else. `…` stands for run-time parts. */
const GENERIC: readonly RegExp[] = [
  /^(?:an?\s+)?(?:unknown|unexpected|internal|internal\s+server|generic)?\s*(?:error|failure|exception)(?:\s+(?:has\s+)?occurred)?$/iu,
  /^(?:the\s+)?(?:operation|request|tool|call|tool\s+call|command|action|execution|query|task|process(?:ing)?|api\s+(?:call|request))\s+(?:has\s+)?(?:failed|error(?:ed)?|was\s+unsuccessful|did\s+not\s+succeed)$/iu,
  /^something\s+went\s+wrong$/iu,
  /^(?:(?:error|failure)[:\s-]*)?(?:sorry,?\s+)?(?:(?:we|i)\s+)?(?:failed\s+to|could\s+not|couldn['’]t|unable\s+to|can(?:not|['’]t)|was\s+unable\s+to)\s+(?:\S+\s*){1,12}$/iu,
  /^(?:error|failure|problem|exception)\s+(?:in|while|when|during|with)?\s*(?:\S+\s*){1,8}$/iu,
  /^(?:\S+\s+){1,5}(?:failed|failure|error)$/iu,
  /^(?:failed|error|failure|exception)$/iu,
  /^(?:please\s+)?try\s+again(?:\s+later)?$/iu,
];

/** Sentences that may follow a generic phrase without saying more of the cause. */
const TRAILING = /[.!]\s*(?:please\s+)?(?:try\s+again(?:\s+later)?|check\s+(?:the\s+)?logs?(?:\s+for\s+(?:more\s+)?details)?|contact\s+\w+)\b.*$/iu;

export function isGenericMessage(message: string, further: readonly string[] = []): boolean {
  const bare = message
    .replace(TRAILING, "")
    .replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, "")
    .trim();
  if (bare === "" || bare.length > 160) return false;
  const folded = bare.toLowerCase();
  return further.some((phrase) => phrase.toLowerCase() === folded) || GENERIC.some((pattern) => pattern.test(bare));
}

/** Words in a comment that give a reason for letting a failure pass. */
const REASON = /\b(?:best[\s-]?effort|ignor\w*|optional\w*|non[\s-]?(?:fatal|critical|blocking)|not\s+(?:fatal|critical|important|essential)|fall(?:ing)?\s*back|fallback|safe\s+to|expected|on\s+purpose|intentional\w*|deliberate\w*|harmless|doesn['’]?t\s+matter|don['’]?t\s+(?:care|fail|block|break|let)|(?:never|must\s+not|should\s+not|shouldn['’]?t)\s+(?:\w+\s+)?(?:fail|block|break|affect)\w*|continue\w*|skip\w*|swallow\w*|silent\w*|already|may\s+not|might\s+not|not\s+(?:all|every|installed|available|supported|present|found|exist)|unavailable|not\s+json|isn['’]?t\s+(?:valid\s+)?json|plain\s+text|invalid\s+json|use\s+(?:the\s+)?default|keep\s+\w+|leave\s+\w+|treat\w*|because|since|so\s+that|no\s+such|missing)\b/iu;

/** `// noop` and the name of the linter are no reason. */
const NO_REASON = /^\s*(?:noop|no-op|empty|todo|fixme|xxx|nothing|do\s+nothing|swallow(?:ed)?|silent(?:ly)?|ignore(?:d)?(?:\s+(?:error|errors|err|it|this|exception))?|silently\s+ignore|eslint-\S+.*)[\s.!]*$/iu;

/** True if a comment gives a reason in words: `// best effort: the cache is rebuilt nightly`. */
export function givesReason(comment: string): boolean {
  const text = comment.replace(/^[\s*/]+|[\s*/]+$/gu, "").trim();
  if (NO_REASON.test(text)) return false;
  return REASON.test(text) && text.split(/\s+/u).length >= 2;
}
