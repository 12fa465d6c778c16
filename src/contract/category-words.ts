import type { Category } from "./categories.js";

/** The other side answered, but with something that cannot be read (`BAD_UPSTREAM_RESPONSE` of the helper: not retryable). */
const UNUSABLE_ANSWER =
  /\b(?:invalid|unexpected|malformed|empty|no|unparsable)\s+(?:\w+\s+)?(?:response|reply)(?:\s+(?:format|body|from|received))?\b/giu;

export function tellsUnusableAnswer(message: string): boolean {
  return message.search(UNUSABLE_ANSWER) >= 0;
}

/**
 * Phrases that decide alone, longest sense first: "invalid API key" is about rights although it says "invalid".
 * What one of them matches is taken out of the message before the single words are looked at.
 */
const PHRASES: readonly (readonly [RegExp, Category])[] = [
  [
    /(?<![a-z])(?:(?:invalid|missing|no|expired|wrong|bad|unknown)\s+(?:or\s+(?:missing|expired|invalid)\s+)?(?:\w+\s+){0,2}?(?:api[\s_-]?key|(?:access|auth|bearer|api|refresh)[\s_-]?token|credentials?|password)|(?:api[\s_-]?key|(?:access|auth|bearer|api|refresh)[\s_-]?token|credentials?|password)s?\s+(?:(?:is|are|was|were|has|have)\s+)?(?:(?:not|been)\s+)?(?:invalid|missing|required|expired|wrong|revoked|set|configured|provided|found|empty))\b/giu,
    "permission",
  ],
  // "URL or token not configured"; the token of a next page is another one.
  [
    /(?<!page[\s_-]?)\b(?:token|secret|login)s?\s+(?:(?:is|are|was|were|has|have)\s+)?(?:not\s+(?:been\s+)?(?:configured|set|provided)|missing|expired|revoked)\b/giu,
    "permission",
  ],
  [
    /\brate[\s-]?limit(?:ed|s?\s+(?:was\s+|has\s+been\s+)?(?:exceeded|reached|hit|error))\b|\btoo\s+many\s+requests\b/giu,
    "transient",
  ],
  [/\b(?:connection|request|operation|session|page)\s+(?:has\s+)?tim(?:ed|e)\s*(?:-\s*)?out\b/giu, "transient"],
  [
    // Nothing is wrong with the call, but repeating it will not help either.
    UNUSABLE_ANSWER,
    "transient",
  ],
  [
    /\b(?:quota|(?:usage|spending|plan|size|daily|monthly)\s+limit)\s+(?:is\s+|was\s+|has\s+been\s+)?(?:exceeded|reached|exhausted|used\s+up)\b/giu,
    "business",
  ],
  [
    /\b(?:not|isn['’]t)\s+(?:currently\s+|yet\s+)?(?:connected|initiali[sz]ed|running|loaded|ready|active|started|open(?:ed)?)\b|\bconnection\s+(?:is\s+)?not\s+available\b/giu,
    "business",
  ],
  [/\bno\s+(?:active|open|current|running)\s+\w+/giu, "business"],
  [
    /\bauth(?:entication|ori[sz]ation)?\s+(?:is\s+)?(?:required|failed|failure|error|missing)\b|\b(?:login|log\s+in|sign\s+in)\s+(?:is\s+)?required\b/giu,
    "permission",
  ],
  [/\bnot\s+(?:authenticated|authori[sz]ed|logged\s+in|signed\s+in|permitted|allowed\s+to)\b/giu, "permission"],
  [/\bno\s+(?:logged|signed)[\s-]?in\s+user|\bno\s+(?:authenticated|authori[sz]ed)\s+user/giu, "permission"],
  [/\b(?:is\s+|are\s+)?not\s+allowed\b(?!\s+in\s+(?:the\s+)?(?:name|path|query))|\bblocked\s+by\b/giu, "business"],
];

/** Words of one category. */
const WORDS: readonly (readonly [RegExp, Category])[] = [
  [
    /\b(?:required|must\s+(?:be|provide|specify|supply|contain|have|start|end|match|include|not\s+be)|invalid|malformed|not\s+(?:a\s+)?valid|expected|unsupported|unrecogni[sz]ed|unknown\s+(?:\w+\s+)?(?:tool|action|command|operation|type|method|mode|format|option|resource|parameter|argument|field|name|id)\b|only\s+\S+(?:\s+\S+){0,3}\s+(?:is|are)\s+supported|no\s+\w+(?:\s+\w+)?\s+found\s+(?:for|with)|not\s+found|no\s+such|no\s+\w+\s+(?:with\s+(?:the\s+)?(?:id|name)|match(?:es|ing))\b|(?:is|are)\s+not\s+(?:yet\s+|currently\s+)?supported|does\s+not\s+exist|doesn['’]t\s+exist|cannot\s+be\s+(?:empty|negative|blank)|at\s+least\s+one|out\s+of\s+range|missing|(?:please\s+)?(?:provide|specify)\s+(?:either|at\s+least|a|an|the|one)|bad\s+request|no\s+(?:\w+\s+){1,3}?(?:provided|specified|given|supplied))\b/iu,
    "validation",
  ],
  [
    /\b(?:unauthori[sz]ed|forbidden|access\s+(?:is\s+)?denied|permissions?\s+denied|insufficient[\s_]+(?:permissions?|privileges?|scopes?|rights)|auth(?:entication|ori[sz]ation)?\s+(?:is\s+)?(?:required|failed|failure|error)|(?:login|log\s+in|sign\s+in)\s+(?:is\s+)?required|please\s+(?:log|sign)\s+in|missing\s+(?:\w+\s+)?(?:scopes?|permissions?)|outside\s+(?:of\s+)?(?:the\s+)?allowed)\b/iu,
    "permission",
  ],
  [
    /\b(?:timed?[\s-]?out|timeout|temporar(?:y|ily)|(?:service|server)\s+(?:is\s+)?(?:currently\s+)?(?:unavailable|overloaded|down)|unreachable|connection\s+(?:was\s+)?(?:refused|reset|lost|closed|failed)|network\s+(?:error|failure)|try\s+again\s+(?:later|in)|E(?:CONN\w+|TIMEDOUT|AI_AGAIN|PIPE))\b/iu,
    "transient",
  ],
  [
    /\b(?:(?:exceed(?:s|ed|ing)?|above|over|beyond)\s+(?:the\s+)?(?:\w+\s+){0,3}?(?:limit|maximum|budget|balance)|limit\s+(?:exceeded|reached)|already\s+(?:exists?|taken|in\s+use|running|closed|cancelled|canceled|completed|shipped|refunded|processed)|conflicts?\s+with|policy|read[\s-]?only\s+mode|is\s+disabled|not\s+enabled|insufficient\s+(?:funds|balance|credits?)|no\s+longer\s+(?:available|active|editable))\b/iu,
    "business",
  ],
];

/** As much of a message says what went wrong, in characters. */
const OPENING = 200;

/**
 * The category that the words of a message speak of, or undefined where they speak of none or of several.
 * Run-time parts of the message stand as `…`.
 */
export function categoryOfWords(message: string): Category | undefined {
  const found = new Set<Category>();
  // What follows is advice, and names things that did not happen.
  let rest = message.trimStart().split("\n", 1)[0]?.slice(0, OPENING) ?? "";
  for (const [pattern, category] of PHRASES) {
    const without = rest.replace(pattern, " ");
    if (without !== rest) found.add(category);
    rest = without;
  }
  for (const [pattern, category] of WORDS) if (pattern.test(rest)) found.add(category);
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}

/** Classes of errors by the words in their names (without `Error` at the end). */
const CLASS_WORDS: readonly (readonly [RegExp, Category])[] = [
  [/Zod|Validation|Invalid|BadRequest|Schema|NotFound|UserInput|Argument|Parse|Syntax|Range/u, "validation"],
  [/Auth|Permission|Forbidden|AccessDenied|Unauthorized|Unauthenticated|Scope|Credential/u, "permission"],
  [/RateLimit|Throttl|TooManyRequests|Timeout|TimedOut|Network|Connection|Unavailable|Fetch/u, "transient"],
  [/Conflict|Quota|Policy|Business|PaymentRequired|LimitExceeded|InsufficientFunds|AlreadyExists/u, "business"],
];

/** `OrderNotFoundError`, `NoSuchKey`: what was asked for does not exist. */
export function isMissingClass(name: string): boolean {
  return /NotFound|NoSuch/u.test(name);
}

/** What the name of an error class says, where it names one category only: `ForbiddenError`, `ZodError`. */
export function categoryOfClass(name: string): Category | undefined {
  const found = new Set(CLASS_WORDS.filter(([pattern]) => pattern.test(name)).map(([, category]) => category));
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}

/** System error codes of Node.js that say one thing whatever was done (errno(3)). */
export function categoryOfSystemCode(code: string): Category | undefined {
  if (/^(?:ENOENT|EISDIR|ENOTDIR|ENAMETOOLONG|ERR_INVALID_\w+)$/u.test(code)) return "validation";
  if (/^(?:EACCES|EPERM|EROFS)$/u.test(code)) return "permission";
  if (/^(?:ECONN\w+|E(?:SOCKET)?TIMEDOUT|EAI_AGAIN|EPIPE|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)$/u.test(code))
    return "transient";
  return code === "EEXIST" ? "business" : undefined;
}
