import path from "node:path";
import { describe, expect, it } from "vitest";
import { Project, projectParser } from "../../src/analysis/project.js";
import { concernsTools, modelOfFile } from "../../src/model-of.js";
import { DEFAULT_SETTINGS, type Settings } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST, PLAIN_MANIFEST } from "../support/tree.js";

const IMPORTS = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
`;

/** A tool that hands on what an expression gives. */
function toolOf(imports: string, work: string): string {
  return `${IMPORTS}${imports}
server.registerTool("orders", {}, async ({ id }) => {
  ${work}
  return { content: [{ type: "text", text: JSON.stringify(found) }] };
});`;
}

const TOOL = toolOf('import { ordersOf } from "./store.js";', "const found = await ordersOf(id);");

/** What `store.ts` loses: the ways of its failures, from the attempt to the tool. */
function lostIn(files: Readonly<Record<string, string>>, settings: Settings = DEFAULT_SETTINGS): string[] {
  const root = makeTree({ "package.json": MCP_MANIFEST, "main.ts": TOOL, ...files });
  const project = new Project({ settings, parse: projectParser(undefined) });
  const filename = path.join(root, "store.ts");
  if (!concernsTools(files["store.ts"] ?? "", filename, project)) return [];
  const file = project.load(filename);
  if (!file) throw new Error("store.ts does not parse");
  return (modelOfFile(file)?.swallows ?? []).map((swallow) => swallow.path.slice(1).join(" → "));
}

const store = (clause: string, attempt = "return await api.orders(id);"): string =>
  `export async function ordersOf(id) {\n  try { ${attempt} }\n  ${clause}\n}`;
const HIDING = store("catch { return []; }");

describe("a failure that is lost in a file that tools import", () => {
  it("is reported where it is lost, with the tool", () => {
    expect(lostIn({ "store.ts": HIDING })).toEqual(["caught in line 3 → [] → the tool `orders` in main.ts"]);
  });

  it.each([
    ["a class whose instance the tool makes", 'import { Store } from "./store.js";', "await new Store().list(id)"],
    ["a class that is typed", 'import type { Store } from "./store.js";\nlet store: Store;', "await store.list(id)"],
    ["an instance that cannot be followed", 'import { Store } from "./store.js";', "await box(Store).listOrders(id)"],
  ])("is found in %s", (_name, imports, call) => {
    const method = (name: string): string =>
      `  async ${name}(id) { try { return await this.api.orders(id); } catch { return []; } }\n`;
    const text = `export class Store {\n${method("list")}${method("listOrders")}}`;
    expect(lostIn({ "main.ts": toolOf(imports, `const found = ${call};`), "store.ts": text })).toHaveLength(1);
  });

  it("is found in a class that another class of the file makes in its constructor", () => {
    const text = `class Disk { async all() { try { return await fs.readdir(".notes"); } catch { return []; } } }
      export class Store { constructor() { this.disk = new Disk(); } async notes() { return this.disk.all(); } }`;
    const main = toolOf('import { Store } from "./store.js";', "const found = await new Store().notes();");
    expect(lostIn({ "main.ts": main, "store.ts": text })).toHaveLength(1);
  });

  it.each([
    [
      "a file between",
      {
        "between.ts":
          'import { ordersOf } from "./store.js";\nexport const load = async (id) => { const all = await ordersOf(id); return all.map((one) => one.name); };',
      },
    ],
    [
      "a file that hands on what it gets",
      { "between.ts": 'import { ordersOf } from "./store.js";\nexport const load = (id) => ordersOf(id);' },
    ],
    ["a barrel", { "between.ts": 'export { ordersOf as load } from "./store.js";\nexport * from "./store.js";' }],
  ] satisfies [string, Record<string, string>][])("is found through %s", (name, between) => {
    const called = name === "a barrel" ? "ordersOf" : "load";
    const main = toolOf(`import { ${called} } from "./between.js";`, `const found = await ${called}(id);`);
    expect(lostIn({ ...between, "main.ts": main, "store.ts": HIDING })).toHaveLength(1);
  });

  it.each([
    ["a log before an empty value", store("catch (error) { console.error(error); } return null;")],
    [
      "a list that stays as it was",
      "export async function ordersOf(id) {\n  const all = [];\n  try { for (const one of await api.orders(id)) all.push(one); } catch (error) { console.error(error); }\n  return all.sort();\n}",
    ],
    [
      "items that are left out",
      "export async function ordersOf(ids) {\n  const all = [];\n  for (const id of ids) { try { all.push(await api.order(id)); } catch {} }\n  return all;\n}",
    ],
    [
      "a rejection",
      "export async function ordersOf(id) {\n  const all = await api.orders(id).catch(() => []);\n  return all.map((one) => one.name);\n}",
    ],
    ["a comment that only restates the code", store("catch { /* Return empty array on error */ return []; }")],
  ])("is found in %s", (_name, text) => {
    expect(lostIn({ "store.ts": text })).toHaveLength(1);
  });

  it.each([
    ["a lookup", "ordersOf", "if (!found) throw new Error(`Order ${id} not found`);"],
    ["a question", "validateOrder", 'if (!found) throw new Error("The order is invalid");'],
  ])("is lost where the tool tells it as the answer of %s", (_name, name, check) => {
    const text = store("catch { return null; }").replace("ordersOf", name);
    const main = toolOf(`import { ${name} } from "./store.js";`, `const found = await ${name}(id);\n  ${check}`);
    expect(lostIn({ "main.ts": main, "store.ts": text })).toHaveLength(1);
  });
});

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
    ["a failure that is recorded", store("catch (error) { problems.push(error); return []; }")],
    [
      "an undone first step",
      "export async function ordersOf(id) {\n  try { return await api.add(id); } catch (error) { await api.forget(id).catch(() => null); throw error; }\n}",
    ],
    [
      "a rejection with another value behind it",
      "export async function ordersOf(id) {\n  return (await api.orders(id).catch(() => undefined)) ?? known(id);\n}",
    ],
    [
      "a cache",
      HIDING.replaceAll("ordersOf", "readOrderCache") + "\nexport const ordersOf = (id) => readOrderCache(id);",
    ],
  ])("%s", (_name, text) => {
    expect(lostIn({ "store.ts": text })).toEqual([]);
  });

  it.each([
    ["tells of the failure", "if (!found) throw new Error('Failed to read the orders');"],
    ["tries something else", "let all = found;\n  if (!found) all = await api.archived(id);"],
  ])("a value of which the tool %s", (_name, check) => {
    const main = toolOf('import { ordersOf } from "./store.js";', `const found = await ordersOf(id);\n  ${check}`);
    expect(lostIn({ "main.ts": main, "store.ts": store("catch { return null; }") })).toEqual([]);
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
