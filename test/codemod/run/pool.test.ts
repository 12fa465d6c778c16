import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { rewriteAll } from "../../../src/codemod/run/pool.js";
import type { Job } from "../../../src/codemod/run/rewrite-file.js";
import { FAILING_TOOL, GOOD_TOOL, makeTree, MCP_MANIFEST } from "../../support/tree.js";

const BIN = resolve(import.meta.dirname, "../../../packages/mcp-errors/bin/mcp-errors.js");

function jobs(...files: string[]): Job[] {
  return files.map((file) => ({ file, text: file, options: { transforms: [], helper: { kind: "package" } } }));
}

/** A thread that answers with what it was given, and dies of the files that tell it so. */
function worker(): URL {
  const root = makeTree({
    "worker.mjs": `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ file, text }) => {
  if (file.startsWith("exit")) process.exit(3);
  if (file.startsWith("throw")) throw new Error("out of luck");
  // Busy for a while, as with a real file.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, file.length);
  parentPort.postMessage({ kind: "done", file, text, changes: [], usesHelper: false });
});
`,
  });
  return pathToFileURL(join(root, "worker.mjs"));
}

describe("threads", () => {
  it("give the outcomes in the order of the files, whichever was done first", async () => {
    const files = Array.from({ length: 40 }, (_, at) => `${at} ${"x".repeat((at * 7) % 13)}`);
    const progress: number[] = [];
    const outcomes = await rewriteAll(jobs(...files), {
      threads: 3,
      worker: worker(),
      onProgress: (done) => progress.push(done),
    });
    expect(outcomes.map(({ file }) => file)).toEqual(files);
    expect(progress).toEqual(files.map((_, at) => at + 1));
  });

  it("that die cost the file they were at, and no other", async () => {
    const files = ["a", "exit 1", "b", "c", "throw 1", "d", "exit 2", "e"];
    const outcomes = await rewriteAll(jobs(...files), { threads: 2, worker: worker() });
    expect(outcomes.map(({ file }) => file)).toEqual(files);
    const failed = outcomes.flatMap((outcome) => (outcome.kind === "failed" ? [[outcome.file, outcome.reason]] : []));
    expect(failed).toEqual([
      ["exit 1", "The file cannot be analysed: the thread ended with code 3."],
      ["throw 1", "The file cannot be analysed: out of luck."],
      ["exit 2", "The file cannot be analysed: the thread ended with code 3."],
    ]);
  });

  it("may be more than there are files", async () => {
    expect(await rewriteAll(jobs("a"), { threads: 4, worker: worker() })).toHaveLength(1);
  });

  it("find what one thread finds, in the command as it is published", () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`src/tool-${at}.ts`, at % 3 === 0 ? GOOD_TOOL : FAILING_TOOL]),
    );
    const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
    const run = (threads: string) =>
      spawnSync(process.execPath, [BIN, "migrate", "--dry-run", "--threads", threads], { cwd: root, encoding: "utf8" });
    const one = run("1");
    expect({ status: one.status, stderr: one.stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("40 files"),
    });
    expect(one.stdout.match(/^\+.*toolError\.from/gmu)).toHaveLength(40);
    const several = run("3");
    expect(several.stdout).toBe(one.stdout);
    expect(several.stderr).toBe(one.stderr);
  });
});
