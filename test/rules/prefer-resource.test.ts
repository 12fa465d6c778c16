import { testRule } from "../support/rule-tester.js";

const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const server = new McpServer({ name: "s", version: "1" });
`;
const list = (name: string, schema = "", body = "run()"): string =>
  `server.registerTool(${name}, { description: "d"${schema} }, async () => ${body});\n`;
const ONE =
  'server.registerTool("get_order", { description: "d", inputSchema: { id: z.string() } }, async () => run());\n';

testRule(
  "prefer-resource",
  [
    { name: "no twin", code: SDK + list('"list_orders"') },
    { name: "a twin of something else", code: SDK + list('"list_customers"') + ONE },
    {
      name: "a list that is asked for something",
      code: SDK + list('"list_orders"', ", inputSchema: { after: z.string() }") + ONE,
    },
    { name: "a schema that cannot be seen", code: SDK + list('"list_orders"', ", inputSchema: schema") + ONE },
    { name: "a twin without arguments", code: SDK + list('"list_orders"') + list('"get_order"') },
    {
      name: "a list that changes something",
      code: SDK + list('"list_orders"', "", 'fetch("/orders/7", { method: "DELETE" })') + ONE,
    },
  ],
  [
    {
      code: SDK + list('⟦"list_orders"⟧') + ONE,
      problems: [{ messageId: "catalogue", data: { name: "list_orders", twin: "get_order", uri: "order://list" } }],
    },
    {
      name: "an empty schema, and names in one piece",
      code:
        SDK +
        list('⟦"listPurchaseOrders"⟧', ", inputSchema: {}") +
        'server.tool("getPurchaseOrder", "d", { id: z.string() }, async () => run());',
      problems: [
        {
          messageId: "catalogue",
          data: { name: "listPurchaseOrders", twin: "getPurchaseOrder", uri: "purchase-order://list" },
        },
      ],
    },
  ],
);
