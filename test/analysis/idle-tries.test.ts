import { describe, expect, it } from "vitest";
import { isNeverEntered } from "../../src/analysis/reachability/idle-tries.js";
import { open } from "../support/source.js";

/** The first `try` of the text marked by a comment that says so has a clause that nothing comes to. */
function isIdle(block: string, head = "", others?: Record<string, string>): boolean {
  const text = `${head}\nasync function run(args) { try { /* here */ ${block} } catch (error) { return failed(error); } }`;
  const file = open(text, others);
  const statement = file.index.tries.find(({ block: { range } }) => text.slice(...range).includes("/* here */"));
  if (!statement?.handler) throw new Error("no try");
  return isNeverEntered(statement.handler, file);
}

const QUIET =
  "async function load(id) { try { return { item: await api.get(id) }; } catch { return { item: null }; } }";
const OR_NULL = "async function load(id) { try { return await api.get(id); } catch { return null; } }";

describe("a clause is never entered", () => {
  it.each([
    ["an argument that may be missing", "return await load(args.texts?.join());", QUIET],
    ["a function that catches all itself", "return await load(args.id);", QUIET],
    [
      "a function that answers with the typed helper",
      "return await load(args.id);",
      'import { toolError } from "mcp-tool-errors"; async function load(id) { try { return await api.get(id); } catch (error) { return toolError.from(error, { description: "No." }); } }',
    ],
    ["what is made of its answer", "const all = await load(1); return { text: JSON.stringify(all.item) };", QUIET],
    [
      "deep below",
      "return await a();",
      `${QUIET} const a = () => b(); const b = () => c(); const c = () => d(); const d = () => load(1);`,
    ],
    ["nothing, where it is looked for", "const one = await load(1); if (!one) return; return one.name;", OR_NULL],
    ["nothing, that is not taken apart", "const one = await load(1); all[1] = one;", OR_NULL],
    [
      "a rejection that is answered",
      "const all = await Promise.all([api.get(1).catch(() => null), load(2)]); return all;",
      QUIET,
    ],
    [
      "a function that calls itself",
      "return await walk(1);",
      "async function walk(n) { try { await api.get(n); await walk(n - 1); } catch { return []; } return []; }",
    ],
    [
      "a clause that throws and is never entered",
      "return await outer();",
      `${QUIET} async function outer() { try { return await load(1); } catch (e) { throw new Error("no", { cause: e }); } }`,
    ],
    ["a list", "const all = await load(1); return [1, 2].map(shown);", `${QUIET} const shown = (x) => String(x);`],
    [
      "text that was made as JSON",
      "const all = await load(1); const text = JSON.stringify(all); return JSON.parse(text);",
      QUIET,
    ],
    ["a promise that goes past it", "return load(args.id);", "async function load(id) { return await api.get(id); }"],
    [
      "a work that is called the same at each call",
      "return await retry(() => load(1));",
      `${QUIET} async function retry(work) { return await work(); }`,
    ],
    [
      "what an inner clause takes",
      "const ids = [1]; await load(1); try { ids.forEach((id) => { api.note(id); }); } catch {}",
      QUIET,
    ],
    [
      "a class that only holds values",
      "return await load(new Order(1));",
      `${QUIET} class Order { constructor(id) { this.id = id; } }`,
    ],
  ])("%s", (_name, block, head) => {
    expect(isIdle(block, head)).toBe(true);
  });

  it("in another file", () => {
    expect(isIdle("return await load(1);", 'import { load } from "./load.js";', { "load.ts": `export ${QUIET}` })).toBe(
      true,
    );
  });
});

describe("a clause may be entered", () => {
  it.each([
    ["an argument of another form", "return await load(args.texts.map((text) => text.length));", QUIET],
    ["a part of the arguments", "const { texts } = args; return await load(texts.join());", QUIET],
    ["an unknown call", "return await api.get(args.id);", ""],
    [
      "a loop that waits for what a quiet function has opened",
      "const all = await load(1); for await (const part of all.item) seen.add(part);",
      `const seen = new Set(); ${QUIET}`,
    ],
    ["no call of the project", "return { text: args.id };", ""],
    [
      "a store that is opened outside of the try",
      "return await load(1);",
      "async function load(id) { const store = await open(); try { return await store.get(id); } catch { return null; } }",
    ],
    [
      "a file that is read at once",
      "return load(1);",
      'function load(id) { const text = readFileSync("a"); try { return api.get(text); } catch { return null; } }',
    ],
    [
      "a clause that throws again",
      "return await load(1);",
      "async function load(id) { try { return await api.get(id); } catch (e) { log(e); throw e; } }",
    ],
    [
      "a clause that throws for one kind",
      "return await load(1);",
      "async function load(id) { try { return await api.get(id); } catch (e) { if (e.status) throw new Error(`HTTP ${e.status}`); return null; } }",
    ],
    [
      "a name of a log, of which the value is used",
      "const found = await trackOrder(1); return await load(found);",
      QUIET,
    ],
    ["a value that may be missing", "const one = await load(1); return one.name;", OR_NULL],
    ["a pattern of what may be missing", "const { name } = await load(1); return name;", OR_NULL],
    ["JSON of somebody else", "const all = await load(1); return JSON.parse(all.item);", QUIET],
    [
      "a rejection that is thrown on",
      "return await load(1).catch((e) => { throw e; });",
      "async function load(id) { return await api.get(id); }",
    ],
    ["a rejection of what the receiver is given", "return await api.map(load(1)).catch(note);", QUIET],
    [
      "a promise that is waited for by its name",
      "const work = load(1); return await work;",
      "async function load(id) { return await api.get(id); }",
    ],
    [
      "a function for each entry",
      "const all = await load(1); return all.map(read);",
      `${QUIET} const read = (x) => api.read(x);`,
    ],
    [
      "a work that fails at this call",
      "await retry(() => load(1)); return await retry(() => api.get(1));",
      `${QUIET} async function retry(work) { return await work(); }`,
    ],
    [
      "a circle with a failure in it",
      "return await a(1);",
      "async function a(n) { return await b(n); } async function b(n) { await a(n); return await api.get(n); }",
    ],
    [
      "a class that opens something",
      "return await load(new Store());",
      `${QUIET} class Store { constructor() { this.db = connect(); } }`,
    ],
  ])("%s", (_name, block, head) => {
    expect(isIdle(block, head)).toBe(false);
  });
});
