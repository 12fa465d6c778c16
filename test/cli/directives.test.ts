import type { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { resultsOf, run } from "../support/cli.js";
import { lintWithEslint } from "../support/eslint.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const SWALLOWED = "mcp-errors/no-swallowed-error";
const GENERIC = "mcp-errors/no-generic-error-message";

/** Four findings of three rules; `{n}` are places for comments. */
const TEMPLATE = `{0}import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
{1}
server.registerTool("a", {}, async () => {
  try { await store.a();
  {2}
  } {3}catch {} {4}
  {5}
  return { content: [{ type: "text", text: "Done." }] };
});
{6}
server.registerTool("b", {}, async () => {
  try { return { content: [{ type: "text", text: await store.b() }] };
  } catch {
    {7}
    return { isError: true, content: [{ type: "text", text: "Operation failed" {8} }] };
    {9}
  }
});
server.registerTool("c", {}, async () => {
  {10}
  try { await store.c(); } {11} catch {} {12}
  return { content: [{ type: "text", text: "Done." }] };
});
`;

function text(comments: Readonly<Record<number, string>>): string {
  return TEMPLATE.replace(/\{(\d+)\}/gu, (_whole, at: string) => comments[Number(at)] ?? "");
}

const ids = (messages: ESLint.LintResult["messages"] = []): string[] =>
  messages.map(({ ruleId, line }) => `${ruleId ?? ""}:${line}`);

interface Case {
  readonly comments: Readonly<Record<number, string>>;
  /** Findings that are kept back. */
  readonly off: number;
}

const cases: Readonly<Record<string, Case>> = {
  "no directive": { comments: {}, off: 0 },
  "disable all, block": { comments: { 0: "/* eslint-disable */ " }, off: 4 },
  "disable all, line comment: not a directive": { comments: { 0: "// eslint-disable\n" }, off: 0 },
  "disable one rule": { comments: { 0: `/* eslint-disable ${SWALLOWED} */\n` }, off: 2 },
  "disable two rules": { comments: { 0: `/* eslint-disable ${SWALLOWED}, ${GENERIC} */\n` }, off: 3 },
  "disable with quotes and a trailing comma": {
    comments: { 0: `/* eslint-disable '${SWALLOWED}', "${GENERIC}", */\n` },
    off: 3,
  },
  "disable over several lines": { comments: { 0: `/* eslint-disable\n  ${SWALLOWED},\n  ${GENERIC}\n*/\n` }, off: 3 },
  "disable with a reason": { comments: { 0: `/* eslint-disable ${SWALLOWED} -- the store is a cache */\n` }, off: 2 },
  "disable with a long dash for the reason": {
    comments: { 0: `/* eslint-disable ${SWALLOWED} ---- the store, ${GENERIC} */\n` },
    off: 2,
  },
  "a reason without a list": { comments: { 0: "/* eslint-disable -- generated */\n" }, off: 4 },
  "two dashes without blanks: part of the name": { comments: { 0: `/* eslint-disable ${SWALLOWED}--x */\n` }, off: 0 },
  "a rule of another plugin": { comments: { 0: "/* eslint-disable no-undef */\n" }, off: 0 },
  "disable behind the first finding": { comments: { 6: "/* eslint-disable */" }, off: 3 },
  "disable in the line of the finding, before it": { comments: { 3: "/* eslint-disable */ " }, off: 4 },
  "disable in the line of the finding, behind it": { comments: { 4: "/* eslint-disable */" }, off: 3 },
  "enable again": { comments: { 1: "/* eslint-disable */", 6: "/* eslint-enable */" }, off: 1 },
  "enable in the line of the finding, before it": {
    comments: { 1: "/* eslint-disable */", 3: "/* eslint-enable */ " },
    off: 0,
  },
  "enable one of all": { comments: { 1: "/* eslint-disable */", 6: `/* eslint-enable ${SWALLOWED} */` }, off: 3 },
  "enable all of one": { comments: { 1: `/* eslint-disable ${SWALLOWED} */`, 6: "/* eslint-enable */" }, off: 1 },
  "enable another": {
    comments: { 1: `/* eslint-disable ${SWALLOWED} */`, 6: `/* eslint-enable ${GENERIC} */` },
    off: 2,
  },
  "enable as a line comment: not a directive": {
    comments: { 1: "/* eslint-disable */", 6: "// eslint-enable" },
    off: 4,
  },
  "disable twice, each with a reason": {
    comments: {
      0: `/* eslint-disable -- one */\n/* eslint-disable ${SWALLOWED} -- two */\n`,
      4: `// eslint-disable-line ${SWALLOWED} -- three`,
    },
    off: 4,
  },
  "disable-line, line comment": { comments: { 4: "// eslint-disable-line" }, off: 1 },
  "disable-line, block comment": { comments: { 4: "/* eslint-disable-line */" }, off: 1 },
  "disable-line before the finding": { comments: { 3: "/* eslint-disable-line */ " }, off: 1 },
  "disable-line, the rule": { comments: { 4: `// eslint-disable-line ${SWALLOWED} -- a reason` }, off: 1 },
  "disable-line, another rule": { comments: { 4: `// eslint-disable-line ${GENERIC}` }, off: 0 },
  "disable-line over two lines: refused": { comments: { 3: "/* eslint-disable-line\n */ " }, off: 0 },
  "disable-next-line": { comments: { 2: "// eslint-disable-next-line" }, off: 1 },
  "disable-next-line, the rule, with a reason": {
    comments: { 2: `// eslint-disable-next-line ${SWALLOWED} -- a reason` },
    off: 1,
  },
  "disable-next-line, block over several lines": {
    comments: { 2: `/* eslint-disable-next-line ${SWALLOWED},\n   ${GENERIC} -- a\n reason */` },
    off: 1,
  },
  "disable-next-line, two lines above": { comments: { 2: "// eslint-disable-next-line\n" }, off: 0 },
  "disable-next-line of the message's line": { comments: { 7: "// eslint-disable-next-line" }, off: 2 },
  "disable-next-line of one of several": { comments: { 7: `// eslint-disable-next-line ${GENERIC}` }, off: 1 },
  "a word that only starts like one": {
    comments: { 4: "// eslint-disable-lines", 0: "/* eslint-disabled */\n" },
    off: 0,
  },
  "text before the word: no directive": { comments: { 4: "// see eslint-disable-line" }, off: 0 },
  "in a string: no directive": { comments: { 0: 'const s = "/* eslint-disable */";\n' }, off: 0 },
  "a rule turned off for the file": { comments: { 0: `/* eslint ${SWALLOWED}: "off" */\n` }, off: 2 },
  "a rule turned off by number, with a reason": {
    comments: { 12: `/* eslint ${SWALLOWED}: 0 -- a reason */` },
    off: 2,
  },
  "a rule turned off without quotes": { comments: { 0: `/* eslint ${SWALLOWED}: off, ${GENERIC}: off */\n` }, off: 3 },
  "a rule turned down to a warning": { comments: { 0: `/* eslint ${SWALLOWED}: "warn" */\n` }, off: 0 },
  "a rule outside the preset": {
    comments: { 0: '/* eslint mcp-errors/prefer-tool-error: "error" */\n' },
    off: -1,
  },
  "a rule of another plugin that is switched on": { comments: { 0: '/* eslint no-var: "error" */\n' }, off: 0 },
  "a rule with options": { comments: { 0: `/* eslint ${GENERIC}: ["error", { "phrases": ["Done."] }] */\n` }, off: 0 },
  "a rule configured in a line comment: no configuration": {
    comments: { 0: `// eslint ${SWALLOWED}: "off"\n` },
    off: 0,
  },
};

describe("directives in comments", () => {
  it.each(Object.entries(cases))("%s", async (_name, { comments, off }) => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "tool.ts": text(comments) });
    const [ours] = resultsOf(await run(root, ["check", "tool.ts", "--preset", "recommended", "--format", "json"]));
    const [theirs] = await lintWithEslint(root, [`${root}/tool.ts`]);
    // What ESLint says of the directives themselves is not this plugin's business.
    const mine = (messages: ESLint.LintResult["messages"] = []): ESLint.LintResult["messages"] =>
      messages.filter(({ messageId }) => messageId !== undefined);
    expect(ours?.messages).toEqual(mine(theirs?.messages));
    expect(ours?.suppressedMessages).toEqual(theirs?.suppressedMessages);
    expect(4 - (ours?.messages.length ?? 0), ids(ours?.messages).join(" ")).toBe(off);
  });

  it("do not count as findings", async () => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "tool.ts": text({ 0: "/* eslint-disable */" }) });
    expect(await run(root, ["check"])).toMatchObject({ code: 0, err: "" });
  });

  it("that only warn do not fail the run", async () => {
    const turnedDown = ["no-swallowed-error", "no-generic-error-message", "require-error-category"]
      .map((rule) => `mcp-errors/${rule}: "warn"`)
      .join(", ");
    const root = makeTree({ "package.json": MCP_MANIFEST, "tool.ts": text({ 0: `/* eslint ${turnedDown} */` }) });
    const result = await run(root, ["check", "--preset", "recommended"]);
    expect(result.code).toBe(0);
    expect(result.out).toContain("4 findings in 1 file");
  });
});
