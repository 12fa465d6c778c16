import { styleText } from "node:util";
import type { Change } from "../codemod/rewrite.js";
import { placesOf, type Counts, type FileSummary, type MigrationSummary } from "../codemod/run/summary.js";
import { printable } from "../review/escape.js";

const OUTCOMES = ["rewritten", "marked", "left"] as const;

/** Rows of cells, the columns as wide as they need to be; numbers stand to the right. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

function countRows(head: string, counts: Readonly<Record<string, Counts>>): string[][] {
  return [
    [head, ...OUTCOMES],
    ...Object.entries(counts).map(([name, entry]) => [
      name === "" ? "(no single tool)" : printable(name),
      ...OUTCOMES.map((outcome) => String(entry[outcome])),
    ]),
  ];
}

function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

interface Place {
  readonly path: string;
  readonly change: Change;
}

function placesWith(files: readonly FileSummary[], outcome: Change["outcome"]): Place[] {
  return files.flatMap(({ path, changes }) =>
    placesOf(changes.filter((change) => change.outcome === outcome)).map((change) => ({ path, change })),
  );
}

/** The same question once, with all of its places; the commonest first. */
function causesOf(places: readonly Place[]): [string, Place[]][] {
  const causes = new Map<string, Place[]>();
  for (const place of places) causes.set(place.change.why, [...(causes.get(place.change.why) ?? []), place]);
  return [...causes].sort((one, other) => other[1].length - one[1].length);
}

function headline({ counts, support, written }: MigrationSummary): string {
  const files = plural(counts.changed, "file");
  const helper = support
    .filter(({ changed }) => changed)
    .map(({ path }) => printable(path))
    .join(", ");
  const beside = helper === "" ? "" : `, and ${helper}`;
  return written ? `Changed ${files}${beside}.` : `Would change ${files}${beside}.`;
}

/** More lines of one kind than this are for `--report`. */
const LISTED = 40;

/** Titles of the lists of places that the user has to look at. */
const TO_DECIDE = "Needs your decision; a comment marks the place:";
const LEFT = "Found, not changed:";

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= LISTED) return lines;
  return [...lines.slice(0, LISTED), `… and ${lines.length - LISTED} more: --report json lists them all`];
}

/** The end of a run, for people. */
export function summaryText(summary: MigrationSummary, color: boolean): string {
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const { counts, files, failures, skipped, notes, next } = summary;
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", paint("bold", title), ...shortened(lines).map((line) => `  ${line}`)];
  const places = (outcome: Change["outcome"]): string[] =>
    [...causesOf(placesWith(files, outcome))].flatMap(([why, found]) => [
      printable(why),
      ...found.map(
        ({ path, change: { line, column, transform } }) =>
          `  ${printable(path)}:${line}:${column}  ${paint("dim", transform)}`,
      ),
    ]);
  const [transformHead = "", ...transforms] = columns(countRows("transform", counts.transforms));
  const [toolHead = "", ...tools] = columns(countRows("tool", counts.tools));
  const named = ({ path, reason }: { path: string; reason: string }): string =>
    `${printable(path)}: ${printable(reason)}`;
  const tables =
    transforms.length === 0
      ? []
      : ["", paint("dim", transformHead), ...transforms, "", paint("dim", toolHead), ...tools];
  return [
    counts.changed === 0 && failures.length === 0
      ? `Nothing to change in ${plural(counts.files, "file")}.`
      : `${paint("bold", headline(summary))} Checked ${plural(counts.files, "file")}.`,
    ...tables,
    ...list(TO_DECIDE, places("marked")),
    ...list(LEFT, places("left")),
    ...list("Not checked:", skipped.map(named)),
    ...list("Failed, not changed:", failures.map(named)),
    ...list("Note:", notes.map(printable)),
    ...list("Next:", next.map(printable)),
    "",
  ].join("\n");
}

const cell = (text: string): string => printable(text).replace(/[\\|<>`*_[\]]/gu, String.raw`\$&`);

function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? "---" : "--:"))), ...body.map(line)].join("\n");
}

/** The same for a pull request. */
export function summaryMarkdown(summary: MigrationSummary): string {
  const { counts, files, failures, skipped, notes, next } = summary;
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`### ${title}`, lines.map((line) => `- ${line}`).join("\n")];
  const places = (outcome: Change["outcome"]): string[] =>
    placesWith(files, outcome).map(
      ({ path, change: { line, why, transform, tool } }) =>
        `${cell(path)}:${line}${tool === undefined ? "" : ` (${cell(tool)})`}: ${cell(why)} (${transform})`,
    );
  const escaped = (rows: string[][]): string[][] => rows.map(([name = "", ...rest]) => [cell(name), ...rest]);
  const named = ({ path, reason }: { path: string; reason: string }): string => `${cell(path)}: ${cell(reason)}`;
  const isEmpty = Object.keys(counts.transforms).length === 0;
  return `${[
    "## Error contract migration",
    `${cell(headline(summary))} Checked ${plural(counts.files, "file")}.`,
    ...(isEmpty
      ? []
      : [table(countRows("Transform", counts.transforms)), table(escaped(countRows("Tool", counts.tools)))]),
    ...list("Needs your decision; a comment marks the place", places("marked")),
    ...list("Found, not changed", places("left")),
    ...list("Not checked", skipped.map(named)),
    ...list("Failed, not changed", failures.map(named)),
    ...list("Notes", notes.map(cell)),
    ...(next.length === 0 ? [] : ["### Next", `\`\`\`sh\n${next.map(printable).join("\n")}\n\`\`\``]),
  ].join("\n\n")}\n`;
}
