import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { GOOD_TOOL, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";
import { TempProject } from "./support/project.js";

const { cli } = inject("tarballs");
const BIN = "node_modules/mcp-errors/bin/mcp-errors.js";

describe("the packed command line in a fresh project", () => {
  const project = new TempProject();
  afterAll(() => project.remove());
  beforeAll(() => {
    project
      .install({ "mcp-errors": cli })
      .write("server/package.json", MCP_MANIFEST)
      .write("server/archive.ts", SWALLOWING_TOOL)
      .write("good/package.json", MCP_MANIFEST)
      .write("good/archive.ts", GOOD_TOOL)
      .write("none/package.json", MCP_MANIFEST)
      .write("none/index.ts", "export const mcp = 1;");
  });

  it("needs nothing that is not installed with it, and little", () => {
    const listed = project.node(["-p", "JSON.stringify(require('mcp-errors/package.json').dependencies)"]).out;
    expect(Object.keys(JSON.parse(listed) as object)).toEqual(["jiti", "oxc-parser"]);
    for (const name of ["typescript", "eslint", "eslint-plugin-mcp-errors", "commander", "@octokit/rest"])
      expect(existsSync(join(project.root, "node_modules", name)), name).toBe(false);
  });

  it("holds the licences of what is bundled, the types of the configuration file, and no test", () => {
    const names = execFileSync("tar", ["-tzf", cli], { encoding: "utf8" }).trim().split("\n");
    expect(
      names.filter(
        (name) =>
          !/^package\/(?:bin\/mcp-errors\.js|dist\/[\w-]+\.js|dist\/types\/src\/[\w/-]+\.d\.ts|dist\/vendored\/mcp-tool-errors\.(?:c?js|ts)|docs\/rules\/[\w-]+\.md|docs\/schemas\/\w+\.schema\.json|package\.json|README\.md|LICENSE)$/u.test(
            name,
          ),
      ),
    ).toEqual([]);
    const licence = readFileSync(join(project.root, "node_modules/mcp-errors/LICENSE"), "utf8");
    for (const name of ["commander", "@octokit/rest", "@typescript-eslint/scope-manager", "tinyglobby", "picomatch"])
      expect(licence).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, "mu"));
  });

  it("is what `npx mcp-errors` runs", () => {
    const { status, stdout } = spawnSync("npx", ["--no-install", "mcp-errors", "--version"], {
      cwd: project.root,
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/u) as string });
  });

  it.each([
    [1, ["check", "server"]],
    [0, ["check", "good"]],
    [2, ["check", "none"]],
    [2, ["check", "nowhere"]],
    [2, ["check", "--nope"]],
    [2, []],
    [0, ["check", "--help"]],
    [0, ["check", "good", "--cache", "--format", "sarif=out/report.sarif"]],
    [2, ["check", "server", "--config", "server/package.json"]],
    [0, ["init", "--dry-run"]],
    [2, ["explain", "no-such-rule"]],
  ])("ends with exit code %i: %o", (code, args) => {
    expect(project.node([BIN, ...args]).code).toBe(code);
  });

  it("has the pages of the rules with it", () => {
    const { code, out } = project.node([BIN, "explain", "no-swallowed-error"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^no-swallowed-error\n[\s\S]*^WHY$[\s\S]*^GOOD$/mu);
  });

  it("colours by the terminal and by NO_COLOR and FORCE_COLOR", () => {
    const coloured = (env: Readonly<Record<string, string>>): boolean =>
      project.node([BIN, "check", "server"], env).out.includes("\u001b[");
    expect(coloured({})).toBe(false);
    expect(coloured({ FORCE_COLOR: "1" })).toBe(true);
    expect(coloured({ FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
  });

  it("does not mind a reader that closes the pipe early", () => {
    // More than a pipe holds.
    for (let at = 0; at < 400; at++) project.write(`many/tool-${at}.ts`, SWALLOWING_TOOL);
    project.write("many/package.json", MCP_MANIFEST);
    const { status, stderr } = spawnSync(
      "bash",
      ["-c", `set -o pipefail; node ${BIN} check many | head -n 1; exit "\${PIPESTATUS[0]}"`],
      { cwd: project.root, encoding: "utf8" },
    );
    expect(stderr).toBe("");
    expect(status).toBe(1);
  });

  it("says in one line that the parser cannot be loaded, as where its binary was left out", () => {
    const script = `
      const Module = require("node:module");
      const find = Module._resolveFilename;
      Module._resolveFilename = function (name, ...rest) { if (name === "oxc-parser") throw new Error("absent"); return find.call(this, name, ...rest); };`;
    project.write("without-parser.cjs", script);
    expect(project.node(["--require", "./without-parser.cjs", BIN, "check", "server"])).toEqual({
      code: 2,
      out: "",
      err: "error: The parser cannot be loaded: install oxc-parser again, with its optional dependencies, as the binary for this platform is one.\n",
    });
  });

  it("writes the helper that comes with it", () => {
    project.write("migrate/package.json", MCP_MANIFEST).write("migrate/archive.ts", SWALLOWING_TOOL);
    const { code, err } = project.node([BIN, "migrate", "migrate", "--helper", "vendored", "--force"]);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(existsSync(join(project.root, "migrate/mcp-tool-errors.ts"))).toBe(true);
  });

  it("rewrites many files in threads", () => {
    for (let at = 0; at < 60; at++) project.write(`threads/tool-${at}.ts`, SWALLOWING_TOOL);
    project.write("threads/package.json", MCP_MANIFEST);
    const { code, out } = project.node([BIN, "migrate", "threads", "--check", "--threads", "2", "--report", "json"]);
    expect(code).toBe(1);
    const { files } = JSON.parse(out) as { files: { changes: unknown[] }[] };
    expect(files.filter(({ changes }) => changes.length > 0)).toHaveLength(60);
  });
});
