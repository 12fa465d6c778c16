import { describe, expect, it } from "vitest";
import { Interpreter } from "../../../src/analysis/flow/interpreter.js";
import type { Condition } from "../../../src/analysis/flow/conditions.js";
import { exit, exitsOf, runsOf, toolFile } from "../../support/exits.js";
import { open } from "../../support/source.js";

interface Case {
  readonly title: string;
  /** What stands before the tool. */
  readonly before?: string;
  readonly body: string;
  readonly others?: Readonly<Record<string, string>>;
  readonly exits: readonly string[];
}

function check(cases: readonly Case[]): void {
  it.each(cases)("$title", ({ body, before, others, exits }) => {
    expect(exitsOf(body, before, others)).toEqual([...exits].sort());
  });
}

describe("A class whose constructor is given one of its own", () => {
  check([
    {
      title: "is made once",
      before: `
        class Tree {
          constructor(readonly parent: Tree) {}
          size() { return 1; }
        }
        const sizeOf = (tree: Tree) => tree.size();
      `,
      body: "return sizeOf(await api.tree());",
      exits: ["return 1", "throw <failure of api.tree()> after api.tree() rejected"],
    },
  ]);
});

describe("A list of which its length is asked where something has failed", () => {
  const asked = 'return found.length > 0 ? "some" : "none";';
  check([
    {
      title: "may be empty, where what has failed has added nothing",
      body: `
        try { await api.save(); } catch {
          const found: string[] = [];
          if (input.all) found.push("all");
          ${asked}
        }
      `,
      exits: ['return "some" | "none" after api.save() rejected', "return undefined"],
    },
    {
      title: "holds something, where each failure is noted",
      body: `
        const found: string[] = [];
        for (const id of input.ids) try { await api.save(id); } catch { found.push(id); }
        ${asked}
      `,
      exits: ['return "none"', 'return "some" after api.save() rejected'],
    },
    {
      title: "holds something as well where it is made of such a list",
      body: `
        const found: string[] = [];
        for (const id of input.ids) try { await api.save(id); } catch { found.push(id); }
        const words = [...found.map((id) => id.trim()), ...input.ids];
        return words.slice().length > 0 ? "some" : "none";
      `,
      exits: ['return "some" | "none"', 'return "some" after api.save() rejected'],
    },
    {
      title: "holds something, where what has failed is sorted out of all outcomes",
      body: `
        const outcomes = await Promise.allSettled(input.ids.map((id) => api.save(id)));
        const found = input.ids.filter((_, at) => outcomes[at]?.status === "rejected");
        ${asked}
      `,
      exits: ['return "some" | "none"', 'return "some" after api.save() rejected'],
    },
    {
      title: "may be empty again behind `shift`",
      body: `
        const found: string[] = [];
        for (const id of input.ids) try { await api.save(id); } catch { found.push(id); }
        found.shift();
        ${asked}
      `,
      exits: ['return "none"', 'return "some" | "none" after api.save() rejected'],
    },
  ]);
});

describe("A BigInt", () => {
  check([
    {
      title: "is a constant like others, in arguments, comparisons and texts",
      before: `
        const scale = (offset: bigint, by: bigint) => (by === 0n ? undefined : offset);
      `,
      body: `
        if (input.size === 10n) return JSON.stringify(scale(1n, 0n));
        return [scale(1n, 2n), JSON.stringify(2n)];
      `,
      exits: ["return undefined", "return [1n, JSON(2n)]"],
    },
  ]);
});

