import path from "node:path";
import { describe, expect, it } from "vitest";
import { isUncalledMethod } from "../../src/analysis/callers.js";
import { Project, projectParser } from "../../src/analysis/project.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const ERROR = "export class ScopeError extends Error { toToolResult() { return { isError: true, content: [] }; } }";

/** The first function of `errors.ts` is called by nobody. */
function isUncalled(files: Readonly<Record<string, string>>): boolean {
  const root = makeTree({ "package.json": MCP_MANIFEST, "errors.ts": ERROR, ...files });
  const file = new Project({ settings: DEFAULT_SETTINGS, parse: projectParser(undefined) }).load(
    path.join(root, "errors.ts"),
  );
  const [fn] = file?.index.functions ?? [];
  if (!file || !fn) throw new Error("errors.ts holds no function");
  return isUncalledMethod(fn, file);
}

const catching = (from: string): string =>
  `import { ScopeError } from "${from}";\ntry { work(); } catch (error) { if (error instanceof ScopeError) answer(error.toToolResult()); }`;

describe("a method that nobody calls", () => {
  it("is one whose name no importing file calls", () => {
    expect(isUncalled({ "main.ts": 'import { ScopeError } from "./errors.js";\nthrow new ScopeError("a");' })).toBe(
      true,
    );
  });

  it.each([
    ["by an importing file", { "main.ts": catching("./errors.js") }],
    ["behind a barrel", { "index.ts": 'export * from "./errors.js";', "main.ts": catching("./index.js") }],
    ["by its own file", { "errors.ts": `${ERROR}\nexport const toResult = (error) => error.toToolResult();` }],
    ["in a project of which nothing is known", { "package.json": "{}" }],
    [
      "as a function, and not as a method",
      { "errors.ts": "export function toToolResult() { return { isError: true }; }" },
    ],
  ])("is not one that is called %s", (_name, files: Readonly<Record<string, string>>) => {
    expect(isUncalled(files)).toBe(false);
  });
});
