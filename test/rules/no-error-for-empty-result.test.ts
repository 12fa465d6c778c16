import { errorResult, testRule, tool } from "../support/rule-tester.js";

const OK = 'return { content: [{ type: "text", text: "ok" }] };';
const EMPTY = '{ isError: true, content: [{ type: "text", text: "No orders found." }] }';

testRule(
  "no-error-for-empty-result",
  [
    {
      name: "an ordinary result",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) return { content: [{ type: "text", text: "No orders found." }] };\n  ${OK}`,
      ),
    },
    {
      name: "an empty input",
      code: tool(
        `  if (args.ids.length === 0) return { isError: true, content: [{ type: "text", text: "No ids: give at least one." }] };\n  ${OK}`,
      ),
    },
    { name: "a failure", code: tool(`  try { ${OK} } catch { return ${EMPTY}; }`) },
    {
      name: "one thing by its id",
      code: tool(
        `  const found = await load(args.id);\n  if (!found) return { isError: true, content: [{ type: "text", text: "Order not found" }] };\n  ${OK}`,
      ),
    },
    {
      name: "an unknown tool",
      options: { byId: true },
      code: tool(
        `  const found = await tools.find(args.name);\n  if (!found) return { isError: true, content: [{ type: "text", text: "Tool not found" }] };\n  ${OK}`,
      ),
    },
    {
      name: "a test of a status",
      options: { byId: true },
      code: tool(
        `  const res = await fetch(url);\n  if (!res.ok) return { isError: true, content: [{ type: "text", text: "Order not found" }] };\n  ${OK}`,
      ),
    },
    {
      name: "an item that the tool is to change",
      options: { byId: true },
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({});
server.registerTool("delete_order", {}, async (args) => {
  const found = await load(args.id);
  if (!found) return { isError: true, content: [{ type: "text", text: "Order 7 not found" }] };
  ${OK}
});`,
    },
    {
      name: "an item with which the work goes on",
      options: { byId: true },
      code: tool(
        `  const found = await load(args.id);\n  if (!found) return { isError: true, content: [{ type: "text", text: "Order 7 not found" }] };\n  await pack(found);\n  ${OK}`,
      ),
    },
    {
      name: "what another call has to bring about first",
      code: tool(
        `  const rows = await load(args.id);\n  if (rows.length === 0) return { isError: true, content: [{ type: "text", text: "No rows found. Use create_rows first." }] };\n  ${OK}`,
      ),
    },
    {
      name: "an answer that is refused, or empty",
      code: tool(
        `  const done = await change(args);\n  if (done && done.length > 0 && done[0].ok) ${OK}\n  return { isError: true, content: [{ type: "text", text: "No orders found." }] };`,
      ),
    },
    {
      name: "a category of the contract",
      code: tool(`  if (!args.id) return ${errorResult('errorCategory: "validation", isRetryable: false')};\n  ${OK}`),
    },
  ],
  [
    {
      name: "an empty list",
      code: tool(`  const found = await search(args);\n  if (found.length === 0) return ⟦${EMPTY}⟧;\n  ${OK}`),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "an empty list, told by !length",
      code: tool(`  const found = await search(args);\n  if (!found.length) return ⟦${EMPTY}⟧;\n  ${OK}`),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "nothing, or an empty list",
      code: tool(
        `  const found = await search(args);\n  if (!found || found.length === 0) return ⟦${EMPTY}⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "the other branch",
      code: tool(`  const found = await search(args);\n  if (found.length > 0) ${OK}\n  else return ⟦${EMPTY}⟧;`),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "a list of rows",
      code: tool(`  const { rows } = await db.query("select");\n  if (rows.length === 0) return ⟦${EMPTY}⟧;\n  ${OK}`),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "thrown",
      code: tool(
        `  const found = await search(args);\n  if (found.length === 0) throw ⟦new Error("No orders found.")⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "emptyAsError" }],
    },
    {
      name: "a category that says so",
      code: tool(
        `  const found = await search(args);\n  return ⟦${errorResult('errorCategory: "not_found", isRetryable: false')}⟧;`,
      ),
      problems: [{ messageId: "notFoundCategory", data: { category: "not_found" } }],
    },
    {
      name: "one thing by its id, where that is asked for",
      options: { byId: true },
      code: tool(
        `  const found = await load(args.id);\n  if (!found) return ⟦{ isError: true, content: [{ type: "text", text: "Order not found" }] }⟧;\n  ${OK}`,
      ),
      problems: [{ messageId: "notFoundById" }],
    },
  ],
);
