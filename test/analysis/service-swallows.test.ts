import { describe, expect, it } from "vitest";
import { lostIn, toolOf } from "../support/services.js";

const store = (clause: string, attempt = "return await api.orders(id);"): string =>
  `export async function ordersOf(id) {\n  try { ${attempt} }\n  ${clause}\n}`;
const HIDING = store("catch { return []; }");

describe("a failure that is lost in a file that tools import", () => {
  it.each([
    ["asks a service for what it calls `info`", "const found = await api.users.info(id); return found.rows;", 1],
    ["tells a log", 'await log.info("reading"); return [];', 0],
  ])("depends on whether the attempt %s", (_name, attempt, found) => {
    expect(lostIn({ "store.ts": store("catch { return []; }", attempt) })).toHaveLength(found);
  });

  it("is found where a number stands for it", () => {
    expect(lostIn({ "store.ts": store("catch { return 0; }") })).toHaveLength(1);
  });

  it("is found in a list beside other values that the attempt gives", () => {
    const text = `export async function ordersOf(ids) { let text = ""; const all = []; for (const id of ids) { try { const one = await api.order(id); text = text + one.name; all.push(one); } catch (error) { console.error(error); } } return { text, all }; }`;
    expect(lostIn({ "store.ts": text })).toHaveLength(1);
  });

  it.each([
    ["all rows", "const { data } = await db.from('orders').select(); return data ?? [];"],
    ["rows made into others", "const { data } = await db.from('orders').select(); return (data ?? []).map(toOrder);"],
    ["one row", "const { data } = await db.from('orders').select().single(); return data;"],
  ])("is found in the answer of a client that rejects for none: %s", (_name, body) => {
    const text = (statements: string): string =>
      `import { createClient } from "@supabase/supabase-js";\nconst db = createClient(URL, KEY);\nexport async function ordersOf(id) { ${statements} }`;
    expect(lostIn({ "store.ts": text(body) })).toHaveLength(1);
    const told = body.replace("{ data }", "{ data, error }").replace(";", "; if (error) throw error;");
    expect(lostIn({ "store.ts": text(told) })).toEqual([]);
  });

  it.each([
    ["statusCode >= 400", 1],

    ["statusCode", 0],
  ])("is found behind a test of the status of an answer that is taken apart: %s", (test, found) => {
    const text = `export async function ordersOf(id) {
  const { statusCode, body } = await request(id);
  if (${test}) return null;
  return body.json();
}`;
    expect(lostIn({ "store.ts": text })).toHaveLength(found);
  });

  it.each([
    ["a class whose instance the tool makes", 'import { Store } from "./store.js";', "await new Store().list(id)"],
    ["a class that is typed", 'import type { Store } from "./store.js";\nlet store: Store;', "await store.list(id)"],
  ])("is found in %s", (_name, imports, call) => {
    const method = (name: string): string =>
      `  async ${name}(id) { try { return await this.api.orders(id); } catch { return []; } }\n`;
    const text = `export class Store {\n${method("list")}${method("listOrders")}}`;
    expect(lostIn({ "main.ts": toolOf(imports, `const found = ${call};`), "store.ts": text })).toHaveLength(1);
  });

  it("is none where all that is waited for takes its failures itself", () => {
    const text = (load: string): string =>
      `async function load(id) { ${load} }\n${store("catch { return []; }", "return await load(id);")}`;
    const taken =
      "try { return await api.orders(id); } catch (error) { log(error); return { failed: String(error) }; }";
    expect(lostIn({ "store.ts": text(taken) })).toEqual([]);
    expect(lostIn({ "store.ts": text("return await api.orders(id);") })).toHaveLength(1);
  });

  it.each([
    ["takes it", "log(error);", ["caught in line 2"]],
    ["throws it on", "throw error;", ["caught in line 3"]],
  ])("is told at the clause that lets it pass: the inner one %s", (_name, inner, found) => {
    const attempt = `let text = ""; try { text = await api.orders(id); } catch (error) { ${inner} } return text.trim().split(",");`;
    expect(lostIn({ "store.ts": store("catch (error) { log(error); return []; }", attempt) })).toEqual(
      found.map((place) => expect.stringContaining(place) as string),
    );
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
    ["a spread of what is required", 'module.exports = { ...require("./store.js") };'],
    ["a spread of a name", 'const store = require("./store.js");\nmodule.exports = { ...store, version: 1 };'],
    ["all that is required", 'module.exports = require("./store.js");'],
  ])("is found through a barrel of CommonJS: %s", (_name, barrel) => {
    const main = `const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { ordersOf } = require("./between.js");
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("orders", {}, async ({ id }) => ({
  content: [{ type: "text", text: JSON.stringify(await ordersOf(id)) }],
}));`;
    const text = `async function ordersOf(id) {
  try {
    return await api.orders(id);
  } catch {
    return [];
  }
}
module.exports = { ordersOf };`;
    expect(lostIn({ "between.js": barrel, "main.ts": "", "main.js": main, "store.ts": text })).toHaveLength(1);
  });

  it("is found where the manifest names a package that also builds things without MCP", () => {
    const manifest = (dependency: string): string => JSON.stringify({ dependencies: { [dependency]: "1" } });
    expect(lostIn({ "package.json": manifest("agents"), "store.ts": HIDING })).toHaveLength(1);
    expect(lostIn({ "package.json": manifest("agents"), "main.ts": "", "store.ts": HIDING })).toEqual([]);
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
      "a list of its own that nobody reads",
      HIDING.replace("catch {", "catch (error) { const warnings = []; warnings.push(error.message);"),
    ],
    [
      "work behind a probe",
      "export async function ordersOf(id) {\n  const text = await fs.access(id).then(() => fs.readFile(id)).catch(() => null);\n  return { text };\n}",
    ],
    [
      "an item that is left empty",
      "export async function ordersOf(ids) {\n  return Promise.all(ids.map(async (one) => { const price = await api.price(one).catch(() => null); return { price }; }));\n}",
    ],
    [
      "a rejection",
      "export async function ordersOf(id) {\n  const all = await api.orders(id).catch(() => []);\n  return all.map((one) => one.name);\n}",
    ],
    ["a comment that only restates the code", store("catch { /* Return empty array on error */ return []; }")],
  ])("is found in %s", (_name, text) => {
    expect(lostIn({ "store.ts": text })).toHaveLength(1);
  });

  it.each([["values that are tried one by one", "return parse(place.text);"]])("is none for %s", (_name, attempt) => {
    const text = `export async function ordersOf(id) {\n  for (const place of places) {\n    try { ${attempt} } catch (error) { console.error(error); }\n  }\n  return [];\n}`;
    expect(lostIn({ "store.ts": text })).toEqual([]);
  });

  it("is none where the code behind the loop tells of it", () => {
    const text =
      "export async function ordersOf(id) {\n  for (const shop of shops) {\n    try { return await shop.orders(id); } catch (error) { console.error(error); }\n  }\n  throw new Error('No shop answers');\n}";
    expect(lostIn({ "store.ts": text })).toEqual([]);
  });
});

