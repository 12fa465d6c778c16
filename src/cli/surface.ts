import path from "node:path";
import { styleText } from "node:util";
import { Option } from "commander";
import { Project } from "../analysis/project/project.js";
import { CoverageCounter } from "../review/coverage.js";
import { printable } from "../review/escape.js";
import { count } from "../review/report.js";
import { SURFACE_FORMATS } from "../review/surface/formats/index.js";
import { surfacePaths } from "../review/surface/formats/paths.js";
import { unresolvedIn } from "../review/surface/formats/words.js";
import { surfaceOf, type SourceText, type Unread } from "../review/surface/load.js";
import type { Surface } from "../review/surface/types.js";
import { commandParser } from "./command-parser.js";
import { addSetupOptions, readSetup, type Setup, type SetupFlags } from "./config/setup.js";
import { UsageError, type AddCommand, type Io } from "./command.js";
import { exitsAskedFor } from "./explain-exit.js";
import { writeOutput } from "./output-file.js";
import { sourcesBehind } from "./sources.js";
import { LINK_PRESETS, surfaceContext } from "./surface-context.js";

interface Flags extends SetupFlags {
  readonly explain?: string;
  readonly format: string;
  readonly linkTemplate?: string;
  readonly outputFile?: string;
}

/** The texts below the paths; what cannot be read goes to `unread`. */
function* textsBehind(paths: readonly string[], setup: Setup, cwd: string, unread: Unread[]): Generator<SourceText> {
  for (const source of sourcesBehind({ paths, cwd, setup }, new CoverageCounter())) {
    if (source.kind === "text") yield source;
    else unread.push({ file: source.result.filePath, reason: source.result.messages[0]?.message ?? "" });
  }
}

function summaryLine({ summary, tools: all }: Surface): string {
  const { tools, exits, failures, failuresSeenAs: seen, files } = summary;
  const lost = seen.hidden + seen["protocol-error"] + seen["ordinary-text"];
  const counts = [count(tools, "tool"), count(exits, "exit"), count(failures, "failure")].join(", ");
  const gaps = unresolvedIn(all);
  const isCertain = failures > 0 && seen.unknown === 0;
  const parts = [
    ...(lost > 0 ? [`${count(lost, "failure")} the model doesn't see as one`] : []),
    ...(lost === 0 && isCertain ? ["the model sees every failure as one"] : []),
    ...(gaps === "" ? [] : [gaps]),
  ];
  return `${[`${counts} in ${count(files, "file")}`, ...parts].join("; ")}.`;
}

function bold(color: boolean): (text: string) => string {
  return (text) => (color ? styleText("bold", text, { validateStream: false }) : text);
}

async function run(paths: readonly string[], flags: Flags, io: Io): Promise<0 | 2> {
  const format = SURFACE_FORMATS[flags.format];
  if (!format) throw new UsageError(`There is no format "${flags.format}".`);
  const parse = commandParser();
  const setup = await readSetup(flags, io.cwd);
  const context = surfaceContext(io.cwd, flags.linkTemplate);
  const project = new Project({ settings: setup.settings, parse, frozen: true });
  const unread: Unread[] = [];
  const texts = textsBehind(paths, setup, io.cwd, unread);
  const { surface, unread: unparsed, pathOf } = surfaceOf(texts, io.cwd, project, parse, setup.rules);
  const isExplained = flags.explain !== undefined && surface.tools.length > 0;
  const text = isExplained
    ? surfacePaths(
        exitsAskedFor(flags.explain, surface, pathOf),
        pathOf,
        bold(io.color && flags.outputFile === undefined),
      )
    : format(surface, context);
  if (flags.explain === undefined || isExplained) writeOutput(text, flags.outputFile, io);
  for (const { file, reason } of [...unread, ...unparsed])
    io.err(`Not checked: ${printable(path.relative(io.cwd, file) || ".")}. ${printable(reason)}\n`);
  if (surface.tools.length > 0) {
    if (!isExplained) io.err(`${summaryLine(surface)}\n`);
    return 0;
  }
  io.err(
    "No tools found. Name the folder of the server. If functions of your own register the tools, name them in `settings.toolBuilders` of mcp-errors.config.json.\n",
  );
  return 2;
}

/** `mcp-errors surface`: each tool, and each way in which a call of it can end. */
export const addSurface: AddCommand = (program, io, done) => {
  addSetupOptions(program.command("surface"), { rules: true })
    .summary("show every tool, and every way a call to it can end")
    .description("Show the error surface of a server: every tool, and every way a call to it can end.")
    .argument("[paths...]", "files, folders and globs", ["."])
    .addOption(
      new Option(
        "--explain <exit>",
        "print the path to each exit of a tool, to one of them (tool:2), or to those that go through a line (file:12)",
      ).conflicts(["format", "linkTemplate"]),
    )
    .addOption(
      new Option("--format <name>", "how to print it").choices(Object.keys(SURFACE_FORMATS)).default("markdown"),
    )
    .option("--output-file <file>", "write it to a file instead of stdout")
    .option(
      "--link-template <template>",
      `link places to sources: ${LINK_PRESETS.join(", ")}, or an address with {path}, {absolute}, {line}, {commit}, {remote}`,
    )
    .addHelpText(
      "after",
      `
Examples:
  $ mcp-errors surface                                       tables for the project in this folder
  $ mcp-errors surface --format html --output-file all.html  a page with a filter
  $ mcp-errors surface --format html --link-template vscode --output-file all.html
                                                             places open in the editor
  $ mcp-errors surface --explain get_order:2                 how a call comes to its second exit, step by step
  $ mcp-errors surface src --format json                     for other tools; the format has a JSON Schema
  $ mcp-errors surface --format dot | dot -Tsvg > tools.svg  a picture, with Graphviz

Exit code: 0 done, 2 wrong use, no tool found, or no such exit.`,
    )
    .action(async (paths: string[], flags: Flags) => {
      done(await run(paths, flags, io));
    });
};
