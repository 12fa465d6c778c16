import path from "node:path";
import { describe, expect, it } from "vitest";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { modelOfFile } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST, PLAIN_MANIFEST } from "../support/tree.js";
import { IMPORTS, lostIn, TOOL, toolOf } from "../support/services.js";

const store = (clause: string, attempt = "return await api.orders(id);"): string =>
  `export async function ordersOf(id) {\n  try { ${attempt} }\n  ${clause}\n}`;
const HIDING = store("catch { return []; }");

describe("what is no loss of a file that tools import", () => {
  it.each([
    ["an error that is thrown on", store("catch (error) { throw new Error('orders', { cause: error }); }")],
    [
      "one kind of failure",
      store("catch (error) { const { code } = error; if (code === 'ENOENT') return []; throw error; }"),
    ],
    ["a reason in words", store("catch { /* best effort: the list is only a hint */ return []; }")],
    ["a reason above the function", `/** Gives nothing rather than failing: the page is shown without. */\n${HIDING}`],
    ["a value at hand that cannot be read", store("catch { return []; }", "return decode(id);")],

    [
      "a probe as a chain",
      "export async function ordersOf(id) {\n  const there = await fs.access(id).then(() => true).catch(() => false);\n  return { there };\n}",
    ],

    [
      "an undone first step",
      "export async function ordersOf(id) {\n  try { return await api.add(id); } catch (error) { await api.forget(id).catch(() => null); throw error; }\n}",
    ],
    [
      "a function that calls itself after a failure",
      "export async function ordersOf(id, left = 3) {\n  try { return await api.orders(id); }\n  catch (error) { if (left === 0) throw error; return ordersOf(id, left - 1); }\n}",
    ],
  ])("%s", (_name, text) => {
    expect(lostIn({ "store.ts": text })).toEqual([]);
  });

  it.each([["tells of the failure", "if (!found) throw new Error('Failed to read the orders');"]])(
    "a value of which the tool %s",
    (_name, check) => {
      const main = toolOf('import { ordersOf } from "./store.js";', `const found = await ordersOf(id);\n  ${check}`);
      expect(lostIn({ "main.ts": main, "store.ts": store("catch { return null; }") })).toEqual([]);
    },
  );

  it.each([["names none", "Returns the orders of a customer.", false]])(
    "is marked as commented where the function's comment %s",
    (_name, comment, expected) => {
      const root = makeTree({
        "package.json": MCP_MANIFEST,
        "main.ts": TOOL,
        "store.ts": `/** ${comment} */\n${HIDING}`,
      });
      const file = new Project({ settings: DEFAULT_SETTINGS, parse: projectParser(undefined) }).load(
        path.join(root, "store.ts"),
      );
      expect(file && modelOfFile(file)?.flow.swallowed.map(({ isCommented }) => isCommented)).toEqual([expected]);
    },
  );

  it("an extra of an item, of which the tool says that it is not there", () => {
    const main = (words: string): string =>
      toolOf(
        'import { ordersOf } from "./store.js";',
        `const extras = await Promise.all((await all(id)).map((one) => ordersOf(one.id).catch(() => null)));
  const found = extras.filter((one) => one !== null).map((one) => one.text || "${words}");`,
      );
    const text = store("catch { return null; }");
    expect(lostIn({ "main.ts": main("Text not available."), "store.ts": text })).toEqual([]);
    expect(lostIn({ "main.ts": main("No text."), "store.ts": text })).toHaveLength(1);
  });

  it.each([
    [
      "that no tool calls",
      { "main.ts": toolOf('import { other } from "./store.js";', "const found = await other(id);") },
    ],
    [
      "that is called at the start only",
      { "main.ts": `${toolOf('import { ordersOf } from "./store.js";', "const found = 1;")}\nawait ordersOf(1);` },
    ],
    ["that only a test calls", { "main.ts": IMPORTS, "test/store.ts": TOOL.replace("./store", "../store") }],
    ["in a package without MCP", { "package.json": PLAIN_MANIFEST }],
  ] satisfies [string, Record<string, string>][])("a function %s", (_name, files) => {
    expect(lostIn({ "store.ts": HIDING, ...files })).toEqual([]);
  });

  it("anything where imports are not followed", () => {
    expect(lostIn({ "store.ts": HIDING }, { ...DEFAULT_SETTINGS, followImports: false })).toEqual([]);
  });
});
