import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { KINDS, TONES } from "../../src/review/surface/formats/html/facets.js";
import { SEEN_AS } from "../../src/review/surface/formats/words.js";
import { loadOxc, parseWithOxc } from "../../src/syntax/parse.js";
import { walk } from "../../src/syntax/tree.js";
import { run } from "../support/cli.js";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The pages of a folder, not of those below it. */
function pagesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** Turns of phrase that were once in messages, and that no engineer writes. Each has a plainer one. */
const NOT_AGAIN: readonly RegExp[] = [
  /\btold\b/iu,
  /\btells? (?:of|that)\b/iu,
  /\bof which\b/iu,
  /\bnobody (?:looks|has looked)\b/iu,
  /\blooked at by nobody\b/iu,
  /\bsays? no\b/iu,
  /\bnothing of\b/iu,
  /\btakes? (?:the|it|this|them|an?) \w+(?: \w+)* for\b/iu,
  /\bordinary answer\b/iu,
  /\bgoes on with\b/iu,
  /\bthis clause\b/iu,
  /\b(?:later|earlier) rounds?\b/iu,
  /\bhanded on\b/iu,
  /\bas it came\b/iu,
  /\bput together by hand\b/iu,
  /\bwhat is meant\b/iu,
  /\bin vain\b/iu,
  /\bmend(?:s|ed)?\b/iu,
  /\bcannot be (?:told|seen)\b/iu,
];

/** The same in what the program prints or writes into files, where the words are all that a reader has. */
const NOT_IN_MESSAGES: readonly RegExp[] = [
  ...NOT_AGAIN,
  /\bleft as it (?:is|was)\b/iu,
  /\btaken? out\b/iu,
  /\banew\b/iu,
  /(?<!\bthere )\bis no (?!longer\b)/iu,
  /\bput together\b/iu,
  /\blook(?:s|ed)? (?:at|for)\b/iu,
  /\bgather(?:s|ed)?\b/iu,
  /\bis (?:made|decided) elsewhere: /iu,
  /\bof its own\b/iu,
  /\bspeaks? (?:of|for)\b/iu,
  /\bstands? (?:beside|in|there|by)\b/iu,
];

function faults(text: string, patterns: readonly RegExp[] = NOT_AGAIN): string[] {
  return patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

const SENTENCE = /[a-z]{2,} \S.*[a-z]{2,}/iu;

/** The texts of a source file that may be sentences, with what stands in for the values in them. */
function sentencesOf(filename: string): string[] {
  const oxc = loadOxc();
  const parsed = oxc && parseWithOxc(oxc, readFileSync(filename, "utf8"), filename);
  if (!parsed?.ok) throw new Error(`${filename} cannot be parsed.`);
  const texts: string[] = [];
  walk(parsed.source.ast, (node) => {
    if (node.type === "Literal" && typeof node.value === "string") texts.push(node.value);
    if (node.type === "TemplateLiteral") texts.push(node.quasis.map(({ value }) => value.cooked).join("…"));
  });
  return texts.filter((text) => SENTENCE.test(text));
}

const sources = [
  "src/cli",
  "src/review",
  "src/codemod",
  "src/edits",
  "src/server-config",
  "codemods",
  "src/helper/src",
].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.join(folder, name)),
);

describe("the words that people read", () => {
  it.each(Object.entries(rules))("messages and description of %s", (_name, { meta }) => {
    for (const text of [meta.docs.description ?? "", ...Object.values(meta.messages)])
      expect(faults(text), text).toEqual([]);
  });

  it.each(sources)("messages in %s", (file) => {
    for (const text of sentencesOf(path.join(ROOT, file))) expect(faults(text, NOT_IN_MESSAGES), text).toEqual([]);
  });

  it.each(["check", "migrate", "review", "surface", "init", "explain", "secrets"])("help of %s", async (command) => {
    const { out } = await run(".", [command, "--help"]);
    expect(out.length).toBeGreaterThan(200);
    expect(faults(out)).toEqual([]);
  });

  it("the error surface", () => {
    const words = [
      ...Object.values(KINDS).map(({ label }) => label),
      ...Object.values(TONES),
      ...Object.values(SEEN_AS),
    ];
    expect(words.flatMap((text) => faults(text))).toEqual([]);
  });

  it.each([
    "README.md",
    "CONTRIBUTING.md",
    "packages/mcp-errors/README.md",
    ...["docs", "docs/rules", "docs/guides", "docs/codemods", "docs/helper"].flatMap(pagesIn),
  ])("%s", (file) => {
    // Examples and the findings below them have tests of their own: the way of a failure is the analysis's to word.
    const prose = readFileSync(path.join(ROOT, file), "utf8").replace(/^( *)```[\s\S]*?^\1```$|`[^`\n]*`/gmu, "");
    expect(faults(prose)).toEqual([]);
  });
});
