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

/** Rules that mark a statement or clause in which the exit stands, and the exits that they mean by it. */
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
  for (const [file, span] of [own, ...made])
    for (const message of findings.get(file) ?? []) if (holds(span, spanOf(message))) found.set(message, file);
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

/** Findings that stand at no exit: a retry loop, a header that is not read, an answer that is not looked at. */
export class OtherFindings {
  readonly #all: readonly { readonly file: string; readonly span: Span; readonly finding: ExitFinding }[];
  readonly #told = new Set<ExitFinding>();

  /** @param atExits those that are told at the exits */
  constructor(findings: FindingsByFile, atExits: readonly ExitFinding[], nameOf: (filename: string) => string) {
    const known = new Set(atExits.map((finding) => JSON.stringify(finding)));
    this.#all = [...findings].flatMap(([file, messages]) =>
      messages.flatMap((message) =>
        written(message, nameOf(file)).flatMap((finding) =>
          known.has(JSON.stringify(finding)) ? [] : [{ file, span: spanOf(message), finding }],
        ),
      ),
    );
  }

  /** Those within some code; tools that share a function share its findings. */
  in(code: () => readonly (readonly [string, Span])[]): ExitFinding[] {
    if (this.#all.length === 0) return [];
    const spans = code();
    const found = this.#all.filter(({ file, span }) =>
      spans.some(([name, around]) => name === file && holds(around, span)),
    );
    for (const { finding } of found) this.#told.add(finding);
    return found.map(({ finding }) => finding);
  }

  /** Those that were asked for nowhere. */
  left(): ExitFinding[] {
    return this.#all.flatMap(({ finding }) => (this.#told.has(finding) ? [] : [finding]));
  }
}

/** What the rules know of a failure that the types of the framework leave open. */
export function seenByRules(
  { outcome, seenAs }: Pick<Exit, "outcome" | "seenAs">,
  found: readonly ExitFinding[],
): SeenAs {
  const isTold = found.some(({ rule }) => rule === "mcp-errors/require-is-error");
  return outcome === "failure" && seenAs === "unknown" && isTold ? "ordinary-text" : seenAs;
}
