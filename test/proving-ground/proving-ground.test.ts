/**
 * Every case in every form, linted with everything the plugin has: what is marked must be found, at its line and by its
 * rule, and nothing else.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { parseSync } from "oxc-parser";
import { afterAll, describe, expect, test } from "vitest";
import plugin from "../../src/index.js";
import { casesOf, groups } from "./cases.js";
import { type Form, formsOf, stripMarkers } from "./forms.js";

// Each case stands in a package of its own: neither this repository's name nor its test folder may count.
const projects = mkdtempSync(path.join(tmpdir(), "mcp-servers-"));
const linters = new Map<string, { folder: string; linter: Linter }>();
afterAll(() => rmSync(projects, { recursive: true }));

function projectWith(dependencies: Form["dependencies"]): { folder: string; linter: Linter } {
  const manifest = JSON.stringify({ name: "server", version: "1.0.0", type: "module", dependencies });
  let project = linters.get(manifest);
  if (!project) {
    const folder = path.join(projects, String(linters.size));
    mkdirSync(folder);
    writeFileSync(path.join(folder, "package.json"), manifest);
    project = { folder, linter: new Linter({ configType: "flat", cwd: folder }) };
    linters.set(manifest, project);
  }
  return project;
}

const all = groups.flatMap((group) =>
  casesOf(group).map((provingCase) => ({
    group,
    name: provingCase.name,
    source: provingCase.source,
    forms: formsOf(provingCase),
  })),
);

const prefix = "mcp-errors/";
const known = new Set(Object.keys(plugin.rules ?? {}));
const config: Linter.Config[] = [
  { files: ["**/*.{ts,js}"], languageOptions: { parser, ecmaVersion: "latest", sourceType: "module" } },
  [plugin.configs.strict].flat(),
  // Each error result here is written by hand, so this rule would have its say about every one.
  ...(known.has("prefer-tool-error") ? [{ rules: { [`${prefix}prefer-tool-error`]: "off" as const } }] : []),
].flat();

/** What is wrong with the findings in a form, to be read by whoever broke it; empty if all is well. */
function check(form: Form): string {
  const { code, expected } = stripMarkers(form.source);
  const { folder, linter } = projectWith(form.dependencies);
  const messages = linter.verify(code, config, { filename: path.join(folder, form.path) });
  const wanted = new Set(expected.filter(({ rule }) => known.has(rule)).map(({ line, rule }) => `${line} ${rule}`));
  const found = new Map(
    messages.map((message) => [`${message.line} ${(message.ruleId ?? "parser").replace(prefix, "")}`, message.message]),
  );
  const lines = code.split("\n");
  const complaints = [
    ...[...wanted].filter((place) => !found.has(place)).map((place) => ({ sign: "-", place, why: "not found" })),
    ...[...found].filter(([place]) => !wanted.has(place)).map(([place, why]) => ({ sign: "+", place, why })),
  ].sort((a, b) => Number.parseInt(a.place, 10) - Number.parseInt(b.place, 10));
  if (complaints.length === 0) return "";
  return [
    `${form.path} (${form.name})`,
    ...complaints.flatMap(({ sign, place, why }) => {
      const at = Number.parseInt(place, 10);
      return ["", `${sign} line ${place}: ${why}`, ...excerpt(lines, at)];
    }),
  ].join("\n");
}

function excerpt(lines: string[], at: number): string[] {
  return lines
    .slice(Math.max(0, at - 4), at + 3)
    .map((line, index) => ({ line: line.replace("\r", ""), number: Math.max(0, at - 4) + index + 1 }))
    .map(({ line, number }) => `${number === at ? ">" : " "} ${String(number).padStart(3)} | ${line}`);
}

function parseErrors(form: Form): string[] {
  const { code } = stripMarkers(form.source);
  return parseSync(form.path, code, { astType: "ts", range: true, preserveParens: false }).errors.map(
    (error) => error.message,
  );
}

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
