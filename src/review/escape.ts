/** Unpaired halves of a character: no text that UTF-8 can hold. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Control characters, and marks that turn the direction of what follows. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * What the runners of GitHub and Azure take for a command to them: `::` at the start of a line of the log, white space aside,
 * and `##[` and `##vso[` anywhere in it.
 */
const COMMAND = /^\s*:(?=:)|##(?=\[|vso\[)/giu;

/** The same text with U+FFFD for what UTF-8 cannot hold. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\uFFFD");
}

/**
 * One line that shows what it holds: control characters in names and messages would reach the terminal as commands, line
 * ends would fake lines, and marks of direction turn them round.
 */
export function printable(text: string): string {
  return oneLine(text).replace(COMMAND, "$& ");
}

/** The same for a place that no runner looks into, such as a property of a command: what it holds stays as it is. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/gu, (space) => (/[\n\r\u2028\u2029]/u.test(space) ? " " : space));
  return wellFormed(line.replace(INVISIBLE, "\uFFFD"));
}

/**
 * JSON that holds the values as they are, but as `\uXXXX` every character that a terminal or an editor would not show, and the
 * second `#` of what a runner would take for a command.
 */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|(?<=#)#(?=\[|vso\[)/giu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text of HTML and XML, inside an element or a quoted attribute. */
export function escapeMarkup(text: string): string {
  return printable(text).replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}

/** A piece of code in Markdown, whatever back-ticks it holds. */
export function codeSpan(text: string): string {
  const line = printable(text);
  if (line.trim() === "") return "` `";
  const longest = Math.max(0, ...[...line.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Words of Markdown: nothing in them is a mark, an element, a link, a mention or a reference to an issue. */
function escapeWords(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+!|~$-]/gu, "\\$&")
    .replace(/[&<>]/gu, (character) => ENTITIES[character] ?? character)
    .replace(/@(?=\w)/gu, "@&#8203;")
    .replace(/\\#(?=\d)/gu, "\\#&#8203;")
    .replace(/(?<=\w):(?=\/\/)/gu, "&#58;");
}

/** The parts of a message: what stands between back-ticks is code. */
export function messageParts(message: string): { readonly isCode: boolean; readonly text: string }[] {
  return printable(message)
    .split(/(`[^`]+`)/u)
    .map((part, index) => (index % 2 === 1 ? { isCode: true, text: part.slice(1, -1) } : { isCode: false, text: part }))
    .filter(({ text }) => text !== "");
}

/** A message in Markdown. */
export function escapeMarkdown(message: string): string {
  return messageParts(message)
    .map(({ isCode, text }) => (isCode ? codeSpan(text) : escapeWords(text)))
    .join("");
}