/** Another file between the store and the tool, whose function `load` the tool calls. */
const between = (body: string): Record<string, string> => ({
  "between.ts": `import { ordersOf } from "./store.js";\nexport async function load(ids, filter) {\n${body}\n}`,
  "main.ts": toolOf('import { load } from "./between.js";', "const found = await load(id);"),
});

describe("what a caller makes of the empty value", () => {
  it.each([
    [
      "lists it under what was skipped",
      "const skipped = [], all = []; for (const id of ids) { const one = await ordersOf(id); if (!one) { skipped.push({ id, reason: 'gone' }); continue; } all.push(one); } return { all, skipped };",
      "const all = []; for (const id of ids) { const one = await ordersOf(id); if (!one) { continue; } all.push(one); } return { all };",
    ],
    [
      "says that it is not available",
      "const one = await ordersOf(ids); if (one === null) return { orders: [], available: false }; return { orders: one.items };",
      "const one = await ordersOf(ids); if (one === null) return { orders: [] }; return { orders: one.items };",
    ],

    [
      "asks only where it was given nothing",
      "const all = filter.id ? [filter.id] : await ordersOf(ids); return { all };",
      "const all = FAST ? [] : await ordersOf(ids); return { all };",
    ],

    [
      "works on it when something happens",
      "bus.on('change', async () => { const one = await ordersOf(ids); index({ one }); return { one }; }); return {};",
      "const one = await ordersOf(ids); return { one };",
    ],
  ])("nothing is lost where it %s", (_name, silent, lost) => {
    const text = store("catch { return null; }");
    expect(lostIn({ "store.ts": text, ...between(silent) })).toEqual([]);
    expect(lostIn({ "store.ts": text, ...between(lost) })).toHaveLength(1);
  });

  it.each([
    ["Order not found, or the shop is down.", 0],
    ["The order could not be loaded.", 0],
    ["Failed: no such order", 0],
    ["Submit button not found", 0],
  ])("an error result that says %j is the word of a failure, or of none", (words, found) => {
    const check = `if (!found) return { isError: true, content: [{ type: "text", text: ${JSON.stringify(words)} }] };`;
    const main = toolOf('import { ordersOf } from "./store.js";', `const found = await ordersOf(id);\n  ${check}`);
    expect(lostIn({ "store.ts": store("catch { return null; }"), "main.ts": main })).toHaveLength(found);
  });
});
