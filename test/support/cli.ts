import type { ESLint } from "eslint";
import { main, type ExitCode, type Io } from "../../src/cli/main.js";

export interface Run {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process, as a user in `cwd` would. */
export async function run(
  cwd: string,
  args: readonly string[],
  { color = false, ask, progress }: Partial<Pick<Io, "color" | "ask" | "progress">> = {},
): Promise<Run> {
  let out = "";
  let err = "";
  const code = await main(args, {
    cwd,
    out: (text) => (out += text),
    err: (text) => (err += text),
    color,
    ...(ask ? { ask } : {}),
    ...(progress ? { progress } : {}),
  });
  return { code, out, err };
}

export function resultsOf(run: Run): ESLint.LintResult[] {
  return JSON.parse(run.out) as ESLint.LintResult[];
}
