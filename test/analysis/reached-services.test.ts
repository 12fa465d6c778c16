import { describe, expect, it } from "vitest";
import { IMPORTS, lostIn, toolOf } from "../support/services.js";

/** A service that hides each of its failures behind an empty list. */
const HIDING = `export class Store {
  async list(id) {
    try {
      return await api.orders(id);
    } catch {
      return [];
    }
  }
}
export default new Store();
`;
const HIDDEN = ["caught in line 5"];

const LOW_LEVEL = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
`;

describe("a service is reached", () => {
  it("by a module that is loaded when it is needed", () => {
    const main = toolOf(
      "",
      `const { default: store } = await import("./store.js");
  const found = await store.list(id);`,
    );
    expect(lostIn({ "main.ts": main, "store.ts": HIDING })).toEqual(HIDDEN);
  });

  it("through a variable into which a loader writes the module", () => {
    const main = toolOf(
      `let store: typeof import("./store.js").default | null = null;
async function load() {
  if (!store) store = (await import("./store.js")).default;
  return store;
}`,
      "const found = await (await load()).list(id);",
    );
    expect(lostIn({ "main.ts": main, "store.ts": HIDING })).toEqual(HIDDEN);
  });

  it.each([
    ["async (request) => this.answer(request)"],
    ["async (request) => {\n      return this.answer(request);\n    }"],
  ])("through a field of the class that registers a costly handler: %s", (handler) => {
    const steps = Array.from({ length: 400 }, (_, at) => `if (total > ${at}) total = names.map((one) => one + total);`);
    const main = `${LOW_LEVEL}import { Store } from "./store.js";
class Office {
  private server: Server;
  private store: Store;
  constructor() {
    this.server = new Server({ name: "s", version: "1" }, {});
    this.store = new Store();
    this.register();
    this.started = true;
  }
  private register() {
    this.server.setRequestHandler(CallToolRequestSchema, ${handler});
  }
  private async answer({ params }) {
    let total = params.arguments.total;
    const names = params.arguments.names;
    ${steps.join("\n    ")}
    return { content: [{ type: "text", text: JSON.stringify(await this.store.list(total)) }] };
  }
}
new Office();
`;
    expect(lostIn({ "main.ts": main, "store.ts": HIDING })).toEqual(HIDDEN);
  });

  it("by the last of many tools of one handler, whatever the others cost", () => {
    const costly = Array.from({ length: 60 }, (_, at) => `total = step(total, ${at}, names);`).join(" ");
    const cases = Array.from(
      { length: 40 },
      (_, at) => `case "tool_${at}": { let total = ${at}; ${costly} return text(total); }`,
    );
    const main = `${LOW_LEVEL}import store from "./store.js";
const text = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
const step = (one, other, names) => {
  for (const name of names) {
    if (name === other) return one;
  }
  return other;
};
new Server({ name: "s", version: "1" }, {}).setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const { names, id } = params.arguments;
  switch (params.name) {
    ${cases.join("\n    ")}
    case "list":
      return text(await store.list(id));
  }
});
`;
    expect(lostIn({ "main.ts": main, "store.ts": HIDING })).toEqual(HIDDEN);
  });
});

describe("a failure of a service", () => {
  it.each([
    ["a call whose rows are looked into", "const rows = db.all(id);\n    return rows.map((row) => row.name);", 1],
    [
      "a call whose rows go into a loop",
      "const rows = db.all(id);\n    for (const row of rows) count(row);\n    return rows;",
      1,
    ],
    [
      "a call whose rows have a type",
      "const rows = db.all(id) as Row[];\n    return (rows as Row[]).map((row) => row.name);",
      1,
    ],
    ["a promise that is kept for later", "const rows = db.all(id);\n    return rows;", 0],
  ])("comes of %s", (_name, attempt, found) => {
    const store = `export function ordersOf(id) {
  try {
    ${attempt}
  } catch {
    return [];
  }
}`;
    expect(lostIn({ "store.ts": store })).toHaveLength(found);
  });

  it("comes of what runs a callback that takes its own failures", () => {
    const store = `export async function ordersOf(id) {
  try {
    return await run(async () => {
      try {
        return await readRows();
      } catch {
        return ["not available"];
      }
    });
  } catch {
    return [];
  }
}`;
    expect(lostIn({ "store.ts": store })).toEqual(["caught in line 10"]);
  });

  it("is one of each item, where it is the item that is asked", () => {
    const store = (ask: string): string => `export async function ordersOf(ids) {
  const found = [];
  for (const order of await api.orders(ids)) {
    try {
      found.push({ id: ${ask} });
    } catch {}
  }
  return found;
}`;
    expect(lostIn({ "store.ts": store("order.id()") })).toHaveLength(1);
  });

  it("is none where another candidate is returned from the loop, in whatever function that stands", () => {
    const store = `export async function ordersOf(id) {
  for (const shop of shops) {
    try {
      return await shop.orders(id);
    } catch (error) {
      console.error(error);
    }
  }
  throw new Error("No shop answers.");
}`;
    expect(lostIn({ "store.ts": store })).toEqual([]);
  });

  it("is not told by words that stand in the result anyway", () => {
    const main = (words: string): string => `${IMPORTS}import { ordersOf } from "./store.js";
server.registerTool("orders", {}, async ({ id }) => {
  const orders = await ordersOf(id);
  const lines = orders.map((one) => \`\${one.name}: \${one.due || "${words}"}\`);
  return { content: [{ type: "text", text: lines.join("\\n") }] };
});`;
    const store = `export async function ordersOf(id) {
  const found = [];
  for (const shop of await api.shops(id)) {
    try {
      found.push(await api.order(shop));
    } catch (error) {
      console.error(error);
    }
  }
  return found;
}`;
    expect(lostIn({ "main.ts": main("Not set"), "store.ts": store })).toHaveLength(1);
  });

  it("that stands for any does not count among those of a list", () => {
    const store = `export async function ordersOf(id) {
  try {
    await api.check(id);
  } catch {
    return loadAll(id);
  }
  return loadAll(id);
}
async function loadAll(id) {
  const ids = await fs.readdir(id);
  return Promise.all(
    ids.map(async (one) => {
      if (!one) throw new Error("An order has no name.");
      return one;
    }),
  );
}`;
    expect(lostIn({ "store.ts": store })).toEqual([]);
  });
});
