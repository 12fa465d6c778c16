import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { calledFunction } from "../../src/analysis/values/calls.js";
import { File } from "../../src/analysis/file.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { rootEnv } from "../../src/analysis/values/values.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { parseOxc } from "../support/parsers.js";
import { makeTree } from "../support/tree.js";

/** A project in a folder of its own, and what the import of `./store.js` leads to. */
function opened(files: Readonly<Record<string, string>>, frozen = false) {
  const root = makeTree(files);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse: projectParser(undefined), frozen });
  const main = path.join(root, "main.ts");
  const write = (name: string, text: string): void => writeFileSync(path.join(root, name), text);
  /** As a linter does for its next file. */
  const next = (): string | undefined => {
    project.begin();
    const found = project.resolve(main, "./store.js");
    return found === undefined ? undefined : path.basename(found);
  };
  return { project, main, write, next };
}

describe("a project that outlives a change on the disk", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("does not look again for what was absent while files are linted one after the other", () => {
    const { write, next } = opened({});
    expect(next()).toBeUndefined();
    write("store.ts", "");
    vi.advanceTimersByTime(900);
    expect(next()).toBeUndefined();
  });

  it("looks again after a pause of a second", () => {
    const { write, next } = opened({});
    expect(next()).toBeUndefined();
    write("store.ts", "");
    vi.advanceTimersByTime(1_000);
    expect(next()).toBe("store.ts");
  });

  it("looks again once a minute in a run without a pause", () => {
    const { write, next } = opened({});
    expect(next()).toBeUndefined();
    write("store.ts", "");
    let seconds = 0;
    while (next() === undefined && seconds < 120) {
      vi.advanceTimersByTime(500);
      seconds += 0.5;
    }
    expect(seconds).toBe(60);
  });

  it("never looks again in one run of the command line", () => {
    const { write, next } = opened({}, true);
    expect(next()).toBeUndefined();
    write("store.ts", "");
    vi.advanceTimersByTime(600_000);
    expect(next()).toBeUndefined();
  });

  it("follows a call into an import as it is now, for each linted file", () => {
    const text = 'import { load } from "./store.js";\nload();';
    const { project, main, write } = opened({ "store.ts": "export function load() { return 1; }" });
    const file = new File(main, parseOxc(text, main), project);
    const called = (): string | undefined => {
      const [call] = file.index.calls;
      const found = call && calledFunction(call, rootEnv(file));
      return found?.env.file.textOf(found.fn.body);
    };
    project.begin();
    expect(called()).toBe("{ return 1; }");
    write("store.ts", "export function load() { return 'another one'; }");
    expect(called()).toBe("{ return 1; }");
    project.begin();
    expect(called()).toBe("{ return 'another one'; }");
  });
});
