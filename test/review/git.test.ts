import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DISK } from "../../src/analysis/project/file-tree.js";
import { changesIn, type ChangedFile } from "../../src/review/git/changes.js";
import { rangeOf } from "../../src/review/git/range.js";
import { beforeChange, CommitTree } from "../../src/review/git/trees.js";
import { Repository } from "../support/git.js";
import { makeTree } from "../support/tree.js";

const numbered = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, at) => `const line${at + from} = ${at + from};\n`).join("");

/** Path, path in the base, and the changed lines among the first 40. */
function told({ path: name, oldPath, added, cutBehind }: ChangedFile): unknown[] {
  const lines = (has: (line: number) => boolean): number[] => Array.from({ length: 40 }, (_, at) => at).filter(has);
  return [name, oldPath, lines((line) => added.has(line)), lines((line) => cutBehind.has(line))];
}

const changes = (repository: Repository, base = "main", head?: string): unknown[] =>
  changesIn(rangeOf(repository.root, base, head)).files.map(told);

describe("changed lines", () => {
  it("of changed, added and deleted files; a line that is gone is marked by the one above it", () => {
    const repository = new Repository({ "a.ts": numbered(9), "b.ts": "b;\n" }).branch();
    const text = numbered(9).replace("const line3 = 3;\n", "").replace("line8 = 8", "line8 = 80");
    repository.commit({ "a.ts": text, "b.ts": null, "c.ts": "one;\ntwo;\n", "readme.md": "no source\n" });
    expect(changes(repository)).toEqual([
      ["a.ts", "a.ts", [7], [2]],
      [undefined, "b.ts", [], []],
      ["c.ts", undefined, [1, 2], []],
    ]);
  });

  it("of renamed files: the new lines alone, and the name in the base", () => {
    const repository = new Repository({ "old.ts": numbered(20) }).branch();
    repository.commit({ "old.ts": null, "deep/new name.ts": `${numbered(20)}extra;\n` });
    expect(changes(repository)).toEqual([["deep/new name.ts", "old.ts", [21], []]]);
  });

  it("under names with blanks, quotation marks, backslashes, umlauts, tabs and line ends", () => {
    const names = [
      'q"uote.ts',
      "back\\slash.ts",
      "größe.ts",
      "two words.ts",
      "tab\there.ts",
      "line\nend.ts",
      "b/ b.ts",
      "日本.ts",
    ];
    const repository = new Repository().branch();
    repository.commit(Object.fromEntries(names.map((name) => [name, "x;\n"])));
    expect(new Set(changes(repository).map((file) => JSON.stringify(file)))).toEqual(
      new Set(names.map((name) => JSON.stringify([name, undefined, [1], []]))),
    );
  });

  it("not of lines that look like a patch", () => {
    const repository = new Repository({ "a.ts": "x;\n" }).branch();
    repository.commit({ "a.ts": "x;\n++ b/other.ts\n@@ -1 +30 @@\ndiff --git a/z.ts b/z.ts\n" });
    expect(changes(repository)).toEqual([["a.ts", "a.ts", [2, 3, 4], []]]);
  });

  it("not of binary files, links and submodules", () => {
    const inner = new Repository({ "inner.ts": "x;\n" });
    const repository = new Repository({ "a.ts": "x;\n" }).branch();
    repository.write({ "binary.ts": Buffer.from([0, 1, 2, 10, 0]) });
    symlinkSync("a.ts", path.join(repository.root, "link.ts"));
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "sub.ts");
    repository.commit();
    expect(changes(repository)).toEqual([["binary.ts", undefined, [], []]]);
  });

  it.skipIf(process.platform !== "linux")("counts names that are no UTF-8, and goes on", () => {
    const repository = new Repository().branch();
    writeFileSync(
      Buffer.concat([Buffer.from(`${repository.root}/bad`), Buffer.from([0xff]), Buffer.from(".ts")]),
      "x;\n",
    );
    repository.commit({ "good.ts": "x;\n" });
    const found = changesIn(rangeOf(repository.root, "main", undefined));
    expect(found.unnamed).toBe(1);
    expect(found.files.map(told)).toEqual([["good.ts", undefined, [1], []]]);
  });

  it("whatever the user has set up for diffs", () => {
    const repository = new Repository({ "a.ts": numbered(9) }).branch();
    for (const [key, value] of [
      ["diff.noprefix", "true"],
      ["diff.mnemonicPrefix", "true"],
      ["diff.external", "false"],
      ["diff.renames", "copies"],
      ["color.ui", "always"],
      ["diff.context", "9"],
      ["diff.interHunkContext", "9"],
      ["core.quotePath", "true"],
    ] as const)
      repository.git("config", key, value);
    repository.commit({ "a.ts": numbered(9).replace("= 2", "= 20").replace("= 6", "= 60"), "ä.ts": "x;\n" });
    expect(changes(repository)).toEqual([
      ["a.ts", "a.ts", [2, 6], []],
      ["ä.ts", undefined, [1], []],
    ]);
  });
});

