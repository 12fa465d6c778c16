import { describe, expect, it } from "vitest";
import { isSafeWork } from "../../src/analysis/reachability/can-fail.js";
import { marked } from "../support/source.js";

function isSafe(text: string, others?: Record<string, string>): boolean {
  const { node, env } = marked(text, others);
  return isSafeWork(node, env);
}

const REQUEST =
  'async function request(path) { const res = await fetch(path); if (!res.ok) throw new Error("HTTP"); return res.json(); }';

describe("waiting for a call may throw", () => {
  it.each([
    [`${REQUEST} here(await request("/"));`],
    [`${REQUEST} async function load() { return request("/"); } here(await load());`],
    [`${REQUEST} function load() { return request("/"); } here(await load());`],
    [`${REQUEST} const load = () => request("/"); here(await load());`],
    [`${REQUEST} async function load(id) { return id ? request(id) : {}; } here(await load(1));`],
    [`${REQUEST} async function load() { return request("/").then((x) => x.items); } here(await load());`],
    ['async function load() { return fetch("/"); } here(await load());'],
    ["const run = () => new Promise((resolve, reject) => start().on('error', reject)); here(await run());"],
    [
      `${REQUEST} class Api { list() { return this.get(); } async get() { return request("/"); } } here(await new Api().list());`,
    ],
    [
      "function fail(e) { throw e; } async function load() { try { return await get(); } catch (e) { return fail(e); } } here(await load());",
    ],
    [
      "function fail(e) { throw e; } async function load() { try { return await get(); } catch (e) { fail(e); } } here(await load());",
    ],
    [
      "async function load() { try { return await get(); } catch (e) { if (a) throw e; throw new Error(); } } here(await load());",
    ],
    [
      "async function load() { try { try { return await get(); } catch (e) { if (e.gone) throw new Error(); throw e; } } catch (e) { if (a) throw e; throw new Error(); } } here(await load());",
    ],
    ['here(await import("./own.js"));'],
    ["here(await limit(async () => get()));"],
    [
      'import { errors } from "other"; here(await Promise.all(ids.map(async (id) => { try { return await get(id); } catch (e) { return errors.from(e); } })));',
    ],
    ["here(await run(async () => { try { return await get(); } catch { return {}; } }));"],
    ["here(await get());"],
  ])("%s", (text) => {
    expect(isSafe(text)).toBe(false);
  });

  it("in another file", () => {
    expect(
      isSafe('import { Api } from "./api.js"; const api = new Api(); here(await api.list());', {
        "api.ts": `${REQUEST} export class Api { list() { return request("/"); } }`,
      }),
    ).toBe(false);
  });
});

describe("waiting for a call cannot throw", () => {
  it.each([
    ["async function show(x) { return text(x); } here(await show(1));"],
    [
      'import { toolError } from "mcp-tool-errors"; here(await Promise.all(ids.map(async (id) => { try { return await get(id); } catch (e) { return toolError.from(e); } })));',
    ],
    ["const limit = pLimit(3); here(await limit(async () => { try { return await get(); } catch { return {}; } }));"],
    [
      "async function load() { try { try { return await get(); } catch (e) { if (e.gone) throw new Error(); throw e; } } catch (e) { return e; } } here(await load());",
    ],
    ["async function show(x) { return JSON.stringify(x); } here(await show(1));"],
    ["function text(x) { return { content: [x] }; } async function show(x) { return text(x); } here(await show(1));"],
    [
      "function check(x) { if (!x) throw new Error('x'); return x; } async function show(x) { return check(x); } here(await show(1));",
    ],
    ["async function get() { return fetch('/').catch(() => null); } here(await get());"],
    ["const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)); here(await wait(1));"],
    [
      "async function load() { try { return await get(); } catch (e) { if (e instanceof McpError) throw e; return []; } } here(await load());",
    ],
    [
      "async function run(name) { switch (name) { default: throw new Error(`Unknown tool: ${name}`); } } here(await run('a'));",
    ],
    ["async function load() { try { return await get(); } catch (e) { log(e); return []; } } here(await load());"],
    ['here(await import("node:fs"));'],
    ['here(await import("fs/promises").then((m) => m.readFile));'],
    ['here(await Promise.all([import("node:fs"), import("node:path").then((m) => m.join)]));'],
    ["here(await Promise.allSettled([get()]));"],
    [
      "const load = async (id) => { try { return await get(id); } catch { return id; } }; here(await Promise.all(ids.map(load)));",
    ],
    ["const works = ids.map((id) => get(id).catch(() => id)); here(await Promise.all(works));"],
    ["import { Resend } from 'resend'; const mail = new Resend(key); here(await mail.emails.send(x));"],
    [
      "import { createClient } from '@supabase/supabase-js'; const db = createClient(a, b); here(await db.from('t').select());",
    ],
    ...["npm:@supabase/supabase-js@2", "https://esm.sh/@supabase/supabase-js@2.39.0"].map((specifier) => [
      `import type { SupabaseClient } from "${specifier}"; async function run(db: SupabaseClient) { here(await db.from('t').insert(x)); }`,
    ]),
    ["import { Resend } from 'resend'; function run({ mail }: { mail: Resend }) { here(mail.emails.send(x)); }"],
  ])("%s", (text) => {
    expect(isSafe(text)).toBe(true);
  });
});