describe("A field that methods write later", () => {
  /** A class of which one instance lasts, and the tools share it. */
  const around = (body: string): string => `
    class Editor {
      #model = null;
      isOpen = false;
      constructor() { this.path = "/"; }
      open() { this.#model = driver.open(this.path); this.isOpen = true; }
      ${body}
    }
    const editor = new Editor();
  `;
  check([
    {
      title: "holds what the class begins with, or what is written",
      before: around("close() { if (!this.#model) throw new Error('No model open'); return this.isOpen; }"),
      body: "return editor.close();",
      exits: [
        "return true",
        "return false",
        'throw error{ message: "No model open", name: "Error", … } after throw thrown',
      ],
    },
    {
      title: "is narrowed by a test of it",
      before: around("state() { return this.isOpen ? { open: this.isOpen } : { closed: !this.isOpen }; }"),
      body: "return editor.state();",
      exits: ["return { open: true } | { closed: true }"],
    },
    {
      title: "of a class that is made of itself",
      before: `
        class Node {
          next = null;
          grow() { this.next = new Node(); return this; }
        }
        const root = new Node();
      `,
      body: "return root.next === null;",
      exits: ["return false", "return true"],
    },
    {
      title: "of classes whose fields are declared as one another",
      before: `
        class Store {
          private index: Index | null = null;
          constructor() { if (unset.isMissing) throw new Error("No settings"); throw new Error("None"); }
          fill() { this.index = indexes.next(); }
          size() { return this.index ? 1 : 0; }
        }
        class Index {
          private store: Store | null = null;
          constructor() { throw new Error("None"); }
          attach() { this.store = stores.next(); }
        }
        const sizeOf = (store: Store) => store.size();
      `,
      body: "return sizeOf(await api.store());",
      exits: ["return 1 | 0", "throw <failure of api.store()> after api.store() rejected"],
    },
    {
      title: "of which what a map holds is not known",
      before: `
        class Store {
          orders = new Map();
          add(order) { this.orders.set(order.id, order); }
          find(id) { return this.orders.get(id); }
          has(id) { return this.orders.has(id); }
        }
        const store = new Store();
      `,
      body: `
        const order = store.find(input.id);
        if (!order) return store.has(input.id) ? "gone" : "none";
        return "found";
      `,
      exits: ['return "found"', 'return "gone" | "none"'],
    },
    {
      title: "that a map of this call has, is known",
      body: `
        const orders = new Map();
        if (orders.get(input.id) || orders.has(input.id)) return "found";
        orders.set("a", 1);
        return orders.get("a");
      `,
      exits: ["return 1"],
    },
    {
      title: "that only the constructor writes, is known",
      before: around("where() { return this.path; }"),
      body: "return editor.where();",
      exits: ['return "/"'],
    },
  ]);
});

describe("A failure that a block catches, or `finally` lets pass", () => {
  check([
    {
      title: "a clause that returns a value",
      body: `
        try { return await api.get(input.id);
        } catch { return [];
        }
      `,
      exits: ["return <api.get()>", "return [] after api.get() rejected"],
    },
    {
      title: "a clause that names the error",
      body: `
        try { return await api.get(input.id);
        } catch (error) { return { failed: error.message };
        }
      `,
      exits: [
        "return <api.get()>",
        "return { failed: <message of the failure of api.get()> } after api.get() rejected",
      ],
    },
    {
      title: "a clause that throws another error",
      body: `
        try { return await api.get();
        } catch (error) { throw new Error("Lost", { cause: error });
        }
      `,
      exits: [
        "return <api.get()>",
        'throw error{ message: "Lost", name: "Error", cause: <failure of api.get()>, … } after api.get() rejected, throw thrown',
      ],
    },
    {
      title: "a clause that leaves a value for what follows",
      body: `
        let order;
        try { order = await api.get();
        } catch { order = null;
        } return order;
      `,
      exits: ["return <api.get()>", "return null after api.get() rejected"],
    },
    {
      title: "a clause in a block of its own",
      body: `
        try { try { return await api.get();
        } catch { return await api.old();
        } } catch (error) { return error.message;
        }
      `,
      exits: [
        "return <api.get()>",
        "return <api.old()> after api.get() rejected",
        "return <message of the failure of the block> after the block expected",
      ],
    },
    {
      title: "`finally` that ends normally",
      body: `
        try { return await api.get();
        } finally { await api.close();
        }
      `,
      exits: [
        "return <api.get()>",
        "throw <failure of api.close()> after api.close() rejected",
        "throw <failure of api.get()> after api.get() rejected",
      ],
    },
    {
      title: "`finally` that returns",
      body: `
        try { return await api.get();
        } finally { return "done";
        }
      `,
      exits: ['return "done"', 'return "done" after api.get() rejected'],
    },
    {
      title: "a parser in a block",
      body: `
        try { return JSON.parse(input.text);
        } catch { return null;
        }
      `,
      exits: ["return <input>", "return null after JSON.parse() thrown"],
    },
    {
      title: "an error class of the project",
      before: `
        class Lost extends Error { constructor(text) { super(text);
        this.code = 404;
        } }
      `,
      body: `
        try { throw new Lost("gone");
        } catch (error) { return { text: error.message, code: error.code };
        }
      `,
      exits: ['return { text: "gone", code: 404 } after throw thrown'],
    },
  ]);
});

