import { renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { calledFunction } from "../../src/analysis/values/calls.js";
import { File } from "../../src/analysis/file.js";
import { PackageSources } from "../../src/analysis/project/package-sources.js";
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

  it("reads a file anew that an older one of the same length was moved over", () => {
    const one = "export function load() { return 1; }";
    const { project, main } = opened({ "store.ts": one, "older.ts": one.replace("1", "2") });
    const store = path.join(path.dirname(main), "store.ts");
    project.add(new File(store, parseOxc(one, store), project));
    moveOver(path.dirname(main), "older.ts", "store.ts");
    project.begin();
    expect(project.load(store)?.text).toContain("return 2");
  });

  it("reads anew what such a file imports", () => {
    const root = makeTree({ "main.ts": 'import "./one.js";', "older.ts": 'import "./two.js";' });
    const sources = new PackageSources();
    const file = path.join(root, "main.ts");
    expect(sources.importsOf(file).specifiers).toEqual(["./one.js"]);
    moveOver(root, "older.ts", "main.ts");
    expect(sources.importsOf(file).specifiers).toEqual(["./two.js"]);
  });

  it("takes a file that is linted without a question to the project for a sign that nobody pauses", () => {
    const { project, write, next } = opened({});
    expect(next()).toBeUndefined();
    write("store.ts", "");
    for (let file = 0; file < 4; file++) {
      vi.advanceTimersByTime(900);
      project.visit();
    }
    expect(next()).toBeUndefined();
  });
});

/** As `mv` and `cp --preserve` do: the file that comes in its place was written before the one that was there. */
function moveOver(root: string, from: string, to: string): void {
  const [source, target] = [path.join(root, from), path.join(root, to)];
  const { mtimeMs, size } = statSync(target);
  utimesSync(source, (mtimeMs - 60_000) / 1000, (mtimeMs - 60_000) / 1000);
  expect(statSync(source).size).toBe(size);
  renameSync(source, target);
}
