import { Command, CommanderError } from "commander";
import { printable } from "../review/escape.js";
import { VERSION } from "../version.js";
import { UsageError, type AddCommand, type ExitCode, type Io } from "./command.js";

export type { ExitCode, Io } from "./command.js";

/** The commands, in the order of the help. A run loads the one that it is for: loading is most of the time of a small run. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  check: async () => (await import("./check-command.js")).addCheck,
  migrate: async () => (await import("./migrate-command.js")).addMigrate,
  review: async () => (await import("./review.js")).addReview,
  surface: async () => (await import("./surface.js")).addSurface,
  secrets: async () => (await import("./secrets.js")).addSecrets,
  init: async () => (await import("./init/index.js")).addInit,
  explain: async () => (await import("./explain.js")).addExplain,
};

/** One line, whatever was typed: the parser puts its guess ("Did you mean …?") on a second one. */
function outputError(text: string, write: (line: string) => void): void {
  write(`${printable(text.trim())}\n`);
}

async function programFor(name: string | undefined, io: Io, done: (code: ExitCode) => void): Promise<Command> {
  const program = new Command("mcp-errors")
    .description("Finds MCP tool failures that an agent cannot act on.")
    .version(VERSION, "-v, --version", "Print the version.")
    .helpOption("-h, --help", "Print this help.")
    .helpCommand("help [command]", "print the help of a command")
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError,
      // The same on every terminal, and in the documentation.
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
      getOutHasColors: () => io.color,
      getErrHasColors: () => io.color,
    });
  const asked = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  for (const load of asked ? [asked] : Object.values(COMMANDS)) (await load())(program, io, done);
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
  const [first, second] = args;
  const program = await programFor(first === "help" ? second : first, io, (result) => {
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
      `error: mcp-errors crashed because of a bug.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return 2;
  }
}
