import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { transforms } from "../../codemods/index.js";
import { rules } from "../../rules/index.js";
import type { Finding } from "../../src/create-rule.js";
import { MARKER } from "../../src/codemod/engine/markers.js";
import { rewriteText, TRANSFORM_NAMES, type Rewrite, type TransformName } from "../../src/codemod/rewrite.js";
import { applyEdits } from "../../src/edits/edit.js";
import { buildModel } from "../../src/model-of.js";
import { isAboutErrors } from "../support/error-rules.js";
import { fixtures, projectForTests, type Fixture } from "./support/fixtures.js";

/** A suggestion and the codemod that makes the same edit: each that there is. */
const SHARED: Readonly<Record<string, TransformName>> = {
  "no-retryable-terminal-error/setFalse": "retryability",
  "require-is-error/useToolError": "unflagged-errors",
  "no-invisible-error/useToolFailure": "unflagged-errors",
  "no-lost-error-data/useToolError": "protocol-errors",
};

/** The whole edit where all fields are there already, else the first step of what the codemod does. */
const FIRST_STEP: Readonly<Record<string, TransformName>> = { "require-is-error/addIsError": "unflagged-errors" };

/** Suggestions without a codemod for the finding, or for projects that do not have the helper. */
const ALONE: Readonly<Record<string, string>> = {
  "consistent-error-contract/writeInUnit":
    "no transform repairs a number in the wrong unit: only people know what was meant",
  "no-invisible-error/addAssistant": "no transform changes annotations of content",
  "no-invisible-error/throwInstead": "for projects without the helper",
  "no-lost-error-data/throwError": "for projects without the helper",
  "no-structured-error-with-output-schema/*": "no transform changes what a schema describes",
  "require-error-category/writeCategory": "no transform changes a category that is there",
  "require-error-code/*": "no transform names errors",
  "require-recovery-hint/*": "no transform adds hints",
  "require-retry-jitter/*": "no transform changes waits that are there",
  "require-is-error/addIsErrorByTest": "the codemod leaves one of two texts to people: it needs a return of its own",
};

const HELPER = 'import { toolError, toolFailure } from "mcp-tool-errors";\n';

/** The same file in a project that has the helper at hand; no import becomes unused, which only a codemod cleans up. */
function withHelper(text: string): string {
  const head = /^#!.*\n/u.exec(text)?.[0] ?? "";
  const names = ["ErrorCode, McpError", "ProtocolError, ProtocolErrorCode"].find((list) => text.includes(`${list} }`));
  const used = names === undefined ? "" : `\nexport const kept = [${names}];\n`;
  return text.includes("mcp-tool-errors") ? text : head + HELPER + text.slice(head.length) + used;
}

interface Suggested {
  readonly ruleId: string;
  readonly name: string;
  readonly finding: Finding<string>;
  readonly edits: readonly { readonly range: readonly [number, number]; readonly text: string }[];
}

function suggestionsIn(text: string, filename: string, ruleIds = Object.keys(rules)): Suggested[] {
  const project = projectForTests();
  const parsed = project.options.parse(text, filename);
  const model = parsed.ok ? buildModel(filename, parsed.source, project) : null;
  if (!model) return [];
  return ruleIds.flatMap((ruleId) =>
    [...(rules[ruleId]?.find(model, {}) ?? [])].flatMap((finding) =>
      (finding.suggest ?? []).map(({ messageId, edits }) => ({
        ruleId,
        name: `${ruleId}/${messageId}`,
        finding,
        edits,
      })),
    ),
  );
}

const migrated = (text: string, filename: string, names: readonly TransformName[]): Rewrite =>
  rewriteText(text, filename, projectForTests(), { transforms: names, helper: { kind: "package" } });

const placesOf = ({ changes }: Rewrite): string[] => [
  ...new Set(changes.filter(({ outcome }) => outcome !== "left").map(({ line, column }) => `${line}:${column}`)),
];

const plain = fixtures().filter(({ options }) => options.to === undefined && options.helper === undefined);

