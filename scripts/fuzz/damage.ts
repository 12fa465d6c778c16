import type { Random } from "../codemod/mutations.js";

/** Characters that end lines, turn directions, are halves of others, or are taken for something else. */
const ODD = [
  "\r",
  "\u2028",
  "\u2029",
  "\u0000",
  "\uFEFF",
  "\u202E",
  "\u00A0",
  "\uD800",
  "é",
  "𝒳",
  "‍",
  "\t",
  "$",
  "`",
  "\\",
];
const PIECES = [
  ...[
    "/*",
    "*/",
    "//",
    "${",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "=>",
    "?.",
    "??",
    "...",
    ";",
    "'",
    '"',
    "/",
    "<",
    ">",
    "@",
    "#",
  ],
  ...[
    "await ",
    "async ",
    "catch (e) {}",
    "catch {}",
    "throw ",
    "return ",
    "try {",
    "finally {}",
    "isError: true",
    "null",
  ],
  ...[
    "<a>{",
    "as unknown",
    "satisfies X",
    "!",
    "import x from 'y';",
    "export default ",
    "class A {",
    "static {",
    "yield ",
  ],
  ...["__proto__: null,", "constructor", "hasOwnProperty", "toString", "eval", "/(?:/", "/a+/gu", "`${`", "label: "],
];

type Damage = (text: string, random: Random, others: readonly { readonly text: string }[]) => string;

const at = (text: string, random: Random): number => random(text.length + 1);

/** A range of a text, rather a short one. */
function range(text: string, random: Random): readonly [number, number] {
  const start = at(text, random);
  return [start, Math.min(text.length, start + 1 + random([4, 40, 400][random(3)] ?? 4))];
}

const DAMAGES: readonly Damage[] = [
  // a piece is gone, twice there, or elsewhere
  (text, random) => {
    const [start, end] = range(text, random);
    return text.slice(0, start) + text.slice(end);
  },
  (text, random) => {
    const [start, end] = range(text, random);
    return text.slice(0, end) + text.slice(start, end).repeat(1 + random(30)) + text.slice(end);
  },
  (text, random) => {
    const [start, end] = range(text, random);
    const rest = text.slice(0, start) + text.slice(end);
    const to = at(rest, random);
    return rest.slice(0, to) + text.slice(start, end) + rest.slice(to);
  },
  // something comes in
  (text, random) => {
    const to = at(text, random);
    return text.slice(0, to) + (ODD[random(ODD.length)] ?? "") + text.slice(to);
  },
  (text, random) => {
    const to = at(text, random);
    return text.slice(0, to) + (PIECES[random(PIECES.length)] ?? "").repeat(random(8) === 0 ? 400 : 1) + text.slice(to);
  },
  (text, random, others) => {
    const other = others[random(others.length)]?.text ?? "";
    const [start, end] = range(other, random);
    const to = at(text, random);
    return text.slice(0, to) + other.slice(start, end) + text.slice(to);
  },
  // whole lines, which more often leaves a program
  (text, random) => {
    const lines = text.split("\n");
    const from = random(lines.length);
    lines.splice(random(lines.length), 0, ...lines.slice(from, from + 1 + random(6)));
    return lines.join("\n");
  },
  (text, random) => {
    const lines = text.split("\n");
    lines.splice(random(lines.length), 1 + random(4));
    return lines.join("\n");
  },
  // names and words for others
  (text, random) => {
    const words = [...text.matchAll(/[A-Za-z_$][\w$]*/gu)];
    const one = words[random(Math.max(1, words.length))];
    const other = words[random(Math.max(1, words.length))];
    return one && other ? text.slice(0, one.index) + other[0] + text.slice(one.index + one[0].length) : text;
  },
  // all line ends
  (text, random) => text.replaceAll("\n", ["\r\n", "\r", "\u2028", "\n\n"][random(4)] ?? "\n"),
];

/** A text to which something was done that nobody would do. */
export function damage(text: string, random: Random, others: readonly { readonly text: string }[]): string {
  return DAMAGES[random(DAMAGES.length)]?.(text, random, others) ?? text;
}