describe("what is compared", () => {
  it("the change alone, not what happened on the base meanwhile", () => {
    const repository = new Repository({ "a.ts": "a;\n", "b.ts": "b;\n" }).branch();
    repository.commit({ "a.ts": "changed;\n" });
    repository.git("checkout", "-q", "main");
    repository.commit({ "b.ts": "meanwhile;\n" });
    repository.git("checkout", "-q", "change");
    expect(changes(repository)).toEqual([["a.ts", "a.ts", [1], []]]);
    // A merge of the base into the change brings nothing of the base.
    repository.git("merge", "-q", "main");
    expect(changes(repository)).toEqual([["a.ts", "a.ts", [1], []]]);
  });

  it("the working tree, with files that git does not know yet; a given head ends there", () => {
    const repository = new Repository({ "a.ts": "a;\n", ".gitignore": "ignored.ts\n" }).branch();
    repository.commit({ "a.ts": "committed;\n" });
    repository.write({ "b.ts": "new;\n", "ignored.ts": "x;\n" });
    const [committed, untracked] = changesIn(rangeOf(repository.root, "main", undefined)).files;
    expect(committed && told(committed)).toEqual(["a.ts", "a.ts", [1], []]);
    expect(untracked).toMatchObject({ path: "b.ts", oldPath: undefined });
    expect(untracked?.added.has(1)).toBe(true);
    expect(changes(repository)).toHaveLength(2);
    expect(changes(repository, "main", "change")).toEqual([["a.ts", "a.ts", [1], []]]);
  });

  it("branches that only the server has, as in a checkout of CI", () => {
    const origin = new Repository({ "a.ts": "a;\n" });
    const root = makeTree({});
    execFileSync("git", ["clone", "-q", origin.root, root]);
    execFileSync("git", ["checkout", "-q", "--detach"], { cwd: root });
    execFileSync("git", ["branch", "-q", "-D", "main"], { cwd: root });
    expect(rangeOf(root, "main", undefined).base).toBe(origin.git("rev-parse", "main"));
  });
});

describe("one clear error", () => {
  const message = (run: () => unknown): string => {
    try {
      run();
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
    return "";
  };

  it("outside of a repository, and for a ref that does not exist", () => {
    expect(message(() => rangeOf(makeTree({}), "main", undefined))).toMatch(/^This is not a git working tree/u);
    const { root } = new Repository({ "a.ts": "a;\n" });
    expect(message(() => rangeOf(root, "nothing", undefined))).toMatch(
      /^--base nothing is not a commit in this clone/u,
    );
    expect(message(() => rangeOf(root, "--help", undefined))).toMatch(/^--base --help is not a commit/u);
    expect(message(() => rangeOf(root, "main", "nothing"))).toMatch(/^--head nothing is not a commit/u);
  });

  it("in a shallow clone, with what to set", () => {
    const origin = new Repository({ "a.ts": "a;\n" }).branch();
    for (const text of ["b;\n", "c;\n", "d;\n"]) origin.commit({ "a.ts": text });
    const root = makeTree({});
    execFileSync("git", ["clone", "-q", "--depth", "1", "--branch", "change", `file://${origin.root}`, root]);
    expect(message(() => rangeOf(root, "main", undefined))).toContain("fetch-depth: 0");
    execFileSync("git", ["fetch", "-q", "--depth", "1", "origin", "main:main"], { cwd: root });
    expect(message(() => rangeOf(root, "main", undefined))).toMatch(/^This clone is shallow.*fetch-depth: 0/u);
  });

  it("where there is no common ancestor", () => {
    const repository = new Repository({ "a.ts": "a;\n" });
    repository.git("checkout", "-q", "--orphan", "other");
    repository.commit({ "b.ts": "b;\n" });
    expect(message(() => rangeOf(repository.root, "main", undefined))).toBe("main and HEAD have no common ancestor.");
  });
});

describe("trees", () => {
  it("reads a commit as if it were checked out", () => {
    const repository = new Repository({ "a.ts": "a;\n", "deep/er/b.ts": "b;\n", "deep/c.ts": "" });
    const head = repository.git("rev-parse", "HEAD");
    repository.write({ "a.ts": "later;\n" });
    const { git, root } = rangeOf(repository.root, "main", undefined);
    const tree = new CommitTree(git, root, head);
    const at = (name: string): string => path.join(root, name);
    expect(["a.ts", "deep/er/b.ts", "deep/c.ts", "none.ts"].map((name) => tree.read(at(name)))).toEqual([
      "a;\n",
      "b;\n",
      "",
      undefined,
    ]);
    expect(tree.size(at("a.ts"))).toBe(3);
    expect(tree.stamp(at("deep"))).toBeUndefined();
    expect(tree.entries(root)).toEqual([
      { name: "a.ts", isFolder: false },
      { name: "deep", isFolder: true },
    ]);
    expect(
      tree
        .entries(at("deep"))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["c.ts", "er"]);
  });

  it("reads the base of a change: old texts, deleted files, no added ones; all else from the disk", () => {
    const repository = new Repository({
      "a.ts": "old;\n",
      "gone.ts": "gone;\n",
      "same.ts": "same;\n",
      "from.ts": numbered(9),
    }).branch();
    repository.commit({
      "a.ts": "new;\n",
      "gone.ts": null,
      "added.ts": "added;\n",
      "from.ts": null,
      "to.ts": numbered(9),
    });
    mkdirSync(path.join(repository.root, "folder"));
    const range = rangeOf(repository.root, "main", undefined);
    const tree = beforeChange(range.git, range.root, changesIn(range).files, DISK);
    const at = (name: string): string => path.join(range.root, name);
    const names = ["a.ts", "gone.ts", "same.ts", "added.ts", "from.ts", "to.ts"];
    expect(names.map((name) => tree.read(at(name)))).toEqual([
      "old;\n",
      "gone;\n",
      "same;\n",
      undefined,
      numbered(9),
      undefined,
    ]);
    expect(names.map((name) => tree.stamp(at(name)) !== undefined)).toEqual([true, true, true, false, true, false]);
    expect(
      tree
        .entries(range.root)
        .map(({ name }) => name)
        .filter((name) => name !== ".git")
        .sort(),
    ).toEqual(["a.ts", "folder", "from.ts", "gone.ts", "same.ts"]);
  });
});
