import { readFileSync } from "node:fs";
import type { ESLint, Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { resultsOf, run } from "../support/cli.js";
import { lintWithEslint } from "../support/eslint.js";
import { SERVERS_ROOT, serverFiles } from "../support/servers.js";
import { makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

const files = serverFiles();

function applied(text: string, { suggestions = [] }: Linter.LintMessage): string[] {
  const bare = text.replace(/^\uFEFF/u, "");
  return suggestions.map(({ fix }) => bare.slice(0, fix.range[0]) + fix.text + bare.slice(fix.range[1]));
}

function expectSame(ours: readonly ESLint.LintResult[], theirs: readonly ESLint.LintResult[]): void {
  expect(ours.map(({ filePath }) => filePath)).toEqual(theirs.map(({ filePath }) => filePath));
  for (const [at, result] of ours.entries()) expect(result).toEqual(JSON.parse(JSON.stringify(theirs[at])));
}

describe("--format json", () => {
  it.each(["defects", "recommended", "strict", "all"] as const)(
    "is what ESLint gives for the example servers with the preset %s",
    async (preset) => {
      const ours = resultsOf(await run(SERVERS_ROOT, ["check", ...files, "--format", "json", "--preset", preset]));
      expectSame(ours, await lintWithEslint(SERVERS_ROOT, files, { preset }));
      expect(ours.flatMap(({ messages }) => messages).length).toBeGreaterThan(10);
    },
  );

  it("holds suggestions that change the text as ESLint's do", async () => {
    const ours = resultsOf(await run(SERVERS_ROOT, ["check", ...files, "--format", "json"]));
    const theirs = await lintWithEslint(SERVERS_ROOT, files);
    const outputs = (results: readonly ESLint.LintResult[]): string[] =>
      results.flatMap(({ filePath, messages }) =>
        messages.flatMap((message) => applied(readFileSync(filePath, "utf8"), message)),
      );
    expect(outputs(ours)).toEqual(outputs(theirs));
    expect(outputs(ours).length).toBeGreaterThan(2);
  });

  const flagless = SWALLOWING_TOOL.replace(
    "catch {}",
    'catch (error) {\n    return { content: [{ type: "text", text: `Error: ${error.message}` }] };\n  }',
  );
  it.each([
    ["LF", flagless],
    ["CRLF", flagless.replaceAll("\n", "\r\n")],
    ["CR alone", flagless.replaceAll("\n", "\r")],
    ["a BOM", `\uFEFF${flagless}`],
    ["a BOM and CRLF", `\uFEFF${flagless.replaceAll("\n", "\r\n")}`],
    ["a shebang", `#!/usr/bin/env node\n${flagless}`],
    ["tabs", flagless.replaceAll("  ", "\t")],
    ["line separators in a string", `const s = "\u2028";\n${flagless}`],
    ["letters outside the first plane", `const s = "😀😀"; ${flagless}`],
    ["no line end", flagless.trimEnd()],
  ])("counts lines and columns as ESLint does: %s", async (_name, text) => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "tool.ts": text });
    const ours = resultsOf(await run(root, ["check", "tool.ts", "--format", "json"]));
    const theirs = await lintWithEslint(root, [`${root}/tool.ts`]);
    expectSame(ours, theirs);
    expect(ours[0]?.messages.map(({ ruleId }) => ruleId)).toEqual(["mcp-errors/require-is-error"]);
    expect(applied(text, ours[0]?.messages[0] as Linter.LintMessage)[0]).toContain("isError: true");
  });

  it("tells of a file that does not parse in ESLint's words for it", async () => {
    const text = "// mcp\nexport const tool = {{;\n";
    const root = makeTree({ "package.json": MCP_MANIFEST, "broken.ts": text });
    const [ours] = resultsOf(await run(root, ["check", ".", "--format", "json"]));
    const [theirs] = await lintWithEslint(root, [`${root}/broken.ts`]);
    const shape = (result: ESLint.LintResult | undefined): unknown => ({
      ...result,
      messages: result?.messages.map((message) => ({ ...message, message: message.message.slice(0, 15), column: 0 })),
    });
    expect(shape(ours)).toEqual(shape(theirs));
    expect(ours?.messages[0]).toMatchObject({ ruleId: null, fatal: true, severity: 2, line: 2 });
  });

  it("prints nothing but the array to stdout, and the coverage to stderr", async () => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "tool.ts": SWALLOWING_TOOL });
    const result = await run(root, ["check", "--format", "json"]);
    expect(JSON.parse(result.out)).toBeInstanceOf(Array);
    expect(result.err).toBe("Checked 1 file: 1 tool and 1 error path in 1 file.\n");
  });
});
