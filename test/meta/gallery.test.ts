import { readFileSync } from "node:fs";
import path from "node:path";
import type { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { examplesIn, lintExample } from "../../scripts/docs/examples.js";
import plugin from "../../src/index.js";

const PAGE = readFileSync(path.resolve(import.meta.dirname, "../../docs/gallery.md"), "utf8");
const faults = PAGE.split(/^## /mu)
  .slice(1)
  .map((part) => [part.slice(0, part.indexOf("\n")), part] as const);

describe("docs/gallery.md", () => {
  it("shows several faults", () => {
    expect(faults.length).toBeGreaterThanOrEqual(12);
  });

  it.each(faults)("%s: the rule under it reports it", (_title, part) => {
    const [, rule = ""] = /^- \*\*Rule:\*\* \[`([\w-]+)`\]\(rules\/\1\.md\)$/mu.exec(part) ?? [];
    const [example] = examplesIn(part);
    if (!example) throw new Error("There is no example.");
    const found = lintExample(example, plugin.configs.defects.rules as Linter.RulesRecord).map(({ ruleId }) => ruleId);
    expect(found).toContain(`mcp-errors/${rule}`);
    expect(part).toMatch(/^- \*\*The model gets\*\* /mu);
    expect(part).toMatch(/^- \*\*Agents\*\* /mu);
  });
});
