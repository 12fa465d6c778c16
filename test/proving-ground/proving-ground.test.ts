/**
 * Every case in every form, linted with everything the plugin has: what is marked must be found, at its line and by its
 * rule, and nothing else.
 */
import { afterAll, describe, expect, test } from "vitest";
import { casesOf, groups } from "./cases.js";
import { check, known, parseErrors, removeProjects } from "./check.js";
import { formsOf, stripMarkers } from "./forms.js";

afterAll(removeProjects);

const all = groups.flatMap((group) =>
  casesOf(group).map((provingCase) => ({
    group,
    name: provingCase.name,
    source: provingCase.source,
    forms: formsOf(provingCase),
  })),
);

for (const group of groups) {
  describe(group, () => {
    for (const { name, forms } of all.filter((entry) => entry.group === group)) {
      describe(name, () => {
        for (const form of forms) {
          test(form.name, () => {
            const complaint = check(form);
            if (complaint) expect.fail(complaint);
          });
        }
      });
    }
  });
}

describe("the proving ground itself", () => {
  test("has all 24 bad and 18 good cases", () => {
    const numbers = (group: string) => [
      ...new Set(all.filter((entry) => entry.group === group).map(({ name }) => name.slice(0, 3))),
    ];
    const upTo = (letter: string, count: number) =>
      Array.from({ length: count }, (_item, index) => `${letter}${String(index + 1).padStart(2, "0")}`);
    expect(numbers("bad")).toEqual(upTo("B", 24));
    expect(numbers("good")).toEqual(upTo("G", 18));
  });

  test("marks each bad case and no good one", () => {
    for (const { group, name, source } of all.filter((entry) => entry.group !== "frameworks")) {
      const isMarked = stripMarkers(source).expected.length > 0;
      expect(isMarked, `${group}/${name}`).toBe(group === "bad" || group === "near");
    }
  });

  test("loses no marker on the way to a form", () => {
    const rules = (source: string) => stripMarkers(source).expected.map(({ rule }) => rule);
    for (const { name, source, forms } of all) {
      for (const form of forms) {
        expect(rules(form.source), `${name} ${form.name}`).toEqual(rules(source));
        expect(stripMarkers(form.source).code, `${name} ${form.name}`).not.toContain("expect:");
      }
    }
  });

  test("is understood by the second parser too", () => {
    for (const { name, forms } of all) {
      for (const form of forms) expect(parseErrors(form), `${name} ${form.name}`).toEqual([]);
    }
  });

  // A marker may name a rule that is still to be written. These lines keep such names, and misspelt ones, in sight.
  const waiting = new Map<string, string[]>();
  for (const { name, source } of all) {
    for (const { rule } of stripMarkers(source).expected) {
      if (!known.has(rule)) waiting.set(rule, [...(waiting.get(rule) ?? []), name]);
    }
  }
  for (const [rule, names] of waiting) test.todo(`no rule ${rule} yet, awaited by ${names.join(", ")}`);
});
