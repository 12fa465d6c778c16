/** Words with which people write that a value is to be put in. */
const GAP =
  /(?<![A-Za-z0-9])(?:your?s?|example|sample|dummy|fake|mock|placeholder|change[- ]?(?:me|it|this)|replace\w*|insert|enter|fill|todo|tbd|redacted|removed|hidden|here|abc123|foo|bar|baz|deadbeef|dein|deine|votre|ihr|tu|seu|sua)(?![A-Za-z])/iu;
/** Words that say that a value is for trying out, or stands for none. */
const TRIAL =
  /(?<![A-Za-z0-9])(?:my|demo|test(?:ing)?|dev(?:elopment)?|local(?:host)?|default|none|null|undefined|not[- ]?(?:needed|used|set|required|real)|unused|optional|required|any(?:thing)?|abc|xyz)(?![A-Za-z])/iu;

/** Names that stand for what they name: `password`, `api-key`, `apitoken1`. */
const NAME =
  /^(?:(?:the|some|db|user|api|access|auth|client|admin|root|database|service|super|bearer|github|gitlab|openai|notion|slack|figma)[-_ ]?)*(?:pass(?:word|wd|phrase)?|pwd|secret|token|key|credentials?|value|string)(?:[-_ ]?(?:value|key|token))?[-_ ]?\d{0,4}!?$/iu;

/** What a database or a queue has before anybody has chosen a password. */
const FACTORY =
  /^(?:postgres(?:ql)?|root|admin(?:istrator)?|guest|user(?:name)?|minio(?:admin)?|neo4j|mysql|mongo(?:db)?|redis|rabbitmq|elastic|sa|toor|letmein|qwerty\d*|1234\d*|0+|changeit|temp|public|private|string|true|false|yes|no|on|off)$/iu;

/** Marks around a gap: `<token>`, `[TOKEN]`, `{{token}}`, `***`, `xxxx`, `...`. */
const MARKS = /<[^<>]*>|\{[^{}]*\}|\*{3,}|[…•]|\.{3}|\[[^[\]]*\]|x{4,}|X{4,}|#{3,}|_{3,}|(?<![A-Za-z0-9])x{3,}/u;
/** Digits and letters in their order, as somebody types who only needs something. */
const IN_ORDER = /234567|(?<![a-z])abcdef(?:g|[^a-z0-9]|$)/u;

/** Words of a name in one piece are told apart: `YourApi_Key` → `Your-Api-Key`. */
function separated(text: string): string {
  return text.replace(/([a-z])([A-Z])/gu, "$1-$2").replace(/_/gu, "-");
}

/** A gap to fill in, also in the shape of a token: `ghp_xxxxxxxx`, `ghp_00000000`, `sk-ant-your-key-here`. */
export function isGap(value: string): boolean {
  return MARKS.test(value) || isFiller(value) || GAP.test(separated(value));
}

/** One character over and over makes up most of it: somebody held the key down. */
function isFiller(value: string): boolean {
  let longest = 0;
  for (const [run] of value.matchAll(/([A-Za-z0-9])\1+/gu)) longest = Math.max(longest, run.length);
  return longest >= 8 && longest * 2 >= value.length;
}

/** A value that nobody takes for a credential: a gap to fill in, a default, a name. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim();
  return (
    text === "" ||
    isGap(text) ||
    IN_ORDER.test(text) ||
    TRIAL.test(separated(text)) ||
    NAME.test(text) ||
    FACTORY.test(text) ||
    // One character, over and over.
    /^(.)\1*$/u.test(text) ||
    // The name of a variable: `GITHUB_TOKEN`, `$TOKEN`, `%TOKEN%`.
    /^[$%]?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+%?$/u.test(text) ||
    /^[$%]\w+%?$/u.test(text)
  );
}

/** A place where the credential lies, and no credential: a path, an address. */
function isPlace(value: string): boolean {
  return /^(?:https?|file|wss?):|^[~.]*[/\\]|^[A-Za-z]:[\\/]|^[\w.-]+\.(?:json|pem|key|env|txt|ya?ml|toml)$/u.test(
    value,
  );
}

/** A value that was made by a machine: long, of letters and digits without words. Names and sentences are not. */
export function looksRandom(value: string): boolean {
  if (value.length < 16 || /\s/u.test(value) || isPlace(value)) return false;
  if (/^\d{24,}$/u.test(value)) return true;
  // Parts that are words or numbers: `my-server-2024`, `claude-sonnet-4-20250514`, `team/project/file`.
  return value.split(/[-_./:@+=]/u).some(isMixed) || isUuid(value);
}

function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu.test(value);
}

/** A part in which letters and digits, or small and capital letters, change places several times. */
function isMixed(part: string): boolean {
  if (/^[0-9a-f]{12,}$/iu.test(part)) return /\d/u.test(part) && /[a-f]/iu.test(part);
  const changes = part.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/gu)?.length ?? 0;
  return part.length >= 10 && /\d/u.test(part) && changes >= 3;
}

/** A password that somebody has chosen: at least six characters, and neither a default nor a place. */
export function looksChosen(value: string): boolean {
  return value.length >= 6 && !/\s/u.test(value) && !isPlace(value);
}
