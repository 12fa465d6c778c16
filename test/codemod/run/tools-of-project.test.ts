import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatterOf, packageManagerOf } from "../../../src/codemod/run/tools-of-project.js";
import { commitAll } from "../../support/git.js";
import { makeTree } from "../../support/tree.js";

const manifest = (content: object): string => JSON.stringify(content);

describe("the formatter of a project", () => {
  it.each([
    ["prettier, configured", { ".prettierrc": "{}" }, "npx prettier --write"],
    ["prettier, in the manifest", { "package.json": manifest({ prettier: {} }) }, "npx prettier --write"],
    [
      "prettier, a dependency",
      { "package.json": manifest({ devDependencies: { prettier: "3" } }) },
      "npx prettier --write",
    ],
    ["biome, with pnpm", { "biome.json": "{}", "pnpm-lock.yaml": "" }, "pnpm exec biome check --write"],
    ["eslint, with yarn", { "eslint.config.js": "", "yarn.lock": "" }, "yarn eslint --fix"],
    ["prettier before eslint", { "eslint.config.js": "", ".prettierrc.json": "{}" }, "npx prettier --write"],
    ["eslint without a configuration", { "package.json": manifest({ devDependencies: { eslint: "10" } }) }, undefined],
    ["none", {}, undefined],
  ])("%s", (_name, tree, expected) => {
    const root = commitAll(makeTree({ "README.md": "", ...(tree as Record<string, string>) }));
    expect(formatterOf(root)).toBe(expected);
  });

  it("stands above the package in a workspace, and never above the repository", () => {
    const outer = makeTree({ ".prettierrc": "{}", "repo/biome.json": "{}", "repo/packages/a/package.json": "{}" });
    commitAll(join(outer, "repo"));
    expect(formatterOf(join(outer, "repo/packages/a"))).toBe("npx biome check --write");
  });
});

it.each([
  ["pnpm-lock.yaml", "pnpm install"],
  ["yarn.lock", "yarn install"],
  ["bun.lock", "bun install"],
  ["package-lock.json", "npm install"],
  ["README.md", "npm install"],
])("a project with %s installs with %s", (file, install) => {
  const root = commitAll(makeTree({ [file]: "" }));
  expect(packageManagerOf(root).install).toBe(install);
});
