import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { assertToolError } from "../../src/helper/src/testing/index.js";
import { openChild } from "../servers-support/sessions.js";
import type { Wire } from "../servers-support/wire.js";
import { SERVERS_ROOT } from "../support/servers.js";
import { MCP_MANIFEST } from "../support/tree.js";
import { TempProject, type Outcome } from "./support/project.js";

const { plugin, cli, helper } = inject("tarballs");

/** A newcomer's project: the server in a folder of its own, in git, and the packages above it as npm installs them. */
describe("the packed `mcp-errors migrate` on an example server", () => {
  const project = new TempProject();
  const server = path.join(project.root, "server");
  afterAll(() => project.remove());
  beforeAll(() => {
    project.install({
      "@modelcontextprotocol/sdk": "1.32.2",
      "eslint-plugin-mcp-errors": plugin,
      "mcp-errors": cli,
      "mcp-tool-errors": helper,
      jscodeshift: "17.4.0",
    });
    cpSync(path.join(SERVERS_ROOT, "low-level"), server, { recursive: true });
    project.write("server/package.json", `${JSON.stringify(JSON.parse(MCP_MANIFEST), null, 2)}\n`);
    project.write(".gitignore", "node_modules\n");
    git("init", "--quiet");
    commit();
  });

  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=user", "-c", "user.email=user@example.com", ...args], {
      cwd: project.root,
      encoding: "utf8",
    });
  const commit = (): void => {
    git("add", "--all");
    git("commit", "--quiet", "--message", "Save");
  };
  const npx = (...args: readonly string[]): Outcome => {
    const { status, stdout, stderr } = spawnSync("npx", ["--no-install", ...args], {
      cwd: project.root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    return { code: status, out: stdout, err: stderr };
  };
  const sources = (): Record<string, string> =>
    Object.fromEntries(readdirSync(server).map((file) => [file, readFileSync(path.join(server, file), "utf8")]));

  /** One call of a tool of the server, as a process of its own. */
  async function call(tool: string, args: Record<string, unknown>, notes?: string): Promise<Wire> {
    const data = mkdtempSync(path.join(tmpdir(), "mcp-errors-notes-"));
    if (notes === undefined) rmSync(data, { recursive: true });
    else writeFileSync(path.join(data, "plan.md"), notes);
    const child = await openChild(path.join(server, "main.js"), { NOTES_DIR: data });
    try {
      return JSON.parse(JSON.stringify(await child.call(tool, args)).replaceAll(data, "DATA")) as Wire;
    } finally {
      await child.close();
      rmSync(data, { recursive: true, force: true });
    }
  }
  const successes = async (): Promise<unknown[]> => {
    const wires = [
      await call("list_notes", {}, "Buy milk\n"),
      await call("read_note", { name: "plan" }, "Buy milk\n"),
      await call("search_notes", { phrase: "milk" }, "Buy milk\n"),
    ];
    return wires.map(({ result, error }) => ({ result, error }));
  };
  let before: unknown[] = [];

  it("shows the change first, and writes nothing", async () => {
    before = await successes();
    const failed = await call("search_notes", { phrase: "milk" });
    expect(() => assertToolError(failed.result)).toThrow();
    const texts = sources();
    const { code, out, err } = npx("mcp-errors", "migrate", "server", "--dry-run");
    expect(code).toBe(0);
    expect(out).toMatch(/^diff --git a\/server\/\S+ b\/server\/\S+$/mu);
    expect(out).toContain("+import { toolError");
    expect(err).toMatch(/rewritten/u);
    expect(sources()).toEqual(texts);
    // What is shown is what git takes.
    project.write("shown.diff", out);
    expect(() => git("apply", "--check", "shown.diff")).not.toThrow();
    rmSync(path.join(project.root, "shown.diff"));
  });

  it("says in a pipeline that there is something to do", () => {
    const texts = sources();
    expect(npx("mcp-errors", "migrate", "server", "--check").code).toBe(1);
    expect(sources()).toEqual(texts);
  });

  it("refuses what git could not give back", () => {
    const texts = sources();
    project.write("server/server.js", `${texts["server.js"] ?? ""}// mine\n`);
    const { code, err } = npx("mcp-errors", "migrate", "server");
    expect(code).toBe(2);
    expect(err).toMatch(/^error: Nothing was changed \(not committed yet: server\/server\.js/mu);
    project.write("server/server.js", texts["server.js"] ?? "");
    expect(sources()).toEqual(texts);
  });

  it("writes it, with the dependency, and changes nothing when it runs again", () => {
    const { code, out } = npx("mcp-errors", "migrate", "server");
    expect(code).toBe(0);
    expect(out).toContain("npm install");
    const texts = sources();
    expect(JSON.parse(texts["package.json"] ?? "")).toMatchObject({
      dependencies: { "mcp-tool-errors": expect.stringMatching(/^\^\d/u) as string },
    });
    expect(npx("mcp-errors", "migrate", "server", "--check").code).toBe(0);
    commit();
    expect(npx("mcp-errors", "migrate", "server").code).toBe(0);
    expect(sources()).toEqual(texts);
    expect(git("status", "--porcelain")).toBe("");
  });

  it("leaves a server that starts, succeeds as before, and fails by the contract", async () => {
    expect(await successes()).toEqual(before);
    assertToolError((await call("read_note", { name: "nothing" }, "Buy milk\n")).result);
    assertToolError((await call("search_notes", { phrase: "milk" })).result);
    assertToolError((await call("archive_note", { name: "plan" }, "Buy milk\n")).result);
  });

  it("does its parts by single transforms under jscodeshift", () => {
    mkdirSync(path.join(project.root, "single"));
    cpSync(path.join(SERVERS_ROOT, "low-level"), path.join(project.root, "single"), { recursive: true });
    project.write("single/package.json", MCP_MANIFEST);
    const transform = (name: string): string =>
      path.join("node_modules/eslint-plugin-mcp-errors/dist/codemods", `${name}.js`);
    const run = (name: string, ...more: readonly string[]): Outcome =>
      npx("jscodeshift", "-t", transform(name), "--extensions=js", "--no-babel", ...more, "single");
    const text = (): string => readFileSync(path.join(project.root, "single/remote.js"), "utf8");
    const original = text();
    expect(run("protocol-errors", "--dry").code).toBe(0);
    expect(text()).toBe(original);
    for (const name of ["error-results", "unflagged-errors", "protocol-errors", "swallowed-errors"]) {
      const { code, out } = run(name);
      expect({ name, code, errors: /^(\d+) errors$/mu.exec(out)?.[1] }).toEqual({ name, code: 0, errors: "0" });
    }
    expect(text()).not.toBe(original);
    expect(run("protocol-errors").out).toMatch(/^0 ok$/mu);
  });
});
