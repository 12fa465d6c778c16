import { Command, CommanderError, Option } from "commander";
import type { PresetName } from "../presets.js";
import { VERSION } from "../version.js";
import { check, type CheckReport } from "./check.js";
import { UsageError, type ExitCode, type Io } from "./command.js";
import { coverageLines, printable, stylish } from "./stylish.js";
import { addSurface } from "./surface.js";

export type { ExitCode, Io } from "./command.js";

interface CheckFlags {
  readonly preset: PresetName;
  readonly format: "stylish" | "json";
  readonly ignore: readonly string[];
}

function exitCodeOf({ results, coverage }: CheckReport): ExitCode {
  if (results.some((result) => result.errorCount > 0)) return 1;
  return coverage.tools === 0 && coverage.dependsOnMcp && coverage.mcpFiles === 0 ? 2 : 0;
}

function runCheck(paths: readonly string[], flags: CheckFlags, io: Io): ExitCode {
  const report = check({ paths, cwd: io.cwd, preset: flags.preset, ignore: flags.ignore });
  if (flags.format === "json") {
    io.out(`${JSON.stringify(report.results)}\n`);
    io.err(`${coverageLines(report.coverage).join("\n")}\n`);
  } else {
    io.out(stylish(report.results, io));
    io.out(`${coverageLines(report.coverage).join("\n")}\n`);
  }
  return exitCodeOf(report);
}

/** One line, whatever was typed: the parser puts its guess ("Did you mean …?") on a second one. */
function outputError(text: string, write: (line: string) => void): void {
  write(`${printable(text.trim())}\n`);
}

function program(io: Io, done: (code: ExitCode) => void): Command {
  const command = new Command("mcp-errors")
    .description("Finds MCP tool failures that an agent cannot act on.")
    .version(VERSION, "-v, --version", "Print the version.")
    .helpOption("-h, --help", "Print this help.")
    .helpCommand(false)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError,
      getOutHasColors: () => io.color,
      getErrHasColors: () => io.color,
    });
  command
    .command("check")
    .description("Lint files and folders, without any ESLint set-up.")
    .argument("[paths...]", "files and folders", ["."])
    .addOption(
      new Option("--preset <name>", "which rules to run")
        .choices(["defects", "recommended", "strict", "all"])
        .default("recommended"),
    )
    .addOption(
      new Option("--format <name>", "how to print the findings").choices(["stylish", "json"]).default("stylish"),
    )
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
  $ mcp-errors check                          lint the project in this folder
  $ mcp-errors check src --preset defects     only failures that are lost, hidden or contradictory
  $ mcp-errors check src --format json        ESLint's own result array, for other tools

Exit code: 0 nothing found, 1 findings, 2 wrong use or nothing to see.`,
    )
    .action((paths: string[], flags: CheckFlags) => {
      done(runCheck(paths, flags, io));
    });
  addSurface(command, io, done);
  return command;
}

/**
 * Runs the command line.
 *
 * @param args what stands behind the program's name
 * @returns the exit code; nothing is thrown for wrong use
 */
export function main(args: readonly string[], io: Io): ExitCode {
  let code: ExitCode = 0;
  const command = program(io, (result) => {
    code = result;
  });
  if (args.length === 0) {
    io.err(command.helpInformation());
    return 2;
  }
  try {
    command.parse(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has printed its line
    if (error instanceof UsageError) {
      outputError(`error: ${error.message}`, io.err);
      return 2;
    }
    // A fault of this program is no finding: a caller must not take it for exit code 1.
    io.err(
      `error: mcp-errors stopped over a fault of its own.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return 2;
  }
}
