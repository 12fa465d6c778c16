import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { transforms } from "../../codemods/index.js";
import { rewriteText } from "../../src/codemod/rewrite.js";
import { applyEdits } from "../../src/edits/edit.js";
import { buildModel } from "../../src/model-of.js";
import { fixtures, projectForTests } from "./support/fixtures.js";

/** Fixtures in which each change is one that a rule suggests as well. */
const SHARED = [
  "retryability/permission-true.ts",
  "retryability/business-true-v2.ts",
  "retryability/envelope-names.ts",
  "retryability/status-403.ts",
  "unflagged-errors/complete-but-flag.ts",
];

describe("a rule's suggestion and the transform", () => {
  it.each(SHARED)("make the same bytes of %s", (id) => {
    const found = fixtures().find(({ transform, name }) => `${transform}/${name}` === id);
    if (!found) throw new Error(`There is no fixture ${id}.`);
    const { transform, input, filename } = found;
    const project = projectForTests();
    const parsed = project.options.parse(input, filename);
    const model = parsed.ok ? buildModel(filename, parsed.source, project) : null;
    if (!model) throw new Error("no model");
    const suggested = transforms[transform].rules.flatMap((rule) =>
      [...(rules[rule]?.find(model, {}) ?? [])].flatMap(({ suggest }) => suggest?.[0]?.edits ?? []),
    );
    expect(suggested.length).toBeGreaterThan(0);
    const rewritten = rewriteText(input, filename, projectForTests(), {
      transforms: [transform],
      helper: { kind: "package" },
    });
    expect(rewritten.text).toBe(applyEdits(input, suggested));
    expect(rewritten.usesHelper).toBe(false);
  });
});