describe("Promises", () => {
  check([
    {
      title: "`.catch` with a value",
      body: `
        return api.get().catch(() => []);
      `,
      exits: ["return <api.get()>", "return [] after api.get() rejected"],
    },
    {
      title: "a promise whose `resolve` other code gets",
      body: `
        await new Promise((resolve, reject) => stream.once("finish", resolve));
        return "written";
      `,
      exits: [
        'return "written" pending stream.once()',
        "throw <failure of the promise> after the promise rejected pending stream.once()",
      ],
    },
    {
      title: "a method of other code that runs one of several functions",
      body: `
        return outcome.match(async (order) => { await api.save(order); return "saved"; }, (problem) => ({ problem }));
      `,
      exits: [
        'return "saved" | { problem: <outcome.match()> }',
        "throw <failure of api.save()> after api.save() rejected",
      ],
    },
    {
      title: "`.then` with both handlers",
      body: `
        return api.get().then((order) => order.id, (error) => error.code);
      `,
      exits: ["return <api.get()>", "return <code of the failure of api.get()> after api.get() rejected"],
    },
    {
      title: "`.finally`",
      body: `
        return api.get().finally(() => api.close());
      `,
      exits: [
        "return <api.get()>",
        "throw <failure of api.close()> after api.close() rejected",
        "throw <failure of api.get()> after api.get() rejected",
      ],
    },
    {
      title: "`Promise.all`",
      body: `
        return Promise.all([api.get(), api.old()]);
      `,
      exits: [
        "return [<api.get()>, <api.old()>]",
        "throw <failure of api.get()> after api.get() rejected",
        "throw <failure of api.old()> after api.old() rejected",
      ],
    },
    {
      title: "`Promise.allSettled`",
      body: `
        const [one] = await Promise.allSettled([api.get()]);
        return one.status === "fulfilled" ? one.value : "none";
      `,
      exits: ['return "none" after api.get() rejected', "return <api.get()>"],
    },
    {
      title: "`Promise.race`",
      body: `
        return Promise.race([api.get(), api.old()]);
      `,
      exits: [
        "return <api.get()> | <api.old()> pending api.old()",
        "throw <failure of api.get()> after api.get() rejected pending api.old()",
        "throw <failure of api.old()> after api.old() rejected pending api.get()",
      ],
    },
    {
      title: "an async function that is called at once",
      body: `
        const order = await (async () => { try { return await api.get();
        } catch { return undefined;
        } })();
        return order ?? "none";
      `,
      exits: ['return "none" after api.get() rejected', 'return <api.get()> | "none"'],
    },
    {
      title: "work that nobody awaits",
      body: `
        api.save(input);
        return "saved";
      `,
      exits: ['return "saved" pending api.save()'],
    },
    {
      title: "a response that is refused",
      body: `
        const response = await fetch(input.url);
        if (!response.ok) return "refused " + response.status;
        return response.json();
      `,
      exits: [
        "return <fetch()>",
        "return `refused ${<status of the failure of fetch()>}` after fetch() refused-response",
        "throw <failure of fetch()> after fetch() rejected",
      ],
    },
  ]);
});

