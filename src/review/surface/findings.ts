import type { Linter } from "eslint";
import type { Exit, ExitFinding, SeenAs } from "./types.js";

/** From the first to the last character, 1-based lines and columns. */
export interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Where an exit is written, by file name. */
export interface ExitSpans {
  readonly own: readonly [string, Span];
  readonly via: readonly (readonly [string, Span])[];
  /** Where the result and the objects in it are made. */
  readonly made: readonly (readonly [string, Span])[];
  readonly seenAs: SeenAs;
}

/** Findings by the absolute name of their file. */
export type FindingsByFile = ReadonlyMap<string, readonly Linter.LintMessage[]>;

/** Rules that mark a statement or clause in which the exit stands, and the exits that they mean by it: no others there. */
const MARKS_AROUND: Readonly<Record<string, SeenAs>> = {
  "mcp-errors/no-swallowed-error": "hidden",
  "mcp-errors/no-protocol-error": "protocol-error",
};

function spanOf(message: Linter.LintMessage): Span {
  const { line, column, endLine = line, endColumn = column } = message;
  return { line, column, endLine, endColumn };
}

function holds(outer: Span, inner: Span): boolean {
  const starts = outer.line < inner.line || (outer.line === inner.line && outer.column <= inner.column);
  const ends = outer.endLine > inner.endLine || (outer.endLine === inner.endLine && outer.endColumn >= inner.endColumn);
  return starts && ends;
}

/** The findings that stand at an exit, at the calls that lead there, or where its result is made. */
export function findingsAt(
  { own, via, made, seenAs }: ExitSpans,
  findings: FindingsByFile,
  nameOf: (filename: string) => string,
): ExitFinding[] {
  const found = new Map<Linter.LintMessage, string>();
  const isMeant = ({ ruleId }: Linter.LintMessage): boolean => {
    const meant = MARKS_AROUND[ruleId ?? ""];
    return meant === undefined || meant === seenAs || seenAs === "unknown";
  };
  for (const [file, span] of [own, ...made])
    for (const message of findings.get(file) ?? [])
      if (isMeant(message) && holds(span, spanOf(message))) found.set(message, file);
  for (const [file, span] of [own, ...via])
    for (const message of findings.get(file) ?? [])
      if (MARKS_AROUND[message.ruleId ?? ""] === seenAs && holds(spanOf(message), span)) found.set(message, file);
  return [...found]
    .flatMap(([message, file]) => written(message, nameOf(file)))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/** A message as a surface tells it; nothing of one that no rule made. */
function written({ ruleId, message, line, column }: Linter.LintMessage, file: string): ExitFinding[] {
  return ruleId === null ? [] : [{ rule: ruleId, message, file, line, column }];
}

/** Findings that stand at none of a tool's exits: a retry loop, a header that is not read, code that several tools call. */
export class OtherFindings {
  readonly #all: readonly { readonly file: string; readonly span: Span; readonly finding: ExitFinding }[];
  readonly #told = new Set<string>();

  constructor(findings: FindingsByFile, nameOf: (filename: string) => string) {
    this.#all = [...findings].flatMap(([file, messages]) =>
      messages.flatMap((message) =>
        written(message, nameOf(file)).map((finding) => ({ file, span: spanOf(message), finding })),
      ),
    );
  }

  /**
   * Those within the code of one tool; tools that share a function share its findings.
   * @param code asked for where there are any
   * @param atExits those that are told at the exits of the tool
   */
  in(code: () => readonly (readonly [string, Span])[], atExits: readonly ExitFinding[]): ExitFinding[] {
    if (this.#all.length === 0) return [];
    const known = new Set(atExits.map(keyOf));
    for (const key of known) this.#told.add(key);
    const spans = code();
    const found = this.#all.filter(
      ({ file, span, finding }) =>
        !known.has(keyOf(finding)) && spans.some(([name, around]) => name === file && holds(around, span)),
    );
    for (const { finding } of found) this.#told.add(keyOf(finding));
    return found.map(({ finding }) => finding);
  }

  /** Those that no tool has told. */
  left(): ExitFinding[] {
    return this.#all.flatMap(({ finding }) => (this.#told.has(keyOf(finding)) ? [] : [finding]));
  }
}

function keyOf(finding: ExitFinding): string {
  return JSON.stringify(finding);
}

/** What the rules know of a failure that the types of the framework leave open. */
export function seenByRules(
  { outcome, seenAs }: Pick<Exit, "outcome" | "seenAs">,
  found: readonly ExitFinding[],
): SeenAs {
  const isTold = found.some(({ rule }) => rule === "mcp-errors/require-is-error");
  return outcome === "failure" && seenAs === "unknown" && isTold ? "ordinary-text" : seenAs;
}
