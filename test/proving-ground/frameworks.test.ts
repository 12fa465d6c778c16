/**
 * Every bad and every good case as a tool of every supported framework: what is marked must be found and nothing else, and
 * the advice must fit what the framework makes of a throw and of a returned flag.
 */
import { afterAll, describe, expect, test } from "vitest";
import { FRAMEWORKS } from "../../src/frameworks/index.js";
import { misfits } from "./advice.js";
import { casesOf } from "./cases.js";
import { check, checkRules, parseErrors, removeProjects } from "./check.js";
import { entryFor, isLowLevelOnly, LEFT_OUT, OTHERWISE } from "./exceptions.js";
import { type Form, stripMarkers } from "./forms.js";
import { frameworkFormsOf, frameworksWithForm } from "./frameworks.js";

afterAll(removeProjects);

const all = (["bad", "good"] as const).flatMap((group) =>
  casesOf(group)
    .filter(({ name }) => !isLowLevelOnly(name))
    .map((provingCase) => ({
      name: provingCase.name,
      number: provingCase.name.slice(0, 3),
      source: provingCase.source,
      forms: frameworkFormsOf(provingCase),
    })),
);

function complaintAbout(form: Form, number: string): string {
  const otherwise = entryFor(OTHERWISE, form.name, number);
  return otherwise ? checkRules(form, otherwise) : check(form);
}

for (const { name, number, forms } of all) {
  describe(name, () => {
    for (const form of forms) {
      const leftOut = entryFor(LEFT_OUT, form.name, number);
      test.skipIf(leftOut)(leftOut ? `${form.name}: ${leftOut.reason}` : form.name, () => {
        const complaint = complaintAbout(form, number);
        if (complaint) expect.fail(complaint);
      });
    }
  });
}

describe("the check of advice", () => {
  const both = "Return an error result with `isError: true`, or rethrow.";
  test.each([
    ["mastra", both],
    ["litemcp", "Add `isError: true` to the result."],
    ["mcp-framework", "Let it reject, or turn it into an error result."],
    ["tmcp", both],
    ["mcp-lite", "Let it reject."],
    ["frontmcp", both],
    ["fastmcp", "The throw becomes a JSON-RPC error: the model never sees why."],
    ["fastmcp-edge", "Catch it, and return an error result with `isError: true`."],
  ])("%s: objects to “%s”", (name, message) => {
    expect(misfitsOf(name, message)).not.toEqual([]);
  });

  test.each([
    ["fastmcp", both],
    ["mastra", "mastra makes a success of every returned value, `isError: true` included. Throw an error instead."],
    ["tmcp", "Rethrow, and return an error result with `isError: true` in the handler."],
    ["fastmcp-edge", "Say in the answer itself what failed: neither way shows the model a failure."],
  ])("%s: lets “%s” pass", (name, message) => {
    expect(misfitsOf(name, message)).toEqual([]);
  });
});

function misfitsOf(name: string, message: string): string[] {
  const framework = FRAMEWORKS.find((each) => each.name === name);
  if (!framework) throw new Error(`no framework ${name}`);
  const ruleId = "mcp-errors/no-protocol-error";
  return misfits({ message, ruleId, severity: 2, line: 1, column: 1 }, framework);
}

describe("the matrix itself", () => {
  test("has a form for each framework", () => {
    expect(FRAMEWORKS.map(({ name }) => name).filter((name) => !frameworksWithForm.has(name))).toEqual([]);
  });

  test("makes exceptions only of forms and cases that are there, and once", () => {
    const formNames = new Set(all.flatMap(({ forms }) => forms.map(({ name }) => name)));
    const numbers = new Set(all.map(({ number }) => number));
    const named = [...LEFT_OUT, ...OTHERWISE].flatMap(({ forms, cases }) =>
      forms.flatMap((form) => cases.map((number) => ({ form, number }))),
    );
    for (const { form, number } of named) {
      expect(formNames).toContain(form);
      expect(numbers).toContain(number);
    }
    const keys = named.map(({ form, number }) => `${form} ${number}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test("makes no exception of what is as marked", () => {
    const needless = all.flatMap(({ name, number, forms }) =>
      forms
        .filter((form) => entryFor(OTHERWISE, form.name, number) && check(form) === "")
        .map((form) => `${name} ${form.name}`),
    );
    expect(needless).toEqual([]);
  });

  test("loses no marker on the way to a form", () => {
    const rules = (source: string) => stripMarkers(source).expected.map(({ rule }) => rule);
    for (const { name, source, forms } of all)
      for (const form of forms) {
        expect(rules(form.source), `${name} ${form.name}`).toEqual(rules(source));
        expect(stripMarkers(form.source).code, `${name} ${form.name}`).not.toContain("expect:");
      }
  });

  test("is understood by the second parser too", () => {
    for (const { name, forms } of all)
      for (const form of forms) expect(parseErrors(form), `${name} ${form.name}`).toEqual([]);
  });
});
