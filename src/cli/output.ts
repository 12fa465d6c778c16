import { InvalidArgumentError } from "commander";
import { coverageLines } from "../review/coverage.js";
import type { Report } from "../review/report.js";
import { FORMATS, type Format, type FormatName } from "../review/reporters/index.js";
import { UsageError, type Io } from "./command.js";
import { writeOutput } from "./output-file.js";

/** A report to make, and the file that it goes to; without one it goes to stdout. */
export interface Output {
  readonly format: FormatName;
  readonly file?: string;
}

const NAMES = Object.keys(FORMATS) as FormatName[];

/** Reads a value of `--format`: a name, or a name and a file (`sarif=report.sarif`). Commander prints what it throws. */
export function parseOutput(value: string, before: readonly Output[]): Output[] {
  const [name = "", ...rest] = value.split("=");
  const format = NAMES.find((known) => known === name);
  if (!format) throw new InvalidArgumentError(`Allowed choices are ${NAMES.join(", ")}.`);
  const file = rest.join("=");
  if (rest.length > 0 && file === "") throw new InvalidArgumentError(`A file name is missing after "${name}=".`);
  return [...before, rest.length > 0 ? { format, file } : { format }];
}

/**
 * The reports that the flags ask for: `--output-file` is the file of the format that has none of its own.
 *
 * @throws {UsageError} if two reports would go to stdout or to the same file
 */
export function outputsOf(formats: readonly Output[], outputFile: string | undefined): Output[] {
  const asked: readonly Output[] = formats.length > 0 ? formats : [{ format: "stylish" }];
  const open = asked.filter(({ file }) => file === undefined);
  if (open.length > 1)
    throw new UsageError(
      `Only one format can go to ${outputFile ?? "stdout"}: give the others a file, as in --format ${open[1]?.format ?? ""}=report.txt.`,
    );
  if (outputFile !== undefined && open.length === 0)
    throw new UsageError("--output-file has nothing to write, because each --format names a file.");
  const outputs = asked.map(({ format, file = outputFile }) => (file === undefined ? { format } : { format, file }));
  const files = outputs.flatMap(({ file }) => file ?? []);
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`Two reports would go to ${twice}.`);
  return outputs;
}

/**
 * Makes the reports. What the run could see is said once to people: in the report on stdout, or on stderr.
 *
 * @throws {UsageError} if a file cannot be written
 */
export function printReports(report: Report, outputs: readonly Output[], io: Io): void {
  for (const { format, file } of outputs) {
    const { render }: Format = FORMATS[format];
    writeOutput(render(report, { color: file === undefined && io.color }), file, io);
  }
  const told = outputs.some(({ format, file }) => file === undefined && FORMATS[format].tellsCoverage);
  if (!told) io.err(`${coverageLines(report.coverage).join("\n")}\n`);
}