describe("Loops and branches", () => {
  check([
    {
      title: "a handler for each item",
      body: `
        return Promise.all(input.ids.map((id) => api.get(id).catch(() => null)));
      `,
      exits: ["return [<api.get()>, …input]", "return [null, …input] after api.get() rejected"],
    },
    {
      title: "a clause that goes on with the next item",
      body: `
        const found = [];
        for (const id of input.ids) { try { found.push(await api.get(id));
        } catch { continue;
        } } return found;
      `,
      exits: ["return [<api.get()>, <api.get()>, …]", "return [<api.get()>, …] after api.get() rejected"],
    },
    {
      title: "a loop that tries again",
      body: `
        for (let at = 0;
        at < 3;
        at++) { try { return await api.get();
        } catch { if (at === 2) break;
        } } return "gave up";
      `,
      exits: [
        'return "gave up" after api.get() rejected',
        "return <api.get()>",
        "return <api.get()> after api.get() rejected",
      ],
    },
    {
      title: "cases that return",
      body: `
        switch (input.kind) { case "a": return api.get();
        case "b": return "b";
        default: return "other";
        }
      `,
      exits: [
        'return "b"',
        'return "other"',
        "return <api.get()>",
        "throw <failure of api.get()> after api.get() rejected",
      ],
    },
    {
      title: "`continue` of an outer loop",
      body: `
        outer: for (const a of input.list) { for (const b of a) { try { await api.get(b);
        } catch { continue outer;
        } return b;
        } } return "none";
      `,
      exits: [
        'return "none"',
        'return "none" after api.get() rejected',
        "return <input, item, item>",
        "return <input, item, item> after api.get() rejected",
      ],
    },
    {
      title: "an iteration whose steps may fail",
      body: `
        const found = [];
        try { for await (const page of api.pages()) found.push(page);
        } catch { return "cut";
        } return found;
      `,
      exits: ['return "cut" after api.pages() rejected', "return [<api.pages(), item>, <api.pages(), item>, …]"],
    },
    {
      title: "a generator of the project",
      before: `
        async function* pages(id) { yield await api.get(id);
        }
      `,
      body: `
        const found = [];
        for await (const one of pages(input.id)) found.push(one);
        return found;
      `,
      exits: ["return [<pages(), item>, <pages(), item>, …]", "throw <failure of api.get()> after api.get() rejected"],
    },
  ]);
});

