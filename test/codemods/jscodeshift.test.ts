import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TRANSFORM_NAMES } from "../../src/codemod/rewrite.js";
import errorResults, { parser } from "../../codemods/error-results.js";
import { fixtures } from "./support/fixtures.js";

interface RunResult {
  readonly ok: number;
  readonly nochange: number;
  readonly skip: number;
  readonly error: number;
  readonly stats: Readonly<Record<string, number>>;
}

/** jscodeshift's own runner, as its command uses it. */
const runner = createRequire(import.meta.url)("jscodeshift/src/Runner.js") as {
  run: (transform: string, paths: readonly string[], options: object) => Promise<RunResult>;
};

const DIST = fileURLToPath(new URL("../../dist/codemods", import.meta.url));
const OPTIONS = { babel: false, extensions: "ts,js,cjs,mjs", silent: true, runInBand: true };

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "codemods-"));
  writeFileSync(
    path.join(folder, "package.json"),
    '{ "type": "module", "dependencies": { "@modelcontextprotocol/sdk": "*" } }',
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What transforms report goes to the terminal: the tests ask for it where it matters. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    return await work();
  } finally {
    write.mockRestore();
  }
}

const transformFile = (name: string): string => path.join(DIST, `${name}.js`);

describe.each(TRANSFORM_NAMES)("%s under jscodeshift's runner", (name) => {
  const own = fixtures().filter(
    ({ transform, options }) => transform === name && options.helper === undefined && options.dialect === undefined,
  );

  it("writes the outputs, and counts what it did", async () => {
    const target = name === "dialect" ? "standard" : undefined;
    const chosen = own.filter(({ options }) => options.to === target);
    expect(chosen.length).toBeGreaterThan(1);
    for (const { filename, name: file } of chosen) cpSync(filename, path.join(folder, file));
    // Calls are broken at the width of this repository, as the outputs are.
    writeFileSync(path.join(folder, ".prettierrc"), '{ "printWidth": 120 }');
    // What nothing imports is left alone.
    const all = chosen.map(({ name: file }) => `export * from "./${file}";\n`);
    writeFileSync(path.join(folder, "index.ts"), all.join(""));
    const run = (dry: boolean): Promise<RunResult> =>
      quietly(() => runner.run(transformFile(name), [folder], { ...OPTIONS, dry, ...(target ? { to: target } : {}) }));
    // jscodeshift only counts in a dry run.
    const { stats } = await run(true);
    for (const { name: file, input } of chosen) expect(readFileSync(path.join(folder, file), "utf8")).toBe(input);
    const result = await run(false);
    const changed = chosen.filter(({ input, output }) => input !== output).length;
    expect(result).toMatchObject({ error: 0, ok: changed });
    for (const { name: file, output } of chosen)
      expect(readFileSync(path.join(folder, file), "utf8"), file).toBe(output);
    const rewritten = stats[`${name}: rewritten`] ?? 0;
    const marked = stats[`${name}: marked`] ?? 0;
    expect(rewritten + marked).toBeGreaterThanOrEqual(changed);
  });
});

describe("a transform", () => {
  const [{ input, output }] = fixtures().filter(
    ({ name, transform }) => transform === "error-results" && name === "words-of-none.ts",
  ) as unknown as [{ input: string; output: string }];
  const file = (): { path: string; source: string } => ({ path: path.join(folder, "a.ts"), source: input });

  it("reports what a person has to decide", () => {
    const reports: string[] = [];
    expect(errorResults(file(), { report: (message) => reports.push(message) }, {})).toBe(output);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(/a\.ts:\d+:\d+ .*Choose transient, validation, permission or business\./u);
  });

  it("answers undefined where nothing is to be changed", () => {
    expect(errorResults({ ...file(), source: "export const a = 1;\n" })).toBeUndefined();
    expect(errorResults({ ...file(), source: output })).toBeUndefined();
  });

  it("takes the dialect and the vendored helper from the options", () => {
    const source = input.replace("That did not go well.", "Access denied.");
    const text = errorResults(
      { ...file(), source },
      {},
      { dialect: "envelope", helper: `vendored:${path.join(folder, "lib/errors.ts")}` },
    );
    expect(text).toContain('import { toolError, dialects } from "./lib/errors.js";');
    expect(text).toContain("{ dialect: dialects.envelope }");
  });

  it.each([
    [{ dialect: "klingon" }, "--dialect must be one of standard, envelope, compact, recovery."],
    [{ to: 3 }, "--to must be one of standard, envelope, compact, recovery."],
    [{ helper: "vendored" }, "--helper must be `package` or `vendored:<path>`."],
  ])("says what is wrong with %o", (options, message) => {
    expect(() => errorResults(file(), {}, options)).toThrow(message);
  });

  it("names the file and the place where it cannot be parsed", async () => {
    expect(() => errorResults({ ...file(), source: 'import "@modelcontextprotocol/sdk";\nconst tool = ;\n' })).toThrow(
      /a\.ts:2:14: the file cannot be parsed: /u,
    );
    writeFileSync(path.join(folder, "a.ts"), 'import "@modelcontextprotocol/sdk";\nconst tool = ;\n');
    expect(await quietly(() => runner.run(transformFile("error-results"), [folder], OPTIONS))).toMatchObject({
      error: 1,
      ok: 0,
    });
  });

  it("lets jscodeshift parse nothing", () => {
    expect(parser.parse()).toEqual({ type: "File", program: { type: "Program", body: [] } });
  });
});
