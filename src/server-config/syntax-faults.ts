import { createScanner, stripComments, type ParseError } from "jsonc-parser";
import type { Client } from "./clients/index.js";

/** What keeps a client from reading its file, in a sentence, and where. */
export interface SyntaxFault {
  readonly message: string;
  readonly offset: number;
}

/** What the numbers of the parser mean: its enumeration is not there at run time. */
const MESSAGES: Readonly<Record<number, string>> = {
  1: "this value is not valid JSON: strings need double quotes",
  2: "this is not a number",
  3: "the name of a property is expected here, in double quotes",
  4: "a value is expected here",
  5: "a colon is expected here",
  6: "a comma is expected here",
  7: "a `}` is missing",
  8: "a `]` is missing",
  9: "the file should end here",
  11: "the comment is not closed",
  12: "the text is not closed",
  13: "the number is not finished",
  14: "this is not a Unicode escape",
  15: "this escape does not exist; a backslash is written `\\\\`",
  16: "a control character has to be escaped",
};

// The kinds of tokens, as the parser numbers them.
const CLOSING_BRACE = 2;
const CLOSING_BRACKET = 4;
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const TRIVIA_BLANK = 14;
const TRIVIA_BREAK = 15;
const END_OF_FILE = 17;

/** The first fault in a file; undefined where the client reads it. */
export function faultOf(text: string, errors: readonly ParseError[], client: Client): SyntaxFault | undefined {
  if (text.trim() === "") return { message: "the file is empty; an object is expected", offset: 0 };
  // Everything is commented out: there is no server, and nothing that is wrong.
  if (client.isLenient && stripComments(text).trim() === "") return undefined;
  const [first] = errors.map(({ error, offset }) => ({
    message: MESSAGES[error] ?? "the file is not valid JSON here",
    offset: Math.min(offset, text.length),
  }));
  const extra = client.isLenient ? undefined : firstExtra(text, client);
  if (!first || !extra) return first ?? extra;
  return extra.offset < first.offset ? extra : first;
}

/** The first comment or trailing comma, which plain JSON does not have. */
function firstExtra(text: string, { name }: Client): SyntaxFault | undefined {
  const scanner = createScanner(text, false);
  let comma: number | undefined;
  for (let token: number = scanner.scan(); token !== END_OF_FILE; token = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    if (token === LINE_COMMENT || token === BLOCK_COMMENT)
      return { message: `${name} reads plain JSON, which has no comments`, offset };
    if (token === TRIVIA_BLANK || token === TRIVIA_BREAK) continue;
    if ((token === CLOSING_BRACE || token === CLOSING_BRACKET) && comma !== undefined)
      return { message: `${name} reads plain JSON, in which no comma stands before a closing bracket`, offset: comma };
    comma = token === COMMA ? offset : undefined;
  }
  return undefined;
}
