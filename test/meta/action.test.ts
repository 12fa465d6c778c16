import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
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

const NPM = execFileSync("bash", ["-c", "command -v npm"], { encoding: "utf8" }).trim();

/** What stands in for `npm install`: it says what it would go by, and puts the command of this checkout there. */
const INSTALLER = `#!/bin/bash
for last; do :; done
echo "npm $1 $last" >&2
echo "registry: $(${NPM} config get registry)" >&2
echo "token: \${TOKEN-}\${GITHUB_TOKEN-}." >&2
mkdir -p node_modules && ln -s ${ROOT}/packages/mcp-errors node_modules/mcp-errors
`;

/** Runs the script of the action with its inputs, in a checkout with further files. */
function runAction(inputs: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) {
  const root = makeTree({});
  cpSync(pullRequest, root, { recursive: true, preserveTimestamps: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text, { mode: 0o755 });
  }
  const bin = makeTree({ npm: INSTALLER });
  chmodSync(path.join(bin, "npm"), 0o755);
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
    TOKEN: "secret",
    RUNNER_TEMP: makeTree({}),
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
    expect(failed.err).toContain(`npm install mcp-errors@${VERSION}\n`);
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

describe("action.yml in a hostile checkout", () => {
  /** Says that it was run, wherever it is run. */
  const TRAP = '#!/usr/bin/env node\nconsole.error("TRAPPED");\n';

  it("installs nothing that the checkout names, and runs nothing that it holds", () => {
    const result = runAction(
      {},
      {
        ".npmrc": "registry=http://127.0.0.1:9/hostile/\nignore-scripts=false\n",
        "package.json": `{ "name": "mcp-errors", "version": "${VERSION}", "bin": "trap.js", "scripts": { "preinstall": "node trap.js" } }\n`,
        "trap.js": TRAP,
        "node_modules/mcp-errors/package.json": '{ "name": "mcp-errors", "bin": "bin/mcp-errors.js" }\n',
        "node_modules/mcp-errors/bin/mcp-errors.js": TRAP,
        "node_modules/.bin/mcp-errors": TRAP,
        "node_modules/oxc-parser/index.js": TRAP,
      },
    );
    expect(result.code).toBe(1);
    expect(result.out).toMatch(/^::error file=src\/errors\.ts,/mu);
    expect(result.err).not.toContain("hostile");
    expect(result.err).not.toContain("TRAPPED");
  });

  it("gives the token to the review alone", () => {
    expect(runAction({}).err).toContain("token: .\n");
  });

  it.each(["mcp-errors.config.js", "mcp-errors.config.mjs", "mcp-errors.config.cjs", "mcp-errors.config.ts"])(
    "runs no configuration that is code: %s",
    (name) => {
      for (const POST of ["true", "false"]) {
        const result = runAction({ POST }, { [name]: TRAP });
        expect(result.code).toBe(2);
        expect(result.err).not.toContain("TRAPPED");
        expect(result.err).toContain(`error: ${name} is code, which --no-code and --post do not run.`);
      }
    },
  );

  it("reads a configuration that is data", () => {
    const config = '{ "rules": { "require-retry-after": "off" } }';
    const [without, plain] = [runAction({}, { "mcp-errors.config.json": config }), runAction({})];
    expect(plain.out).toContain("require-retry-after");
    expect(without.out).not.toContain("require-retry-after");
  });

  it.each(["latest", "file:.", "0.1.0 --registry=http://127.0.0.1:9", "^0.1.0"])(
    "takes one version, not %s",
    (version) => {
      const result = runAction({ VERSION: version });
      expect(result).toMatchObject({ code: 2, out: expect.stringContaining("::error::") });
      expect(result.err).not.toContain("npm install");
    },
  );
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
    const steps = stepsOf(comment);
    const install = steps.findIndex(({ run }) => run?.includes(`mcp-errors@${VERSION}`));
    expect(steps[install]?.run).toBe(`npm install --global --ignore-scripts mcp-errors@${VERSION}`);
    // Nothing is installed where the artifact lies, by `npx` neither.
    expect(steps.findIndex(({ uses }) => uses?.includes("download-artifact"))).toBeGreaterThan(install);
    expect(steps.at(-1)?.run).toBe("mcp-errors review --from artifact/mcp-errors-review.json");
    expect(steps.some(({ run }) => run?.includes("npx"))).toBe(false);
  });
});
