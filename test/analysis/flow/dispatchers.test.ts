import { describe, expect, it } from "vitest";
import { exitsThrough } from "../../../src/analysis/exits/flow-model.js";
import { show } from "../../../src/analysis/flow/show.js";
import { open } from "../../support/source.js";

/** What each tool of a handler gives, by its name; without a name, what is given for any other. */
function answersOf(body: string, before = ""): Record<string, string[]> {
  const file = open(`
    import { Server } from "@modelcontextprotocol/sdk/server/index.js";
    import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
    import { api } from "service";
    ${before}
    const server = new Server({ name: "shop", version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler(CallToolRequestSchema, async (request) => {${body}});
  `);
  return Object.fromEntries(
    exitsThrough(file).map(({ tool, exits }) => [
      tool.name ?? "any other",
      exits.map(({ how, value, state }) => `${how} ${show(value, state)}`).sort(),
    ]),
  );
}

const UNKNOWN = 'return "unknown"';
const RUN = {
  get_order: ["return <api.get()>", "throw <failure of api.get()>"],
  list_orders: ["return <api.list()>", "throw <failure of api.list()>"],
};

describe("A handler for all tools is run for each name that it tells apart", () => {
  it.each([
    {
      title: "by a switch in a function that it calls",
      before: `
        async function run(name, args) {
          switch (name) {
            case "get_order":
              return await api.get(args.id);
            case "list_orders":
              return await api.list();
            default:
              return "unknown";
          }
        }
      `,
      body: "return await run(request.params.name, request.params.arguments);",
    },
    {
      title: "by comparisons, either way round",
      before: "",
      body: `
        const { name, arguments: args } = request.params;
        if (name === "get_order") return await api.get(args.id);
        if ("list_orders" === name) return await api.list();
        return "unknown";
      `,
    },
    {
      title: "by a table of functions",
      before: "const handlers = { get_order: (args) => api.get(args.id), list_orders: () => api.list() };",
      body: `
        const handler = handlers[request.params.name];
        if (!handler) return "unknown";
        return await handler(request.params.arguments);
      `,
    },
    {
      title: "by a list that is searched",
      before: `
        const tools = [
          { name: "get_order", run: (args) => api.get(args.id) },
          { name: "list_orders", run: () => api.list() },
        ];
      `,
      body: `
        const tool = tools.find(({ name }) => name === request.params.name);
        if (!tool) return "unknown";
        return await tool.run(request.params.arguments);
      `,
    },
    {
      title: "by a map",
      before: `
        const handlers = new Map();
        handlers.set("get_order", (args) => api.get(args.id));
        handlers.set("list_orders", () => api.list());
      `,
      body: `
        const handler = handlers.get(request.params.name);
        if (!handler) return "unknown";
        return await handler(request.params.arguments);
      `,
    },
  ])("$title", ({ before, body }) => {
    expect(answersOf(body, before)).toEqual({ ...RUN, "any other": [UNKNOWN] });
  });

  it("is run for its only tool as well, and for any other name", () => {
    expect(answersOf('if (request.params.name !== "get_order") return "unknown"; return await api.get(1);')).toEqual({
      get_order: RUN.get_order,
      "any other": [UNKNOWN],
    });
  });
});
