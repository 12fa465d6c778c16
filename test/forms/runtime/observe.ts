/** Runs tools with each of their operations made to fail in turn. */
import type { Cell } from "../cell.js";
import { DOMAINS } from "../domains.js";
import { packages, valueAt, type World } from "./packages.js";
import type { Failing, Observed, Program } from "./run.js";
import { runOnce } from "./sandbox.js";

const FAILINGS: readonly Failing[] = [
  { how: "reject" },
  { how: "reject", status: 403 },
  { how: "reject", status: 429 },
  { how: "refuse", status: 403 },
  { how: "refuse", status: 429 },
  { how: "refuse", status: 500 },
];

/** Calls that may give a refusal as a value. */
const REFUSING = /\b(?:fetch|createClient|execa|callTool)\(/u;

/** Nobody may handle what a cell leaves unhandled but us. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  const ignore = (): void => undefined;
  process.on("unhandledRejection", ignore);
  try {
    return await work();
  } finally {
    process.off("unhandledRejection", ignore);
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
}

/** The ends of a tool: without a failure, where there is nothing, and with each operation failing in each way. */
export function observeProgram(program: Program): Promise<Observed[]> {
  const refuses = Object.values(program.files).some((text) => REFUSING.test(text));
  return alone(async () => {
    const smooth = await runOnce(program, { kind: "usual" });
    const ends = [smooth, await runOnce(program, { kind: "empty" })];
    for (let at = 0; at < smooth.operations; at++)
      for (const failing of FAILINGS)
        if (failing.how !== "refuse" || refuses) ends.push(await runOnce(program, { kind: "usual", at, failing }));
    ends.push(await runOnce(program, { kind: "lasting", at: 0, failing: { how: "reject", status: 403 } }));
    return ends;
  });
}

export function observe({ files, tool, args, domain: name }: Cell): Promise<Observed[]> {
  const domain = DOMAINS.find((one) => one.name === name);
  if (!domain) throw new Error(`no domain ${name}`);
  return observeProgram({
    files,
    tool,
    args,
    around: (run) => {
      const world: World = { ...run, domain };
      return { packages: packages(world), answer: (url) => valueAt(world, url) };
    },
  });
}
