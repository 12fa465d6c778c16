import { globSync } from "tinyglobby";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { File } from "../../src/analysis/file.js";
import { mayHoldTools, speaksOfMcp } from "../../src/analysis/gate.js";
import { Model } from "../../src/analysis/model.js";
import { Project } from "../../src/analysis/project/project.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../../src/syntax/parse.js";

const TESTS = fileURLToPath(new URL("..", import.meta.url));
const oxc = loadOxc();
if (!oxc) throw new Error("oxc-parser is not installed");
const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);

describe("the look at a text before its tree", () => {
  const files = globSync("{proving-ground/cases,servers}/**/*.{ts,js,mts,cts,tsx}", {
    cwd: TESTS,
    absolute: true,
    expandDirectories: false,
  });

  it("lets every file pass in which the analysis finds something", () => {
    const project = new Project({ settings: DEFAULT_SETTINGS, parse, frozen: true });
    const lost = files.filter((file) => {
      const text = readFileSync(file, "utf8");
      if (mayHoldTools(text, file, DEFAULT_SETTINGS)) return false;
      const parsed = parse(text, file);
      if (!parsed.ok) return false;
      return new Model(new File(file, parsed.source, project)).reached.size > 0;
    });
    expect(files.length).toBeGreaterThan(100);
    expect(lost).toEqual([]);
  });

  it.each([
    ["a client", 'import { Client } from "./mcp.js";\nawait client.callTool({ name: "x" });'],
    ["a helper of strings", "/** For the MCP server. */\nexport const upper = (text: string) => text.toUpperCase();"],
    ["a type", "export interface ToolOptions { readonly name: string }"],
  ])("spares %s", (_name, text) => {
    expect(speaksOfMcp(text, "/x/src/a.ts")).toBe(true);
    expect(mayHoldTools(text, "/x/src/a.ts", DEFAULT_SETTINGS)).toBe(false);
  });

  it.each([
    ["in a folder of tools", "/x/src/tools/greet.ts", true],
    ["elsewhere", "/x/src/pages/greet.ts", false],
  ])("looks at a default export %s", (_name, filename, expected) => {
    const text = "export default async function greet({ tool }) {}";
    expect(mayHoldTools(text, filename, DEFAULT_SETTINGS)).toBe(expected);
  });

  it.each([
    ["a module in a folder of handlers", "/x/src/handlers/orders.ts"],
    ["a module named for its handlers", "/x/src/order-handlers.ts"],
  ])("takes %s for one of MCP", (_name, filename) => {
    const text = "export function handleOrder(args) { return lookUp(args); }";
    expect(mayHoldTools(text, filename, DEFAULT_SETTINGS)).toBe(true);
    expect(mayHoldTools(text, "/x/src/orders.ts", DEFAULT_SETTINGS)).toBe(false);
  });

  it("knows the builders of the settings", () => {
    const text = 'import { provide } from "./mcp.js";\nexport default provide(lookUp);';
    expect(mayHoldTools(text, "/x/a.ts", DEFAULT_SETTINGS)).toBe(false);
    expect(mayHoldTools(text, "/x/a.ts", { ...DEFAULT_SETTINGS, toolBuilders: ["provide"] })).toBe(true);
  });
});
