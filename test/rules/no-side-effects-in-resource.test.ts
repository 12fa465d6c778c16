import { testRule } from "../support/rule-tester.js";

const SDK = `import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { writeFile } from "node:fs/promises";
const server = new McpServer({ name: "s", version: "1" });
`;
const resource = (body: string, head = ""): string =>
  `${SDK}${head}server.registerResource("orders", "orders://open", { title: "Orders" }, async (uri) => {
  ${body}
  return { contents: [] };
});
`;

testRule(
  "no-side-effects-in-resource",
  [
    resource("await fetch(uri);"),
    {
      name: "a copy that is kept",
      code: resource(
        "await readAll(); await writeFile(cacheFile, text);",
        "async function readAll() { await writeFile(file, text); }\n",
      ),
    },
    { name: "a question that is posted", code: resource('await fetch("/orders/open", { method: "POST" });') },
    {
      name: "a tool may write",
      code: `${SDK}server.registerTool("a", { description: "d" }, async () => writeFile(path, text));`,
    },
    {
      name: "something else that has resources",
      code: 'app.resource("orders", "/orders", () => api.orders.delete(1));',
    },
  ],
  [
    {
      code: resource('await ⟦fetch(`/orders/${uri}/seen`, { method: "PATCH" })⟧;'),
      problems: [
        {
          messageId: "writes",
          data: { resource: 'The resource "orders"', call: "fetch()", change: "changes something" },
        },
      ],
    },
    {
      name: "by a function of the file",
      code: resource("await ⟦markSeen(uri)⟧;", "async function markSeen(uri) { await writeFile(uri, text); }\n"),
      problems: [
        {
          messageId: "writes",
          data: { resource: 'The resource "orders"', call: "writeFile()", change: "changes something" },
        },
      ],
    },
    {
      name: "the older form, with a template",
      code: `${SDK}server.resource("orders", new ResourceTemplate("orders://{id}", {}), async () => {
  await ⟦writeFile(path, text)⟧;
  return { contents: [] };
});`,
      problems: [
        {
          messageId: "writes",
          data: { resource: 'The resource "orders"', call: "writeFile()", change: "changes something" },
        },
      ],
    },
    {
      name: "FastMCP",
      code: `import { FastMCP } from "fastmcp";
import { writeFile } from "fs/promises";
const server = new FastMCP({ name: "s", version: "1.0.0" });
server.addResource({ uri: "orders://open", name: "Open orders", async load() {
  await ⟦writeFile(path, text)⟧;
  return { text: "" };
} });`,
      problems: [
        {
          messageId: "writes",
          data: { resource: 'The resource "Open orders"', call: "writeFile()", change: "changes something" },
        },
      ],
    },
    {
      name: "the low-level server",
      code: `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ReadResourceRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "s", version: "1" }, {});
server.setRequestHandler(ReadResourceRequestSchema, async () => {
  await ⟦db.query("DELETE FROM carts")⟧;
  return { contents: [] };
});`,
      problems: [
        { messageId: "writes", data: { resource: "A resource", call: "db.query()", change: "deletes something" } },
      ],
    },
  ],
);
