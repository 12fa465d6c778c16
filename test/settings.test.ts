import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.js";
import { DEFAULT_SETTINGS, readSettings } from "../src/settings.js";

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
        followImports: false,
      },
    ],
    [{ categories: [] }],
  ])("takes %o", (settings) => {
    expect(readSettings(settings)).toMatchObject(settings);
  });

  it.each([
    [null, 'settings["mcp-errors"] must be an object.'],
    [[], 'settings["mcp-errors"] must be an object.'],
    ["strict", 'settings["mcp-errors"] must be an object.'],
    [{ dialekt: "standard" }, 'settings["mcp-errors"] has no key "dialekt". Known keys: '],
    [{ constructor: 1 }, 'settings["mcp-errors"] has no key "constructor".'],
    [{ dialect: "klingon" }, 'settings["mcp-errors"].dialect must be one of standard, envelope, compact, recovery.'],
    [{ dialect: "toString" }, 'settings["mcp-errors"].dialect must be one of '],
    [{ categories: "quota" }, 'settings["mcp-errors"].categories must be a list of strings.'],
    [{ categories: [1] }, 'settings["mcp-errors"].categories must be a list of strings.'],
    [{ toolBuilders: {} }, 'settings["mcp-errors"].toolBuilders must be '],
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
});
