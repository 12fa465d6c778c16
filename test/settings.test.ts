import { readFileSync } from "node:fs";
import path from "node:path";
import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.js";
import { DEFAULT_SETTINGS, readSettings } from "../src/settings.js";
import { makeTree, MCP_MANIFEST } from "./support/tree.js";

describe('settings["mcp-errors"]', () => {
  it("has defaults for all that is not given", () => {
    expect(readSettings(undefined)).toEqual(DEFAULT_SETTINGS);
    expect(readSettings({})).toEqual(DEFAULT_SETTINGS);
    expect(readSettings({ dialect: "compact" })).toEqual({ ...DEFAULT_SETTINGS, dialect: "compact" });
  });

  it.each([
    [
      {
        dialect: "envelope",
        categories: ["quota"],
        toolBuilders: ["defineTool"],
        errorBuilders: ["fail"],
        helper: { module: "./src/errors.ts", names: ["failure"] },
        frameworks: ["fastmcp", "low-level"],
        followImports: false,
      },
    ],
    [{ categories: [] }],
    [{ helper: { module: "@acme/errors" } }],
  ])("takes %o", (settings) => {
    expect(readSettings(settings)).toMatchObject(settings);
  });

  it.each([
    [null, 'settings["mcp-errors"] must be an object.'],
    [[], 'settings["mcp-errors"] must be an object.'],
    ["strict", 'settings["mcp-errors"] must be an object.'],
    [{ dialekt: "standard" }, 'settings["mcp-errors"] has no key "dialekt". Known keys: '],
    [{ constructor: 1 }, 'settings["mcp-errors"] has no key "constructor".'],
    [
      { dialect: "klingon" },
      'settings["mcp-errors"].dialect must be one of standard, envelope, compact, recovery. Given: "klingon".',
    ],
    [{ dialect: "toString" }, 'settings["mcp-errors"].dialect must be one of '],
    [{ categories: "quota" }, 'settings["mcp-errors"].categories must be a list of strings.'],
    [{ categories: [1] }, 'settings["mcp-errors"].categories must be a list of strings. Given: [1].'],
    [{ categories: () => [] }, 'settings["mcp-errors"].categories must be a list of strings. Given: () => [].'],
    [{ toolBuilders: {} }, 'settings["mcp-errors"].toolBuilders must be '],
    [{ helper: "@acme/errors" }, 'settings["mcp-errors"].helper must be an object { module: "…", names?: ["…"] }'],
    [{ helper: {} }, 'settings["mcp-errors"].helper must be an object'],
    [{ helper: { module: "a", nmaes: ["b"] } }, 'settings["mcp-errors"].helper must be an object'],
    [{ helper: { module: "a", names: [] } }, 'settings["mcp-errors"].helper must be an object'],
    [
      { frameworks: "fastmcp" },
      'settings["mcp-errors"].frameworks must be a list of these names: agentkit, claude-agent-sdk, ',
    ],
    [{ frameworks: ["fast-mcp"] }, 'settings["mcp-errors"].frameworks must be a list of these names: '],
    [{ followImports: "yes" }, 'settings["mcp-errors"].followImports must be true or false.'],
  ])("refuses %o", (settings, message) => {
    expect(() => readSettings(settings)).toThrow(TypeError);
    expect(() => readSettings(settings)).toThrow(message);
  });

  it("stops the run with that message where a rule reads it", () => {
    const linter = new Linter({ configType: "flat" });
    const config: Linter.Config[] = [{ settings: { "mcp-errors": { dialekt: "standard" } } }, plugin.configs.defects];
    expect(() => linter.verify("export const tool = 1;", config)).toThrow('has no key "dialekt"');
  });

  it("refuses options that a rule does not have", () => {
    const linter = new Linter({ configType: "flat" });
    const withRule = (entry: Linter.RuleEntry): Linter.Config[] => [
      plugin.configs.defects,
      { rules: { "mcp-errors/no-error-for-empty-result": entry } },
    ];
    expect(() => linter.verify("", withRule(["error", { byId: "yes" }]))).toThrow(/"yes" should be boolean/u);
    expect(() => linter.verify("", withRule(["error", { nope: true }]))).toThrow(/nope/u);
    expect(linter.verify("", withRule(["error", { byId: true }]))).toEqual([]);
  });

  describe("frameworks", () => {
    /** A tool that tells nothing of its framework: only in some of them is the returned string a success. */
    const UNTOLD = `export const archive = {
  name: "archive",
  description: "d",
  parameters: schema,
  execute: async (args) => {
    if (!args.id) return "Error: the id is missing.";
    return store.archive(args.id);
  },
};
`;
    const lint = (settings: object): string[] =>
      new Linter({ configType: "flat", cwd: "/nowhere" })
        .verify(
          UNTOLD,
          [{ settings: { "mcp-errors": settings } }, plugin.configs.defects],
          "/nowhere/src/tools/archive.js",
        )
        .map(({ ruleId }) => String(ruleId));

    it("makes a file one of a server though nothing in it tells", () => {
      expect(lint({})).toEqual([]);
      expect(lint({ frameworks: ["fastmcp"] })).toEqual(["mcp-errors/require-is-error"]);
    });
  });

  describe("helper", () => {
    const project = (helper?: object): string[] => {
      const root = makeTree({
        "package.json": MCP_MANIFEST,
        "src/errors.js": `export const failure = (text) => ({ isError: true, content: [{ type: "text", text }] });\n`,
        "src/tools/order.js": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { failure } from "../errors.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("a", { description: "d" }, async (args) => {
  if (!args.id) return failure("The id is missing.");
  return { isError: true, content: [{ type: "text", text: "The order is closed." }] };
});
`,
      });
      const linter = new Linter({ configType: "flat", cwd: root });
      const config: Linter.Config[] = [
        { settings: { "mcp-errors": helper ? { helper } : {} } },
        { plugins: { "mcp-errors": plugin }, rules: { "mcp-errors/prefer-tool-error": "error" } },
      ];
      return ["src/errors.js", "src/tools/order.js"].flatMap((name) => {
        const file = path.join(root, name);
        return linter
          .verify(readFileSync(file, "utf8"), config, file)
          .map(({ line, message }) => `${name}:${line} ${/`[^`]+` of [^`]*`[^`]+`/u.exec(message)?.[0] ?? ""}`);
      });
    };

    it("is the package of this project as long as nothing else is named", () => {
      expect(project()).toEqual([
        "src/errors.js:1 `toolError.<category>({ … })` of the package `mcp-tool-errors`",
        "src/tools/order.js:6 `toolError.<category>({ … })` of the package `mcp-tool-errors`",
      ]);
    });

    it("names the file that may build errors by hand, and what it exports for that", () => {
      expect(project({ module: "./src/errors.js", names: ["failure"] })).toEqual([
        "src/tools/order.js:6 `failure(…)` of `./src/errors.js`",
      ]);
    });
  });
});
