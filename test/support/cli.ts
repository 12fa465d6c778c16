import type { ESLint } from "eslint";
import { main, type ExitCode, type Io } from "../../src/cli/main.js";

export interface Run {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process, as a user in `cwd` would. */
export async function runAsync(
  cwd: string,
  args: readonly string[],
  { color = false, progress }: Partial<Pick<Io, "color" | "progress">> = {},
): Promise<Run> {
  let out = "";
  let err = "";
  const io = { cwd, out: (text: string) => (out += text), err: (text: string) => (err += text), color };
  const code = await main(args, progress ? { ...io, progress } : io);
  return { code, out, err };
}

/** The same for a command that does not wait for anything. */
export function run(cwd: string, args: readonly string[], color = false): Run {
  let out = "";
  let err = "";
  const code = main(args, { cwd, out: (text) => (out += text), err: (text) => (err += text), color });
  if (typeof code !== "number") throw new TypeError(`mcp-errors ${args.join(" ")} has to be waited for: use runAsync.`);
  return { code, out, err };
}

export function resultsOf(run: Run): ESLint.LintResult[] {
  return JSON.parse(run.out) as ESLint.LintResult[];
}