/** Fixtures in which one place is changed, by the edit that a rule suggests for it. */
function pairs(
  name: string,
  transform: TransformName,
): { fixture: Fixture; text: string; edits: Suggested["edits"] }[] {
  return plain
    .filter((fixture) => fixture.transform === transform && fixture.options.dialect === undefined)
    .flatMap((fixture) => {
      const text = name.includes("useTool") ? withHelper(fixture.input) : fixture.input;
      const [only, ...others] = suggestionsIn(text, fixture.filename, transforms[transform].rules as string[]).filter(
        (one) => one.name === name,
      );
      if (!only || others.length > 0) return [];
      const result = migrated(text, fixture.filename, [transform]);
      return placesOf(result).length === 1 && !result.text.includes(MARKER)
        ? [{ fixture, text, edits: only.edits }]
        : [];
    });
}

describe.each(Object.entries(SHARED))("%s and %s", (name, transform) => {
  const found = pairs(name, transform);

  it("have pairs to compare", () => {
    expect(found.length).toBeGreaterThanOrEqual(name.startsWith("no-invisible-error") ? 1 : 3);
  });

  it.each(found)("make the same bytes of $fixture.name", ({ fixture, text, edits }) => {
    expect(migrated(text, fixture.filename, [transform]).text).toBe(applyEdits(text, edits));
  });
});

describe.each(Object.entries(FIRST_STEP))("%s", (name, transform) => {
  it("is all there is to do where the fields of the contract are there", () => {
    const [complete] = pairs(name, transform).filter(({ fixture }) => fixture.name === "complete-but-flag.ts");
    if (!complete) throw new Error("There is no such fixture.");
    const result = migrated(complete.text, complete.fixture.filename, [transform]);
    expect(result.text).toBe(applyEdits(complete.text, complete.edits));
    expect(result.usesHelper).toBe(false);
  });

  const steps = plain.flatMap((fixture) => {
    const edits = suggestionsIn(fixture.input, fixture.filename)
      .filter((one) => one.name === name)
      .flatMap((one) => one.edits)
      // Two results of one declared type: whoever takes the first suggestion gives the type its flag for both.
      .filter((edit, at, all) => all.findIndex((other) => isDeepStrictEqual(other, edit)) === at);
    return edits.length > 0 ? [{ ...fixture, edits }] : [];
  });

  it("stands in many fixtures", () => {
    expect(steps.length).toBeGreaterThan(10);
  });

  // The suggestion is the decision that a marker asks for, and what is flagged may hold the contract in what it spreads.
  const others = ["handler-behind-a-check.js", "spread-of-a-choice.ts"];
  const alike = steps.filter((step) => !others.includes(step.name));

  it.each(alike)("leads to the same bytes as all transforms alone: $transform/$name", ({ input, filename, edits }) => {
    expect(migrated(applyEdits(input, edits), filename, TRANSFORM_NAMES).text).toBe(
      migrated(input, filename, TRANSFORM_NAMES).text,
    );
  });
});

describe("every suggestion", () => {
  it("is shared with a codemod, or said to stand alone", () => {
    const listed = (name: string): boolean =>
      [SHARED, FIRST_STEP, ALONE].some((list) => name in list || name.replace(/\/.*$/u, "/*") in list);
    const unlisted = plain
      .flatMap(({ input, filename }) => suggestionsIn(withHelper(input), filename))
      .map(({ name }) => name)
      .filter((name) => !listed(name));
    expect([...new Set(unlisted)]).toEqual([]);
  });

  it("is of a rule in these lists", () => {
    const known = new Set(
      [SHARED, FIRST_STEP, ALONE].flatMap((list) => Object.keys(list)).map((name) => name.split("/")[0]),
    );
    const suggesting = Object.entries(rules).flatMap(([name, { meta }]) =>
      meta.hasSuggestions && isAboutErrors(name) ? [name] : [],
    );
    expect([...known].sort()).toEqual(suggesting.sort());
  });
});
