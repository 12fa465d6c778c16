import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { transforms } from "../../codemods/index.js";
import { rules } from "../../rules/index.js";
import { TRANSFORM_NAMES } from "../../src/codemod/rewrite.js";

const PAGES = fileURLToPath(new URL("../../docs/codemods", import.meta.url));
const read = (name: string): string => readFileSync(path.join(PAGES, `${name}.md`), "utf8");

describe("docs/codemods", () => {
  it("has a page for every transform, and one for all", () => {
    expect(readdirSync(PAGES).sort()).toEqual([...TRANSFORM_NAMES.map((name) => `${name}.md`), "README.md"].sort());
    for (const name of TRANSFORM_NAMES) expect(read("README")).toContain(`[\`${name}\`](./${name}.md)`);
  });

  it.each(TRANSFORM_NAMES)("%s shows how to run it, what it changes, and what it leaves", (name) => {
    const page = read(name);
    expect(page.startsWith(`# ${name}\n`)).toBe(true);
    expect(page).toContain(`dist/codemods/${name}.js`);
    expect([...page.matchAll(/^## (?<title>.*)$/gmu)].map((match) => match.groups?.title)).toEqual([
      "Before and after",
      "What it leaves to you",
    ]);
    // `npm run docs` fills them in, and test/meta compares.
    expect(page.match(/^```diff$/gmu)?.length ?? 0).toBeGreaterThanOrEqual(2);
    for (const rule of transforms[name].rules) expect(page).toContain(`\`${rule}\``);
  });
});

describe("the transforms", () => {
  it("are listed under their names", () => {
    expect(Object.keys(transforms).sort()).toEqual([...TRANSFORM_NAMES].sort());
    for (const [key, { name }] of Object.entries(transforms)) expect(name).toBe(key);
  });

  it("mend rules that there are", () => {
    // The finding of `dialect` is a rule's that compares whole servers; the transform runs on demand.
    const mended = Object.values(transforms).flatMap((transform) =>
      transform.name === "dialect" ? [] : transform.rules,
    );
    expect(mended.filter((rule) => !(rule in rules))).toEqual([]);
  });
});
