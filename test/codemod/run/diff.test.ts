import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { colored, unifiedDiff } from "../../../src/codemod/run/diff.js";
import { makeTree } from "../../support/tree.js";

const change = (before: string | undefined, after: string) => ({ file: "", before, after });

describe("the diff", () => {
  it.each([
    ["plain.ts", "a\nb\nc\n", "a\nB\nc\n"],
    ["crlf.ts", "a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n"],
    ["no new line at the end.ts", "a\nb", "a\nb\nc"],
    ["deep folder/with blanks.ts", "a\n", "b\n"],
    ['ünicode "quoted".ts', "a\n", "b\n"],
    ["many.ts", Array.from({ length: 60 }, (_, at) => `line ${at}`).join("\n"), "line 0\nline 1\nnew\nline 30\n"],
    ["bom.ts", "\uFEFFa\n", "\uFEFFb\n"],
  ])("of %s is taken by git apply, which then has the same bytes", (name, before, after) => {
    const root = makeTree({ [name]: before });
    const result = spawnSync("git", ["apply", "-"], { cwd: root, input: unifiedDiff(name, change(before, after)) });
    expect(result.stderr.toString()).toBe("");
    expect(readFileSync(join(root, name), "utf8")).toBe(after);
  });

  it("of a new file makes that file", () => {
    const root = makeTree({ "keep.txt": "" });
    spawnSync("git", ["apply", "-"], { cwd: root, input: unifiedDiff("src/new.ts", change(undefined, "a\nb\n")) });
    expect(readFileSync(join(root, "src/new.ts"), "utf8")).toBe("a\nb\n");
  });

  it("for a terminal is coloured, and holds nothing that the terminal would obey", () => {
    const text = colored(unifiedDiff("a.ts", change("old\r\nkeep\r\n", "new \u001B[2J\u202E\r\nkeep\r\n")));
    expect(text).toContain("\u001B[31m-old\u001B[39m\n");
    expect(text).toContain("\u001B[32m+new \uFFFD[2J\uFFFD\u001B[39m\n");
    expect(text).toContain("\u001B[36m@@");
    expect(text).toContain("\n keep\n");
    expect(text).not.toContain("\r");
  });
});
