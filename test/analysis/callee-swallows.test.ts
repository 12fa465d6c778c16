import path from "node:path";
import { describe, expect, it } from "vitest";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import type { Swallow } from "../../src/analysis/swallows/swallows.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

/** What a tool loses that imports `create` from a file with this text, and puts it into its answer by a function. */
function lostBehind(store: string, format?: string, work?: string): string[] {
  return swallowsBehind({ "store.ts": store }, format, work).map(({ instead }) => instead);
}

function swallowsBehind(
  files: Readonly<Record<string, string>>,
  format = "const format = (made) => JSON.stringify(made);",
  work = "const made = await create(args);",
): readonly Swallow[] {
  const text = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
    import { create } from "./store.js";
    ${format}
    new McpServer({ name: "s", version: "1" }).registerTool("create", {}, async (args) => {
      ${work}
      return { content: [{ type: "text", text: format(made) }] };
    });`;
  const root = makeTree({ "package.json": MCP_MANIFEST, "main.ts": text, ...files });
  const parse = projectParser(undefined);
  const filename = path.join(root, "main.ts");
  const parsed = parse(text, filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel(filename, parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
  return model?.swallows ?? [];
}

describe("a failure that is lost in a function of another file", () => {
  it("is found where it becomes an empty value", () => {
    expect(lostBehind("export const create = async (args) => await api.create(args).catch(() => null);")).toEqual([
      "null",
    ]);
  });

  it.each([
    ["says that it goes on without", "// Continue if the service fails", []],
    ["says nothing", "", ["the code behind it", "null"]],
  ])("depends on a clause around the call that %s", (_name, comment, found) => {
    const store = "export const create = async (args) => await api.create(args).catch(() => null);";
    const format = "const format = (made) => JSON.stringify(made);";
    const work = `let made = [];
      try { const one = await create(args); made.push(one); } catch (error) {
        ${comment}
      }`;
    expect(lostBehind(store, format, work)).toEqual(found);
  });

  it.each([
    ["The shop is unreachable.", []],
    ["The shop is closed today.", ["null"]],
  ])("is told, or not, by the answer behind a test of the value: %s", (words, found) => {
    const store = "export const create = async (args) => await api.create(args).catch(() => null);";
    const work = `const made = await create(args);
      if (!made) return { content: [{ type: "text", text: "${words}" }] };`;
    expect(lostBehind(store, undefined, work)).toEqual(found);
  });

  it.each([
    ["errorText", []],
    ["toFailure", []],
    ["isError", ["null"]],
    ["logError", ["null"]],
  ])("depends on a function that calls another one: %s", (name, found) => {
    const store = "export const create = async (args) => await api.create(args).catch(() => null);";
    const format = `const format = (made) => ({ name: made.name, text: ${name}(made) });`;
    expect(lostBehind(store, format)).toEqual(found);
  });

  it.each([
    ["has words for it", '"Failed to create it"', []],
    ["has none", '"Nothing made"', ["null"]],
  ])("depends on a function that %s", (_name, words, found) => {
    const store = "export const create = async (args) => await api.create(args).catch(() => null);";
    expect(lostBehind(store, `const format = (made) => (made ? made.name : ${words});`)).toEqual(found);
  });

  it.each([
    ["is done on the way", "await refresh(args).catch(() => false)", "throw failure", []],
    ["goes into its value", "await refresh(args).catch(() => false)", "return { fresh }", ["false"]],
  ])("depends on what the function does with a default that %s", (_name, work, end, found) => {
    const store = `export async function create(args) {
      const failure = new Error("The shop is down.");
      if (args.ready) return await api.create(args);
      const fresh = ${work};
      ${end};
    }`;
    expect(lostBehind(store)).toEqual(found);
  });

  it.each([
    ["nobody waits for", "create(args).catch((error) => console.error(error)); const made = {};", []],
    ["the answer is made of", "const made = await create(args);", ["null"]],
  ])("depends on a call that %s", (_name, work, found) => {
    const store =
      "export async function create(args) { try { return await api.create(args); } catch (error) { console.error(error); return null; } }";
    expect(lostBehind(store, undefined, work)).toEqual(found);
  });

  it.each([
    ["healthy", []],
    ["reachable", []],
    ["locked", ["{ locked: false }"]],
  ])("depends on whether `%s` is what a probe finds out", (field, found) => {
    const store = `export async function create(args) { try { return await api.create(args); } catch { return { ${field}: false }; } }`;
    expect(lostBehind(store)).toEqual(found);
  });

  const listing = (clause: string, start = "const all = [];"): string =>
    `export async function create(args) { ${start} try { for (const one of await api.list(args)) all.push(one); } ${clause} return all; }`;

  it.each([
    ["Order not found: ", ["null"]],
    ["The order could not be read: ", []],
  ])("depends on an answer for it that says %j", (words, found) => {
    const store =
      "export async function create(args) { try { return await api.create(args); } catch (error) { console.error(error); return null; } }";
    const answer = `return { content: [{ type: "text", text: JSON.stringify({ error: \`${words}\${args.id}\` }) }] };`;
    expect(lostBehind(store, undefined, `const made = await create(args); if (!made) { ${answer} }`)).toEqual(found);
  });

  it.each([
    ["if (!made)", "Order not found.", ["null"]],
    ["if (!made)", "The order is not in this catalog.", ["null"]],
    ["if (!made)", "The order could not be read.", []],
    // The test lets a part of the found ones pass too: what is done with the rest may tell.
    ["if (made)", "Order not found.", []],
  ])("depends on an answer, before anything else is done with it, behind %s: %s", (test, words, found) => {
    const store =
      "export async function create(args) { try { return await api.create(args); } catch (error) { console.error(error); return null; } }";
    const answer = `return { content: [{ type: "text", text: ${JSON.stringify(words)} }] };`;
    const work = `const made = await create(args); ${test} { ${answer} } await render(made.id);`;
    expect(lostBehind(store, undefined, work)).toEqual(found);
  });

  it.each([
    ["Order not found.", ["null"]],
    ["The order could not be read.", []],
  ])("depends on what stands behind `else`: %j", (words, found) => {
    const store =
      "export async function create(args) { try { return await api.create(args); } catch (error) { console.error(error); return null; } }";
    const answer = (text: string): string => `return { content: [{ type: "text", text: ${text} }] };`;
    const work = `const made = await create(args); if (made) { ${answer('"Made."')} } else { ${answer(JSON.stringify(words))} }`;
    expect(lostBehind(store, undefined, work)).toEqual(found);
  });

  it("is told with the file in which it is lost, also where another one hands it on", () => {
    const files = {
      "store.ts": 'import { ask } from "./shop.js";\nexport const create = async (args) => ask(args);',
      "shop.ts": "export async function ask(args) { try { return await api.ask(args); } catch { return null; } }",
    };
    expect(swallowsBehind(files).map(({ path: way }) => way[1])).toEqual(["caught in line 1 of shop.ts"]);
  });

  it.each([
    ["a list that stays as it was", listing("catch (error) { console.error(error); }"), 1],
    ["a list, with a word of what failed", listing("catch (error) { all.push(String(error)); }"), 0],
    ["a list, for a reason", listing("catch { /* best effort: it is only a hint */ }"), 0],
    [
      "items that are left out of a list beside it",
      "export async function create(ids) { const found = new Map(); await Promise.all(ids.map(async (id) => { try { found.set(id, await api.get(id)); } catch (error) { console.error(error); } })); return found; }",
      1,
    ],
    [
      "an upstream answer that says no",
      "export async function create(args) { const answer = await fetch(args.url); if (!answer.ok) return null; return await answer.json(); }",
      1,
    ],
    [
      "an upstream answer that says no, told by a throw",
      "export async function create(args) { const answer = await fetch(args.url); if (!answer.ok) throw new Error(`HTTP ${answer.status}`); return await answer.json(); }",
      0,
    ],
    [
      "a file that is left out",
      "export async function create(names) { const all = []; for (const name of names) { try { all.push(await fs.readFile(name)); } catch { /* Skip unreadable files */ } } return all; }",
      1,
    ],
  ])("is found where it becomes %s, or not", (_name, store, found) => {
    expect(lostBehind(store)).toHaveLength(found);
  });

  it("is none where nobody takes the list that stays as it was", () => {
    const store = listing("catch (error) { console.error(error); }");
    expect(lostBehind(store, undefined, "await create(args); const made = await api.create(args);")).toEqual([]);
  });

  it("is none where the work is undone, and the first failure thrown", () => {
    const store = `export async function create(args) {
      const box = await api.add(args);
      try {
        return { box, address: await api.name(box) };
      } catch (error) {
        await api.forget(box).catch(() => undefined);
        throw error;
      }
    }`;
    expect(lostBehind(store)).toEqual([]);
  });
});

/** A runner of commands that says by a flag whether they worked. */
const RUNNER = `export function create(command) {
    return new Promise((resolve) => {
      const child = spawn(command);
      child.on("error", (error) => resolve({ success: false, output: "", error: error.message }));
      child.on("close", (code) => resolve({ success: code === 0, output: child.text, exitCode: code }));
    });
  }`;
const SHOWN = "const format = (made) => made;";

describe("a word for a failure that nobody looks at", () => {
  it.each([
    ["only the output is read", "const run = await create(args); const made = run.output;"],
    ["only the output is read at once", "const made = (await create(args)).output;"],
    ["only the output is taken out", "const { output: made } = await create(args);"],
    ["the value is left alone", 'await create(args.command); const made = "Done";'],
  ])("is found where %s", (_name, work) => {
    expect(lostBehind(RUNNER, SHOWN, work)).toEqual(["{ success: false, … }"]);
  });

  const REFRESH = `export async function create(args) {
      try { await api.refresh(args); return { refreshed: true }; }
      catch (error) { return { refreshed: false, error: error.message }; }
    }`;

  it.each([
    ["the answer is left alone", "await create(args);", REFRESH],
    ["only another part is read", "const made = (await create(args)).refreshed;", REFRESH],
    [
      "the error is that of a function further in",
      "await create(args);",
      REFRESH.replace("create", "refresh") + "\nexport const create = (args) => refresh(args);",
    ],
  ])("is found, as an error of the clause, where %s", (_name, work, store) => {
    expect(lostBehind(store, SHOWN, work)).toEqual(["{ error: …, … }"]);
  });

  it.each([
    ["is read", "const made = (await create(args)).error;", REFRESH],
    ["is none", "await create(args);", REFRESH.replace("error: error.message", "error: undefined")],
    [
      "stands outside of a clause",
      "await create(args);",
      REFRESH.replace("{ refreshed: true }", "{ error: api.last }").replace(
        "return { refreshed: false, error: error.message }",
        "throw error",
      ),
    ],
  ])("is none where the error of the clause %s", (_name, work, store) => {
    expect(lostBehind(store, SHOWN, work)).toEqual([]);
  });

  it.each([
    [
      "is looked at",
      "const run = await create(args); if (!run.success) throw new Error(run.error); const made = run.output;",
    ],
    ["goes out as a whole", "const made = await create(args);"],
    ["is read beside the rest", "const run = await create(args); const made = run.output + run.exitCode;"],
    [
      "shows in a part that is tested",
      'const run = await create(args); const made = run.output ? run.output : "Nothing came.";',
    ],
    ["is that of cleaning up", 'await create("rm -rf build"); const made = "Done";'],
  ])("is none that %s", (_name, work) => {
    expect(lostBehind(RUNNER, SHOWN, work)).toEqual([]);
  });

  it.each([
    ["for a case that is there", 'case "list":', ["{ success: false, … }"]],
    ["for a case that nobody asks for", "default:", []],
  ])("depends on whether it is %s", (_name, branch, found) => {
    const store = `export async function create(args) {
      switch (args.kind) {
        case "read": return { success: true, output: await shell.run(args) };
        ${branch} return { success: false, output: "", error: "Unknown kind" };
      }
    }`;
    expect(lostBehind(store, SHOWN, "const made = (await create(args)).output;")).toEqual(found);
  });

  const execute = `async function execute(command) {
      try { return { ok: true, output: await shell.run(command) }; }
      catch (error) { return { ok: false, output: "", error }; }
    }`;
  it.each([
    ["with more beside it", "const run = await execute(args); return { ...run, output: run.output + tail };"],
    ["as it came", "return await execute(args);"],
    ["where it was not the good one", "const run = await execute(args); if (run.ok) return { output: 1 }; return run;"],
    [
      "where the bad one was asked for",
      "const run = await execute(args); if (!run.ok) return run; return { output: 1 };",
    ],
  ])("is found through a function that hands it on %s", (_name, body) => {
    const store = `${execute} export async function create(args) { ${body} }`;
    expect(lostBehind(store, SHOWN, "const made = (await create(args)).output;")).toEqual(["{ ok: false, … }"]);
  });

  it.each([
    ["throws for it", "const run = await execute(args); if (!run.ok) throw new Error(run.error); return run;"],
    [
      "hands on what has worked",
      "const run = await execute(args); if (run.ok) { return run; } throw new Error(run.error);",
    ],
  ])("is none behind a function that %s", (_name, body) => {
    const store = `${execute} export async function create(args) { ${body} }`;
    expect(lostBehind(store, SHOWN, "const made = (await create(args)).output;")).toEqual([]);
  });

  it("is found where only some of the failures are told in the part that is read", () => {
    const store = `${execute} export async function create(args) { if (!args.id) return { ok: false, code: 1, output: "Failed: no id" }; return await execute(args); }`;
    expect(lostBehind(store, SHOWN, "const made = (await create(args)).output;")).toEqual(["{ ok: false, … }"]);
  });

  it("is none of a refusal, or of what a check has found out", () => {
    const refusal =
      "export async function create(args) { if (!args.id) return { ok: false, output: hint }; return shop.add(args); }";
    const verdict =
      "export async function create(args) { try { return await shop.check(args); } catch (error) { return { ok: false, valid: false, output: [] }; } }";
    for (const store of [refusal, verdict])
      expect(lostBehind(store, SHOWN, "const made = (await create(args)).output;")).toEqual([]);
  });

  it("is found where a function of another file leaves it alone", () => {
    const store = `${execute} export async function create(args) { await execute(args.command); return await shop.read(args.id); }`;
    expect(lostBehind(store)).toEqual(["{ ok: false, … }"]);
  });

  it.each([
    [
      "the function gets by without it",
      "try { await execute(args.command); } catch {} return await shop.read(args.id);",
      "const made = await create(args);",
    ],
    [
      "nobody reads what the function gives",
      "await execute(args.command); return await shop.read(args.id);",
      'await create(args); const made = "Done";',
    ],
  ])("is none where %s", (_name, body, work) => {
    const store = `${execute} export async function create(args) { ${body} }`;
    expect(lostBehind(store, SHOWN, work)).toEqual([]);
  });
});

describe("rejections that a function of another file leaves out", () => {
  const settle = (comment: string): string => `async function settle(ids) {
      const all = await Promise.allSettled(ids.map((id) => api.get(id)));
      ${comment}
      return all.filter((one) => one.status === "fulfilled").map((one) => one.value);
    }`;

  it.each([
    ["gives them itself", "export const create = async (ids) => await settle(ids);"],
    [
      "gives what it makes of them",
      "export async function create(ids) { const all = await settle(ids); const rows = all.map(shown); return { rows }; }",
    ],
  ])("are found where it %s", (_name, store) => {
    expect(lostBehind(`${settle("")} ${store}`)).toEqual(["the results that succeeded"]);
  });

  it.each([
    [
      "a comment says that it is meant",
      settle("// Skip those that fail, continue with the others."),
      "return await settle(ids);",
    ],
    [
      "they are no part of what it gives",
      settle(""),
      "const warm = await settle(ids); cache.fill(warm); return await api.list();",
    ],
  ])("are none where %s", (_name, inner, body) => {
    expect(lostBehind(`${inner} export async function create(ids) { ${body} }`)).toEqual([]);
  });
});