describe("work at once may throw", () => {
  it.each([
    ["here(await Promise.all(ids.map((id) => get(id))));"],
    ["here(await Promise.all(ids.map((id) => (id ? get(id) : undefined))));"],
    ["here(await Promise.all(ids.map(async (id) => { await get(id); })));"],
    ["here(await Promise.all(ids.map(load)));"],
    ["here(await Promise.all(ids));"],
  ])("%s", (text) => {
    expect(isSafe(text)).toBe(false);
  });
});

describe("a method that only a type gives away", () => {
  const quiet = "async check(x) { try { return await get(x); } catch { return false; } }";
  const loud = "async check(x) { return await get(x); }";
  const use = (name: string): string =>
    `import type { ${name} } from "./checks.js"; function run(deps: ${name}) { here(deps.checker.check(1)); }`;
  const deps = "export interface Deps { checker: Checker }";

  it.each([
    ["an object", `const own: Checker = { ${quiet} };`, true],
    ["a class", `class Own implements Checker { ${quiet} }`, true],
    ["one of two fails", `const own: Checker = { ${quiet} }; class Other implements Checker { ${loud} }`, false],
    ["none is seen", "", false],
  ])("of an interface: %s", (_name, implementation, safe) => {
    const others = { "checks.ts": `${deps} export interface Checker { check(x): Promise<boolean> } ${implementation}` };
    expect(isSafe(use("Deps"), others)).toBe(safe);
  });

  it.each([
    ["handed on without await", `class Own implements Checker { ${loud} }`, false],
    ["where it catches all", `class Own implements Checker { ${quiet} }`, true],
    ["where none is seen", "", true],
  ])("behind a method that hands its promise on: %s", (_name, implementation, safe) => {
    const others = { "checks.ts": `${deps} export interface Checker { check(x): Promise<boolean> } ${implementation}` };
    const text =
      'import type { Checker } from "./checks.js"; class Run { constructor(private checker: Checker) {} async all(x) { return this.checker.check(x); } } here(await new Run(made()).all(1));';
    expect(isSafe(text, others)).toBe(safe);
  });

  it.each([
    [
      "the result of a function",
      "let one: Own | undefined; function own(): Own { return one!; } here(own().check(1));",
    ],
    [
      "a name that holds it",
      "let held: Own | undefined; function own(): Own { return held!; } const one = own(); here(one.check(1));",
    ],
    ["a type or nothing", "declare const one: Own | null; here(one.check(1));"],
    ["a part of a value", "declare const all: { own: Own }; const { own } = all; here(own.check(1));"],
    ["a part of a parameter", "function run({ own }: { own: Own }) { here(own.check(1)); }"],
    ["a field", "class Run { private own: Own | undefined; run() { here(this.own.check(1)); } }"],
    ["one of two types", "declare const one: Own | Other; here(one.check(1));", false],
    ["parts that go round in a circle", "const { a } = b; const { b } = a; here(a.check(1));", false],
  ])("of a class: %s", (_name, text, safe = true) => {
    expect(isSafe(`class Own { ${quiet} } ${text}`)).toBe(safe);
  });
});

const SAFE =
  "{ name: 'a', handler: async (x) => { try { return await api.get(x); } catch (e) { return failure(e); } } }";
const UNSAFE = "{ name: 'b', handler: async (x) => ({ content: await api.get(x) }) }";

