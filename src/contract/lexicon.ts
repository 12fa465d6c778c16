import { isGenericElsewhere, opensAsErrorElsewhere, tellsNothingThereElsewhere } from "./other-languages.js";

/**
 * Words of messages, collected from the error texts of 165 public servers. The patterns are matched against
 * a message whose run-time parts are replaced by `…`.
 */

/** A message that tells of a failure. */
const FAILURE_START =
  /^[\s\p{P}\p{S}]*(?:(?:an?\s+)?(?:unexpected\s+|internal\s+|unknown\s+|api\s+|[a-z\d]\w*\s+)?error\b|errors\s*:(?!\s*\d)|failed\b(?!\s*(?::\s*\d|(?:jobs?|tests?|builds?|runs?|checks?|steps?|tasks?)\b\s*[:(]))|failure\b|could(?:\s+not|n['’]t)\b|can(?:not|\s+not|['’]t)\b|unable\s+to\b|exception\b|invalid\b|missing\b|(?:unknown|unsupported|unrecogni[sz]ed)\s+(?:tool|operation|action|command|method|function|mode|option|parameter|argument|protocol|format)s?\b(?:\s+type\b)?|(?:tool|operation|action|command|function|method|feature)\s+(?:\S+\s+){0,2}not\s+(?:yet\s+)?implemented\b|unauthori[sz]ed\b|forbidden\b|access\s+denied\b|permission\s+denied\b|not\s+authenticated\b|not\s+authori[sz]ed\b|something\s+went\s+wrong\b|timed\s+out\b|request\s+failed\b|(?:rate\s+limit|quota)\s+(?:was\s+)?(?:exceeded|reached|hit)\b|too\s+many\s+requests\b)/iu;

const FAILURE_WITHIN =
  /(?:\b(?:failed|failure)\b(?<!\b0\s+\w+)(?!\s*(?:0|:\s*0|jobs?\b|tests?\b|builds?\b|runs?\b|checks?\b|steps?\b|tasks?\b))|\bfailed\s+(?:to|with|:)|\berror(?:\s+\w+ing\b|\s+(?:while|when|during|occurred|code)|:)|\bcould\s+not\b|\bunable\s+to\b|\bnot\s+(?:configured|authenticated|authori[sz]ed|initiali[sz]ed|connected|set\b)|\bis\s+required\b|\bare\s+required\b|\bis\s+not\s+(?:set|valid|allowed|supported|available|running)\b|\bpermission\s+denied\b|\baccess\s+denied\b|\brate\s+limit\s+exceeded\b|\btimed\s+out\b|\bnot\s+set\b|\bhttp\s+(?:error\b|[45]\d\d\b))/iu;

/** Refusals: the work was not even tried. */
const REFUSALS: readonly RegExp[] = [
  /^[\s\p{P}\p{S}]*no\s+(?:\S+\s+){0,5}?(?:provided|given|specified|supplied|configured|set)\b/iu,
  // "Writing is currently disabled."
  /^[^\p{L}\p{N}…]*(?=[\p{L}\p{N}…])(?:\S+\s+){1,5}(?:is|are)\s+(?:currently\s+)?(?:disabled|unavailable|unreachable|not\s+(?:enabled|available|supported|allowed|permitted|ready|loaded|synced|open|running|reachable|responding))\b/iu,
  /^\W*(?:you\s+)?must\s+(?:provide|specify|supply|be)\b/iu,
  /^[^\p{L}\p{N}…]*(?=[\p{L}\p{N}…])(?:\S+\s+){1,6}does\s+not\s+(?:currently\s+)?support\b/iu,
  /^[^\p{L}\p{N}…]*(?=[\p{L}\p{N}…])(?:\S+\s+){1,8}must\s+(?:not\s+)?(?:be|have|contain|start|end|match|include)\b/iu,
  /^\W*(?:blocked|denied|refused|rejected|insufficient)\b/iu,
  // "**Pipeline rejected**: …"
  /^[^a-z\d_]*\b(?:\w+\s+){1,3}(?:blocked|denied|refused|rejected|aborted)[*_`\s]*:/iu,
  // "Sync service not available", "Order API unreachable."
  /^[^\p{L}\p{N}…]*(?=[\p{L}\p{N}…])(?:\S+\s+){0,3}(?:service|server|client|module|feature|provider|integration|backend|bridge|plugin|extension|api|database|host)\s+(?:is\s+)?(?:not\s+(?:available|ready|loaded|running|connected|reachable|responding)|unavailable|unreachable)\b/iu,
  // "System dependencies missing."
  /^[^\p{L}\p{N}…]*(?=[\p{L}\p{N}…])(?:\S+\s+){1,3}missing[\s.:;!]*(?:$|…|\n)/iu,
  // "Provide an id.", "Provide 'id' or 'name'."
  /^\W*(?:please\s+)?provide\s+(?:(?:either|at\s+least|a|an|the)\b|["'`])/iu,
  // "Search limit reached (5 calls)."
  /^[^a-z\d_]*\b(?:[\w-]+\s+){1,3}limit\s+(?:of\s+\S+\s+)?(?:(?:has\s+been|was|is)\s+)?(?:reached|exceeded)\b/iu,
  // "Unknown carrier: x. Known: a, b"; without the list it is one thing that was asked for by its name
  /^\W*(?:unknown|unsupported|unrecogni[sz]ed)\s+(?:[\w-]+\s+){0,2}?[\w-]+\s*:(?=[\s\S]*\b(?:known|available|supported|valid|allowed)\b(?:(?!\b(?:known|available|supported|valid|allowed)\b)[\s\w])*:)/iu,
  // "No shop selected! Use set_shop first."; the answer about a selection is "No orders selected."
  /^\W*no\s+(?:\S+\s+){0,3}?(?:selected|chosen)\b(?=[^.!\n]*[.!\n][\s\S]*\b(?:use|call|run|first|please|select|choose)\b)/iu,
  // "Credentials not set. Set SHOP_TOKEN."
  /^[^a-z\d_]*\b(?:[\w-]+\s+){1,5}not\s+(?:enabled|set)[\s\p{P}]*(?:$|[.;!(…\n]|\b(?:on|in|for)\b)/iu,
  // "Orders of last year cannot be changed."
  /^[^a-z\d_]*\b(?:(?!that\b|which\b)[\w-]+\s+){1,5}can(?:not|\s+not|['’]t)\s+be\s+(?:modified|changed|edited|deleted|removed|updated|created|used|called|run|combined)\b/iu,
  // "The session has expired."
  /^[^a-z\d_]*\b(?:[\w-]+\s+){0,3}(?:session|token|login|licen[cs]e|subscription|credentials?)\s+(?:(?:has|have|is|are)\s+)?expired\b/iu,
];

/** What the work needs is not there: "The archive is not configured.", "Not authenticated. Sign in first." */
const NOT_SET_UP =
  /^[^a-z\d_]*\b(?:error[^a-z\d_]+\b)?(?:[\w-]+\s+){0,5}?(?:(?:is|are)\s+)?not\s+(?:yet\s+)?(?:configured|authenticated|authori[sz]ed|initiali[sz]ed|connected|signed\s+in|logged\s+in|set\s+up)\b/iu;

/** The work was not even tried, as what it needs is not there. */
export function tellsNotSetUp(message: string): boolean {
  return NOT_SET_UP.test(message);
}

/** Signs that people put before an error. */
const FAILURE_MARK = /^[\s…]*(?:❌|🚫|⛔|✗|✖|\[error\]|\*\*error|#+\s*error)/iu;

export function tellsFailure(message: string): boolean {
  return opensAsError(message) || FAILURE_WITHIN.test(message);
}

/** "The operation timed out.", but not "Saved as text (the other formats failed)": another way has worked. */
export function tellsFailureSoon(words: string): boolean {
  const opening = words.slice(0, 80);
  return (
    tellsFailure(opening) &&
    !/\b(?:saved|retrieved|created|updated|completed|succe\w+|found|returned|sent|loaded|fetched|using|used|showing|fall\w*|instead)\b/iu.test(
      opening,
    )
  );
}

/** "Error: …", "Failed to …", a cross: the first words alone leave no doubt. */
export function opensAsError(message: string): boolean {
  return FAILURE_MARK.test(message) || FAILURE_START.test(message) || opensAsErrorElsewhere(message);
}

/** Only the opening of the message counts: for places where a failure is not given by the code around it. */
export function opensWithFailure(message: string): boolean {
  return (
    opensAsError(message) ||
    REFUSALS.some((pattern) => pattern.test(message)) ||
    /\b(?:is|are|was)\s+(?:not\s+(?:set|configured|authenticated|initiali[sz]ed|connected)|required|missing)\b/iu.test(
      message.slice(0, 120),
    ) ||
    /^[^a-z\d_]*\b(?:please\s+)?(?:\w+\s+){0,4}(?:not\s+configured|not\s+authenticated|not\s+initiali[sz]ed|failed)\b/iu.test(
      message,
    ) ||
    /^[^a-z\d_]*\b(?:\w+\s+){0,4}returned\s+(?:an?\s+)?(?:error\b|[45]\d\d\b|(?:http|status|(?:http\s+|status\s+)+code)\s+(?:[45]\d\d\b|…))/iu.test(
      message,
    )
  );
}

/** "Nothing matched": the answer of a lookup that worked. */
const NOTHING_FOUND =
  /\b(?:no\s+(?:\S+\s+){0,5}?(?:found|match(?:es|ed|ing)?|available|exist|results?|data|items?|records?)\b|(?:0|zero)\s+(?:results?|items?|match(?:es)?|hits|rows|records?)\b|nothing\s+(?:found|matched|to\s+show)|(?:results?|list|search)\s+(?:is|are|was|were)\s+empty|no\s+results?\b|did(?:\s+not|n['’]t)\s+match\s+any|none\s+found)/iu;

export function tellsNothingFound(message: string): boolean {
  // "The lookup failed or returned no results": whoever says it does not know that it worked.
  if (/\bfailed\s+or\b/iu.test(message)) return false;
  return NOTHING_FOUND.test(message) || tellsNothingThereElsewhere(message);
}

/** "X not found", for one thing that was asked for by its name or id. */
export function tellsNotFoundById(message: string): boolean {
  return /\b(?:not\s+found|does\s+not\s+exist|(?:could|can)(?:\s*not|n['’]t)\s+(?:find|locate)|doesn['’]t\s+exist|no\s+such|not\s+(?:in|part\s+of)\s+(?:this|the|your)\s+(?:catalog(?:ue)?|index|registry|database|list))\b/iu.test(
    message,
  );
}

/** "No order found with id 7", "No page found at path /a": one thing as well, though it reads like an empty list. */
const NONE_OF_THAT_NAME =
  /\bfound\s+(?:at|with|by|under)\s+(?:the\s+|this\s+)?(?:id|name|path|key|slug|uuid)\b(?!\s+(?:matching|like|containing))/iu;

/** "No account found with customer ID 7", "No item found for key a"; "No orders found for customer id 7" are several. */
const NO_SUCH_ONE =
  /\bno\s+(?:[\w-]+\s+){0,3}?(?!(?:data|history|info(?:rmation)?|activity|metadata|content|match)\b)[\w-]*[^\Ws]\s+found\s+(?:at|with|by|under|for)\s+(?:the\s+|this\s+)?(?:\w+\s+)?(?:id|name|path|key|slug|uuid)\b(?!\s+(?:matching|like|containing))/iu;

export function tellsNoneOfThatName(message: string): boolean {
  return NONE_OF_THAT_NAME.test(message) || NO_SUCH_ONE.test(message);
}

/** "Unknown tool: x", "Tool x not found", `UNKNOWN_TOOL`: no model asks for a tool that it was not shown. */
export function tellsMissingTool(text: string): boolean {
  return /^\W*(?:error:\s*)?(?:(?:unknown|unsupported|invalid|unrecogni[sz]ed)[\s_]+tool\b|tool[\s_]+(?:[^\s_]\S*\s+)?not[\s_]+found)/iu.test(
    text,
  );
}

/** A question back, or a step that waits for the caller's word: no failure, unless it calls itself one. */
export function asksBack(message: string): boolean {
  if (/^[^\w\n\r\u2028\u2029]*error\b(?:\s*:|\s+\w+ing\b)/imu.test(message)) return false;
  return /\b(?:(?<!\b(?:not|n['’]t|cannot|(?:failed|unable)\s+to)\s)confirm(?:ation|ed)?\b|are\s+you\s+sure|please\s+(?:confirm|choose|select|specify)|(?:select|choose|pick)\s+(?:one|any)\s+of|dry[\s-]?run|would\s+(?:delete|update|create))/iu.test(
    message,
  );
}

/** Phrases that say that something failed, and nothing else. `…` stands for run-time parts. */
const GENERIC: readonly RegExp[] = [
  /^(?:an?\s+)?(?:(?:unknown|unexpected|internal(?:\s+server)?|generic)\s*)?(?:error|failure|exception)(?:\s+(?:has\s+)?occurred)?$/iu,
  /^(?:the\s+)?(?:operation|request|tool|call|tool\s+call|command|action|execution|query|task|process(?:ing)?|api\s+(?:call|request))\s+(?:has\s+)?(?:failed|error(?:ed)?|was\s+unsuccessful|did\s+not\s+succeed)$/iu,
  /^something\s+went\s+wrong$/iu,
  /^(?:an?\s+)?(?:\w+\s+){0,2}error\s+(?:has\s+)?occurred\s+(?:while|when|during|in)\s+\S+(?:\s+\S+){0,7}$/iu,
  /^(?:(?:error|failure)[:\s-]*)?(?:sorry,?\s+)?(?:(?:we|i)\s+)?(?:failed\s+to|could\s+not|couldn['’]t|unable\s+to|can(?:not|['’]t)|was\s+unable\s+to)\s+\S+(?:\s+\S+){0,11}$/iu,
  /^(?:error|failure|problem|exception)(?:\s+(?:in|while|when|during|with))?(?:\s+\S+){1,8}$/iu,
  /^(?:\S+\s+){1,5}(?:failed|failure|error)$/iu,
  /^(?:failed|error|failure|exception)$/iu,
  /^(?:please\s+)?try\s+again(?:\s+later)?$/iu,
];

/** Sentences that may follow a generic phrase without saying more of the cause. */
const TRAILING =
  /[.!]\s*(?:please\s+)?(?:(?:try\s+again|retry)(?:\s+later)?|(?:check|see)\s+(?:the\s+)?(?:server\s+)?logs?(?:\s+for\s+(?:more\s+)?details)?|check\s+your\s+(?:internet\s+|network\s+)?connection|contact\s+\w+)\b/giu;

/** A text up to such a sentence, where it is on the last line. */
function withoutTrailing(text: string): string {
  const lastLine = 1 + Math.max(...["\n", "\r", "\u2028", "\u2029"].map((end) => text.lastIndexOf(end)));
  const found = [...text.matchAll(TRAILING)].find(({ index, 0: { length } }) => index + length >= lastLine);
  return found ? text.slice(0, found.index) : text;
}

/** A last sentence that says what the failure stops, and not where it comes from: "Cannot start the tools." */
const CONSEQUENCE =
  /[.!;]\s+(?:can(?:not|['’]t)|could\s+not|unable\s+to|will\s+not|won['’]t)\s+(?:start|continue|proceed|go\s+on|run|serve|operate)\b(?:[^.!:;…]|;(?!\s+(?:can|could|unable|will|won)))*(?:[.!]\s*)?$/iu;

/** A cause that is none: "… at this time due to an unexpected error". */
const EMPTY_CAUSE =
  /(?<!\s)\s+(?:at\s+(?:this|the)\s+(?:time|moment)|right\s+now|(?:due\s+to|because\s+of)\s+(?:an?\s+)?(?:(?:unexpected|unknown|internal|server)\s+){0,2}(?:error|failure|problem|issue)s?)(?=[\s.!]*$)/iu;

/** A further sentence that says what to see to: "Failed to find the server. Please ensure it's running." */
const NAMED_REMEDY =
  /[.!;]\s+(?:please\s+)?(?:add|check|close|configure|connect|create|enable|ensure|install|log\s?in|make\s+sure|open|provide|restart|run|set|sign\s+in|specify|start|switch|update|use|verify)\s+\S/iu;

/** What stands for one kind of failure, where the kind has been asked for: "Failed to authenticate with the store". */
const KIND_OF_FAILURE =
  /\b(?:authenticat\w*|authori[sz]\w*|log\s?in|sign\s?in|(?:re)?connect(?:ion|ing)?|reach|find|locate|parse|decode|resolve|access)\b/iu;

export function namesKindOfFailure(message: string): boolean {
  return KIND_OF_FAILURE.test(message);
}

/** Words that name neither what was tried nor what it was tried on. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    "a action again an be call command completed could error exception execute executed execution failed failure happened has have internal is issue later " +
    "not occurred oops operation perform performed please problem process processed request server something sorry task the to tool try unable unexpected unknown was went with wrong your"
  ).split(" "),
);

/** "Operation failed", "Something went wrong.": of whatever failure it is read, it says nothing. */
export function saysNothing(message: string): boolean {
  const words = message.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => EMPTY_WORDS.has(word)) && isGenericMessage(message);
}

export function isGenericMessage(message: string, further: readonly string[] = []): boolean {
  // What stands behind the colon is the cause: "Failed to read order 7: the order service does not answer."
  const cause = /[\w…"'”’)\]]\s*:\s+([\p{L}][\p{L}'’-]*(?:\s+\S+){2,})/u.exec(
    message.replace(/^\W*(?:error|failure)\s*:/iu, ""),
  )?.[1];
  if (cause !== undefined) return cause.length < message.length && isGenericMessage(cause, further);
  const told = withoutTrailing(message.replace(CONSEQUENCE, "")).replace(EMPTY_CAUSE, "").replace(EMPTY_CAUSE, "");
  if (NAMED_REMEDY.test(told)) return false;
  const whole = told.replace(/^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu, "").trim();
  const bare = whole.replace(/^(?:error|failure)\s*:\s+/iu, "");
  if (bare === "" || bare.length > 160) return false;
  const folded = bare.toLowerCase();
  return (
    further.some((phrase) => phrase.toLowerCase() === folded) ||
    GENERIC.some((pattern) => pattern.test(bare)) ||
    isGenericElsewhere(told)
  );
}

/** A next step, or what a right call looks like. */
const NEXT_STEP =
  /(?:^|[.;:,!(—–-]\s*|\b(?:please|then|you\s+can|you\s+may)\s+)(?:please\s+)?(?:accept|add|allow|apply|approve|archive|ask|assign|authenticate|call|cancel|change|check|choose|close|configure|connect|contact|correct|create|define|delete|deploy|download|drop|enable|ensure|enter|export|fill|find|follow|fix|get|give|go|grant|import|install|keep|leave|load|list|log\s?in|look|make|move|note|offer|omit|open|pass|pick|provide|put|re-?authenticate|reconnect|read|reduce|refresh|remove|rename|repeat|replace|re-?run|resolve|restart|retry|run|save|search|see|select|send|set|shorten|sign\s+in|specify|split|start|stop|supply|switch|tell|try|turn|unlock|update|upgrade|upload|use|verify|visit|wait)\b|\b(?:must|should|needs?\s+to|has\s+to|have\s+to)\s+(?:(?:not|also|both|either)\s+)?(?:be|have|contain|start|end|match|include|specify|provide|use|set)\b|\b(?:is|are)\s+(?:required|missing)\b|\b(?:expected|valid|allowed|available|supported|accepted)\s+(?:\w+\s+)?(?:values?|types?|formats?|options?|names?|ids?|are)\b|\bone\s+of\b|\bat\s+(?:least|most)\b|\b(?:instead|required)\b|\bnot\s+allowed\b|\bcan\s+only\s+be\s+(?:used|set|specified|given|passed|combined)\b|\btogether\s+with\b|\bcannot\s+(?:specify|use|combine|set|mix|pass)\b|\bnot\s+(?:set|provided|specified|given|configured)\b|\bno\s+(?:\S+\s+){1,3}(?:provided|specified|given|set|configured)\b/iu;

/** What a right call looks like, without a word of "must": "LIMIT orders require a price", "Expected ISO 8601". */
const CONSTRAINT =
  /\brequires?\b|\b(?:can\s?not|can['’]t|must\s+not|may\s+not)\s+(?:both\s+)?(?:include|provide|contain|exceed|give|supply)\b|\bonly\s+(?:supported|available|allowed|valid|accepts?|supports?|updates?|works?|handles?|applies|takes)\b|\bonly\s+(?:\S+\s+){1,4}(?:(?:is|are)\s+(?:allowed|permitted|supported|accepted)|can\s+be\s+\w+ed)\b|(?:^|[.;:,(—–-]\s*)expected\s+(?!(?:at|in|on|to|errors?)\b)|\b(?:can\s?not|can['’]t|must\s+not|may\s+not)\s+be\s+(?:empty|blank|negative|zero|null)\b|\b(?:options|choices|candidates)\s*:|\b(?:none|nothing)\s+(?:was|were|is)\s+(?:provided|given|specified|set|configured|passed)\b/iu;

/** A step under its own heading, or a tool that takes it: "Next: …", "with the boot_device command". */
const NAMED_STEP =
  /\b(?:next(?:\s+steps?)?|hint|suggestion|resolution)\s*:|\b(?:with|using|via)\s+(?:the\s+)?[`'"“]?[a-z\d]+(?:[_-]+[a-z\d]+)+[`'"”]?\s+(?:command|tool)\b/iu;

/** A tool of this server that takes the step: "Reopen it with reopen_order.", but not "No order with order_id." */
const NAMED_TOOL =
  /\b(?:with|using|via|by\s+calling)\s+[`'"“]?(?:[a-z]+_)+(?!(?:id|name|key|code|type|path|url|at|by|date|number)s?\b)[a-z]+[`'"”]?(?:\(\))?(?=\s*(?:[.,;:!)]|$))/u;

/** A sentence of one's own behind what is put in at run time: "… Call list_orders." */
const STEP_BEHIND =
  /…\s+(?:Add|Ask|Call|Check|Choose|Correct|Create|Give|Make|Open|Pass|Provide|Reopen|Retry|Run|See|Set|Try|Use|Verify|Wait)\s/u;

/** What may be given instead: "Unknown region. Supported: eu, us", "Available tables: …". */
const NAMED_CHOICE =
  /\b(?:supported|available|valid|allowed|accepted|possible|permitted|known)(?:\s+[\w-]+){0,2}\s*:\s*(?:…|[`'"“[(.]?\w)/iu;

/** The setting by which the server refuses: "The shop is read-only (SHOP_READONLY=true).", "… in read-only mode". */
const NAMED_SETTING =
  /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*=(?:true|false|on|off|yes|no|\d+)\b|\b(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|read[\s-]?only|offline|demo|sandbox|safe|maintenance)\s+mode\b/u;

/** The message tells the reader what to do, or what the call has to look like. */
export function saysWhatToDo(message: string): boolean {
  return [NEXT_STEP, CONSTRAINT, NAMED_STEP, NAMED_TOOL, STEP_BEHIND, NAMED_CHOICE, NAMED_SETTING].some((pattern) =>
    pattern.test(message),
  );
}

/** Letters that are not Latin: what such a sentence says, these words cannot tell. */
export function isInOtherScript(message: string): boolean {
  return /(?!\p{Script=Latin})\p{L}{3}/u.test(message);
}

/** A tool for trying out clients fails because it was asked to: there is no next step. */
export function tellsOfIntent(message: string): boolean {
  return /\b(?:deliberate|intentional|simulated)(?:ly)?\b/iu.test(message);
}

/** A comment without the stars and slashes around its words. */
function bareComment(comment: string): string {
  return comment.replace(/^[\s*/]+|(?<![\s*/])[\s*/]+$/gu, "");
}

/** `// noop`, the name of the linter and a bare "ignore" are no reason; neither is code that was commented out. */
const NO_REASON =
  /^\s*(?:(?:noop|no-op|empty|nothing|do\s+nothing|swallow(?:ed)?|silent(?:ly)?|(?:silently\s+)?ignore(?:d)?(?:\s+(?:the\s+)?(?:error|errors|err|it|this|exception|exceptions|failure|failures))?|log\s+(?:the\s+)?error)[\s.!]*|(?:(?:todo|mcp-errors-todo|fixme|xxx)\b|eslint-\S|@ts-\S|istanbul|c8\s).*)$/iu;

/** Short comments that are a reason all the same. */
const SHORT_REASON =
  /\b(?:best[\s-]?effort|optional|non[\s-]?(?:fatal|critical|blocking)|not\s+(?:fatal|critical|json|found|installed|on\s+path)|fall\s?back|fall(?:s|ing)?\s+(?:back|through)|expected|intentional\w*|harmless|continue|skip|invalid\s+json|plain\s+text|does\s?n['’]?t\s+exist|missing|unavailable)\b/iu;

/** A sentence of this many words says why; fewer only name what happens. */
const WORDS_OF_A_REASON = 4;

/** Words by which a comment says that going on is meant, not only why it may fail. */
const EXCUSE =
  /\b(?:anyway|never|must\s+not|should\s+not|shouldn['’]t|do(?:es)?\s?n['’]t|do\s+not|so\s+(?:that|the|we)|because|instead|use\w*|keep\w*|leave\w*|treat\w*|return\w*|try\w*|let\w*|rely|handled|safe|fine|ok(?:ay)?|enough|later|next|still|default\w*|assume\w*|will|would|can|just|only)\b/iu;

/** "Skip schemas we can't access": what is left out, and not why its loss may pass. */
const SKIPS_WHAT_FAILS =
  /^(?:skip\w*|ignor\w*)\b(?!.*\b(?:because|since|even\s+(?:if|when|though)|optional|best|fine|ok(?:ay)?|expected)\b).*\b(?:can['’]?t|cannot|could\s*n['’]t|fail\w*|errors?|invalid|unable|inaccessible|unreadable|unavailable|denied|corrupt\w*|broken|malformed|unpars\w+)\b/iu;

/** "No lock file", "not a repository" */
const NAMES_WHAT_IS_MISSING = /^(?:no|not\s+an?)\s+[\w./-]+(?:\s+[\w./-]+){0,2}$/iu;

/** "It does not exist or can't be read": beside the one cause that may pass, it names any other. */
const NAMES_ANY_OTHER =
  /^(?!.*\b(?:because|since|so|fine|ok(?:ay)?|expected|optional|best|continu\w+|fall\w*|default\w*|skip\w*|use|using)\b).*\b(?:or|and)\s+(?:\w+\s+){0,2}?(?:can(?:not|\s+not|['’]?t)\b|could\s*n['’]?t\b|fail\w*|(?:un|in)(?:readable|accessible|reachable|available)\b|(?:not|no)\s+(?:readable|accessible|permi\w+))/iu;

/** A comment that names one cause ("some steps have no logs") above a clause that takes every failure. */
export function namesOnlyACause(comment: string): boolean {
  const text = bareComment(comment);
  if (NAMES_WHAT_IS_MISSING.test(text)) return true;
  if (!givesReason(comment)) return false;
  if (NAMES_ANY_OTHER.test(text)) return true;
  return SKIPS_WHAT_FAILS.test(text) || !(SHORT_REASON.test(text) || EXCUSE.test(text) || saysGoingOnIsMeant(text));
}

/** "Return an empty list on error": what the code does, which anybody can read, and not why. */
const RESTATES =
  /^(?:just\s+|we\s+)?return(?:s|ing)?\s+(?:an?\s+)?(?:empty\b|null\b|undefined\b|false\b|nothing\b|\[\]|\{\})(?!.*\b(?:so|because|since|let|means?|optional|best|critical|fatal|expected|valid|fine|ok(?:ay)?|success\w*)\b)/iu;

/** True if a comment gives a reason in words: `// best effort: the cache is rebuilt nightly`. */
export function givesReason(comment: string): boolean {
  const text = bareComment(comment);
  if (NO_REASON.test(text) || RESTATES.test(text) || /[;{}]\s*$|=>|\w\((?:(?!\w\().)*\)\s*;?$/u.test(text))
    return false;
  return SHORT_REASON.test(text) || text.split(/\s+/u).length >= WORDS_OF_A_REASON;
}

/** Words of a log message or a nearby comment that say that going on is meant. */
const MEANT_TO_GO_ON =
  /\b(?:fall(?:ing|s)?[\s-]?(?:back|through)|best[\s-]?effort|non[\s-]?(?:fatal|critical|blocking)|not\s+(?:fatal|critical)|continu(?:e|ing)|proceed(?:ing)?|anyway|skipp?(?:ing|ed)?|ignor(?:e|ed|ing)|(?:using|returning)\s+(?:the\s+)?(?:default|cached|local|original|raw|un\w+ed)|optional|if\s+(?:available|possible|present)|may\s+(?:not|fail)|without\s+it|(?:degrad\w+|fail\w*)\s+gracefully|gracefully\s+degrad\w+)\b/iu;

export function saysGoingOnIsMeant(text: string): boolean {
  return MEANT_TO_GO_ON.test(text);
}

/** "Try to skip anyway", "proceed without it": the work is done in spite of what has failed. */
const DONE_ANYWAY =
  /\b(?:try(?:ing)?|do(?:ing)?|go(?:ing)?|send\w*|carry)\b.*\banyway\b|\b(?:proceed|carry\s+on|go\s+on)\b/iu;

export function saysDoneAnyway(text: string): boolean {
  return DONE_ANYWAY.test(text);
}

/** "Fall back to the live list" above a `try`: what is tried is the other way, behind which there is none. */
const WORK_IS_FALLBACK =
  /^\W*(?:otherwise,?\s+|then\s+|finally,?\s+|last\s+resort:?\s+)?fall(?:ing|s)?[\s-]?back\b(?!.*\b(?:if|when\w*|on|unless|in\s+case|silently|gracefully)\b)/iu;

export function saysWorkIsFallback(text: string): boolean {
  return WORK_IS_FALLBACK.test(text);
}

/** Words above a function by which a failure in it is meant to be silent: "A hint must never break the set path". */
const SILENCE_IS_MEANT =
  /best[\s-]?effort|non[\s-]?(?:fatal|blocking)|swallow|silently|(?:never|must\s+not|do(?:es)?\s+not|don['’]t|doesn['’]t)[\s*]+(?:\w+[\s*]+){0,2}(?:throw|fail|break|block|prevent)|never[\s*]+let[\s*]+(?:\w+[\s*]+){1,6}(?:fail|break|block|prevent|stop)\b|rather[\s*]+than[\s*]+(?:fail|block|break)ing/iu;

export function saysSilenceIsMeant(text: string): boolean {
  return SILENCE_IS_MEANT.test(text);
}

/** Words beside a promise by which its value may be missing. */
const LOSS_IS_MEANT = /best[\s-]?effort|non[\s-]?(?:fatal|critical|blocking)|optional|\bdegrad(?:e|es|ing)\b/iu;

export function saysLossIsMeant(text: string): boolean {
  return LOSS_IS_MEANT.test(text);
}

/** True if the words behind a directive say why: two at least, and not only that somebody will look at it. */
export function saysWhy(justification: string): boolean {
  const text = justification.trim();
  const words = text.match(/\p{L}[\p{L}'’-]+/gu) ?? [];
  return (
    words.length >= 2 &&
    !NO_REASON.test(text) &&
    !/^(?:false\s+positive|not\s+needed|to\s?do|fix\s+(?:me|later|this))\W*$/iu.test(text)
  );
}

/** What has been done before a failure: "Order 7 was created, but …", "3 of 5 were sent", "the ones before it are there". */
const DONE_WORK =
  /\b(?:but|however|although|though|already|partial(?:ly)?|so\s+far|succeeded|completed|finished|remaining|rolled\s+back|undone|reverted|not\s+all|some\s+of|stopped\s+(?:at|after)|aborted\s+(?:at|after)|the\s+ones?\s+before)\b|\b(?:\d+|…)\s+(?:of|out\s+of|\/)\s+(?:\d+|…)|\b(?:was|were|is|are|has\s+been|have\s+been|been)\s+(?:already\s+|successfully\s+)?(?:created|added|sent|posted|published|saved|stored|written|updated|changed|deleted|removed|moved|uploaded|booked|refunded|charged|invited|inserted|made|done)\b/iu;
const NOT_DONE =
  /\b(?:not|n['’]t|never|no|nothing)\s+(?:\w+\s+){0,2}(?:been\s+)?(?:created|added|sent|posted|published|saved|stored|written|updated|changed|deleted|removed|moved|uploaded|completed|finished|done)\b/iu;

/** The message of an error says that something has been done all the same. */
export function tellsOfDoneWork(message: string): boolean {
  return DONE_WORK.test(message.replace(NOT_DONE, ""));
}
