import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { isAboutErrors } from "../support/error-rules.js";
import { Project } from "../../src/analysis/project/project.js";
import { lintText, type ActiveRule } from "../../src/lint/lint-text.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../../src/syntax/parse.js";

const oxc = loadOxc();
if (!oxc) throw new Error("oxc-parser is a devDependency of this project.");
const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);
const active: ActiveRule[] = Object.entries(rules)
  .filter(([name]) => isAboutErrors(name))
  .map(([name, rule]) => ({
    id: `mcp-errors/${name}`,
    rule,
    options: {},
  }));

function messagesOf(definitions: string) {
  return messagesIn(`import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const server = new McpServer({ name: "s", version: "1" });
${definitions}
server.registerTool("t", {}, async () => ({ isError: a, content: [{ type: "text", text: String(a) }] }));`);
}

function messagesIn(text: string) {
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  return lintText("/cycles.ts", text, parse, project, active).result.messages;
}

describe("definitions that go round in a circle", () => {
  it.each([
    ["a call of its own name", "const a = await a(id);"],
    ["calls of each other", "const a = await b(id); const b = await a(id);"],
    ["calls of what calls make", "const a = b(id)(id); const b = a(id)(id);"],
    ["calls of members", "const a = b(id).load(); const b = a(id).load();"],
  ])("%s end", (_name, definitions) => {
    const messages = messagesIn(`import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const server = new McpServer({ name: "s", version: "1" });
server.registerTool("t", {}, async ({ id }) => {
  ${definitions}
  try { await a(id); await store.save(id); } catch {}
  return { content: [{ type: "text", text: "Saved." }] };
});`);
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(["mcp-errors/no-swallowed-error"]);
  });

  it.each([
    ["templates", "const a = `${b}.`; const b = `${a}!`;"],
    ["sums of texts", 'const a = b + "."; const b = a + "!";'],
    ["choices", "const a = b ?? c; const b = c || a; const c = a ? b : a;"],
  ])("%s in the JSON of a text end", (_name, definitions) => {
    const messages = messagesIn(`import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const server = new McpServer({ name: "s", version: "1" });
${definitions}
server.registerTool("t", {}, async () => {
  try {
    return { content: [{ type: "text", text: await store.load() }] };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: JSON.stringify({ details: a, message: error.message }) }] };
  }
});`);
    expect(messages.map(({ ruleId }) => ruleId)).toContain("mcp-errors/no-raw-error-message");
  });

  it.each([
    ["negations", "const a = !b; const b = !a;"],
    ["sums", "const a = b + 1; const b = a + 1;"],
    ["conditionals", "const a = b ? b : a; const b = a ? a : b;"],
    ["members of spreads", "const o = { ...p, x: !p.x }; const p = { ...o, x: !o.x }; const a = o.x;"],
    ["calls", "function f() { return g(); } function g() { return f(); } const a = f();"],
  ])("%s end in unknown", (_name, definitions) => {
    // The finding about its fields shows that the result itself was still judged.
    expect(messagesOf(definitions).map(({ ruleId }) => ruleId)).toEqual(["mcp-errors/require-error-category"]);
  });

  it.each([
    ["methods of calls", "function f() { return g().h(); } function g() { return f().h(); } const a = f().h();"],
    [
      "methods of a class",
      "class K { m() { return this.n().m(); } n() { return this.m().n(); } } const a = new K().m().n();",
    ],
    [
      "getters",
      "class K { get x() { return this.y; } get y() { return this.x; } } const k = new K(); const a = k.x.y();",
    ],
    [
      "methods of getters",
      "class K { get x() { return this.x.x; } m() { return this.x.m(); } } const a = new K().m();",
    ],
    ["variables that are made later", "let b; b ??= b.next(); const a = b.next();"],
    ["assignments", "let b; const f = () => (b = f()); const a = f().next();"],
  ])("%s end in unknown, of which nothing is told", (_name, definitions) => {
    expect(messagesOf(definitions)).toEqual([]);
  });

  it.each([
    ["a part that a function shortens", "next.structuredContent = shortened(next.structuredContent);"],
    [
      "a part that is chosen",
      "next.structuredContent = args.long ? next.structuredContent : shortened(next.structuredContent);",
    ],
  ])("%s of itself ends", (_name, assigned) => {
    const messages = messagesIn(`import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const server = new McpServer({ name: "s", version: "1" });
function shortened(value) {
  if (!value || !value.meta) return value;
  const { meta, ...rest } = value;
  return rest;
}
server.registerTool("t", {}, async (args) => {
  const next = { isError: true, content: [{ type: "text", text: "No such order." }] };
  ${assigned}
  return next;
});`);
    expect(messages.map(({ ruleId }) => ruleId)).toEqual([
      "mcp-errors/prefer-tool-error",
      "mcp-errors/require-error-category",
    ]);
  });
});
