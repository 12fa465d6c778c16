import path from "node:path";
import { Option } from "commander";
import { rules as allRules } from "../../rules/index.js";
import { Project } from "../analysis/project.js";
import { presetRules } from "../configs.js";
import type { ActiveRule } from "../lint/lint-text.js";
import type { PresetName } from "../presets.js";
import { printable } from "../review/escape.js";
import { count } from "../review/surface/formats/words.js";
import { SURFACE_FORMATS } from "../review/surface/formats/index.js";
import { surfaceOf, type SourceText, type Unread } from "../review/surface/load.js";
import type { Surface } from "../review/surface/types.js";
import { DEFAULT_SETTINGS } from "../settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../syntax/parse.js";
import { UsageError, type AddCommand, type Io } from "./command.js";
import { findTargets, readSource } from "./files.js";
import { writeOutput } from "./output-file.js";

interface Flags {
  readonly format: string;
  readonly preset: PresetName;
  readonly ignore: readonly string[];
  readonly outputFile?: string;
}

function activeRules(preset: PresetName): ActiveRule[] {
  return Object.entries(presetRules(allRules, preset)).flatMap(([id, entry]) => {
    const rule = allRules[id.slice("mcp-errors/".length)];
    const options: unknown = Array.isArray(entry) ? entry[1] : {};
    return rule ? [{ id, rule, options: options as object }] : [];
  });
}

/** The sources below the paths; what cannot be read goes to `unread`. */
function* sourcesOf(paths: readonly string[], flags: Flags, cwd: string, unread: Unread[]): Generator<SourceText> {
  const { files, missing, unsupported, unreadable } = findTargets(paths, cwd, flags.ignore);
  if (missing.length > 0) throw new UsageError(`No such file or folder: ${missing.join(", ")}.`);
  if (unsupported.length > 0) throw new UsageError(`Not a JavaScript or TypeScript file: ${unsupported.join(", ")}.`);
  for (const { folder, code } of unreadable)
    unread.push({ file: folder, reason: `The folder cannot be read (${code}).` });
  if (files.length === 0 && unreadable.length === 0)
    throw new UsageError(
      `No JavaScript or TypeScript file below ${paths.join(", ")} (tests, builds and dependencies are left out; name a file to look at it all the same).`,
    );
  for (const file of files) {
    const source = readSource(file);
    if (source.ok) yield { file, text: source.text };
    else unread.push({ file, reason: source.reason });
  }
}

function summaryLine({ summary }: Surface): string {
  const { tools, exits, failures, failuresSeenAs: seen, files } = summary;
  const lost = seen.hidden + seen["protocol-error"] + seen["ordinary-text"];
  const counts = [count(tools, "tool"), count(exits, "exit"), count(failures, "failure")].join(", ");
  return `${counts} in ${count(files, "file")}; the model does not see ${lost} of the failures as one.`;
}

function run(paths: readonly string[], flags: Flags, io: Io): 0 | 2 {
  const oxc = loadOxc();
  if (!oxc)
    throw new UsageError(
      "The parser is missing: run `npm install oxc-parser`, or use the package mcp-errors, which brings it.",
    );
  const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const unread: Unread[] = [];
  const sources = sourcesOf(paths, flags, io.cwd, unread);
  const { surface, unread: unparsed } = surfaceOf(sources, io.cwd, project, parse, activeRules(flags.preset));
  const format = SURFACE_FORMATS[flags.format];
  if (!format) throw new UsageError(`There is no format "${flags.format}".`);
  writeOutput(format(surface), flags.outputFile, io);
  for (const { file, reason } of [...unread, ...unparsed])
    io.err(`Not looked at: ${printable(path.relative(io.cwd, file) || ".")}. ${printable(reason)}\n`);
  io.err(`${summaryLine(surface)}\n`);
  if (surface.tools.length > 0) return 0;
  io.err(
    "No tool was found. Name the folder of the server, or, if tools are registered by functions of your own, name those in the setting toolBuilders.\n",
  );
  return 2;
}

/** Adds `mcp-errors surface`. */
export const addSurface: AddCommand = (program, io, done) => {
  program
    .command("surface")
    .description("Show the error surface of a server: each tool, and each way in which a call of it can end.")
    .argument("[paths...]", "files and folders", ["."])
    .addOption(
      new Option("--format <name>", "how to print it").choices(Object.keys(SURFACE_FORMATS)).default("markdown"),
    )
    .addOption(
      new Option("--preset <name>", "whose findings to show at the exits")
        .choices(["defects", "recommended", "strict", "all"])
        .default("recommended"),
    )
    .option("--output-file <path>", "write it to a file instead of the terminal")
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
  $ mcp-errors surface src --format json                     for other tools; the format has a JSON Schema
  $ mcp-errors surface --format dot | dot -Tsvg > tools.svg  a picture, with Graphviz

Exit code: 0 done, 2 wrong use or no tool found.`,
    )
    .action((paths: string[], flags: Flags) => {
      done(run(paths, flags, io));
    });
};
