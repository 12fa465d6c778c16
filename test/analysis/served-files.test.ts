import path from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { lintText } from "../../src/lint/lint-text.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const parse = projectParser(undefined);

/** A server with one tool, which uses what `store.ts` exports. */
const serving = (imports: string, body: string): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ${imports} } from "./store.js";
const server = new McpServer({ name: "orders", version: "1.0.0" });
server.registerTool("orders", {}, async ({ id }) => {
  ${body}
});`;

/** The lines of `store.ts` that a rule marks. */
function marked(name: string, store: string, main: string): number[] {
  const root = makeTree({ "package.json": MCP_MANIFEST, "store.ts": store, "main.ts": main });
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const rule = rules[name];
  if (!rule) throw new Error(`There is no rule "${name}".`);
  const active = [{ id: `mcp-errors/${name}`, rule, options: {} }];
  const { result } = lintText(path.join(root, "store.ts"), store, parse, project, active);
  return result.messages.map(({ line }) => line);
}

describe("a result for failures that another file's tools return", () => {
  const failed = (result: string): string => `export function failed(work: string, error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  return ${result};
}`;
  const TOLD = '{ content: [{ type: "text", text: JSON.stringify({ error: `Failed to ${work}`, message }) }] }';
  const answering = (answer: string): string =>
    serving("failed", `try { return await api.orders(id); } catch (error) { ${answer} }`);

  it.each([
    ["as it is", failed(TOLD), "return failed('list', error);"],
    ["as the value of a promise", failed(`Promise.resolve(${TOLD})`), "return failed('list', error);"],
    ["behind a flag that says no", failed(TOLD.replace("] }", "], isError: false }")), "return failed('list', error);"],
  ])("lacks its flag in the file where it is built: %s", (_, store, answer) => {
    expect(marked("require-is-error", store, answering(answer))).toEqual([3]);
  });

  it.each([
    ["flagged", failed(TOLD.replace("] }", "], isError: true }")), "return failed('list', error);"],
    ["flagged by the tool", failed(TOLD), "return { ...failed('list', error), isError: true };"],
    ["returned by no tool", failed(TOLD), "log(failed('list', error)); throw error;"],
    [
      "one of a thing that is not there",
      failed('{ content: [{ type: "text", text: "No orders found." }] }'),
      "return failed('list', error);",
    ],
  ])("is none where it is %s", (_, store, answer) => {
    expect(marked("require-is-error", store, answering(answer))).toEqual([]);
  });
});

describe("what a function throws for the tool of another file in place of what it caught", () => {
  const store = (thrown: string, attempt = "return await api.orders(id);"): string =>
    `export async function ordersOf(id) {
  try { ${attempt} }
  catch (error) { ${thrown} }
}`;
  const GENERIC = 'throw new Error("Failed to load the orders");';
  const MAIN = serving("ordersOf", 'return { content: [{ type: "text", text: String(await ordersOf(id)) }] };');
  const rule = "no-generic-error-message";

  it("is reported where it is thrown", () => {
    expect(marked(rule, store(GENERIC), MAIN)).toEqual([3]);
  });

  it.each([
    ["it says why", "throw new Error(`Failed to load the orders: ${error.message}`);"],
    ["it brings the cause by a function", 'throw new Error(told("Failed to load the orders", error));'],
    ["a code stands beside the words", 'throw new ShopError("Failed to load the orders", "SHOP_DOWN");'],
    ["the error goes on as it is", "throw error;"],
  ])("is none where %s", (_, thrown) => {
    expect(marked(rule, store(thrown), MAIN)).toEqual([]);
  });

  it("is none for a text that cannot be read", () => {
    expect(marked(rule, store(GENERIC, "return JSON.parse(id);"), MAIN)).toEqual([]);
  });

  it("is none of what no tool calls, or signs in", () => {
    expect(marked(rule, store(GENERIC), MAIN.replace("await ordersOf(id)", "id"))).toEqual([]);
    const login = [store(GENERIC), MAIN].map((text) => text.replaceAll("ordersOf", "loginToken"));
    expect(marked(rule, login[0] ?? "", login[1] ?? "")).toEqual([]);
  });
});
