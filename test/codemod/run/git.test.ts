import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dirtOf, isClean } from "../../../src/codemod/run/git.js";
import { makeTree } from "../../support/tree.js";
import { commitAll } from "../../support/git.js";

const files = (root: string, ...names: string[]): string[] => names.map((name) => join(root, name));

describe("what stands against writing", () => {
  it("nothing, in a clean tree", () => {
    const root = commitAll(makeTree({ "a.ts": "a", "b.ts": "b" }));
    expect(isClean(dirtOf(root, files(root, "a.ts", "b.ts"), files(root, "a.ts")))).toBe(true);
  });

  it("changes that are not committed, in files that are read or written", () => {
    const root = commitAll(makeTree({ "a.ts": "a", "b.ts": "b", "ü d.ts": "c", "README.md": "r" }));
    for (const name of ["b.ts", "ü d.ts", "README.md"]) writeFileSync(join(root, name), "changed");
    const dirt = dirtOf(root, files(root, "a.ts", "b.ts", "ü d.ts"), files(root, "a.ts"));
    expect(dirt.changed).toEqual(files(root, "b.ts", "ü d.ts").sort());
    expect(dirt.untracked).toEqual([]);
  });

  it("staged changes and renames", () => {
    const root = commitAll(makeTree({ "a.ts": "some longer text that git knows again\n", "b.ts": "b" }));
    renameSync(join(root, "a.ts"), join(root, "c.ts"));
    writeFileSync(join(root, "b.ts"), "staged");
    execFileSync("git", ["add", "-A"], { cwd: root });
    expect(dirtOf(root, files(root, "b.ts", "c.ts"), []).changed).toEqual(files(root, "b.ts", "c.ts"));
  });

  it("files to write that git does not know, ignored ones too; unknown ones that are only read do not", () => {
    const root = commitAll(makeTree({ ".gitignore": "ignored.ts\n" }));
    for (const name of ["new.ts", "other.ts", "ignored.ts"]) writeFileSync(join(root, name), "new");
    const dirt = dirtOf(root, files(root, "new.ts", "other.ts", "ignored.ts"), files(root, "new.ts", "ignored.ts"));
    expect(dirt).toMatchObject({ changed: [], untracked: files(root, "ignored.ts", "new.ts") });
  });

  it("a file outside of the repository in which the run starts", () => {
    const root = commitAll(makeTree({ "a.ts": "a" }));
    const outside = makeTree({ "b.ts": "b" });
    expect(dirtOf(root, files(outside, "b.ts"), files(outside, "b.ts")).untracked).toEqual(files(outside, "b.ts"));
    symlinkSync(join(outside, "b.ts"), join(root, "link.ts"));
    expect(dirtOf(root, files(root, "link.ts"), files(root, "link.ts")).untracked).toEqual(files(root, "link.ts"));
  });

  it("a repository inside of another is asked itself", () => {
    const root = makeTree({ "outer.ts": "o", "sub/a.ts": "a" });
    commitAll(join(root, "sub"));
    commitAll(root);
    writeFileSync(join(root, "sub/a.ts"), "changed");
    expect(dirtOf(root, files(root, "sub/a.ts"), files(root, "sub/a.ts")).changed).toEqual(files(root, "sub/a.ts"));
  });

  it("nothing, without git", () => {
    const root = makeTree({ "a.ts": "a" });
    expect(isClean(dirtOf(root, files(root, "a.ts"), files(root, "a.ts")))).toBe(true);
  });

  it("a repository that git cannot read", () => {
    const root = makeTree({ "a.ts": "a" });
    mkdirSync(join(root, ".git"));
    const { unasked } = dirtOf(root, files(root, "a.ts"), files(root, "a.ts"));
    expect(unasked).toEqual([{ root, reason: expect.stringContaining("not a git repository") }]);
  });
});
