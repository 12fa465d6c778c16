import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../support/cli.js";
import { GOOD_TOOL, makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

const project = (text = SWALLOWING_TOOL): string => makeTree({ "package.json": MCP_MANIFEST, "src/a.ts": text });
const read = (root: string, name: string): string => readFileSync(join(root, name), "utf8");

describe("where reports go", () => {
  it("to a file, whose folders are made, and the terminal says what could be seen", async () => {
    const root = project();
    const { code, out, err } = await run(root, ["check", "--format", "gitlab", "--output-file", "new/folder/q.json"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toBe("Checked 1 file: 1 tool and 1 error path in 1 file.\n");
    expect(JSON.parse(read(root, "new/folder/q.json"))).toHaveLength(1);
  });

  it("several at once: one to the terminal, others to files", async () => {
    const root = project();
    const { code, out, err } = await run(root, [
      "check",
      ...["--format", "sarif=a=b.sarif", "--format", "stylish", "--format", "junit=out/j.xml"],
    ]);
    expect(code).toBe(1);
    expect(out).toContain("1 finding in 1 file");
    expect(err).toBe("");
    expect(JSON.parse(read(root, "a=b.sarif"))).toHaveProperty("runs");
    expect(read(root, "out/j.xml")).toContain("<testsuites");
  });

  it("without colours in files, though the terminal has them", async () => {
    const root = project();
    const { out } = await run(root, ["check", "--format", "stylish", "--format", "stylish=plain.txt"], { color: true });
    // eslint-disable-next-line no-control-regex -- the codes of a terminal
    expect(out).toMatch(/\u001b\[/u);
    // eslint-disable-next-line no-control-regex -- the codes of a terminal
    expect(read(root, "plain.txt")).toBe(out.replace(/\u001b\[\d+m/gu, ""));
  });

  it.each([
    ["two for the terminal", ["--format", "json", "--format", "sarif"], /Only one format can go to stdout/u],
    ["two for one file", ["--format", "json=a", "--format", "sarif=a"], /Two reports would go to a\./u],
    ["a file for none", ["--format", "json=a", "--output-file", "b"], /--output-file has nothing to write/u],
    ["a name without a file", ["--format", "json="], /A file name is missing after "json="/u],
    ["a format that is not there", ["--format", "yaml=a"], /Allowed choices are stylish, json, sarif,/u],
    ["a folder", ["--output-file", "src"], /src cannot be written \(EISDIR\)/u],
    ["below a file", ["--output-file", "src/a.ts/x"], /src\/a\.ts\/x cannot be written \((?:ENOTDIR|EEXIST)\)/u],
    ["no number of warnings", ["--max-warnings", "-1"], /--max-warnings.*A whole number is needed/u],
    ["a baseline to update, but none named", ["--update-baseline"], /--update-baseline needs --baseline <file>/u],
    [
      "a config and a preset",
      ["--config", "x.js", "--preset", "strict"],
      /'--config <file>' cannot be used with.*--preset/u,
    ],
    ["a config and a cache", ["--config", "x.js", "--cache"], /'--config <file>' cannot be used with.*--cache/u],
  ])("one clear line, and exit code 2: %s", async (_name, flags, message) => {
    const root = project();
    const { code, out, err } = await run(root, ["check", ...flags]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^error: [^\n]+\n$/u);
    expect(err).toMatch(message);
    expect(existsSync(join(root, "a"))).toBe(false);
  });

  it("names files of a repository from its root, and for people from where they are", async () => {
    const root = makeTree({ "server/package.json": MCP_MANIFEST, "server/src/a.ts": SWALLOWING_TOOL });
    mkdirSync(join(root, ".git"));
    const inside = join(root, "server");
    expect((await run(inside, ["check"])).out).toMatch(/^src\/a\.ts$/mu);
    expect((await run(inside, ["check", "--format", "github"])).out).toContain("file=server/src/a.ts,");
    const hashes = async (cwd: string): Promise<unknown> =>
      (JSON.parse((await run(cwd, ["check", "--format", "gitlab"])).out) as { fingerprint: string }[])[0]?.fingerprint;
    expect(await hashes(inside)).toBe(await hashes(root));
  });
});

describe("--max-warnings", () => {
  const warned = SWALLOWING_TOOL.replace("import", '/* eslint mcp-errors/no-swallowed-error: "warn" */ import');

  it("fails where there are more", async () => {
    const root = project(warned);
    expect((await run(root, ["check"])).code).toBe(0);
    expect((await run(root, ["check", "--max-warnings", "1"])).code).toBe(0);
    expect((await run(root, ["check", "--max-warnings", "0"])).code).toBe(1);
  });

  it("does not count what was left out", async () => {
    const root = makeTree({
      "package.json": MCP_MANIFEST,
      "a.ts": GOOD_TOOL,
      "b.ts": Buffer.from([0xff, 0xd8, 0xff, 0]),
    });
    expect((await run(root, ["check", "--max-warnings", "0"])).code).toBe(0);
  });
});
