import { ESLint as ESLint9 } from "eslint-9";
import { ESLint as ESLint10, type ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { configOf } from "../support/eslint.js";
import { SERVERS_ROOT, serverFiles } from "../support/servers.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const files = serverFiles();

async function lint(Engine: typeof ESLint, parser?: null): Promise<ESLint.LintResult[]> {
  const overrideConfig = configOf({ preset: "strict", ...(parser === null ? { parser } : {}) });
  const eslint = new Engine({ cwd: SERVERS_ROOT, overrideConfigFile: true, overrideConfig, ignore: false });
  const results = await eslint.lintFiles(parser === null ? files.filter((file) => file.endsWith(".js")) : files);
  return results.sort((a, b) => a.filePath.localeCompare(b.filePath));
}

/** ESLint 9 also names the type of the node; 10 does not any more. */
function common(results: readonly ESLint.LintResult[]): unknown {
  return results.map((result) => ({
    ...result,
    messages: result.messages.map((message) => {
      const rest: Record<string, unknown> = { ...message };
      delete rest["nodeType"];
      return rest;
    }),
  }));
}

describe("ESLint 9 and 10", () => {
  it("are the versions they are taken for", () => {
    expect(ESLint9.version).toMatch(/^9\.39\./u);
    expect(ESLint10.version).toMatch(/^10\./u);
  });

  it("give the same results on the example servers", async () => {
    const [nine, ten] = [await lint(ESLint9), await lint(ESLint10)];
    expect(common(nine)).toEqual(common(ten));
    expect(ten.flatMap(({ messages }) => messages).length).toBeGreaterThan(20);
  });

  it("give the same results on JavaScript with their own parser", async () => {
    const own = await lint(ESLint10, null);
    const findings = (results: readonly ESLint.LintResult[]): unknown[] =>
      results.filter(({ filePath }) => filePath.endsWith(".js")).map(({ filePath, messages }) => [filePath, messages]);
    expect(findings(own)).toEqual(findings(await lint(ESLint10)));
    expect(common(await lint(ESLint9 as unknown as typeof ESLint, null))).toEqual(common(own));
    expect(own.flatMap(({ messages }) => messages).length).toBeGreaterThan(5);
  });
});

describe("a parser of plain JavaScript", () => {
  // Its tree has no lists for decorators and `implements`, which the analysis reads of every class.
  const text = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
export class ArchiveTool extends Base {
  name = "archive";
  #secret = 1;
  static { this.x = 1; }
  constructor(a = 1, { b } = {}, ...rest) {
    super();
    this.server.setRequestHandler(CallToolRequestSchema, async (request) => this.execute(request));
  }
  async execute(args) {
    try {
      return { content: [{ type: "text", text: await this.run(args) }] };
    } catch (error) {
      return { content: [{ type: "text", text: \`Error: \${error.message}\` }] };
    }
  }
  get z() { return 1; }
}
`;

  it.each([
    ["9", ESLint9 as unknown as typeof ESLint],
    ["10", ESLint10],
  ])("finds in classes what the parser of TypeScript finds: ESLint %s", async (_version, Engine) => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "tool.js": text });
    const lintWith = async (parser?: null): Promise<ESLint.LintResult[]> =>
      new Engine({
        cwd: root,
        overrideConfigFile: true,
        overrideConfig: configOf(parser === null ? { parser } : {}),
      }).lintFiles("tool.js");
    const [plain] = await lintWith(null);
    expect(plain?.messages).toEqual((await lintWith())[0]?.messages);
    expect(plain?.messages.map(({ line, ruleId }) => [line, ruleId])).toEqual([[15, "mcp-errors/require-is-error"]]);
  });
});
