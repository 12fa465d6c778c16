import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { GOOD_TOOL, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";
import { TempProject } from "./support/project.js";

const { plugin, cli } = inject("tarballs");
const BIN = "node_modules/mcp-errors/bin/mcp-errors.js";

describe("the packed command line in a fresh project", () => {
  const project = new TempProject();
  afterAll(() => project.remove());
  beforeAll(() => {
    project
      .install({ "mcp-errors": cli, "eslint-plugin-mcp-errors": plugin })
      .write("server/package.json", MCP_MANIFEST)
      .write("server/archive.ts", SWALLOWING_TOOL)
      .write("good/package.json", MCP_MANIFEST)
      .write("good/archive.ts", GOOD_TOOL)
      .write("none/package.json", MCP_MANIFEST)
      .write("none/index.ts", "export const mcp = 1;");
  });

  it("needs nothing that is not installed with it", () => {
    const listed = project.node(["-p", "JSON.stringify(require('mcp-errors/package.json').dependencies)"]).out;
    for (const name of Object.keys(JSON.parse(listed) as object))
      expect(existsSync(join(project.root, "node_modules", name, "package.json")), name).toBe(true);
    expect(project.node(["-e", "require.resolve('typescript')"]).code).not.toBe(0);
    const wanted = project.node([
      "-p",
      "JSON.stringify(require('eslint-plugin-mcp-errors/package.json').peerDependencies)",
    ]).out;
    // ESLint runs the plugin, and is not run by it.
    const needed = Object.keys(JSON.parse(wanted) as object).filter((name) => name !== "eslint");
    expect(Object.keys(JSON.parse(listed) as object)).toEqual(expect.arrayContaining(needed));
    expect(existsSync(join(project.root, "node_modules/eslint"))).toBe(false);
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

  it("says in one line which parser is missing where only the plugin is installed", () => {
    const script = `
      const Module = require("node:module");
      const find = Module._resolveFilename;
      Module._resolveFilename = function (name, ...rest) { if (name === "oxc-parser") throw new Error("absent"); return find.call(this, name, ...rest); };
      import("eslint-plugin-mcp-errors/cli").then(async ({ main }) => { process.exitCode = await main(["check", "server"], { cwd: process.cwd(), out: console.log, err: (text) => process.stderr.write(text), color: false }); });`;
    expect(project.node(["-e", script])).toEqual({
      code: 2,
      out: "",
      err: "error: The parser is missing: run `npm install oxc-parser`, or use the package mcp-errors, which brings it.\n",
    });
  });
});
