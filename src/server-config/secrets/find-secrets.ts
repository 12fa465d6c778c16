import { memberOf, membersOf, type ConfigFile, type TextPlace } from "../config-file.js";
import type { Part } from "../edit-text.js";
import { hostOf, isLoopback } from "../hosts.js";
import { defaultOf, referencesIn } from "../variables.js";
import { isGap, isPlaceholder, looksChosen, looksRandom } from "./placeholders.js";
import { secretKindOf, wordsOf } from "./secret-names.js";
import { isPublishable, tokenIn } from "./token-shapes.js";

/** A literal credential in a configuration file. */
export interface Secret {
  readonly place: TextPlace;
  /** The part of the text that a variable is to stand for. */
  readonly part: Part;
  /** The credential itself, which may be less: the password of an address. */
  readonly value: string;
  /** What it is, for a message: "GitHub token", "password". */
  readonly what: string;
  /** The name of the variable that would hold it. */
  readonly variable: string;
}

type Found = Omit<Secret, "place" | "variable"> & { readonly name: string };

/** Every literal credential in the entries of a file, in order; at most one for each text. */
export function secretsIn(config: ConfigFile): Secret[] {
  const texts = [...config.texts, ...config.unread].sort((a, b) => a.node.offset - b.node.offset);
  return texts.flatMap((place, at) => {
    const before = texts[at - 1];
    const found = secretIn(place, before && isBefore(before, place) ? before.text : undefined);
    if (!found) return [];
    const { name, ...secret } = found;
    if (secret.what === "password" && isOfThisMachine(place)) return [];
    return [{ place, ...secret, variable: variableFor(name, place) }];
  });
}

/** Two words of one command line. */
function isBefore(other: TextPlace, { server, key, index }: TextPlace): boolean {
  return other.server === server && other.key === key && index !== undefined && other.index === index - 1;
}

/** `DB_PASSWORD` beside `DB_HOST=localhost`: the database runs on each machine by itself. */
function isOfThisMachine({ key, name, server }: TextPlace): boolean {
  if (key !== "env") return false;
  const prefix = wordsOf(name).slice(0, -1).join("_");
  const hosts = membersOf(memberOf(server.members, "env")?.value).filter(({ key: other }) => {
    const words = wordsOf(other);
    return (
      /^(?:host|hostname|server|url|uri|address)$/u.test(words.at(-1) ?? "") && words.slice(0, -1).join("_") === prefix
    );
  });
  return hosts.length > 0 && hosts.every(({ value }) => isLoopback(hostOf(String(value?.value))));
}

/** `API_KEY` for `env`, `GITHUB_API_KEY` for an option or a header of the server `github`. */
function variableFor(name: string, { key, server }: TextPlace): string {
  const upper = (text: string): string => wordsOf(text).join("_").toUpperCase();
  const own = upper(name) || "TOKEN";
  const prefix = upper(server.name);
  const whole = key === "env" || prefix === "" || own.startsWith(prefix) ? own : `${prefix}_${own}`;
  return /^\d/u.test(whole) ? `_${whole}` : whole;
}

/** The text with everything that a variable stands for blanked out; positions stay. */
function literalText(text: string): string {
  let from = 0;
  const pieces = referencesIn(text).map(({ start, end }) => {
    const piece = text.slice(from, start) + " ".repeat(end - start);
    from = end;
    return piece;
  });
  return pieces.join("") + text.slice(from);
}

function secretIn(place: TextPlace, before: string | undefined): Found | undefined {
  const { text } = place;
  for (const reference of referencesIn(text)) {
    const preset = defaultOf(reference);
    const [name = ""] = reference.inside.split(":-");
    const found = preset && secretOf(preset.text, name, undefined);
    // The name of the variable stays, its default goes.
    if (found) return { ...found, name, part: { start: reference.start, end: reference.end } };
  }
  const name = nameOf(place);
  return secretOf(literalText(text), name, before);
}

/** The key above says what a text is, but for the words of a command. */
function nameOf({ key, name }: TextPlace): string | undefined {
  return key === "args" || key === "command" || key === "url" ? undefined : name;
}

function secretOf(text: string, name: string | undefined, before: string | undefined): Found | undefined {
  const whole: Part = { start: 0, end: text.length };
  return (
    connection(text, name) ??
    shaped(text, name) ??
    parameter(text) ??
    bearer(text, name) ??
    (name === undefined ? assignment(text, before) : named(text, name, whole))
  );
}

