/** The tables of the guide: what covers a check exists, and is shown to find the fault. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { DIALECTS } from "../../src/contract/dialects.js";
import * as testKit from "../../src/helper/src/testing/index.js";
import { stripMarkers } from "../proving-ground/forms.js";
import { variantPlaces } from "../support/variant-places.js";

const ROOT = path.resolve(import.meta.dirname, "../..");
const guide = readFileSync(path.join(ROOT, "docs/guides/the-envelope-dialect.md"), "utf8");
const { code, expected } = stripMarkers(readFileSync(path.join(ROOT, "test/variants/envelope.bad.ts"), "utf8"));

interface Row {
  readonly check: string;
  readonly kind: string;
  readonly name: string;
  readonly shownIn: string;
}

function rowsBelow(heading: string): Row[] {
  const section = guide.split(/^## /mu).find((part) => part.startsWith(heading)) ?? "";
  return [
    ...section.matchAll(
      /^\| (?<check>[^|]*?) *\| (?<kind>rule|test kit) `(?<name>[^`]+)` *\| *`?(?<tool>\w*)`? *\|$/gmu,
    ),
  ].map(({ groups = {} }) => ({
    check: groups["check"] ?? "",
    kind: groups["kind"] ?? "",
    name: groups["name"] ?? "",
    shownIn: groups["tool"] ?? "",
  }));
}

const checks = rowsBelow("Seven checks");
const failures = rowsBelow("Five ways");

it("has seven checks, four of the fields in rows of their own, and five ways to fail", () => {
  expect(checks.filter(({ check }) => !check.startsWith("…"))).toHaveLength(7);
  expect(checks.filter(({ check }) => check.startsWith("…"))).toHaveLength(3);
  expect(failures).toHaveLength(5);
});

describe.each([...checks, ...failures].filter(({ kind }) => kind === "rule"))(
  "$check: rule $name",
  ({ name, shownIn }) => {
    it("exists", () => {
      expect(Object.keys(rules)).toContain(name);
    });

    it("finds the fault in the tool or route that shows it", () => {
      const { from, to } = variantPlaces(code).find((place) => place.name === shownIn) ?? { from: 0, to: 0 };
      expect(from).toBeGreaterThan(0);
      expect(expected.filter(({ line }) => line >= from && line <= to).map(({ rule }) => rule)).toEqual([name]);
    });
  },
);

describe("the test kit", () => {
  const envelope = {
    bucket: "Permission",
    retryable: false,
    retryAfterMs: 0,
    errorCode: "SCOPE_MISSING",
    humanMessage: "The scope stock:reserve is missing.",
  };
  const problems = (failure: object): string[] =>
    testKit.toolErrorProblems(
      { isError: true, content: [{ type: "text", text: JSON.stringify(failure) }] },
      undefined,
      { dialect: "envelope" },
    );

  it("exports what the guide names", () => {
    for (const { name } of checks.filter(({ kind }) => kind === "test kit")) expect(testKit).toHaveProperty(name);
  });

  it("takes a whole envelope, and none without a field or with a bucket outside the set", () => {
    expect(problems(envelope)).toEqual([]);
    for (const field of Object.keys(envelope)) expect(problems({ ...envelope, [field]: undefined })).not.toEqual([]);
    expect(problems({ ...envelope, bucket: "Unknown" })).not.toEqual([]);
    expect(problems({ ...envelope, retryable: true })).not.toEqual([]);
    expect(problems({ ...envelope, retryAfterMs: 500 })).not.toEqual([]);
  });
});

it("lists the fields that the rules ask for", () => {
  for (const field of Object.values(DIALECTS.envelope.fields)) expect(guide).toContain(`\`${field}\``);
});
