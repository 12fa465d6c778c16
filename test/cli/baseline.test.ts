import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resultsOf, run, type Run } from "../support/cli.js";
import { GOOD_TOOL, makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

const FLAGS = ["check", "--baseline", "known.json"];
const UPDATE = [...FLAGS, "--update-baseline"];
const other = SWALLOWING_TOOL.replaceAll("archive", "restore").replace("Archive a note.", "Bring a note back.");
const second = other.split("\n").slice(2).join("\n");

interface Entry {
  readonly file: string;
  readonly rule: string;
  readonly scope: string;
  readonly fingerprint: string;
}

function project(files: Readonly<Record<string, string>>): {
  readonly root: string;
  readonly check: (...args: string[]) => Promise<Run>;
  readonly update: (...args: string[]) => Promise<Run>;
  readonly write: (name: string, text: string) => void;
  readonly text: () => string;
  readonly entries: () => Entry[];
} {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  const text = (): string => readFileSync(join(root, "known.json"), "utf8");
  return {
    root,
    check: (...args) => run(root, [...FLAGS, ...args]),
    update: (...args) => run(root, [...UPDATE, ...args]),
    write: (name, content) => {
      writeFileSync(join(root, name), content);
    },
    text,
    entries: () => (JSON.parse(text()) as { findings: Entry[] }).findings,
  };
}

describe("--baseline", () => {
  it("accepts what is there, and fails for what is new", async () => {
    const { check, update, write } = project({ "a.ts": SWALLOWING_TOOL });
    const first = await update();
    expect(first).toMatchObject({ code: 0, out: "Checked 1 file: 1 tool and 1 error path in 1 file.\n" });
    expect(first.err).toBe("The baseline known.json now lists 1 finding: 1 added, 0 removed.\n");
    const again = await check();
    expect(again.code).toBe(0);
    expect(again.out).not.toContain("no-swallowed-error");
    expect(again.err).toBe("1 finding is in the baseline known.json.\n");
    write("a.ts", `${SWALLOWING_TOOL}${second}`);
    const { code, out } = await check();
    expect(code).toBe(1);
    expect(out).toMatch(/^ {2}12:5 /mu);
    expect(out).toContain("1 finding in 1 file");
  });

  it("knows findings that moved, and files that were formatted", async () => {
    const { check, update, write } = project({ "a.ts": SWALLOWING_TOOL });
    await update();
    write("a.ts", `// one\n// two\n${SWALLOWING_TOOL.replaceAll("  ", "\t").replaceAll("\n", "\r\n")}`);
    expect((await check()).code).toBe(0);
  });

  it("lists known findings as suppressed, as ESLint lists those of its own file", async () => {
    const { check, update } = project({ "a.ts": SWALLOWING_TOOL });
    await update();
    const [result] = resultsOf(await check("--format", "json"));
    expect(result).toMatchObject({
      messages: [],
      errorCount: 0,
      suppressedMessages: [{ line: 6, suppressions: [{ kind: "file", justification: "" }] }],
    });
  });

  it("fails when an entry is stale, names it, and says what to do", async () => {
    const { check, update, write, entries } = project({ "a.ts": SWALLOWING_TOOL, "b.ts": other });
    await update();
    write("b.ts", GOOD_TOOL);
    const stale = await check();
    expect(stale.code).toBe(1);
    expect(stale.err).toBe(
      `1 finding is in the baseline known.json.
error: 1 entry of the baseline known.json is stale, because the findings are gone. Remove them with --update-baseline:
- b.ts, mcp-errors/no-swallowed-error, in restore
`,
    );
    expect((await update()).err).toContain("lists 1 finding: 0 added, 1 removed.");
    expect(entries().map(({ file }) => file)).toEqual(["a.ts"]);
    expect((await check()).code).toBe(0);
  });

  it("takes an entry for stale when its file is gone, or a comment keeps the finding back", async () => {
    const { root, check, update, write } = project({ "a.ts": SWALLOWING_TOOL, "sub/b.ts": other });
    await update();
    renameSync(join(root, "sub/b.ts"), join(root, "sub/c.ts"));
    expect(await check()).toMatchObject({ code: 1, err: expect.stringContaining("- sub/b.ts,") });
    await update();
    write("a.ts", SWALLOWING_TOOL.replace("  } catch", "  // eslint-disable-next-line -- told elsewhere\n  } catch"));
    expect(await check()).toMatchObject({ code: 1, err: expect.stringContaining("- a.ts,") });
  });

  it("says nothing of entries that the run could not see: other files, other rules, files that do not parse", async () => {
    const { root, check, update, write } = project({ "a.ts": SWALLOWING_TOOL, "sub/b.ts": other });
    await update();
    rmSync(join(root, "sub/b.ts"));
    expect((await check("a.ts")).code).toBe(0);
    write("sub/b.ts", GOOD_TOOL);
    expect((await check("a.ts")).code).toBe(0);
    write("sub/b.ts", "export const tool = ;");
    expect((await check("sub")).err).not.toContain("stale");
    const contract = project({
      "a.ts": SWALLOWING_TOOL.replace(
        "catch {}",
        'catch { return { isError: true, content: [{ type: "text", text: "Failed." }] }; }',
      ),
    });
    await contract.update();
    expect(contract.entries().length).toBeGreaterThan(0);
    expect((await contract.check("--preset", "defects")).code).toBe(0);
  });

  it("keeps entries that the run could not see when it is written anew", async () => {
    const { update, write, entries } = project({ "a.ts": SWALLOWING_TOOL, "sub/b.ts": other });
    await update();
    write("a.ts", GOOD_TOOL);
    await update("a.ts");
    expect(entries().map(({ file }) => file)).toEqual(["sub/b.ts"]);
  });

  it("is sorted, one entry a line, and the same however often it is written", async () => {
    const { root, update, text, entries } = project({ "b.ts": SWALLOWING_TOOL + second, "a.ts": other, "Ä.ts": other });
    await update("b.ts");
    await update();
    const before = text();
    expect(entries().map(({ file, scope }) => `${file} ${scope}`)).toEqual([
      "a.ts restore",
      "b.ts archive",
      "b.ts restore",
      "Ä.ts restore",
    ]);
    expect(before.split("\n").filter((line) => line.startsWith('    {"file":'))).toHaveLength(4);
    await run(root, [...UPDATE, "b.ts", "a.ts", "."]);
    expect(text()).toBe(before);
    expect(before).not.toMatch(/line|column|message/u);
  });

  it("holds from every folder, as names are relative to its own", async () => {
    const { root, update } = project({ "server/package.json": MCP_MANIFEST, "server/a.ts": SWALLOWING_TOOL });
    await update();
    expect((await run(join(root, "server"), ["check", "--baseline", "../known.json"])).code).toBe(0);
  });

  it("never knows a file that cannot be read or parsed", async () => {
    const { update, check, entries } = project({ "a.ts": GOOD_TOOL, "b.ts": "export const tool = ;" });
    expect((await update()).code).toBe(1);
    expect(entries()).toEqual([]);
    expect((await check()).code).toBe(1);
  });

  it.each([
    ["absent", undefined, /There is no baseline known\.json\. Write it with --update-baseline\./u],
    ["broken", "{", /The baseline known\.json is not valid JSON\./u],
    ["something else", "[]", /The file known\.json is not a baseline of mcp-errors\./u],
    ["one with odd entries", '{"version":1,"findings":[{"file":3}]}', /is not a baseline of mcp-errors/u],
    ["of a later version", '{"version":2,"findings":[]}', /was written by a later version of mcp-errors/u],
    ["null", "null", /is not a baseline of mcp-errors/u],
  ])("that is %s: one clear line, and exit code 2", async (_name, text, message) => {
    const { check, write } = project({ "a.ts": SWALLOWING_TOOL });
    if (text !== undefined) write("known.json", text);
    const { code, out, err } = await check();
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^error: [^\n]+\n$/u);
    expect(err).toMatch(message);
  });

  it("a broken one is not written over", async () => {
    const { update, write, text } = project({ "a.ts": SWALLOWING_TOOL });
    write("known.json", "<<<<<<< a conflict");
    expect((await update()).code).toBe(2);
    expect(text()).toBe("<<<<<<< a conflict");
  });

  it("that cannot be written: one clear line", async () => {
    const { root } = project({ "a.ts": SWALLOWING_TOOL });
    const { code, err } = await run(root, ["check", "--baseline", "a.ts/known.json", "--update-baseline"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^error: The baseline a\.ts\/known\.json cannot be (?:written|read) \(\w+\)\.\n$/u);
  });
});
