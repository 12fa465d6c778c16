import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { main } from "../../src/cli/main.js";
import { GOOD_TOOL, makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

/** The command with `--watch` in a folder; `stop` ends it and gives the exit code. */
function watching(root: string, ...args: readonly string[]) {
  let out = "";
  let err = "";
  const ended = new AbortController();
  const code = main(["check", "--watch", ...args], {
    cwd: root,
    out: (text) => (out += text),
    err: (text) => (err += text),
    color: false,
    stop: ended.signal,
  });
  return {
    out: () => out,
    err: () => err,
    stop: async () => {
      ended.abort();
      return code;
    },
  };
}

const WAIT = { timeout: 15_000, interval: 50 };
const runs = (err: string): number => err.split("Watching for changes.\n").length - 1;

describe("--watch", () => {
  it("checks again after each change, of sources and of the configuration", { timeout: 60_000 }, async () => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "src/a.ts": GOOD_TOOL });
    const watch = watching(root, "src");
    await vi.waitFor(() => expect(runs(watch.err())).toBe(1), WAIT);
    expect(watch.out()).not.toContain("no-swallowed-error");
    // The watcher looks around first.
    await new Promise((resolve) => setTimeout(resolve, 500));

    writeFileSync(join(root, "src/a.ts"), SWALLOWING_TOOL);
    await vi.waitFor(() => expect(watch.out()).toContain("1 finding in 1 file"), WAIT);

    writeFileSync(join(root, "src/b.ts"), SWALLOWING_TOOL.replaceAll("archive", "move"));
    await vi.waitFor(() => expect(watch.out()).toContain("2 findings in 2 files"), WAIT);

    writeFileSync(join(root, "mcp-errors.config.json"), "{ preset:");
    await vi.waitFor(() => expect(watch.err()).toContain("error: mcp-errors.config.json is not valid JSON"), WAIT);

    writeFileSync(join(root, "mcp-errors.config.json"), '{ "rules": { "no-swallowed-error": "off" } }');
    const before = watch.out().length;
    await vi.waitFor(() => expect(watch.out().slice(before)).toContain("2 tools"), WAIT);
    expect(watch.out().slice(before)).not.toContain("no-swallowed-error");
    expect(await watch.stop()).toBe(0);
  });

  it("does not start with wrong use", async () => {
    const watch = watching(makeTree({ "package.json": MCP_MANIFEST }), "nowhere");
    expect(await watch.stop()).toBe(2);
    expect(runs(watch.err())).toBe(0);
  });
});