describe("Calls of the project's own functions", () => {
  check([
    {
      title: "a helper that catches",
      before: `
        async function load(id) { try { return await api.get(id);
        } catch { return null;
        } }
      `,
      body: `
        return load(input.id);
      `,
      exits: ["return <api.get()>", "return null after api.get() rejected"],
    },
    {
      title: "two calls of one helper stay two operations",
      before: `
        async function load(id) { return api.get(id);
        }
      `,
      body: `
        const one = await load(input.a);
        const two = await load(input.b);
        return { one, two };
      `,
      exits: [
        "return { one: <api.get()>, two: <api.get()> }",
        "throw <failure of api.get()> after api.get() rejected",
        "throw <failure of api.get()> after api.get() rejected",
      ],
    },
    {
      title: "arguments in a result",
      before: `
        const fail = (text, status) => ({ isError: true, text, status });
      `,
      body: `
        return fail("Not found: " + input.id, 404);
      `,
      exits: ["return { isError: true, text: `Not found: ${<input>}`, status: 404 }"],
    },
    {
      title: "an error as an argument",
      before: `
        const fail = (error) => ({ isError: true, text: error.message });
      `,
      body: `
        try { return await api.get();
        } catch (error) { return fail(error);
        }
      `,
      exits: [
        "return <api.get()>",
        "return { isError: true, text: <message of the failure of api.get()> } after api.get() rejected",
      ],
    },
    {
      title: "a flag decides in the callee",
      before: `
        const wrap = (flag) => (flag ? "yes" : "no");
      `,
      body: `
        return [wrap(true), wrap(false)];
      `,
      exits: ['return ["yes", "no"]'],
    },
    {
      title: "what the caller knows of an argument holds in the callee",
      before: `
        function check(id) { if (!id) throw new Error("Missing");
        return id;
        }
      `,
      body: `
        if (!input.id) return "no id";
        return check(input.id);
      `,
      exits: ['return "no id"', "return <input>"],
    },
    {
      title: "a list that the callee adds to",
      before: `
        function note(list, text) { list.push(text);
        }
      `,
      body: `
        const notes = [];
        note(notes, "one");
        note(notes, "two");
        return notes;
      `,
      exits: ['return ["one", "two"]'],
    },
    {
      title: "a closure keeps its variable",
      before: `
        function counter() { let count = 0;
        return () => { count += 1;
        return count;
        };
        }
      `,
      body: `
        const tell = counter();
        tell();
        return tell();
      `,
      exits: ["return 2"],
    },
    {
      title: "two closures of one factory keep a variable each",
      before: `
        function counter() { let count = 0;
        return () => { count += 1;
        return count;
        };
        }
      `,
      body: `
        const one = counter();
        const two = counter();
        one();
        one();
        return [one(), two()];
      `,
      exits: ["return [3, 1]"],
    },
    {
      title: "a method with a field",
      before: `
        class Client { constructor(url) { this.url = url;
        } async get() { try { return await api.get(this.url);
        } catch { return null;
        } } }
      `,
      body: `
        return new Client(input.url).get();
      `,
      exits: ["return <api.get()>", "return null after api.get() rejected"],
    },
    {
      title: "a private method",
      before: `
        class Client { #get() { return api.get();
        } async run() { return (await this.#get()) ?? "none";
        } }
      `,
      body: `
        return new Client().run();
      `,
      exits: ['return <api.get()> | "none"', "throw <failure of api.get()> after api.get() rejected"],
    },
    {
      title: "`bind`",
      before: `
        function load(kind, id) { return kind + id;
        }
      `,
      body: `
        return load.bind(null, "a")(input.id);
      `,
      exits: ["return `a${<input>}`"],
    },
    {
      title: "a wrapper with a callback",
      before: `
        async function safe(run) { try { return { data: await run() };
        } catch (error) { return { error };
        } }
      `,
      body: `
        return safe(() => api.get());
      `,
      exits: ["return { data: <api.get()> }", "return { error: <failure of api.get()> } after api.get() rejected"],
    },
    {
      title: "a tuple of error and value",
      before: `
        const to = (promise) => promise.then((value) => [null, value], (error) => [error, null]);
      `,
      body: `
        const [error, order] = await to(api.get());
        if (error) return "failed";
        return order;
      `,
      exits: ['return "failed" after api.get() rejected', "return <api.get()>"],
    },
    {
      title: "a function that calls itself",
      before: `
        function walk(tree) { return tree.left ? walk(tree.left) : tree.value;
        }
      `,
      body: `
        return walk(input.tree);
      `,
      exits: ["return <input> | <input>"],
    },
    {
      title: "a getter",
      before: `
        class Shop { get order() { return "first";
        } }
      `,
      body: `
        return new Shop().order;
      `,
      exits: ['return "first"'],
    },
    {
      title: "a function of another file",
      before: `
        import { load } from "./load.js";
      `,
      others: {
        "load.ts": `import { api } from "service"; export const load = async (id) => api.get(id).catch(() => "none");`,
      },
      body: `
        return load(input.id);
      `,
      exits: ['return "none" after api.get() rejected', "return <api.get()>"],
    },
  ]);
});