/** A token with a shape of its own. */
function shaped(text: string, name: string | undefined): Found | undefined {
  const token = tokenIn(text);
  if (!token) return undefined;
  const value = text.slice(token.start, token.end);
  if (isGap(value)) return undefined;
  // The option, header or parameter before it has a better name for it than its provider.
  const option = /(?:^|[\s?&;'"])-{0,2}([A-Za-z][\w-]*)\s*[=:]\s*(?:Bearer\s+)?$/iu.exec(
    text.slice(0, token.start),
  )?.[1];
  return {
    what: token.what,
    value,
    part: token,
    name: name !== undefined && !/^authorization$/iu.test(name) ? name : (option ?? "token"),
  };
}

/** `scheme://user:password@host`, `Server=…;Password=…;` */
function connection(text: string, name: string | undefined): Found | undefined {
  if (!/:\/\/|;/u.test(text)) return undefined;
  const url = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*):\/\/([^\s/:@?#]*):([^\s/@?#]+(?:@[^\s/@?#]+)*)@([^\s/?#:]*)/iu.exec(
    text,
  );
  const pairs = /(?:^|[;\s])(?:password|pwd|accountkey|sharedaccesskey)\s*=\s*([^;\s"']+)/iu.exec(text);
  if (url) {
    const [whole, scheme = "", user = "", value = "", host = ""] = url;
    if (isPlaceholder(value) || !looksChosen(value) || value === user) return undefined;
    if (/^(?:host|example\.|<)/iu.test(host) || isLoopback(host)) return undefined;
    const isWeb = /^https?$/iu.test(scheme);
    const start = url.index + whole.lastIndexOf(`:${value}@`) + 1;
    const part = isWeb ? { start, end: start + value.length } : endOfToken(text, url.index);
    const own = name !== undefined && !/^authorization$/iu.test(name) ? name : isWeb ? "password" : "database_url";
    return { what: "password", value, part, name: own };
  }
  const value = pairs?.[1];
  if (!pairs || value === undefined || !/;/u.test(text) || isPlaceholder(value) || !looksChosen(value))
    return undefined;
  const server = /(?:^|[;\s])(?:server|host|data source|address)\s*=\s*(?:tcp:)?([^;,\\]*)/iu.exec(text)?.[1];
  if (server !== undefined && isLoopback(hostOf(server.trim()))) return undefined;
  return { what: "password", value, part: { start: 0, end: text.length }, name: name ?? "connection_string" };
}

function endOfToken(text: string, start: number): Part {
  const rest = /^[^\s"']*/u.exec(text.slice(start))?.[0] ?? "";
  return { start, end: start + rest.length };
}

/** `?api_key=…` of an address. */
function parameter(text: string): Found | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) return undefined;
  for (const match of text.matchAll(/[?&]([\w.-]+)=([^&#\s]+)/gu)) {
    const [whole, name = "", value = ""] = match;
    const start = match.index + whole.length - value.length;
    const found = named(value, name, { start, end: start + value.length });
    if (found) return found;
  }
  return undefined;
}

/** `--token=…`, `API_KEY=…`, `X-Api-Key: …`, and the value after `--token`. */
function assignment(text: string, before: string | undefined): Found | undefined {
  const match = /^(-{0,2})([A-Za-z][\w.-]*)(\s*[=:]\s*)(\S.*)$/u.exec(text);
  if (match) {
    const [, , name = "", , value = ""] = match;
    const start = text.length - value.length;
    return named(value, name, { start, end: text.length });
  }
  const option = before === undefined ? undefined : /^--?([A-Za-z][\w-]+)$/u.exec(before)?.[1];
  return option === undefined || text.startsWith("-") ? undefined : named(text, option, { start: 0, end: text.length });
}

/** `Authorization: Bearer …`, as an option, in a command, or in the value of a variable of any name. */
function bearer(text: string, name: string | undefined): Found | undefined {
  const match = /(?<![\w-])Bearer\s+([^\s"'\\]{16,})/u.exec(text);
  if (!match) return undefined;
  const [whole, value = ""] = match;
  // Somebody may have thought of it; a word alone is more often a word about it.
  if (!/\d/u.test(value) || isPlaceholder(value) || isPublishable(value) || !looksChosen(value)) return undefined;
  const start = match.index + whole.length - value.length;
  const own = name === undefined || /authorization|header/iu.test(name) ? "token" : name;
  return { what: "token", value, part: { start, end: start + value.length }, name: own };
}

const SCHEME = /^\s*(?:Bearer|Token|Basic|ApiKey|Api-Key|Key)\s+/iu;

/** A value whose name says that it is a credential: real enough, and no gap to fill in. */
function named(text: string, name: string, whole: Part): Found | undefined {
  const kind = secretKindOf(name);
  if (!kind) return undefined;
  const scheme = SCHEME.exec(text)?.[0] ?? "";
  const value = text.slice(scheme.length);
  if (isPlaceholder(value) || isPublishable(value)) return undefined;
  const isReal = kind === "password" ? looksChosen(value) : looksRandom(value);
  if (!isReal) return undefined;
  return {
    what: kind,
    value,
    part: { start: whole.start + scheme.length, end: whole.end },
    name: /^authorization$/iu.test(name) ? "token" : name,
  };
}
