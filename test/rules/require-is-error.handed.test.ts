import { testRule } from "../support/rule-tester.js";

const DATA = "{ success: false, error: error.message }";

/** A function of the project that makes results of what a handler brings, and a handler that is handed to it. */
const handed = (handler: string, found = "const found = await handler(args);"): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
function addTool(name, handler) {
  server.registerTool(name, {}, async (args) => {
    ${found}
    return { content: [{ type: "text", text: JSON.stringify(found ?? null, null, 2).trim() }] };
  });
}
${handler}
`;

const failing = (failure: string): string =>
  `async (args) => { try { return await api.load(args); } catch (error) { return ${failure}; } }`;

const ownData = (callee: string) => ({ messageId: "ownFailureAsData", data: { callee, form: "with `isError: true`" } });

testRule(
  "require-is-error",
  [
    {
      name: "a handler whose value is looked into",
      code: handed(
        `addTool("read", ${failing(DATA)});`,
        "const found = await handler(args);\n    if (!found.success) throw new Error(found.error);",
      ),
    },
    {
      name: "a handler that finds nothing",
      code: handed(
        'addTool("read", async (args) => (await api.load(args)) ?? { success: false, message: "Order not found" });',
      ),
    },
    { name: "a function that is handed to something else", code: handed(`schedule("read", ${failing(DATA)});`) },
  ],
  [
    {
      name: "a handler that is handed to a function which makes results",
      code: handed(`addTool("read", ${failing(`⟦${DATA}⟧`)});`),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a handler that refuses, by its name",
      code: handed(
        'const close = async (args) => { if (args.size > 9) return ⟦{ success: false, message: "At most 9." }⟧; return api.close(args); };\naddTool("close", close);',
      ),
      problems: [ownData("close")],
    },
  ],
);
