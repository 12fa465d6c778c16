import { categoryOfStatus, type Category } from "./categories.js";

/** The other side answered, but with something that cannot be read (`BAD_UPSTREAM_RESPONSE` of the helper: not retryable). */
const UNUSABLE_ANSWER =
  /\b(?:invalid|unexpected|malformed|empty|no|unparsable)\s+(?:\w+\s+)?(?:response|reply)(?!\s+(?!(?:format|body|from|received|data|structure|was|is|has|to|within|in|for|after|by|on|at|type|status)\b)\w)(?:\s+(?:format|body|from|received))?\b/giu;

export function tellsUnusableAnswer(message: string): boolean {
  return message.search(UNUSABLE_ANSWER) >= 0;
}

/**
 * Phrases that decide alone: "invalid API key" is about rights although it says "invalid". What one of them matches is taken
 * out of the sentence before those below it are looked at, and before the single words.
 */
const PHRASES: readonly (readonly [RegExp, Category])[] = [
  [
    /(?<![a-z])(?:(?:invalid|missing|no|expired|wrong|bad|unknown|incorrect)\s+(?:or\s+(?:missing|expired|invalid)\s+)?(?:\w+\s+){0,2}?(?:api[\s_-]?key|(?:access|auth|bearer|api|refresh)[\s_-]?token|credentials?|password|signature)|(?:api[\s_-]?key|(?:access|auth|bearer|api|refresh)[\s_-]?token|credentials?|password)s?\s+(?:(?:is|are|was|were|has|have)\s+)?(?:(?:not|been)\s+)?(?:invalid|missing|required|expired|wrong|revoked|set|configured|provided|found|empty))\b/giu,
    "permission",
  ],
  // "URL or token not configured"; the token of a next page is another one.
  [
    /(?<!page[\s_-]?)\b(?:token|secret|login)s?\s+(?:(?:is|are|was|were|has|have)\s+)?(?:not\s+(?:been\s+)?(?:configured|set|provided)|missing|expired|revoked)\b/giu,
    "permission",
  ],
  // "Agent lacks authorization", "Missing scope orders:read", "No scope for action"; a field that is called scope is input.
  [
    /\b(?:lack(?:s|ing|ed)?|without|insufficient|missing|no|not\s+enough|needs?|requires?|(?:do(?:es)?\s+not|do(?:es)?n['’]t)\s+have)\s+(?:(?:the|an?|any|sufficient|enough|required|necessary|valid|admin(?:istrator)?|owner|write|read|delete)\s+){0,3}(?:authori[sz]ation|permissions?|privileges?|scopes?|roles?|(?:access\s+)?rights|access)\b(?!\s+(?:parameter|argument|field|value|name|id|is\s+required|must)\b)/giu,
    "permission",
  ],
  [
    /\b(?:elevation|elevated\s+(?:rights|privileges)|administrator\s+(?:rights|privileges)|root\s+access)\s+(?:is\s+|are\s+)?(?:required|needed)\b|\b(?:run|restart(?:ed)?|started?)\b[^.:;]{0,30}\bas\s+(?:an?\s+)?(?:administrator|admin|root)\b|\b(?:admins?|administrators?|owners?)\s+only\b|\bonly\s+(?:the\s+)?(?:admins?|administrators?|owners?)\s+(?:can|may)\b|\bRBAC\b/giu,
    "permission",
  ],
  [/\b(?:access|permission|request|operation|action)s?\s+(?:(?:is|was|has\s+been)\s+)?denied\b/giu, "permission"],
  [
    /\brate[\s-]?limit(?:ed|s?\s+(?:was\s+|has\s+been\s+)?(?:exceeded|reached|hit|error))\b|\btoo\s+many\s+requests\b|\bthrottl(?:ed|ing)\b/giu,
    "transient",
  ],
  [/\b(?:connection|request|operation|session|page)\s+(?:has\s+)?tim(?:ed|e)\s*(?:-\s*)?out\b/giu, "transient"],
  [/\bnever\s+(?:became|got|was)\s+(?:ready|available)\b|\bnot\s+ready\s+in\s+time\b/giu, "transient"],
  [
    /\b(?:(?:could|can|did)(?:\s*not|n['’]t)|unable\s+to|fail(?:ed|s)\s+to|cannot)\s+(?:be\s+)?(?:reach(?:ed)?|connect(?:ed)?\s+to|contact(?:ed)?)\b/giu,
    "transient",
  ],
  // Nothing is wrong with the call, but repeating it will not help either.
  [UNUSABLE_ANSWER, "transient"],
  [
    /\b(?:quota|allowance|(?:usage|spending|plan|size|daily|monthly|\w+)\s+(?:limit|quota))\s+(?:(?:of|for|on)\s+(?:\w+\s+){1,4}?)?(?:is\s+|was\s+|has\s+been\s+)?(?:exceeded|reached|exhausted|used\s+up|spent)\b/giu,
    "business",
  ],
  [
    /\b(?:exceed(?:s|ed|ing)?|above|over|beyond|violat(?:es|ed|ing)?|against|outside)\s+(?:(?:the|our|your|its|a)\s+)?(?:[$€£\w.,-]+\s+){0,4}?(?:polic(?:y|ies)|limits?|budget|balance|allowance|quota|window)\b/giu,
    "business",
  ],
  [
    /\bpast\s+(?:its|the|your|their)\s+(?:\w+\s+){0,3}?(?:window|deadline|date|period|cut-?off)\b|\b(?:window|deadline|period|cut-?off)\s+(?:has\s+|is\s+|was\s+)?(?:already\s+)?(?:passed|closed|expired|over|missed)\b/giu,
    "business",
  ],
  [
    /\b(?:not|isn['’]t|aren['’]t|no\s+longer)\s+(?:yet\s+|currently\s+)?(?:eligible|refundable|cancell?able|editable|verified|approved)\b|\bineligible\b|\b(?:needs?|requires?|awaiting|pending)\s+(?:an?\s+|the\s+)?(?:\w+\s+)?approval\b/giu,
    "business",
  ],
  [
    /\b(?:not|isn['’]t)\s+(?:currently\s+|yet\s+)?(?:connected|initiali[sz]ed|running|loaded|ready|active|started|open(?:ed)?)\b|\bconnection\s+(?:is\s+)?not\s+available\b/giu,
    "business",
  ],
  [/\bno\s+(?:active|open|current|running)\s+\w+/giu, "business"],
  // What the server itself lacks is no matter of the call.
  [
    /\bno\s+(?:handler|implementation|executor)s?\s+(?:was\s+|is\s+)?(?:found|registered|defined|available)\b/giu,
    "business",
  ],
  [
    /\b(?:environment\s+variables?|env\s+vars?|configuration)\b[^.]{0,30}?\b(?:required|missing|not\s+(?:set|configured|found|defined))\b|\b(?:missing|no|required)\b[^.]{0,30}?\benvironment\s+variables?\b|\bnot\s+(?:been\s+)?(?:configured|set\s+up)\b/giu,
    "business",
  ],
  // "ArchitectureMismatch: the target is x64": the world does not fit; a schema or a type is what the input does not fit.
  [/\b(?:architecture|version|platform|state|revision)\s+mismatch\b/giu, "business"],
  [/\bboot\s?strap(?:per|ping)?\s+(?:has\s+)?failed\b/giu, "business"],
  [
    /\bauth(?:entication|ori[sz]ation)?\s+(?:is\s+)?(?:required|failed|failure|error|missing)\b|\b(?:login|log\s+in|sign\s+in)\s+(?:is\s+)?required\b/giu,
    "permission",
  ],
  [
    /\bno\s+auth(?:entication|ori[sz]ation)?\s+(?:context|info(?:rmation)?|data|claims?|header)\b|\bcredentials?\s+(?:are|is|were)\s+(?:not\s+available|unavailable)\b/giu,
    "permission",
  ],
  [
    /\bnot\s+(?:authenticated|authori[sz]ed|logged\s+in|signed\s+in|permitted|allowed\s+to|the\s+owner)\b/giu,
    "permission",
  ],
  [/\bno\s+(?:logged|signed)[\s-]?in\s+user|\bno\s+(?:authenticated|authori[sz]ed)\s+user/giu, "permission"],
  [/\b(?:is\s+|are\s+)?not\s+allowed\b(?!\s+in\s+(?:the\s+)?(?:name|path|query))|\bblocked\s+by\b/giu, "business"],
];

/** Words of one category. */
const WORDS: readonly (readonly [RegExp, Category])[] = [
  [
    /\b(?:required|must\s+(?:be|provide|specify|supply|contain|have|start|end|match|include|not\s+be)|invalid|malformed|not\s+(?:an?\s+)?valid|bad\s+(?:\w+\s+)?(?:enum|input|format|value|argument|parameter|request|date|id)|(?:schema|type|format)\s+mismatch|wrong\s+(?:type|format)|expected|expects|unsupported|unrecogni[sz]ed|unknown\s+(?:\w+\s+)?(?:tool|action|command|operation|type|method|mode|format|option|resource|parameter|argument|field|name|id)\b|only\s+\S+(?:\s+\S+){0,3}\s+(?:is|are)\s+supported|no\s+(?:\w+\s+){1,5}?found\s+(?:for|with)|not\s+found|(?:could\s+not|couldn['’]t|cannot|can['’]t|unable\s+to)\s+(?:find|locate)|ha(?:s|ve)\s+no\s+\w+\s+(?:named|called)|no\s+such|no\s+\w+\s+(?:with\s+(?:the\s+)?(?:id|name)|match(?:es|ing))\b|(?:is|are)\s+not\s+(?:yet\s+|currently\s+)?supported|does\s+not\s+exist|doesn['’]t\s+exist|does\s+not\s+match\s+(?:the\s+)?(?:schema|pattern|format)|cannot\s+be\s+(?:empty|negative|blank)|at\s+least\s+one|out\s+of\s+range|missing|is\s+not\s+(?:an?\s+(?:number|string|integer|boolean|date|url|array|object)|one\s+of)|(?:please\s+)?(?:provide|specify)\s+(?:either|at\s+least|a|an|the|one)|no\s+(?:\w+\s+){1,3}?(?:provided|specified|given|supplied))\b|^\W*unknown\s+(?!(?:error|reason|cause|failure|exception|issue|problem|status|state|host|response)\b)[\w-]+\s*:|^\W*(?:give|pass|enter|supply)\s+(?:an?|the|either|one)\b/iu,
    "validation",
  ],
  [
    /\b(?:unauthori[sz]ed|forbidden|insufficient[\s_]+(?:permissions?|privileges?|scopes?|rights)|auth(?:entication|ori[sz]ation)?\s+(?:is\s+)?(?:required|failed|failure|error)|please\s+(?:log|sign)\s+in|outside\s+(?:of\s+)?(?:the\s+)?allowed|belongs\s+to\s+another)\b/iu,
    "permission",
  ],
  [
    /\b(?:timed?[\s-]?out|timeout|deadline\s+exceeded|took\s+too\s+long|temporar(?:y|ily)|(?:service|server|system|api|upstream|backend|database)\s+(?:is\s+)?(?:currently\s+)?(?:unavailable|overloaded|busy|offline|down)|under\s+maintenance|unreachable|connection\s+(?:was\s+)?(?:refused|reset|lost|closed|failed|dropped|aborted)|network\s+(?:error|failure|blip|issue|problem|glitch|interruption)|(?:try\s+again|retry|repeat)\s+(?:later|in|shortly|after)|bad\s+gateway|internal\s+server\s+error|E(?:CONN\w+|TIMEDOUT|AI_AGAIN|PIPE))\b/iu,
    "transient",
  ],
  [
    /\b(?:limit\s+(?:exceeded|reached)|already\s+(?:exists?|taken|in\s+use|running|closed|cancelled|canceled|completed|shipped|refunded|processed|archived|paid|used|booked)|conflicts?\s+with|policy|read[\s-]?only\s+mode|is\s+disabled|not\s+enabled|insufficient\s+(?:funds|balance|credits?|stock)|out\s+of\s+stock|sold\s+out|too\s+late|is\s+(?:locked|archived|suspended|frozen)|no\s+longer\s+(?:available|active|editable|valid))\b/iu,
    "business",
  ],
];

/** "Upstream answered HTTP 503", "Request failed with status code 404", "API error (429)", "401 Unauthorized". */
const STATUS =
  /\b(?:HTTP|status(?:\s+code)?|code|answer(?:ed|s)|return(?:ed|s)|respond(?:ed|s)(?:\s+with)?|API\s+error|request\s+failed)\W{0,3}(?:with\s+|HTTP\s+)?(?<after>[45]\d\d)\b|\b(?<before>[45]\d\d)\s+(?:bad\s+request|unauthori[sz]ed|payment\s+required|forbidden|not\s+found|conflict|gone|unprocessable|too\s+many|internal\s+server|not\s+implemented|bad\s+gateway|service\s+unavailable|gateway\s+time)/iu;

/** As much of a message says what went wrong, in characters. */
const OPENING = 200;

/** `ArchitectureMismatch` and `RATE_LIMITED` in words; the code of a system error stays one. */
function spelledOut(message: string): string {
  return message
    .replace(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/gu, (name) => name.replace(/(?<=[a-z])(?=[A-Z])/gu, " "))
    .replace(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/gu, (code) => code.replaceAll("_", " ").toLowerCase());
}

/**
 * The category that the words of a message speak of, or undefined where they speak of none or of several. The first sentence
 * that speaks of one decides: what follows is advice, and names things that did not happen. Run-time parts of the message
 * stand as `…`.
 */
export function categoryOfWords(message: string): Category | undefined {
  const opening = spelledOut(message.trimStart().split("\n", 1)[0]?.slice(0, OPENING) ?? "");
  for (const sentence of opening.split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
    const found = categoriesOf(sentence);
    const [only, ...others] = found;
    if (only && others.length > 0) return undefined;
    if (only) return only === "business" && asksForRetry(opening) ? "transient" : only;
  }
  return undefined;
}

/** "The browser is not connected. It has been reset, please retry.": a state that is over by then; a rule or a limit stays. */
function asksForRetry(opening: string): boolean {
  return (
    /\bplease\s+(?:retry|try\s+(?:it\s+)?again)\b(?!\s+(?:with|using|after\s+\w+ing)\b)/iu.test(opening) &&
    !/\b(?:quota|limit|polic(?:y|ies)|plan|approv\w+|eligible|allowed|balance|budget)\b/iu.test(opening)
  );
}

function categoriesOf(sentence: string): ReadonlySet<Category> {
  const { after, before } = STATUS.exec(sentence)?.groups ?? {};
  const byStatus = categoryOfStatus(Number(after ?? before));
  if (byStatus) return new Set([byStatus]);
  const found = new Set<Category>();
  let rest = sentence;
  for (const [pattern, category] of PHRASES) {
    const without = rest.replace(pattern, " ");
    if (without !== rest) found.add(category);
    rest = without;
  }
  for (const [pattern, category] of WORDS) if (pattern.test(rest)) found.add(category);
  return found;
}

/** Classes of errors by the words in their names (without `Error` at the end). */
const CLASS_WORDS: readonly (readonly [RegExp, Category])[] = [
  [/Zod|Validation|Invalid|BadRequest|Schema|NotFound|UserInput|Argument|Parse|Syntax|Range/u, "validation"],
  [/Auth|Permission|Forbidden|Denied|Unauthorized|Unauthenticated|Scope|Credential/u, "permission"],
  [/RateLimit|Throttl|TooManyRequests|Timeout|TimedOut|Network|Connection|Unavailable|Fetch/u, "transient"],
  [
    /Conflict|Quota|Policy|Violation|Business|PaymentRequired|LimitExceeded|InsufficientFunds|AlreadyExists/u,
    "business",
  ],
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

/** Sentences that say the kind of a failure, and nothing else. */
const KIND_ALONE: Readonly<Record<Category, RegExp>> = {
  permission:
    /^(?:(?:access|permission) (?:is |was )?denied|(?:you are |this is )?not (?:allowed|permitted|authori[sz]ed)|forbidden|unauthori[sz]ed|no (?:access|permission))$/u,
  validation:
    /^(?:(?:the )?input is (?:invalid|not valid)|invalid (?:input|request|data|arguments?|parameters?|values?)|bad request|validation (?:error|failed|failure))$/u,
  transient: /^(?:(?:temporary|transient) (?:error|failure|problem)|(?:please )?try again(?: later)?)$/u,
  business: /^(?:(?:business(?: rule)?|policy) (?:error|violation)|not possible)$/u,
};

/** "Not allowed." beside the category `permission`. */
export function saysKindAlone(sentence: string, category: Category): boolean {
  const bare = sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return KIND_ALONE[category].test(bare);
}
