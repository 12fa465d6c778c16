import { lowLevel, testRule } from "../support/rule-tester.js";

const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
`;
const FASTMCP = `import { FastMCP } from "fastmcp";
const server = new FastMCP({ name: "s", version: "1.0.0" });
`;
const LONG = "Finds the orders of a customer, newest first; use get_order for one whose id is known.";

testRule(
  "require-tool-description",
  [
    {
      name: "registerTool",
      code: `${SDK}server.registerTool("find_orders", { description: "${LONG}" }, async () => run());`,
    },
    { name: "tool", code: `${SDK}server.tool("find_orders", "${LONG}", { id: z.string() }, async () => run());` },
    {
      name: "a text that is made at run time, or that cannot be seen",
      code: `${SDK}import { text } from "./texts.js";
server.registerTool("find_orders", { description: \`\${text}\` }, async () => run());
server.tool("list_orders", text, async () => run());
server.registerTool("get_order", { ...shared }, async () => run());
server.registerTool("drop_order", config, async () => run());`,
    },
    {
      name: "a text by its name",
      code: `${SDK}const TEXT = "${LONG}";\nserver.tool("find_orders", TEXT, async () => run());`,
    },
    {
      name: "FastMCP",
      code: `${FASTMCP}server.addTool({ name: "find_orders", description: "${LONG}", execute: async () => run() });`,
    },
    {
      name: "a list",
      code: lowLevel(
        "return run();",
        `const TOOLS = [{ name: "find_orders", description: "${LONG}", inputSchema: { type: "object" } }];`,
      ),
    },
    {
      name: "a builder of the project's own may have the text",
      code: `${SDK}export const findOrders = defineTool("orders", { name: "find_orders", inputSchema: {} }, async () => run());`,
    },
    {
      name: "another language without blanks",
      code: `${SDK}server.tool("find_orders", "查找客户的订单,按时间排序", async () => run());`,
    },
    {
      name: "as few words as are asked for",
      code: `${SDK}server.tool("find_orders", "By customer", async () => run());`,
      options: { minWords: 2 },
    },
    "server.tool('find_orders', async () => run());",
  ],
  [
    {
      name: "none, in every form of the SDK",
      code: `${SDK}server.registerTool(⟦"find_orders"⟧, { inputSchema: {} }, async () => run());
server.tool(⟦"list_orders"⟧, async () => run());
server.tool(⟦"get_order"⟧, { id: z.string() }, async () => run());
server.tool(⟦"drop_order"⟧, { id: z.string() }, { destructiveHint: true }, async () => run());`,
      problems: ["find_orders", "list_orders", "get_order", "drop_order"].map((name) => ({
        messageId: "missing",
        data: { name },
      })),
    },
    {
      name: "none in FastMCP",
      code: `${FASTMCP}server.addTool({ name: ⟦"find_orders"⟧, execute: async () => run() });`,
      problems: [{ messageId: "missing", data: { name: "find_orders" } }],
    },
    {
      name: "none in a list for `tools/list`",
      code: lowLevel("return run();", `const TOOLS = [{ name: ⟦"find_orders"⟧, inputSchema: { type: "object" } }];`),
      problems: [{ messageId: "missing", data: { name: "find_orders" } }],
    },
    {
      name: "empty",
      code: `${SDK}server.tool(⟦"find_orders"⟧, "  ", async () => run());`,
      problems: [{ messageId: "empty", data: { name: "find_orders" } }],
    },
    {
      name: "the name once more",
      code: `${SDK}server.tool(⟦"find_orders"⟧, "find_orders", async () => run());
server.registerTool(⟦"getOrderDetails"⟧, { description: "Gets the details of an order." }, async () => run());`,
      problems: [
        { messageId: "repeatsName", data: { name: "find_orders", description: "find_orders" } },
        { messageId: "repeatsName", data: { name: "getOrderDetails", description: "Gets the details of an order." } },
      ],
    },
    {
      name: "few words",
      code: `${SDK}server.tool(⟦"find_orders"⟧, "By customer", async () => run());
server.tool(⟦"list_orders"⟧, "Everything", async () => run());`,
      problems: [
        { messageId: "tooShort", data: { name: "find_orders", words: "2 words", description: "By customer" } },
        { messageId: "tooShort", data: { name: "list_orders", words: "one word", description: "Everything" } },
      ],
    },
  ],
);
