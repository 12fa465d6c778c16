import { describe, expect, it } from "vitest";
import { Project } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../../src/syntax/parse.js";

const oxc = loadOxc();
if (!oxc) throw new Error("oxc-parser is a devDependency of this project.");
const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);

/** How many functions run when the model calls a tool. */
function reachedIn(text: string, filename = "/server/orders.ts"): number {
  const whole = `import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
const answer = (text: string) => ({ content: [{ type: "text", text }] });
${text}`;
  const parsed = parse(whole, filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel(filename, parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
  // The builder itself is one.
  return (model?.reached.size ?? 0) - 1;
}

describe("functions that a tool call runs", () => {
  it.each([
    ["a wrapped one", "async function tool(id) { return answer(id); } export const getOrder = withErrors(tool);", 1],
    ["one that a factory returns", "export function make(api) { return async (id) => answer(await api.get(id)); }", 1],
    [
      "one of a table whose schema is called params",
      '[{ name: "a", description: "A.", params: {}, handler: work }]; function work() {}',
      1,
    ],
    ["not one of an object that only has params", '[{ name: "a", params: {}, handler: work }]; function work() {}', 0],
    ["the step that a base class calls", "class ReadTool extends Base { async executeValidated() {} }", 1],
    [
      "the step that a base class of the project's own calls, whatever its name",
      "class Base { execute(args) { return this.close(this.check(args)); } check(args) { return args; } } class CloseTool extends Base { close() {} check() {} open() {} }",
      1,
    ],
    [
      "not one that a base class calls of something else",
      "class Base { execute() { return desk.close(); } } class CloseTool extends Base { close() {} }",
      0,
    ],
    ["not one that no base class calls", "class Base { execute() {} } class CloseTool extends Base { close() {} }", 0],
    [
      "the step that a base class above the next one calls",
      "class Top { execute() { return this.close(); } } class Base extends Top {} class CloseTool extends Base { close() {} }",
      1,
    ],
    ["one of a table whose key is handle", '[{ name: "a", inputSchema: {}, handle: work }]; function work() {}', 1],
    ["one of a registry of the project's own", 'toolRegistry.register("a", work); function work() {}', 1],
    ["one in a map of handlers", 'this.toolHandlers.set("a", async () => {});', 1],
    ["not one in a map of something else", 'this.toolbar.set("a", async () => {});', 0],
    ["not what a registry holds beside", 'toolRegistry.register("a", { title: "A" });', 0],
    [
      "a bound method that a method of the project's own registers",
      'class S { add() { this.registerOrderTool("a", {}, this.work.bind(this)); } work() {} }',
      1,
    ],
    [
      "those of a table of handlers",
      "export const HANDLERS = { a: async () => answer(1), b() { return answer(2); } };",
      2,
    ],
    ["not those of a table of resources", "export const resourceHandlers = { a: async () => read(1) };", 0],
    ["not those of a table of something else", "const handlers = { a: async () => 1, b: async () => 2 };", 0],
    [
      "the method of a class that a table names",
      '[{ name: "a", schema: {}, handler: Read }]; class Read { runTool() {} }',
      1,
    ],
    ["what a builder of the project's own takes", 'registerTool({ name: "a", args: {}, execute() {} });', 1],
    [
      "what a method takes that adds tools with something",
      'class Orders { static create(server: OrderServer) { server.addToolWithWriteAccess("put", "Stores.", {}, async (args) => answer(args)); } }',
      1,
    ],
    [
      "not what is given to a form of tools",
      'class Orders { static create(page: OrderPage) { page.createToolForm("put", "Stores.", {}, async (args) => answer(args)); } }',
      0,
    ],
    [
      "not what a class of an agent framework takes",
      'import { DynamicStructuredTool } from "@langchain/core/tools"; new DynamicStructuredTool({ name: "a", schema: {}, func: async () => {} });',
      0,
    ],
    [
      "what a class of the project's own takes",
      'import { StructuredTool } from "./tools.js"; new StructuredTool({ name: "a", schema: {}, func: async () => {} });',
      1,
    ],
    [
      "not what a builder of another package takes",
      'import { defineTool } from "other"; defineTool({ name: "a", args: {}, execute() {} });',
      0,
    ],
    [
      "one that is a module with its schema",
      "export const schema = {}; export const handler = createTypedTool(schema, logic); async function logic() { return answer(1); }",
      1,
    ],
    ["not one that is a module of a route", "export const schema = {}; export const handler = (req) => req.send();", 0],
    [
      "one that gets the calls of tools from a dispatcher of the project's own",
      'const on = async (m) => { switch (m.method) { case "tools/call": return await work(m.params); } }; function work() {}',
      1,
    ],
    [
      "not one that only counts them",
      'const on = (m) => { if (m.method === "tools/call") track(m.params); }; function track() {}',
      0,
    ],
    [
      "one whose result type is written out",
      "export async function work(): Promise<{ content: Array<{ type: string; text: string }> }> { return await made; }",
      1,
    ],
    [
      "one whose result type has names in the file",
      "type Block = { type: 'text'; text: string }; interface Answer { content: Block[] } type Later = Promise<Answer>; export function work(): Later { return made(); }",
      1,
    ],
    [
      "not one whose type has the name of something else",
      "interface Answer { content: Block[] } interface Block { title: string } export function work(): Promise<Answer> { return made(); }",
      0,
    ],
    [
      "one that gives a promise of a result",
      'export const work = (text) => Promise.resolve({ content: [{ type: "text", text }] });',
      1,
    ],
    [
      "not one that is to give other content",
      "export async function work(): Promise<{ content: Array<{ title: string }> }> { return await made; }",
      0,
    ],
    [
      "one that fills the list of a result",
      'function work(id) { const content = []; content.push({ type: "text", text: id }); return { content }; }',
      1,
    ],
    [
      "not one that fills another list",
      "function work(id) { const content = []; content.push({ title: id }); return { content }; }",
      0,
    ],
    ["not just any method", "class ReadTool extends Base { async describe() {} }", 0],
  ])("are %s", (_name, text, count) => {
    expect(reachedIn(text)).toBe(count);
  });
});
