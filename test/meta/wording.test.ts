import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { KINDS, TONES } from "../../src/review/surface/formats/html/facets.js";
import { SEEN_AS } from "../../src/review/surface/formats/words.js";
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

function faults(text: string): string[] {
  return NOT_AGAIN.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

describe("the words that people read", () => {
  it.each(Object.entries(rules))("messages and description of %s", (_name, { meta }) => {
    for (const text of [meta.docs.description ?? "", ...Object.values(meta.messages)])
      expect(faults(text), text).toEqual([]);
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
    expect(words.flatMap(faults)).toEqual([]);
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
