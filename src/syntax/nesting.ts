import jsTokens, { type JSXToken, type Token } from "js-tokens";

/** The parser's own stack ends between 2,000 and 5,000 levels, and takes the process with it. */
export const MAX_DEPTH = 1_500;

/** A level without a bracket takes two characters at least; so much text without a `;` may hold too many. */
const SUSPICIOUS = 2 * MAX_DEPTH;

/** Where a text nests deeper than the parser can follow; undefined where it does not. */
export function tooDeepAt(text: string, isJsx: boolean, isTypeScript: boolean): number | undefined {
  const brackets = bracketsIn(text);
  if (brackets.tooDeepAt !== undefined || !mayNestWithoutBrackets(text, brackets.depth)) return brackets.tooDeepAt;
  // `<` begins a tag or a list of types: which of the two, only a parser knows.
  return tokensTooDeepAt(text, isJsx) ?? (isJsx && isTypeScript ? tokensTooDeepAt(text, false) : undefined);
}

/** Brackets in strings count too: they come in pairs. */
function bracketsIn(text: string): { readonly depth: number; readonly tooDeepAt?: number } {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // ( [ {
    if (code === 0x28 || code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) return { depth, tooDeepAt: at };
      if (depth > deepest) deepest = depth;
    } else if ((code === 0x29 || code === 0x5d || code === 0x7d) && depth > 0) depth--;
  }
  return { depth: deepest };
}

/** False for most files, which need not be read token by token. */
function mayNestWithoutBrackets(text: string, depth: number): boolean {
  if (text.length < SUSPICIOUS) return false;
  let start = 0;
  for (let end = text.indexOf(";"); ; end = text.indexOf(";", start)) {
    const last = end < 0 ? text.length : end;
    if (last - start >= SUSPICIOUS && depth + nestingIn(text.slice(start, last)) > MAX_DEPTH) return true;
    if (end < 0) break;
    start = end + 1;
  }
  // `else if` and tags go on behind a `;`.
  return text.split("else", MAX_DEPTH + 1).length > MAX_DEPTH || text.split("<", MAX_DEPTH + 1).length > MAX_DEPTH;
}

/** How many levels a text without a `;` may open without a bracket: a long table has many lines and few of these. */
function nestingIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // = ? : < *
    if (code === 0x3d || code === 0x3f || code === 0x3a || code === 0x3c || code === 0x2a) count++;
  }
  return count + text.split(WORDS).length - 1;
}

const WORDS = /\b(?:await|new|keyof|if|for|while|do|with|extends|yield|throw|async)\b/u;

/** What nests inside one pair of brackets. */
interface Level {
  /** Operators and keywords since the statement began, each of which has another expression or statement in it. */
  run: number;
  /** `else if` behind `else if`, however many statements that are. */
  branches: number;
  /** Lists of types and tags that are open. */
  angles: number;
  /** The brackets are those of `if (…)` and the like, behind which the statement goes on. */
  readonly isHead: boolean;
}

const NESTS = /^(?:=>|\?|:|\*\*|(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=)$/u;
const NESTS_AS_WORD: ReadonlySet<string> = new Set([
  ...["await", "new", "keyof", "if", "for", "while", "do", "with", "extends", "yield", "throw", "async"],
]);
const HEADS: ReadonlySet<string> = new Set(["if", "for", "while", "with", "await"]);
/** A statement goes on with these, also on a new line. */
const GOES_ON: ReadonlySet<string> = new Set(["extends", "instanceof", "in", "of", "as", "satisfies", "is", "while"]);
/** Behind these an expression or a statement has yet to come. */
const EXPECTS: ReadonlySet<string> = new Set([
  ...[
    ...NESTS_AS_WORD,
    ...GOES_ON,
    "else",
    "return",
    "typeof",
    "void",
    "delete",
    "case",
    "readonly",
    "unique",
    "infer",
  ],
]);

function tokensOf(text: string, jsx: boolean): Iterable<Token | JSXToken> {
  return jsx ? jsTokens(text, { jsx }) : jsTokens(text);
}

/** Counts levels by tokens, rather more than there are: where a statement ends, the tokens alone do not always tell. */
function tokensTooDeepAt(text: string, jsx: boolean): number | undefined {
  const levels: Level[] = [{ run: 0, branches: 0, angles: 0, isHead: false }];
  let total = 0;
  let at = 0;
  /** The last token, and whether the line has ended behind it. */
  let last = { value: "", isOperand: false, closesHead: false, endsLine: false };
  for (const { type, value } of tokensOf(text, jsx)) {
    const start = at;
    at += value.length;
    if (type === "LineTerminatorSequence") last.endsLine = true;
    if (type === "WhiteSpace" || type === "LineTerminatorSequence" || /Comment$/u.test(type)) continue;
    const level = levels.at(-1);
    if (!level) break;
    total -= level.run + level.branches + level.angles;
    const isWord = type === "IdentifierName";
    const isOperand = isWord || /^(?:String|Numeric|RegularExpression|NoSubstitution|Private|JSXS|JSXI)/u.test(type);
    if (last.value === ";" || last.value === ",") level.run = 0;
    else if (
      isOperand &&
      last.isOperand &&
      (last.endsLine || last.value === "}") &&
      !last.closesHead &&
      !GOES_ON.has(value)
    )
      level.run = 0;
    if (last.value === ";" || last.value === "}") level.branches = value === "else" ? level.branches + 1 : 0;
    if (isWord && NESTS_AS_WORD.has(value)) level.run++;
    else if (type === "JSXPunctuator") {
      if (value === "<") level.angles++;
      else if (value === "/") level.angles -= last.value === "<" ? 2 : 1;
    } else if (type === "Punctuator") {
      if (NESTS.test(value)) level.run++;
      else if (value === "<") level.angles++;
      else if (/^>+$/u.test(value)) level.angles -= value.length;
    }
    level.angles = Math.max(0, level.angles);
    total += level.run + level.branches + level.angles;
    const opens = /^[([{]$/u.test(value) && type.endsWith("Punctuator") ? true : type === "TemplateHead";
    const closes = /^[)\]}]$/u.test(value) && type.endsWith("Punctuator") ? true : type === "TemplateTail";
    let closesHead = false;
    if (opens) {
      levels.push({ run: 0, branches: 0, angles: 0, isHead: value === "(" && HEADS.has(last.value) });
      total++;
    } else if (closes && levels.length > 1) {
      const { run, branches, angles, isHead } = levels.pop() as Level;
      total -= run + branches + angles + 1;
      closesHead = isHead;
    }
    if (total > MAX_DEPTH) return start;
    last = { value, isOperand: closes || (isOperand && !EXPECTS.has(value)), closesHead, endsLine: false };
  }
  return undefined;
}