describe("a dispatching call", () => {
  const dispatchers: readonly (readonly [string, (tools: string) => string])[] = [
    [
      "find",
      (tools) =>
        `const tools = [${tools}]; const tool = tools.find((t) => t.name === name); here(await tool.handler(args));`,
    ],
    [
      "a spread list",
      (tools) => `const some = [${tools}]; const all = [...some]; here(await all.find(byName).handler(args));`,
    ],
    [
      "a destructured handler",
      (tools) => `const tools = [${tools}]; const { handler } = tools.find(byName); here(await handler(args));`,
    ],
    [
      "a map of a list",
      (tools) =>
        `const map = new Map([${tools}].map((t) => [t.name, t])); const tool = map.get(name); here(await tool.handler(args));`,
    ],
    [
      "a map that is filled",
      (tools) =>
        `const map = new Map(); for (const t of [${tools}]) map.set(t.name, t.handler); here(await map.get(name)(args));`,
    ],
    [
      "a map of a class that is filled",
      (tools) =>
        `class S { #n = 0; tools = new Map(); constructor() { for (const t of [${tools}]) this.tools.set(t.name, t); } async run() { here(await this.tools.get(name).handler(args)); } }`,
    ],
    [
      "a map of a class that the constructor makes",
      (tools) =>
        `class S { constructor() { this.tools = new Map(); for (const t of [${tools}]) this.tools.set(t.name, t); } async run() { here(await this.tools.get(name).handler(args)); } }`,
    ],
    [
      "a map of a class that a method fills, for whatever it is given",
      (tools) =>
        `class S { tools = new Map(); constructor() { for (const t of [${tools}]) this.add("own", t); } add(kind, tool) { this.tools.set(tool.name, tool); } async run() { here(await this.tools.get(name).handler(args)); } }`,
    ],
    [
      "a list that is filled",
      (tools) =>
        `const list = []; for (const t of [${tools}]) list.push(t); here(await list.find(byName).handler(args));`,
    ],
    [
      "an object from a list",
      (tools) =>
        `const table = Object.fromEntries([${tools}].map((t) => [t.name, t])); here(await table[name].handler(args));`,
    ],
    [
      "factories",
      (tools) =>
        `const ALL = [${tools}].map((t) => ({ factory: () => t })); const tools = ALL.map((t) => t.factory(server)); here(await tools.find(byName).handler(args));`,
    ],
    [
      "a function that chooses",
      (tools) =>
        `const tools = [${tools}]; function pick(name) { return tools.find((t) => t.name === name); } here(await pick(name)?.handler(args));`,
    ],
  ];

  it.each(dispatchers)("fails where a handler that is seen does: %s", (_name, text) => {
    expect(isSafe(text(SAFE))).toBe(true);
    expect(isSafe(text(`${SAFE}, ${UNSAFE}`))).toBe(false);
    expect(isSafe(text(`${SAFE}, imported`))).toBe(true);
    expect(isSafe(text(`imported, ${UNSAFE}`))).toBe(false);
  });

  it.each([
    [
      "const T = { a: async () => { try { return await get(); } catch (e) { return no(e); } } }; here(await T[name](args));",
      true,
    ],
    ["const T = { a: async () => ({ content: await get() }) }; here(await T[name](args));", false],
    ["const T = { a: async () => ({ content: [] }), ...others }; here(await T[name](args));", true],
    ["const T = {}; T[name] = handler; here(await T[name](args));", true],
    ["const tool = registry.get(name); here(await tool.handler(args));", true],
    ["const item = await client.get(id); here(await item.run(args));", false],
    [
      `class S { static tools = new Map(); add() { this.tools.set("b", ${UNSAFE}); } async run() { here(await S.tools.get(name).handler(args)); } }`,
      true,
    ],
    [
      `class S { tools = new Map(); fill(tools, others) { others.set("b", ${UNSAFE}); } async run() { here(await this.tools.get(name).handler(args)); } }`,
      true,
    ],
    [
      `class S { tools = new Map(); constructor() { this.add(${SAFE}); others.add(${UNSAFE}); } add(tool) { this.tools.set(tool.name, tool); } async run() { here(await this.tools.get(name).handler(args)); } }`,
      true,
    ],
    [
      `class S { tools = new Map(); constructor() { this.add({ tool: ${SAFE}, handler: async (x) => await api.get(x) }); } add({ tool }) { this.tools.set(tool.name, tool); } async run() { here(await this.tools.get(name).handler(args)); } }`,
      true,
    ],
    ["const tool = findToolByName(name); here(await tool.handler(args));", true],
    ["here(await resolveToolSchema(tool).validate(args));", false],
    ["async function run(tool) { here(await tool.handler(args)); }", false],
    [
      "class A { async run() { try { return await get(); } catch (e) { return no(e); } } } const T = [new A()]; here(await T.find(byName).run(args));",
      true,
    ],
    [
      "class A { async run() { return await get(); } } const T = [new A()]; here(await T.find(byName).run(args));",
      false,
    ],
  ])("%s", (text, expected) => {
    expect(isSafe(text)).toBe(expected);
  });

  it("over imported modules", () => {
    const text =
      'import * as get from "./get.js"; const tools = [get]; const tool = tools.find((t) => t.metadata.name === name); here(await tool.handler(args));';
    const tool = (body: string): string => `export async function handler(args) { ${body} }`;
    expect(isSafe(text, { "get.ts": tool("try { return await api.get(args); } catch (e) { return no(e); }") })).toBe(
      true,
    );
    expect(isSafe(text, { "get.ts": tool("return await api.get(args);") })).toBe(false);
  });

  it("over imported factories", () => {
    const factory = (body: string): string =>
      `export function getTool(server, client) { return { name: "get", handler: async (args) => { ${body} } }; }`;
    const text =
      'import { getTool } from "./get.js"; const ALL = [{ factory: getTool, groups: [] }]; const tools = ALL.map((t) => t.factory(server, client)); const tool = tools.find((t) => t.name === name); here(await tool.handler(args));';
    expect(
      isSafe(text, { "get.ts": factory("try { return await client().get(args); } catch (e) { return no(e); }") }),
    ).toBe(true);
    expect(isSafe(text, { "get.ts": factory("return { content: await client().get(args) };") })).toBe(false);
  });
});