describe("Summaries", () => {
  const HELPERS = `
    async function load(id, kind) {
      const response = await fetch("https://shop.example/" + kind + "/" + id);
      if (!response.ok) throw new Error("Status " + response.status);
      return response.json();
    }
    async function safe(id, kind) {
      try { return { data: await load(id, kind) }; } catch (error) { return { error: error.message }; }
    }
  `;
  const first = toolFile(`return safe(input.order, "orders");`, HELPERS, "orders");
  const two = `${first}
    server.registerTool("customers", { description: "Loads a customer." }, async (input) => {
      if (!input.customer) return "no customer";
      return safe(input.customer, "customers");
    });
  `;

  it("give each tool what it would get alone, in either order", () => {
    const alone = runsOf(open(first), new Interpreter()).map(({ completions }) => completions.map(exit));
    const file = open(two);
    const together = runsOf(file, new Interpreter()).map(({ completions }) => completions.map(exit));
    const interpreter = new Interpreter();
    const again = [runsOf(file, interpreter), runsOf(file, interpreter)].map((runs) =>
      runs.map(({ completions }) => completions.map(exit)),
    );
    expect(together[0]).toEqual(alone[0]);
    expect(again).toEqual([together, together]);
    expect(together[1]?.toSorted()).toEqual([
      'return "no customer"',
      "return { data: <fetch()> }",
      "return { error: <message of the failure of fetch()> } after fetch() rejected",
      "return { error: `Status ${<status of the failure of fetch()>}` } after fetch() refused-response, throw thrown",
    ]);
  });

  it("spare the steps of functions that ran before", () => {
    const interpreter = new Interpreter();
    const file = open(two);
    const [cold = 0] = runsOf(file, interpreter).map(({ steps }) => steps);
    const [warm = 0] = runsOf(file, interpreter).map(({ steps }) => steps);
    expect(warm).toBeLessThan(cold / 3);
  });
});

describe("What a path knows", () => {
  const testsOf = (body: string, before = ""): string[] => {
    const [run] = runsOf(open(toolFile(body, before)), new Interpreter());
    return (run?.completions ?? []).map(({ state }) => state.conditions().map(told).join(" & "));
  };
  const told = ({ site, holds, either }: Condition): string =>
    either ? either.map(told).join(" or ") : `${site.file.textOf(site.node)} ${String(holds)}`;

  it("of two ways to one place, the last test of each", () => {
    const tests = testsOf(`
      const found = await api.list();
      if (!found || found.length === 0) return "none";
      return found;
    `);
    const last = tests.map((path) => path.split(" & ").at(-1)?.split(" or ").sort());
    expect(last).toContainEqual(["found false", "found.length === 0 true"]);
  });

  it("which of several values is an error", () => {
    const ends = exitsOf(
      `const [order, old] = await Promise.allSettled([api.get(), api.old()]);
       if (order.status === "rejected") return told(order.reason);
       return order.value;`,
      `function told(reason) {
        if (reason instanceof Error) return reason.message;
        return JSON.stringify(reason);
      }`,
    );
    expect(ends).toContainEqual(expect.stringContaining("return <message of the failure of api.get()>"));
    expect(ends.join("\n")).not.toContain("JSON(");
  });

  it("whether a function gave a result with the flag", () => {
    const ends = exitsOf(
      "return respond(await api.list());",
      `function respond(found) {
        if (found.length === 0) return { content: [{ type: "text", text: "none" }], isError: true };
        return { content: [{ type: "text", text: "some" }] };
      }`,
    );
    expect(ends.filter((end) => !end.includes("after"))).toHaveLength(2);
  });

  it("whether an operation is given the same each time", () => {
    const repeats = (argument: string, next: string): (boolean | undefined)[] => {
      const [run] = runsOf(
        open(
          toolFile(
            `let at = 1; for (let n = 0; n < 3; n++) { try { return await api.get(${argument}); } catch { ${next} } } return "gave up";`,
          ),
        ),
        new Interpreter(),
      );
      return [run?.completions.flatMap(({ state }) => state.completed)[0]?.repeats];
    };
    expect(repeats("input.id", "")).toEqual([true]);
    expect(repeats("at", "at += 1;")).toEqual([false]);
  });
});
