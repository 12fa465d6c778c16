import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import process from "node:process";
import { pathToFileURL } from "node:url";

export interface ProcessCost {
  /** Processor time of all its threads, user and system, from its start, in ms. */
  readonly cpu: number;
  /** The most memory that it held at once, in MB. */
  readonly memory: number;
  readonly stdout: string;
}

// Says nothing after an uncaught error: its exit code is 1, as that of a linter with findings.
const TELL_COST = `data:text/javascript,${encodeURIComponent(
  'let failed = false; process.on("uncaughtExceptionMonitor", () => { failed = true; }); process.on("exit", () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); if (!failed) process._rawDebug(`cost ${(userCPUTime + systemCPUTime) / 1000} ${maxRSS / 1024}`); });',
)}`;

/**
 * Runs Node.js, and tells what the whole process cost.
 *
 * @throws {Error} if it ends with an exit code that is not expected: what a failed process cost says nothing
 */
export function runNode(cwd: string, args: readonly string[], expected: readonly number[] = [0]): ProcessCost {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, ["--import", TELL_COST, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  const [, cpu, memory] = /^cost ([\d.]+) ([\d.]+)$/mu.exec(stderr) ?? [];
  if (error || cpu === undefined || status === null || !expected.includes(status))
    throw new Error(`The process ended with ${status}: ${error?.message ?? stderr}`);
  return { cpu: Number(cpu), memory: Number(memory), stdout };
}

/** Runs ESLint or the command, which end with 1 where there are findings. */
export function runLinter(cwd: string, args: readonly string[]): ProcessCost {
  return runNode(cwd, args, [0, 1]);
}

/** The least of each cost over several rounds. The programs take turns, so that a slow spell hits them alike. */
export function leastCosts<Name extends string>(
  programs: Readonly<Record<Name, () => ProcessCost>>,
  rounds: number,
): Record<Name, ProcessCost> {
  const names = Object.keys(programs) as Name[];
  const best = {} as Record<Name, ProcessCost>;
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const { cpu, memory, stdout } = programs[name]();
      const before = round === 0 ? { cpu, memory } : best[name];
      best[name] = { cpu: Math.min(before.cpu, cpu), memory: Math.min(before.memory, memory), stdout };
    }
  return best;
}

/** The arguments of a process that reads the files whose paths are in a JSON file, and parses them with oxc. */
export function rawParse(listFile: string): string[] {
  const oxc = pathToFileURL(createRequire(import.meta.url).resolve("oxc-parser")).href;
  // The program is read, so that its tree is really built: it is made on demand.
  const source = `import { readFileSync } from "node:fs"; import { parseSync } from ${JSON.stringify(oxc)};
    for (const file of JSON.parse(readFileSync(${JSON.stringify(listFile)}, "utf8")))
      parseSync(file, readFileSync(file, "utf8"), { astType: "ts", range: true }).program.body.length;`;
  return ["--input-type=module", "-e", source];
}
