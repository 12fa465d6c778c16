import { Command, CommanderError } from "commander";
import { printable } from "../review/escape.js";
import { VERSION } from "../version.js";
import { addCheck } from "./check-command.js";
import { UsageError, type AddCommand, type ExitCode, type Io } from "./command.js";
import { addExplain } from "./explain.js";
import { addInit } from "./init/index.js";
import { addMigrate } from "./migrate-command.js";

export type { ExitCode, Io } from "./command.js";

/** The commands, in the order of the help. */
const COMMANDS: readonly AddCommand[] = [addCheck, addMigrate, addInit, addExplain];

/** One line, whatever was typed: the parser puts its guess ("Did you mean …?") on a second one. */
function outputError(text: string, write: (line: string) => void): void {
  write(`${printable(text.trim())}\n`);
}

function programFor(io: Io, done: (code: ExitCode) => void): Command {
  const program = new Command("mcp-errors")
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
  for (const add of COMMANDS) add(program, io, done);
  return program;
}

/**
 * Runs the command line.
 *
 * @param args what stands behind the program's name
 * @returns the exit code; nothing is thrown for wrong use
 */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = programFor(io, (result) => {
    code = result;
  });
  if (args.length === 0) {
    io.err(program.helpInformation());
    return 2;
  }
  try {
    await program.parseAsync(args, { from: "user" });
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
