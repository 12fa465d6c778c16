import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { dirtOf, isClean } from "../codemod/run/git.js";
import { writeAtomically } from "../codemod/run/write.js";
import { CoverageCounter } from "../review/coverage.js";
import { printable } from "../review/escape.js";
import { count } from "../review/report.js";
import { moveSecrets, withVariables, type LeftSecret, type MovedSecret } from "../server-config/move-secrets.js";
import { UsageError, type AddCommand, type ExitCode, type Io } from "./command.js";
import { configFiles, readConfigFile } from "./config-files.js";
import { addSetupOptions, readSetup, type SetupFlags } from "./config/setup.js";

interface Flags extends SetupFlags {
  readonly dryRun?: true;
  readonly force?: true;
}

interface Change {
  readonly file: string;
  /** Undefined for a file that is to be made. */
  readonly before: string | undefined;
  readonly after: string;
}

/** The folder of the project that a configuration is for. */
function projectOf(file: string): string {
  const folder = path.dirname(file);
  return /^\.(?:vscode|cursor)$/u.test(path.basename(folder)) ? path.dirname(folder) : folder;
}

/** `.env.example` of each project with the names of its variables. */
function exampleChanges(variables: ReadonlyMap<string, readonly string[]>): Change[] {
  return [...variables].flatMap(([folder, names]) => {
    const file = path.join(folder, ".env.example");
    const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    const after = withVariables(before ?? "", names);
    return after === (before ?? "") ? [] : [{ file, before, after }];
  });
}

/** @throws {UsageError} if git could not undo the change */
function refuseDirt(changes: readonly Change[], cwd: string): void {
  const existing = changes.filter(({ before }) => before !== undefined).map(({ file }) => file);
  const dirt = dirtOf(cwd, existing, existing);
  if (isClean(dirt)) return;
  const names = [...dirt.changed, ...dirt.untracked].map((file) => path.relative(cwd, file)).join(", ");
  throw new UsageError(
    `Nothing was changed, because git couldn't restore the current content of ${names || "these files"} now. Commit or stash first, or use --force.`,
  );
}

async function run(paths: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { cwd } = io;
  for (const given of paths)
    if (!existsSync(path.resolve(cwd, given))) throw new UsageError(`No such file or folder: ${given}.`);
  const files = configFiles({ paths, cwd, setup: await readSetup(flags, cwd) });
  if (files.length === 0)
    throw new UsageError(
      "No MCP configuration was found: .mcp.json, .vscode/mcp.json, .cursor/mcp.json, claude_desktop_config.json.",
    );
  const coverage = new CoverageCounter();
  const changes: Change[] = [];
  const variables = new Map<string, string[]>();
  const lines: string[] = [];
  let movedCount = 0;
  for (const file of files) {
    const read = readConfigFile(file, cwd, coverage);
    if ("gap" in read) continue;
    const before = readFileSync(file, "utf8");
    const { text, moved, left } = moveSecrets(file, before);
    if (moved.length > 0) changes.push({ file, before, after: text });
    movedCount += moved.length;
    const folder = projectOf(file);
    if (moved.length > 0)
      variables.set(folder, [...(variables.get(folder) ?? []), ...moved.map(({ variable }) => variable)]);
    const name = path.relative(cwd, file);
    lines.push(...moved.map((one) => movedLine(name, one)), ...left.map((one) => leftLine(name, one)));
  }
  const all = [...exampleChanges(variables), ...changes];
  const say = (text: string): void => {
    io.out(`${printable(text)}\n`);
  };
  if (lines.length === 0) {
    say(`No literal credentials found in ${count(files.length, "MCP configuration")}.`);
    return 0;
  }
  if (!flags.dryRun && !flags.force) refuseDirt(all, cwd);
  const failures = flags.dryRun ? [] : all.flatMap((change) => writeAtomically(change) ?? []);
  for (const line of lines) say(line);
  if (movedCount > 0) {
    say("");
    say(`${flags.dryRun ? "Would write" : "Wrote"} ${all.map(({ file }) => path.relative(cwd, file)).join(", ")}.`);
  }
  say("");
  say(
    "Revoke each of these credentials and make new ones: committed values stay in the history of the repository. Set the variables in the environment of the client, never in a file that is committed.",
  );
  for (const { file, reason } of failures) io.err(`${printable(path.relative(cwd, file))}: ${reason}\n`);
  return failures.length > 0 ? 1 : 0;
}

function movedLine(file: string, { line, server, what, variable }: MovedSecret): string {
  return `${file}:${line}  ${what} of the server "${server}" → ${variable}`;
}

function leftLine(file: string, { line, server, what, reason }: LeftSecret): string {
  return `${file}:${line}  ${what} of the server "${server}" was not changed: ${reason}`;
}

/** `mcp-errors secrets`: credentials out of the configuration of clients. */
export const addSecrets: AddCommand = (program, io, done) => {
  addSetupOptions(program.command("secrets"), { rules: false })
    .summary("move credentials out of MCP configuration")
    .description(
      "Replace the credentials in the MCP configuration of clients with variables, and add the names of the variables to .env.example. No value is printed or written anywhere.",
    )
    .argument("[paths...]", "configuration files, and folders of projects", ["."])
    .option("--dry-run", "show what would be moved, and write nothing")
    .option("--force", "write files even if git can't restore them")
    .addHelpText(
      "after",
      `
Examples:
  $ mcp-errors secrets --dry-run              what would be moved
  $ mcp-errors secrets .mcp.json              one file; undo with git

Exit code: 0 done, or nothing to do; 1 a file could not be written; 2 wrong use.`,
    )
    .action(async (paths: string[], flags: Flags) => {
      done(await run(paths, flags, io));
    });
};
