import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { TempProject } from "./support/project.js";

const ROOT = resolve(import.meta.dirname, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const { plugin, cli } = inject("tarballs");

/** A section with its commands, one a line, without their comments. */
function commandsOf(title: string): string[] {
  const section = README.split(/^## /mu).find((part) => part.startsWith(`${title}\n`)) ?? "";
  return [...section.matchAll(/^```sh\n(?<text>[\s\S]*?)^```$/gmu)].flatMap((match) =>
    (match.groups?.["text"] ?? "").split("\n").flatMap((line) => {
      const command = line.replace(/\s+#.*$/u, "");
      return command === "" ? [] : [command];
    }),
  );
}

/** What the README tells a user to run, word by word, in a project that `npm init` made. */
describe("the README in a new project", () => {
  const project = new TempProject();
  afterAll(() => project.remove());

  const shell = (command: string): { code: number | null; out: string; err: string } => {
    const env = { ...process.env, npm_config_update_notifier: "false", CI: "1" };
    const { status, stdout, stderr } = spawnSync("bash", ["-c", command], { cwd: project.root, env, encoding: "utf8" });
    return { code: status, out: stdout, err: stderr };
  };
  const git = (args: string): void => {
    expect(shell(`git -c user.name=Ada -c user.email=ada@example.com ${args}`)).toMatchObject({ code: 0 });
  };

  beforeAll(() => {
    const named = commandsOf("ESLint").find((command) => command.startsWith("npm install")) ?? "";
    const packages = named
      .split(" ")
      .filter((word) => /^[a-z][a-z-]*$/u.test(word) && !["npm", "install"].includes(word));
    expect(packages).toEqual(["eslint", "eslint-plugin-mcp-errors", "typescript-eslint"]);
    project.install({
      eslint: "10.15.0",
      "eslint-plugin-mcp-errors": plugin,
      "typescript-eslint": "8.72.0",
      "mcp-errors": cli,
    });
    // What `npm init` writes: a package of CommonJS.
    const manifest = JSON.parse(readFileSync(join(project.root, "package.json"), "utf8")) as Record<string, unknown>;
    const dependencies = { ...(manifest["dependencies"] as object), "@modelcontextprotocol/sdk": "1.32.2" };
    project.write("package.json", `${JSON.stringify({ ...manifest, type: "commonjs", dependencies }, undefined, 2)}\n`);
    project.write(".gitignore", "node_modules\n");
    cpSync(join(ROOT, "test/servers/sdk-v1"), join(project.root, "src"), { recursive: true });
    git("init -q -b main");
    git("add -A");
    git("commit -q -m server");
  });

  it("ESLint: the config, under the name that it is given there", () => {
    const [, name = "", text = ""] = /^```js\n\/\/ (eslint\.config\.\w+)\n([\s\S]*?)^```$/mu.exec(README) ?? [];
    project.write(name, text);
    const { code, out } = shell("npx eslint .");
    expect(code).toBe(1);
    expect(out).toContain("mcp-errors/no-swallowed-error");
    git("add -A");
    git("commit -q -m lint");
  });

  it.each(commandsOf("Command line").filter((command) => command.startsWith("npx")))("Command line: %s", (command) => {
    const { code, err } = shell(command);
    // `init` finds the config of the section before, and leaves it as it is.
    expect({ command, code }).toEqual({ command, code: / check(?! --help)/u.test(command) ? 1 : 0 });
    expect(err).not.toMatch(/^error:/mu);
    git("clean -fdq");
  });

  it("One-off migration: what would change, that it would, the change, and nothing more", () => {
    const commands = commandsOf("One-off migration");
    expect(commands).toHaveLength(3);
    expect(commands.map((command) => shell(`${command} --helper vendored`).code)).toEqual([0, 1, 0]);
    expect(shell("git status --porcelain").out).toContain("src/mcp-tool-errors.ts");
    expect(shell(`${commands[1] ?? ""} --helper vendored`).code).toBe(0);
    git("checkout -q -f main");
    git("clean -fdq");
  });

  it("PR review: nothing of a branch that changes nothing, and a failure that it hides", () => {
    const commands = commandsOf("PR review").filter((command) => command.includes(" review "));
    expect(commands.length).toBeGreaterThanOrEqual(3);
    const [first = ""] = commands;
    git("checkout -q -b change");
    expect(shell(first)).toMatchObject({ code: 0, out: "" });
    project.write("src/tools/late.ts", readFileSync(join(ROOT, "test/servers/sdk-v1/tools/lookup.ts"), "utf8"));
    for (const command of commands) {
      const { code, out } = shell(command);
      expect({ command, code }).toEqual({ command, code: 1 });
      expect(out).toContain("no-swallowed-error");
    }
  });

  it("runs the example that the first command of a checkout shows", () => {
    const { stdout, status } = spawnSync(process.execPath, ["--import", "jiti/register", "scripts/demo.ts"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(stdout).toContain("mcp-errors/no-swallowed-error");
  });
});
