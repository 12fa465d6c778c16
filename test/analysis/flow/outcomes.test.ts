import { describe, expect, it } from "vitest";
import { Interpreter } from "../../../src/analysis/flow/interpreter.js";
import { exit, exitsOf, runsOf, toolFile } from "../../support/exits.js";
import { open } from "../../support/source.js";

const CLIENT = `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
  const upstream = new Client({ name: "shop", version: "1.0.0" });`;

describe("the result of another server's tool", () => {
  const call = `const result = await upstream.callTool({ name: "find", arguments: input });`;

  it("is flagged where that tool has failed, and the flag is known when it is asked for", () => {
    expect(exitsOf(`${call} return result.isError ? "failed" : "found";`, CLIENT)).toEqual([
      'return "failed" after upstream.callTool() error-value',
      'return "found"',
      "throw <failure of upstream.callTool()> after upstream.callTool() rejected",
    ]);
  });
});

describe("a command", () => {
  it("that rejects for nothing has ended with a code", () => {
    const body = `const { exitCode } = await execa("git", ["status"], { reject: false });
      return exitCode === 0 ? "clean" : "failed";`;
    expect(exitsOf(body, 'import { execa } from "execa";')).toEqual([
      'return "clean"',
      'return "failed" after execa() error-value',
      "throw <failure of execa()> after execa() rejected",
    ]);
  });

  it("that rejects otherwise has not", () => {
    const body = `const { exitCode } = await execa("git", ["status"]); return exitCode;`;
    expect(exitsOf(body, 'import { execa } from "execa";').filter((one) => one.includes("error-value"))).toEqual([]);
  });

  it("that is waited for at once has ended with a code, and throws nothing", () => {
    const body = `const { status } = spawnSync("git", ["status"]); return status !== 0 ? "failed" : "clean";`;
    expect(exitsOf(body, 'import { spawnSync } from "node:child_process";')).toEqual([
      'return "clean"',
      'return "failed" after spawnSync() error-value',
    ]);
  });
});

describe("the status of a response", () => {
  const ends = (test: string): string[] =>
    exitsOf(`const response = await fetch(input.url); return ${test} ? "yes" : "no";`).filter((one) =>
      one.startsWith("return"),
    );

  it.each([
    ["response.status >= 400", "yes", "no"],
    ["response.status > 399", "yes", "no"],
    ["response.status < 300", "no", "yes"],
    ["response.status !== 200 && response.status !== 201 && !response.ok", "yes", "no"],
  ])("tells a refused one from another: %s", (test, refused, accepted) => {
    expect(ends(test)).toEqual(
      [`return "${accepted}"`, `return "${refused}" after fetch() refused-response`].sort((a, b) => (a < b ? -1 : 1)),
    );
  });

  it("may be any error's", () => {
    expect(ends("response.status === 403")).toEqual([
      'return "no"',
      'return "yes" | "no" after fetch() refused-response',
    ]);
  });
});

describe("whether a file exists", () => {
  it.each(['import fs from "node:fs";', 'import * as fs from "node:fs";'])(
    "is asked without a failure: %s",
    (before) => {
      expect(exitsOf(`return fs.existsSync(input.path) ? "yes" : "no";`, before)).toEqual(['return "yes" | "no"']);
    },
  );
});

describe("a call that does more than can be followed", () => {
  it("is an operation to the code around it", () => {
    const steps = Array.from(
      { length: 900 },
      (_, at) => `total = step(total, ${at}, names.map((name) => name + ${at}));`,
    );
    const body = `const total = await huge(input); return total ? "done" : "nothing";`;
    const before = `const step = (one, other, names) => { for (const name of names) { if (name === other) return one; } return other; };
      async function huge(input) { let total = input.id; const names = input.names; ${steps.join("\n")} return total; }`;
    const [run] = runsOf(open(toolFile(body, before)), new Interpreter());
    expect(run?.complete).toBe(false);
    expect(run?.completions.map(exit).sort()).toEqual([
      'return "done" | "nothing"',
      "throw <failure of huge()> after huge() rejected",
    ]);
  });
});
