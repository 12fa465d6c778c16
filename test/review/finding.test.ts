import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { presetRules } from "../../src/configs.js";
import { Project } from "../../src/analysis/project/project.js";
import { lintText } from "../../src/lint/lint-text.js";
import { findingsOf, locate, relativePath, type Finding } from "../../src/review/finding.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../../src/syntax/parse.js";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
`;
const tool = (name: string, line = "catch {}"): string => `
server.registerTool("${name}", { description: "Archive a note." }, async ({ id }) => {
  try { await store.archive(id); } ${line}
  return { content: [{ type: "text", text: "Done." }] };
});
`;

function findings(text: string, filename = "/repo/src/a.ts", folder = "/repo"): Finding[] {
  const oxc = loadOxc();
  if (!oxc) throw new Error("oxc-parser is not installed.");
  const parse: Parse = (source, name) => parseWithOxc(oxc, source, name);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const active = Object.keys(presetRules(rules, "recommended")).flatMap((id) => {
    const rule = rules[id.replace("mcp-errors/", "")];
    return rule ? [{ id, rule, options: {} }] : [];
  });
  const { result, model } = lintText(filename, text, parse, project, active);
  return findingsOf([locate(result, model)], folder);
}

const hashes = (text: string, filename?: string, folder?: string): string[] =>
  findings(text, filename, folder).map(({ fingerprint }) => fingerprint);

describe("findings of a file", () => {
  it("know the tool that they stand in", () => {
    const found = findings(HEAD + tool("archive") + tool("restore"));
    expect(found.map((finding) => [finding.tool, finding.message.line])).toEqual([
      ["archive", 5],
      ["restore", 10],
    ]);
  });

  it("know the function where no tool is around, and claim no tool", () => {
    const helper = `
async function load(id) { try { return await store.load(id); } catch { return []; } }
server.registerTool("notes", {}, async ({ id }) => ({ content: [{ type: "text", text: String(await load(id)) }] }));
`;
    expect(findings(HEAD + helper).map(({ tool: name, scope }) => [name, scope])).toEqual([[undefined, "load"]]);
  });

  it("know the tool of a handler that stands apart from its registration", () => {
    const apart = `
const handler = async ({ id }) => {
  try { await store.archive(id); } catch {}
  return { content: [{ type: "text", text: "Done." }] };
};
server.registerTool("archive", { description: "Archive." }, handler);
`;
    expect(findings(HEAD + apart).map(({ tool: name }) => name)).toEqual(["archive"]);
  });

  it("keep their fingerprints when they move: lines above, a tool before, CRLF, a byte order mark", () => {
    const before = hashes(HEAD + tool("archive"));
    expect(before).toHaveLength(1);
    expect(hashes(`// a line\n\n${HEAD}${tool("archive")}`)).toEqual(before);
    expect(hashes(HEAD + tool("restore") + tool("archive"))[1]).toBe(before[0]);
    expect(hashes((HEAD + tool("archive")).replaceAll("\n", "\r\n"))).toEqual(before);
    expect(hashes(`\uFEFF${HEAD}${tool("archive")}`)).toEqual(before);
  });

  it("keep them when an equal place before them is suppressed", () => {
    const twice = (first: string): string =>
      HEAD + tool("archive").replace("\n  try", `\n  ${first}\n  try`) + tool("archive");
    const both = hashes(twice(""));
    expect(both).toHaveLength(2);
    expect(hashes(twice("// eslint-disable-next-line mcp-errors/no-swallowed-error -- told elsewhere"))).toEqual(
      both.slice(1),
    );
  });

  it("are the same from every folder that they are named from, and differ by file", () => {
    const text = HEAD + tool("archive");
    expect(hashes(text, "/elsewhere/src/a.ts", "/elsewhere")).toEqual(hashes(text));
    expect(hashes(text, "/repo/src/b.ts")).not.toEqual(hashes(text));
  });

  it("include what kept a file from being linted, whatever the parser says", () => {
    const [first] = findings("// mcp\nexport const tool = {{;");
    expect(first).toMatchObject({ tool: undefined, message: { ruleId: null, fatal: true } });
    expect(hashes("// mcp\n\n\nexport const tool = ((;")).toEqual([first?.fingerprint]);
  });
});

describe("relativePath", () => {
  it("names files as other tools do", () => {
    expect(relativePath("/repo", "/repo/src/a b.ts")).toBe("src/a b.ts");
    expect(relativePath("/repo/packages/a", "/repo/src/a.ts")).toBe("../../src/a.ts");
  });
});
