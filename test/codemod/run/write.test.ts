import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeAtomically } from "../../../src/codemod/run/write.js";
import { makeTree } from "../../support/tree.js";

const OLD = "old\n";
const NEW = "new\n";
const write = (file: string, before: string | undefined = OLD) => writeAtomically({ file, before, after: NEW });
const text = (file: string): string => readFileSync(file, "utf8");

describe("a file that is written", () => {
  it("holds the new text, with the mode it had, and nothing stays beside it", () => {
    const root = makeTree({ "a.ts": OLD });
    chmodSync(join(root, "a.ts"), 0o754);
    expect(write(join(root, "a.ts"))).toBeUndefined();
    expect(text(join(root, "a.ts"))).toBe(NEW);
    expect(statSync(join(root, "a.ts")).mode & 0o777).toBe(0o754);
    expect(readdirSync(root)).toEqual(["a.ts"]);
  });

  it("may be new, in a folder that is new", () => {
    const file = join(makeTree({ "a.ts": OLD }), "src/deep/new.ts");
    expect(writeAtomically({ file, before: undefined, after: NEW })).toBeUndefined();
    expect(text(file)).toBe(NEW);
  });

  it("stays behind the link that names it", () => {
    const root = makeTree({ "real.ts": OLD });
    symlinkSync("real.ts", join(root, "link.ts"));
    expect(write(join(root, "link.ts"))).toBeUndefined();
    expect(lstatSync(join(root, "link.ts")).isSymbolicLink()).toBe(true);
    expect(text(join(root, "real.ts"))).toBe(NEW);
  });
});

describe("a file that is left as it was", () => {
  it("is read-only", () => {
    const file = join(makeTree({ "a.ts": OLD }), "a.ts");
    chmodSync(file, 0o444);
    expect(write(file)).toEqual({ file, reason: "The file is read-only; it was not changed." });
    expect(text(file)).toBe(OLD);
  });

  it("was changed meanwhile", () => {
    const file = join(makeTree({ "a.ts": "edited\n" }), "a.ts");
    expect(write(file)?.reason).toContain("The file changed while the migration ran");
    expect(text(file)).toBe("edited\n");
  });

  it("was removed meanwhile", () => {
    const root = makeTree({ "b.ts": OLD });
    expect(write(join(root, "a.ts"))?.reason).toContain("cannot be written (ENOENT)");
    expect(readdirSync(root)).toEqual(["b.ts"]);
  });

  it("was made meanwhile", () => {
    const file = join(makeTree({ "new.ts": "theirs\n" }), "new.ts");
    expect(writeAtomically({ file, before: undefined, after: NEW })?.reason).toContain("was created meanwhile");
    expect(text(file)).toBe("theirs\n");
  });

  it("lies below a file", () => {
    const root = makeTree({ a: "no folder" });
    const file = join(root, "a/new.ts");
    expect(writeAtomically({ file, before: undefined, after: NEW })?.reason).toMatch(/cannot be written \(E\w+\)/u);
    expect(text(join(root, "a"))).toBe("no folder");
  });

  it("has a name that leaves no room for the one beside it", () => {
    const root = makeTree({});
    // The longest name that a file may have.
    const file = join(root, `${"a".repeat(252)}.ts`);
    writeFileSync(file, OLD);
    expect(write(file)?.reason).toContain("ENAMETOOLONG");
    expect(text(file)).toBe(OLD);
    expect(readdirSync(root)).toHaveLength(1);
  });
});
