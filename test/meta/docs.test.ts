import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { transforms } from "../../codemods/index.js";
import { rules } from "../../rules/index.js";
import plugin from "../../src/index.js";
import { generated } from "../../scripts/docs.js";
import { examplesIn, lintExample, renderFindings } from "../../scripts/docs/examples.js";
import { findingsIn, rowsIn, serverAround } from "../../scripts/docs/exemptions.js";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PAGES = path.join(ROOT, "docs", "rules");

const SECTIONS = [
  "Why",
  "Bad",
  "Good",
  "Options",
  "What is exempt",
  "When not to use it",
  "Further reading",
  "Version",
];

/** A page is for reading: what takes more than this belongs into tests. */
const LONGEST = { "docs/rules": 150, "README.md": 250 };

const linesOf = (text: string): number => text.trimEnd().split("\n").length;

/** The versions that the changelog tells of. */
const VERSIONS = [
  ...readFileSync(path.join(ROOT, "CHANGELOG.md"), "utf8").matchAll(/^## (?<version>\d+\.\d+\.\d+)/gmu),
].map(({ groups }) => groups?.["version"]);

/** A version of the specification, a standard, or software that was run. */
const SOURCE =
  /\bspecification\b|\bRFC \d|Fetch standard|published guid|\bSDK\b|FastMCP|`McpServer`|ESLint|Claude Code|LangChain|\bAWS\b/iu;

/** Their why is a habit of this project. */
const OF_THIS_PROJECT: ReadonlySet<string> = new Set(["no-leftover-marker", "require-suppression-reason"]);

/** The findings that stand below the examples of a page, in order; none for a good example. */
function writtenFindings(page: string): string[] {
  return [...page.matchAll(/^```text findings\n(?<text>[\s\S]*?)\n```$/gmu)].map((match) => match.groups?.text ?? "");
}

/** The text below a heading of the second level. */
function section(page: string, name: string): string {
  return page.split(/^## /mu).find((part) => part.startsWith(`${name}\n`)) ?? "";
}

describe("rule pages", () => {
  it("exist for every rule and for nothing else", () => {
    expect(readdirSync(PAGES).sort()).toEqual(
      Object.keys(rules)
        .map((name) => `${name}.md`)
        .sort(),
    );
  });

  it("and README are as the script writes them", async () => {
    const stale = (await generated()).filter(({ now, wanted }) => now !== wanted);
    expect(
      stale.map(({ file }) => path.relative(ROOT, file)),
      "Run `npm run docs`.",
    ).toEqual([]);
  });
});

describe("README.md", () => {
  it("is not too long to be read", () => {
    expect(linesOf(readFileSync(path.join(ROOT, "README.md"), "utf8"))).toBeLessThanOrEqual(LONGEST["README.md"]);
  });
});

describe.each(Object.entries(rules))("docs/rules/%s.md", (name, rule) => {
  const page = existsSync(path.join(PAGES, `${name}.md`)) ? readFileSync(path.join(PAGES, `${name}.md`), "utf8") : "";
  const examples = examplesIn(page);
  const bad = examples.filter(({ kind }) => kind === "bad");
  const good = examples.filter(({ kind }) => kind === "good");

  it("has all sections in order", () => {
    expect(page.startsWith(`# ${name}\n`)).toBe(true);
    const titles = [...page.matchAll(/^## (?<title>.*)$/gmu)].map((match) => match.groups?.title);
    expect(titles).toEqual(SECTIONS.filter((title) => title !== "What is exempt" || titles.includes(title)));
    expect(section(page, "Version")).toMatch(/^Version\n\nSince \d+\.\d+\.\d+\.\n$/u);
  });

  it("is not too long to be read", () => {
    expect(linesOf(page)).toBeLessThanOrEqual(LONGEST["docs/rules"]);
  });

  it("says what is the MCP specification's and what is the contract's", () => {
    expect(page).not.toMatch(/specification (?:requires|demands|mandates)/iu);
    expect(section(page, "Why")).toMatch(/What is seen on the wire:/u);
  });

  it("names every option with its default, or says that there is none", () => {
    const options = section(page, "Options");
    const [schema] = rule.meta.schema as { properties?: Record<string, unknown> }[];
    const names = Object.keys(schema?.properties ?? {});
    expect([...options.matchAll(/^### `(?<name>\w+)`$/gmu)].map((match) => match.groups?.name)).toEqual(names);
    if (names.length === 0) expect(options).toContain("This rule has no options.");
    for (const option of names) {
      const text = options.split(/^### /mu).find((part) => part.startsWith(`\`${option}\``)) ?? "";
      const written = /^Default: `(?<value>[^`]+)`/mu.exec(text)?.groups?.["value"];
      expect(written).toBeDefined();
      const [defaults] = (rule.meta.defaultOptions ?? []) as Record<string, unknown>[];
      if (defaults && option in defaults) expect(written).toBe(JSON.stringify(defaults[option]));
      expect(examplesIn(text).some(({ options: given }) => given !== undefined && option in given)).toBe(true);
    }
  });

  it("says since when there is the rule: a version of the changelog, and none to come", () => {
    const since = /Since (?<version>[\d.]+)\./u.exec(section(page, "Version"))?.groups?.["version"] ?? "";
    expect(VERSIONS).toContain(since);
  });

  it("links the transforms that rewrite what it reports", () => {
    for (const [transform, { rules: rewritten }] of Object.entries(transforms))
      expect(page.includes(`](../codemods/${transform}.md)`), transform).toBe(rewritten.includes(name));
  });

  it("names a source for what it says of the wire", () => {
    if (!OF_THIS_PROJECT.has(name)) expect(section(page, "Why")).toMatch(SOURCE);
  });

  it("has two examples each way", () => {
    expect(examplesIn(section(page, "Bad")).length).toBeGreaterThanOrEqual(2);
    expect(examplesIn(section(page, "Good")).length).toBeGreaterThanOrEqual(2);
  });

  it("links to pages that exist", () => {
    for (const match of page.matchAll(/\]\((?<target>[^)#:]+)\)/gu))
      expect(existsSync(path.join(PAGES, match.groups?.target ?? "")), match[0]).toBe(true);
    expect(section(page, "Further reading")).toContain("](");
  });

  it.each(bad.map((example, index) => [example.line, example, writtenFindings(page)[index] ?? ""] as const))(
    "line %d: the rule finds what stands below the example",
    (_line, example, written) => {
      expect(written).not.toBe("");
      expect(renderFindings(example, name)).toBe(written);
    },
  );

  it.each(good.map((example) => [example.line, example] as const))(
    "line %d: no rule of the preset recommended finds anything",
    (_line, example) => {
      const recommended = plugin.configs.recommended.rules as Linter.RulesRecord;
      const own: Linter.RulesRecord = {
        [`mcp-errors/${name}`]: ["error", ...(example.options ? [example.options] : [])],
      };
      const messages = lintExample(example, { ...recommended, ...own });
      expect(messages.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
    },
  );

  it.each(rowsIn(page).map(({ what, passes, reported }) => [what, passes, reported] as const))(
    "exempt: %s",
    (_what, passes, reported) => {
      expect(findingsIn(passes, name), serverAround(passes, name)).toEqual([]);
      expect(findingsIn(reported, name), serverAround(reported, name)).not.toEqual([]);
    },
  );
});
