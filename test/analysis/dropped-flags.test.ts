import path from "node:path";
import { describe, expect, it } from "vitest";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

/** The failures that nobody flags in a tool that passes on what `read` of another file gives, or a part of it. */
function droppedBehind(store: string, part = "JSON.stringify(found)", look = ""): string[] {
  const text = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
    import { read } from "./store.js";
    new McpServer({ name: "s", version: "1" }).registerTool("read", {}, async (args) => {
      const found = await read(args);
      ${look}
      return { content: [{ type: "text", text: ${part} }] };
    });`;
  return droppedIn(text, store);
}

function droppedIn(text: string, store: string): string[] {
  const root = makeTree({ "package.json": MCP_MANIFEST, "main.ts": text, "store.ts": store });
  const parse = projectParser(undefined);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  return ["main.ts", "store.ts"].flatMap((name) => {
    const filename = path.join(root, name);
    const parsed = parse(name === "main.ts" ? text : store, filename);
    if (!parsed.ok) throw new Error(parsed.failure.message);
    const model = buildModel(filename, parsed.source, project);
    return model ? model.flow.unflagged.map(({ how }) => `${name} ${how}`) : [];
  });
}

/** Its failures are data. */
const DATA =
  "export async function read(args) { try { return await api.get(args); } catch (error) { return { success: false, error: error.message }; } }";

describe("a failure that a function of another file gives as data", () => {
  it("is told where the tool passes it on", () => {
    expect(droppedBehind(DATA)).toEqual(["store.ts data"]);
  });

  it("is told at the result where a function of the file has handed it through", () => {
    const wrap = "const whole = (answer) => { if (answer.size > 9) return { size: answer.size }; return answer; };";
    expect(
      droppedBehind(
        DATA,
        "JSON.stringify(whole(all))",
        `${wrap} let all; if (args.fast) all = found; else all = await read(args);`,
      ),
    ).toEqual(["store.ts data"]);
  });

  it("is told in a result that says it is none", () => {
    const text = (flag: string): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
      import { read } from "./store.js";
      new McpServer({ name: "s", version: "1" }).registerTool("read", {}, async (args) => {
        const found = await read(args);
        return { isError: ${flag}, content: [{ type: "text", text: JSON.stringify(found) }] };
      });`;
    expect(droppedIn(text("false"), DATA)).toEqual(["store.ts data"]);
    expect(droppedIn(text("!found.success"), DATA)).toEqual([]);
  });

  it("is told where one of several branches writes it", () => {
    const text = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
      import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
      import { read } from "./store.js";
      const count = async () => ({ orders: await api.count() });
      new Server({ name: "s", version: "1" }).setRequestHandler(CallToolRequestSchema, async (request) => {
        let found;
        switch (request.params.name) {
          case "read": found = await read(request.params.arguments); break;
          case "count": found = await count(); break;
          case "sum": try { found = await api.sum(); } catch (error) { found = read({}); }
        }
        LOOK
        return { content: [{ type: "text", text: JSON.stringify(found) }] };
      });`;
    const places = (look: string): string[] => droppedIn(text.replace("LOOK", look), DATA);
    expect(places("")).toEqual(["store.ts data"]);
    expect(places("if (!found.success) throw new Error(found.error);")).toEqual([]);
  });

  it("is told once, where a function of the file builds the result for a dispatcher", () => {
    const text = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
      import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
      import { read } from "./store.js";
      async function readOrders(args) {
        const found = await read(args);

        return { content: [{ type: "text", text: JSON.stringify(found) }] };
      }
      new Server({ name: "s", version: "1" }).setRequestHandler(CallToolRequestSchema, async (request) => {
        return await readOrders(request.params.arguments);
      });`;
    expect(droppedIn(text, DATA)).toEqual(["store.ts data"]);
  });

  it("is told at the result where the call stands in it", () => {
    expect(droppedBehind(DATA, "JSON.stringify(await read(args))")).toEqual(["store.ts data"]);
  });

  it.each([
    ["!got.ok", ["store.ts data"]],
    ["got.ok === false", ["store.ts data"]],
    ["!args.id", []],
  ])("is told where the error of an answer is handed on by a test: %s", (test, found) => {
    const store = `export async function read(args) { const got = await api.get(args); if (${test}) return got.error; return got.data; }`;
    expect(droppedBehind(store, "found")).toEqual(found);
  });

  const SENTENCE =
    "export async function read(args) { try { return await api.get(args); } catch (error) { return `Error: ${error.message}`; } }";
  it("is told where the tool only asks for its type", () => {
    expect(droppedBehind(SENTENCE, 'typeof found === "string" ? found : JSON.stringify(found)')).toEqual([
      "store.ts data",
    ]);
  });

  it("is told apart where the tool looks into its words", () => {
    expect(droppedBehind(SENTENCE, "found", 'if (found.startsWith("Error")) throw new Error(found);')).toEqual([]);
  });

  it.each([
    ["whether there is one", "if (!found) throw new Error('Nothing came.');"],
    ["into the parts of an object", 'if (typeof found === "object" && "error" in found) throw new Error(found.error);'],
  ])("is told where the tool looks %s, which a sentence passes", (_name, look) => {
    expect(droppedBehind(SENTENCE, "found", look)).toEqual(["store.ts data"]);
  });

  const REFUSAL = "if (!args.archive) return 'The archive is not configured. Set ARCHIVE_URL.';";
  it.each([
    ["a refusal in words", REFUSAL, ["store.ts data"]],
    ["a list of none", "if (!args.archive) return 'No archives found.';", []],
    [
      "a refusal of something that is named",
      "if (!args.archive) return `${args.name} is not configured.`;",
      ["store.ts data"],
    ],
    ["what cannot be", "if (!args.archive) return 'Cannot be archived yet.';", ["store.ts data"]],
    ["a word on the order", "if (!args.archive) return 'The order is not archived.';", []],
  ])("is told for %s behind a test: %s", (_name, refusal, told) => {
    expect(
      droppedBehind(`export async function read(args) { ${refusal} return describe(await api.get(args)); }`, "found"),
    ).toEqual(told);
  });

  it("is no refusal where nothing else is said", () => {
    expect(droppedBehind("export async function read() { return 'The archive is not configured.'; }", "found")).toEqual(
      [],
    );
  });

  it("is told where the refusal is the last way out", () => {
    expect(
      droppedBehind(
        "export async function read(args) { if (args.archive) return describe(args); return 'The archive is not configured.'; }",
        "found",
      ),
    ).toEqual(["store.ts data"]);
  });

  it("is no refusal where the last of two sentences says how it stands", () => {
    expect(
      droppedBehind(
        "export async function read(args) { if (args.up) return 'Connected.'; return 'Not connected.'; }",
        "found",
      ),
    ).toEqual([]);
  });

  it.each([
    ["that puts two values together", "{ ...value, ...more() }", ["store.ts data"]],
    ["that only adds to it", "{ ...value, at: now() }", ["store.ts data"]],
    ["that picks a part", "{ id: value.id, at: now() }", []],
    ["that adds another value", "{ ...other, at: now() }", []],
  ])("is told behind a function %s", (_name, made, told) => {
    expect(
      droppedBehind(DATA, "JSON.stringify(withTime(found))", `function withTime(value) { return ${made}; }`),
    ).toEqual(told);
  });

  it("is told where the function refuses the work without a catch", () => {
    expect(
      droppedBehind(
        'export async function read(args) { if (args.size > 9) return { success: false, message: "At most 9." }; return await api.get(args); }',
      ),
    ).toEqual(["store.ts data"]);
  });

  it("is none where nothing was found", () => {
    expect(
      droppedBehind(
        'export async function read(args) { const found = await api.get(args); if (!found) return { success: false, message: "Order not found" }; return found; }',
      ),
    ).toEqual([]);
  });

  const failing = (failure: string): string =>
    `export async function read(args) { try { return { status: true, message: await api.get(args) }; } catch (error) { return ${failure}; } }`;
  it.each(["{ status: false, message: error.message }", "{ success: false, message: String(error) }"])(
    "is told where the tool passes on the part that says why: %s",
    (failure) => {
      expect(droppedBehind(failing(failure), "found.message")).toEqual(["store.ts data"]);
    },
  );

  it("is told where the tool passes on the reason of a refusal", () => {
    const store =
      'export async function read(args) { if (args.size > 9) return { success: false, output: "Cannot read more than 9.", plan: "free" }; return await api.get(args); }';
    expect(droppedBehind(store, "found.output")).toEqual(["store.ts data"]);
    expect(droppedBehind(store, "found.plan")).toEqual([]);
  });

  it("is none where the tool looks at the flag, or the lamp is off", () => {
    const store = failing("{ status: false, message: error.message }");
    expect(droppedBehind(store, "found.message", "if (!found.status) throw new Error(found.message);")).toEqual([]);
    expect(droppedBehind(failing("{ status: false, lamp: args.id }"))).toEqual([]);
  });
});
