import path from "node:path";
import { Option } from "commander";
import { Project } from "../analysis/project/project.js";
import { PRESET_NAMES, type PresetName } from "../presets.js";
import { CoverageCounter } from "../review/coverage.js";
import { printable } from "../review/escape.js";
import { count } from "../review/report.js";
import { SURFACE_FORMATS } from "../review/surface/formats/index.js";
import { surfaceOf, type SourceText, type Unread } from "../review/surface/load.js";
import type { Surface } from "../review/surface/types.js";
import { DEFAULT_SETTINGS } from "../settings.js";
import { activeRules, commandParser } from "./lint-setup.js";
import { UsageError, type AddCommand, type Io } from "./command.js";
import { writeOutput } from "./output-file.js";
import { sourcesBehind } from "./sources.js";

interface Flags {
  readonly format: string;
  readonly preset: PresetName;
  readonly ignore: readonly string[];
  readonly outputFile?: string;
}

/** The texts below the paths; what cannot be read goes to `unread`. */
function* textsBehind(paths: readonly string[], flags: Flags, cwd: string, unread: Unread[]): Generator<SourceText> {
  for (const source of sourcesBehind({ paths, cwd, ignore: flags.ignore }, new CoverageCounter())) {
    if (source.kind === "text") yield source;
    else unread.push({ file: source.result.filePath, reason: source.result.messages[0]?.message ?? "" });
  }
}

function summaryLine({ summary }: Surface): string {
  const { tools, exits, failures, failuresSeenAs: seen, files } = summary;
  const lost = seen.hidden + seen["protocol-error"] + seen["ordinary-text"];
  const counts = [count(tools, "tool"), count(exits, "exit"), count(failures, "failure")].join(", ");
  const seenAsOne = lost === 0 ? "no failure is lost" : `the model does not see ${lost} of the failures as one`;
  return `${counts} in ${count(files, "file")}; ${seenAsOne}.`;
}

function run(paths: readonly string[], flags: Flags, io: Io): 0 | 2 {
  const format = SURFACE_FORMATS[flags.format];
  if (!format) throw new UsageError(`There is no format "${flags.format}".`);
  const parse = commandParser();
  const project = new Project({ settings: DEFAULT_SETTINGS, parse, frozen: true });
  const unread: Unread[] = [];
  const texts = textsBehind(paths, flags, io.cwd, unread);
  const { surface, unread: unparsed } = surfaceOf(texts, io.cwd, project, parse, activeRules(flags.preset));
  writeOutput(format(surface), flags.outputFile, io);
  for (const { file, reason } of [...unread, ...unparsed])
    io.err(`Not looked at: ${printable(path.relative(io.cwd, file) || ".")}. ${printable(reason)}\n`);
  if (surface.tools.length > 0) {
    io.err(`${summaryLine(surface)}\n`);
    return 0;
  }
  io.err(
    "No tool was found. Name the folder of the server, or, if they are registered in a way of your own, see https://github.com/eslint-plugin-mcp-errors/eslint-plugin-mcp-errors#settings.\n",
  );
  return 2;
}

/** `mcp-errors surface`: each tool, and each way in which a call of it can end. */
export const addSurface: AddCommand = (program, io, done) => {
  program
    .command("surface")
    .summary("show each tool with each way in which a call of it can end")
    .description("Show the error surface of a server: each tool, and each way in which a call of it can end.")
    .argument("[paths...]", "files and folders", ["."])
    .addOption(
      new Option("--format <name>", "how to print it").choices(Object.keys(SURFACE_FORMATS)).default("markdown"),
    )
    .addOption(
      new Option("--preset <name>", "whose findings to show at the exits").choices(PRESET_NAMES).default("recommended"),
    )
    .option("--output-file <file>", "write it to a file instead of stdout")
    .option(
      "--ignore <glob>",
      "leave these out as well (may be repeated)",
      (glob: string, globs: readonly string[]) => [...globs, glob],
      [],
    )
    .addHelpText(
      "after",
      `
Examples:
  $ mcp-errors surface                                       tables for the project in this folder
  $ mcp-errors surface --format html --output-file all.html  a page to look at, with a filter
  $ mcp-errors surface src --format json                     for other tools; the format has a JSON Schema
  $ mcp-errors surface --format dot | dot -Tsvg > tools.svg  a picture, with Graphviz

Exit code: 0 done, 2 wrong use or no tool found.`,
    )
    .action((paths: string[], flags: Flags) => {
      done(run(paths, flags, io));
    });
};
