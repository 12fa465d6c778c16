import { chmodSync, existsSync, readFileSync, utimesSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { FAILING_TOOL, GOOD_TOOL, makeTree, MCP_MANIFEST } from "../support/tree.js";

/** A repository whose configuration names programs that git runs, each of which leaves a trace. */
function hostile(): { readonly repository: Repository; readonly traces: () => string[] } {
  const traps = makeTree({});
  const trap = (name: string): string => `touch ${path.join(traps, name)}; cat`;
  const repository = new Repository({
    "package.json": MCP_MANIFEST,
    "a.ts": GOOD_TOOL,
    "b.ts": "export const b = 1;\n",
    ".gitattributes": "*.ts filter=trap diff=trap\n*.json filter=odd=name\n",
  }).branch();
  const hooks = makeTree(
    Object.fromEntries(
      ["post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"].map((name) => [
        name,
        `#!/bin/sh\ntouch ${path.join(traps, name)}\n`,
      ]),
    ),
  );
  for (const name of ["post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"])
    chmodSync(path.join(hooks, name), 0o755);
  // Committed before the traps are set, changed after: git has to look into the file again.
  for (const [name, value] of Object.entries({
    "core.hooksPath": hooks,
    "core.fsmonitor": path.join(hooks, "fsmonitor-watchman"),
    "filter.trap.clean": trap("clean"),
    "filter.trap.smudge": trap("smudge"),
    "filter.trap.required": "true",
    "filter.odd=name.clean": trap("odd"),
    "filter.odd=name.process": trap("process"),
    "diff.trap.textconv": trap("textconv"),
    "diff.trap.command": trap("command"),
    "diff.external": trap("external"),
    "core.pager": trap("pager"),
  }))
    repository.git("config", name, value);
  repository.write({ "a.ts": FAILING_TOOL, "package.json": `${MCP_MANIFEST}\n` });
  // The same text with another time: whether it has changed, only its content tells.
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(path.join(repository.root, "b.ts"), later, later);
  const names = ["clean", "smudge", "odd", "process", "textconv", "command", "external", "pager"];
  return {
    repository,
    traces: () =>
      [...names, "post-index-change", "fsmonitor-watchman", "reference-transaction"].filter((name) =>
        existsSync(path.join(traps, name)),
      ),
  };
}

describe("no program that the repository names is run", () => {
  it("the traps work", () => {
    const { repository, traces } = hostile();
    repository.git("status");
    expect(traces()).toEqual(expect.arrayContaining(["clean", "fsmonitor-watchman"]));
  });

  it.each([
    ["review of the working tree", ["review", "--base", "main"]],
    ["review of a commit", ["review", "--base", "main", "--head", "HEAD"]],
    ["migrate, which asks git whether its changes can be undone", ["migrate"]],
    ["migrate --force", ["migrate", "--force"]],
    ["surface", ["surface", "."]],
    ["check", ["check"]],
  ])("by %s", async (_name, args) => {
    const { repository, traces } = hostile();
    await run(repository.root, args);
    expect(traces()).toEqual([]);
  });

  it("and what changed is seen all the same", async () => {
    const { repository } = hostile();
    const { code, out } = await run(repository.root, ["review", "--base", "main", "--format", "json"]);
    expect({ code, files: out.includes('"a.ts"') }).toEqual({ code: 1, files: true });
    const refused = await run(repository.root, ["migrate"]);
    expect(refused.err).toContain("not committed yet: a.ts");
    expect(readFileSync(path.join(repository.root, "a.ts"), "utf8")).toBe(FAILING_TOOL);
  });
});
