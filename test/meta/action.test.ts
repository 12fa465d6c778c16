import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { makePullRequest } from "../../scripts/docs/pull-request.js";
import { VERSION } from "../../src/version.js";
import { makeTree } from "../support/tree.js";

const ROOT = path.resolve(import.meta.dirname, "../..");
const GUIDE = readFileSync(path.join(ROOT, "docs/guides/review-pull-requests.md"), "utf8");

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}

const action = parse(readFileSync(path.join(ROOT, "action.yml"), "utf8")) as Action;
const [step] = action.runs.steps;

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: object }[] }
    >
  >;
}

/** The workflows of the guide, in its order. */
const workflows = [...GUIDE.matchAll(/^```yaml\n(?<text>[\s\S]*?)^```$/gmu)].map(
  (match) => parse(match.groups?.["text"] ?? "") as Workflow,
);
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);

/** Made once, and copied for each run. */
const pullRequest = realpathSync(mkdtempSync(path.join(tmpdir(), "mcp-errors-pull-request-")));
beforeAll(() => makePullRequest(pullRequest));
afterAll(() => rmSync(pullRequest, { recursive: true, force: true }));

/** Runs the script of the action with its inputs, where `npx` runs the command of this checkout. */
function runAction(inputs: Readonly<Record<string, string>>) {
  const root = makeTree({});
  cpSync(pullRequest, root, { recursive: true, preserveTimestamps: true });
  const bin = makeTree({
    npx: `#!/bin/sh\necho "npx $2" >&2\nshift 2\nexec node ${ROOT}/packages/mcp-errors/bin/mcp-errors.js "$@"\n`,
  });
  chmodSync(path.join(bin, "npx"), 0o755);
  const output = path.join(bin, "output");
  writeFileSync(output, "");
  const defaults = {
    BASE: "main",
    REVIEW_PATHS: ".",
    PRESET: "recommended",
    POST: "false",
    FORMAT: "github",
    OUTPUT_FILE: "",
    FAIL: "true",
    VERSION,
  };
  const env = {
    ...process.env,
    ...defaults,
    ...inputs,
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    GITHUB_OUTPUT: output,
  };
  const result = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step?.run ?? ""], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  return { code: result.status, out: result.stdout, err: result.stderr, outputs: readFileSync(output, "utf8") };
}

describe("action.yml", () => {
  it("is a composite action whose inputs the guide lists with their defaults", () => {
    expect(action.runs.using).toBe("composite");
    const table = GUIDE.slice(GUIDE.indexOf("| Input"), GUIDE.indexOf("### Pull requests of forks"));
    const rows = [...table.matchAll(/^\| `(?<name>[\w-]+)` +\| (?<value>[^|]*)\|/gmu)]
      .map(
        (match) => [match.groups?.["name"] ?? "", (match.groups?.["value"] ?? "").trim().replaceAll("`", "")] as const,
      )
      .filter(([name]) => Object.hasOwn(action.inputs, name));
    expect(rows.map(([name]) => name)).toEqual(Object.keys(action.inputs));
    for (const [name, value] of rows)
      if (!/^the /u.test(value)) expect([name, action.inputs[name]?.default]).toEqual([name, value]);
    expect(action.inputs["version"]?.default).toBe(VERSION);
  });

  it("puts no expression into its script", () => {
    expect(step?.run).not.toContain("${{");
    expect(
      Object.values(step?.env ?? {})
        .join("\n")
        .match(/\$\{\{/gu)?.length,
    ).toBe(Object.keys(step?.env ?? {}).length);
  });

  it("prints annotations and fails, or does not fail where that is not wanted", () => {
    const failed = runAction({});
    expect(failed).toMatchObject({ code: 1, outputs: "exit-code=1\n" });
    expect(failed.err).toContain(`npx mcp-errors@${VERSION}\n`);
    expect(failed.out).toMatch(/^::error file=src\/errors\.ts,/u);
    expect(runAction({ FAIL: "false" })).toMatchObject({ code: 0, outputs: "exit-code=1\n" });
  });

  it("takes paths with blanks, one a line, and passes wrong use on", () => {
    const some = runAction({ REVIEW_PATHS: "src/tools/records.ts\n" });
    expect(some.out).toContain("order_receipt");
    expect(some.out).not.toContain("src/tools/changes.ts");
    const missing = runAction({ REVIEW_PATHS: "src/tools/records.ts\nno such folder\n" });
    expect(missing.code).toBe(2);
    expect(missing.err).toContain("error: No such file or folder: no such folder.\n");
    expect(runAction({ BASE: "nothing", FAIL: "false" })).toMatchObject({ code: 2, outputs: "exit-code=2\n" });
  });

  it("runs nothing that stands in an input", () => {
    const result = runAction({ REVIEW_PATHS: '"; echo broken >&2; "\n$(echo broken >&2)\n', PRESET: "all" });
    // It is the name of a folder that is not there, and nothing else.
    expect(result.err).toContain('No such file or folder: "; echo broken >&2; ", $(echo broken >&2).');
    expect(result.err).not.toMatch(/^broken$/mu);
    expect(result.code).toBe(2);
  });
});

describe("the workflows of the guide", () => {
  it("fetch the history, give the inputs that exist, and no right that is not needed", () => {
    const [own, fork, comment] = workflows;
    if (!own || !fork || !comment) throw new Error("The guide has less than three workflows.");
    expect(workflows).toHaveLength(3);
    for (const workflow of [own, fork]) {
      const [checkout] = stepsOf(workflow);
      expect(checkout).toMatchObject({
        uses: expect.stringMatching(/^actions\/checkout@/u) as string,
        with: { "fetch-depth": 0 },
      });
      const used = stepsOf(workflow).find(({ uses }) => uses?.startsWith("eslint-plugin-mcp-errors/"));
      for (const name of Object.keys(used?.with ?? {})) expect(action.inputs).toHaveProperty(name);
    }
    expect(own.permissions).toEqual({ contents: "read", "pull-requests": "write" });
    expect(fork.permissions).toEqual({ contents: "read" });
    // The one that may write checks nothing out.
    expect(stepsOf(comment).some(({ uses }) => uses?.includes("checkout"))).toBe(false);
    expect(stepsOf(comment).at(-1)?.run).toContain(`mcp-errors@${VERSION} review --from mcp-errors-review.json`);
  });
});
