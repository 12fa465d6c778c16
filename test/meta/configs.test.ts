import { join } from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import plugin from "../../src/index.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

/** What the preset sets for a file of a project that has no other config. */
async function configFor(
  file: string,
): Promise<{ rules?: object; languageOptions?: { parser?: unknown } } | undefined> {
  const cwd = makeTree({ "package.json": MCP_MANIFEST });
  const eslint = new ESLint({ cwd, overrideConfigFile: true, overrideConfig: plugin.configs.defects });
  return (await eslint.calculateConfigForFile(join(cwd, file))) as Awaited<ReturnType<typeof configFor>>;
}

const runs = async (file: string): Promise<boolean> =>
  Object.keys((await configFor(file))?.rules ?? {}).some((name) => name.startsWith("mcp-errors/"));

describe("a preset", () => {
  it.each(["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"])("runs on src/tool.%s", async (extension) => {
    expect(await runs(`src/tool.${extension}`)).toBe(true);
  });

  it.each([
    "README.md",
    "README.md/0.js",
    "package.json",
    "page.css",
    "src/tool.test.ts",
    "src/__tests__/tool.ts",
    "test/tool.mjs",
    "evals/ask.ts",
    "src/types.d.ts",
  ])("does not run on %s", async (file) => {
    expect(await runs(file)).toBe(false);
  });

  it("brings the parser of typescript-eslint where that is installed", async () => {
    const { languageOptions } = (await configFor("src/tool.ts")) ?? {};
    expect(languageOptions?.parser).toHaveProperty("parseForESLint");
    expect(languageOptions?.parser).toHaveProperty("meta.name", "typescript-eslint/parser");
  });

  it("gives way to the parser of the config that extends it", () => {
    const parser = { parse: () => ({}) };
    expect({ ...plugin.configs.strict, languageOptions: { parser } }.languageOptions).toEqual({ parser });
  });
});
