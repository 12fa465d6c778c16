/** Words of a name, in lower case: `X-API-Key`, `apiKey`, `GITHUB_TOKEN` → x api key, api key, github token. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z]\d*)([A-Z])/gu, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== "");
}

const SECRET_WORD =
  /^(?:tokens?|pat|secrets?|passwords?|passwd|pwd|pass|passphrase|apikey|accesskey|secretkey|credentials?|authorization|bearer|dsn)$/u;
/** What comes before `key` in the name of a secret one. */
const BEFORE_KEY =
  /^(?:api|access|secret|private|auth|service|role|account|admin|master|encryption|signing|subscription|license|app|client|server|project|write|read|shared|storage|function|functions|\w*ai|anthropic|claude|gemini|google|brave|tavily|exa|firecrawl|figma|github|stripe|supabase|serper|serpapi|x)$/u;

/** What makes something else of it: a limit, a place, a kind. */
const OTHER =
  /^(?:max|min|limit|limits|count|budget|length|size|file|files|path|paths|dir|url|uri|endpoint|host|name|names|type|types|kind|header|prefix|suffix|format|id|ids|expiry|expires|ttl|ttls|timeout|lifetime|age|public|publishable|anon|mode|enabled|disabled|require|required|use|usage|provider|store|source|command|cmd|env|var|variable|algorithm|issuer|audience|scope|scopes|location|ref|index|column|field|symbol|mint|address|contract|decimals|per)$/u;

export type SecretKind = "password" | "token";

/** What a key, a header, an option or a parameter holds by its name; undefined for no secret. */
export function secretKindOf(name: string): SecretKind | undefined {
  const words = wordsOf(name);
  if (words.some((word) => OTHER.test(word))) return undefined;
  const last = words.at(-1) ?? "";
  if (/^(?:passwords?|passwd|pwd|pass|passphrase)$/u.test(last) || /(?:password|passwd)$/u.test(last))
    return "password";
  const isNamed = SECRET_WORD.test(last) || /(?:token|secret|apikey|accesskey|secretkey)$/u.test(last);
  const isKey =
    /^keys?$/u.test(last) && (words.length === 1 || words.slice(0, -1).some((word) => BEFORE_KEY.test(word)));
  // `API_KEY_2`, `TOKEN_PROD`
  const before = words.slice(0, -1).join("_");
  const isNumbered = /^(?:\d+|prod|production|staging|live|main|primary|value)$/u.test(last) && before !== "";
  return isNamed || isKey ? "token" : isNumbered ? secretKindOf(before) : undefined;
}
