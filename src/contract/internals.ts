/** A statement of SQL from its first word on. In upper case only: "Select one from the list" is a sentence; nor does one end in it. */
const STATEMENT =
  /^\s*(?:SELECT\s(?:(?!\.\s)[\s\S])+?\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|WITH\s+\w+\s+AS\s*\(|(?:CREATE|ALTER|DROP)\s+TABLE\s)/u;

export function isSqlStatement(text: string): boolean {
  return STATEMENT.test(text);
}

/** Words in front of a statement that shows the reader how to write one. */
export function announcesExample(words: string): boolean {
  return /\b(?:examples?|e\.g\.|for\s+instance|such\s+as|instead|try|use|syntax|format|like)\b/iu.test(words);
}

/**
 * What an end user can neither reach nor make sense of: hosts of an inner network, files of the server, codes of the system.
 * A server on the user's own machine is reached, and its files are the user's.
 */
const INTERNAL: readonly RegExp[] = [
  /\bhttps?:\/\/(?!localhost\b|127\.)(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|[\w-]+(?=[:/\s]|$)|[\w.-]+\.(?:internal|local|lan|intranet|svc|corp)\b|[\w.-]+:\d{2,5}\b)[^\s"')\]]*/iu,
  /(?<![\w/:.])\/(?:srv|var|opt|usr|etc)\/[\w./-]+/u,
  /\bE(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|NOTFOUND|HOSTUNREACH|AI_AGAIN|PIPE|ACCES|NOENT)\b/u,
  /\b(?:SELECT\s(?:(?!\bSELECT\s)[^.])+?\sFROM|INSERT\s+INTO|DELETE\s+FROM)\s+\w+/u,
];

/** The first part of a sentence for an end user that shows the server's inside. */
export function internalIn(sentence: string): string | undefined {
  for (const pattern of INTERNAL) {
    const [found] = pattern.exec(sentence) ?? [];
    if (found !== undefined) return found.trim();
  }
  return undefined;
}
