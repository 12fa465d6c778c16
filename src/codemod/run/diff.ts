import { formatPatch, structuredPatch } from "diff";
import { styleText } from "node:util";

/** One file of a run: what it holds, and what it would hold. */
export interface FileChange {
  /** Absolute. */
  readonly file: string;
  /** Undefined for a file that is new. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Control characters of a source text would reach the terminal as commands. Tabs are harmless. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\t\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\uFFFD");
}

function paint(line: string): string {
  const style = (format: Parameters<typeof styleText>[0]): string => styleText(format, line, { validateStream: false });
  if (/^(?:diff|---|\+\+\+|index|new file) /u.test(line)) return style("bold");
  if (line.startsWith("@@")) return style("cyan");
  if (line.startsWith("+")) return style("green");
  return line.startsWith("-") ? style("red") : line;
}

/**
 * The change of a file as `git diff` prints it; `git apply` takes it.
 *
 * @param name the path below the folder of the run, with `/`
 */
export function unifiedDiff(name: string, { before, after }: FileChange): string {
  const patch = structuredPatch(`a/${name}`, `b/${name}`, before ?? "", after, undefined, undefined, { context: 3 });
  const isNew = before === undefined;
  return formatPatch({
    ...patch,
    ...(isNew ? { oldFileName: "/dev/null", isCreate: true, newMode: "100644" } : {}),
    isGit: true,
  });
}

/** The same for a terminal. */
export function colored(diff: string): string {
  return harmless(diff.replaceAll("\r\n", "\n"))
    .split("\n")
    .map((line) => paint(line))
    .join("\n");
}
