/** What a rewrite must keep, measured on its input and output. For the fuzzer and the run over real repositories. */
import type { TSESTree } from "@typescript-eslint/types";
import { structuredPatch } from "diff";
import type { Change, Rewrite } from "../../src/codemod/rewrite.js";
import { forEachChild, isFunction, type Node } from "../../src/syntax/tree.js";
import type { Parse, ParsedSource } from "../../src/syntax/parse.js";

export function mustParse(parse: Parse, text: string, filename: string): ParsedSource {
  const result = parse(text, filename);
  if (!result.ok) throw new Error(`line ${result.failure.line}: ${result.failure.message}`);
  return result.source;
}

/** Texts of comments; indentation and line ends do not count. */
function commentTexts({ comments }: ParsedSource): string[] {
  return comments.map(({ value }) => value.replace(/\s+/gu, " ").trim());
}

/** Comments of the first text that the second one has not, or has less often. */
export function lostComments(before: ParsedSource, after: ParsedSource): string[] {
  const left = new Map<string, number>();
  for (const text of commentTexts(after)) left.set(text, (left.get(text) ?? 0) + 1);
  return commentTexts(before).filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

type Lines = readonly [first: number, last: number];

class LineNumbers {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** 1-based. */
  of(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  offset(line: number, column: number): number {
    return (this.#starts[line - 1] ?? 0) + column - 1;
  }

  linesOf({ range }: Node): Lines {
    return [this.of(range[0]), this.of(range[1])];
  }
}

/** The nodes around an offset, from the outermost on. */
function pathTo(root: TSESTree.Program, offset: number): Node[] {
  const path: Node[] = [];
  for (let node: Node | undefined = root; node;) {
    path.push(node);
    let next: Node | undefined;
    forEachChild(node, (child) => {
      if (child.range[0] <= offset && offset < child.range[1]) next = child;
    });
    node = next;
  }
  return path;
}

const isStatement = ({ type }: Node): boolean =>
  type.endsWith("Statement") || type.endsWith("Declaration") || type === "PropertyDefinition";

/** What holds statements one below the other. */
const isBody = ({ type }: Node): boolean => type === "BlockStatement" || type === "Program" || type === "SwitchCase";

/**
 * The lines that a change may touch: the statement of its finding, a marker above it, the head of the clause that it stands
 * in, head and end of a loop whose body becomes a function. A boundary around a handler has an end as well, and what was gathered is gathered elsewhere in the function.
 */
function linesOfChange({ line, column, transform }: Change, { ast }: ParsedSource, lines: LineNumbers): Lines[] {
  const path = pathTo(ast, lines.offset(line, column)).reverse();
  const functions = path.filter(isFunction);
  const statement = path.find((node, at) => {
    const parent = path[at + 1];
    return (
      (isStatement(node) && node.type !== "BlockStatement" && parent && isBody(parent)) ||
      node.type === "PropertyDefinition"
    );
  });
  const scope = transform === "partial-results" ? functions[0] : statement;
  const clause = path.find((node) => node.type === "CatchClause" || isFunction(node));
  const loop = transform === "swallowed-errors" ? path.find(({ type }) => type === "ForOfStatement") : undefined;
  const bounded = transform === "protocol-errors" ? functions : loop ? [loop] : [];
  const heads = [...(clause ? [clause] : []), ...bounded].map(({ range }) => lines.of(range[0]));
  const tails = bounded.map(({ range }) => lines.of(range[1]));
  return [...(scope ? [lines.linesOf(scope)] : []), ...[...heads, ...tails].map((at): Lines => [at, at])];
}

const HEAD = /^(?:import\b|(?:const|var|let)\b.*\brequire\(|(?:export )?const [A-Z][A-Z0-9_]* = |\/\*\*.*\*\/$|$)/u;

/**
 * Lines of the input that were changed although no finding stands there. New lines at the top level are right if they
 * import the helper or name a constant.
 */
export function linesOutsideFindings(
  before: string,
  { text: after, changes }: Pick<Rewrite, "text" | "changes">,
  source: ParsedSource,
): number[] {
  const plain = before.replace("\uFEFF", "");
  const lines = new LineNumbers(plain);
  const allowed = changes
    .filter(({ outcome }) => outcome !== "left")
    .flatMap((change) => linesOfChange(change, source, lines));
  // A list of imported names that grows.
  allowed.push(
    ...source.ast.body.filter(({ type }) => type === "ImportDeclaration").map((node) => lines.linesOf(node)),
  );
  const isAllowed = (line: number): boolean => allowed.some(([first, last]) => first <= line && line <= last);
  const topLevel = source.ast.body.map((statement) => lines.linesOf(statement));
  const isBetween = (line: number): boolean => !topLevel.some(([first, last]) => first <= line && line < last);
  const { hunks } = structuredPatch("", "", plain, after.replace("\uFEFF", ""), "", "", { context: 0 });
  const sourceLines = plain.split("\n");
  const outside: number[] = [];
  for (const hunk of hunks) {
    const added = hunk.lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1).trim());
    const gone = hunk.lines.filter((line) => line.startsWith("-")).map((line) => line.slice(1).trim());
    // An import that is merged into another one changes its line.
    const isHead = added.every((line) => HEAD.test(line)) && gone.every((line) => HEAD.test(line));
    if (hunk.oldLines === 0) {
      const at = hunk.oldStart - 1;
      if (!(isHead && isBetween(at)) && !isAllowed(at) && !isAllowed(at + 1)) outside.push(at);
    } else if (!isHead) {
      const removed = Array.from({ length: hunk.oldLines }, (_, at) => hunk.oldStart + at);
      // Blank lines are all alike: the comparison may keep the one inside of a statement and drop the one right behind it.
      const isBesideChange = isAllowed(hunk.oldStart - 1) || removed.some(isAllowed);
      for (const line of removed)
        if (!isAllowed(line) && !(isBesideChange && sourceLines[line - 1]?.trim() === "")) outside.push(line);
    }
  }
  return outside;
}
