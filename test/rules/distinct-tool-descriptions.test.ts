import { lowLevel, testRule } from "../support/rule-tester.js";

const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
const admin = new McpServer({ name: "t", version: "1" });
`;
const tools = (...entries: readonly (readonly [server: string, name: string, text: string])[]): string =>
  SDK + entries.map(([server, name, text]) => `${server}.tool(${name}, ${text}, async () => run());`).join("\n");

testRule(
  "distinct-tool-descriptions",
  [
    tools(
      ["server", '"find_orders"', '"Finds orders by customer."'],
      ["server", '"get_order"', '"Gets one order by its id."'],
    ),
    {
      name: "one word may be the difference",
      code: tools(
        ["server", '"a"', '"Remove all bindings of an action"'],
        ["server", '"b"', '"Remove a binding of an action"'],
      ),
    },
    {
      name: "so may the order of the words",
      code: tools(["server", '"a"', '"Account 1 Tool 2"'], ["server", '"b"', '"Account 2 Tool 1"']),
    },
    {
      name: "one and several",
      code: tools(["server", '"get_order"', '"Gets one."'], ["server", '"get_orders"', '"Gets several."']),
    },
    { name: "two servers", code: tools(["server", '"a"', '"Gets one order."'], ["admin", '"b"', '"Gets one order."']) },
    {
      name: "one tool, written down twice",
      code: tools(["server", '"a"', '"Gets one order."'], ["server", '"a"', '"Gets one order."']),
    },
    { name: "texts without a word", code: tools(["server", '"a"', '"…"'], ["server", '"b"', '"—"']) },
    { name: "texts that cannot be seen", code: tools(["server", '"a"', "text"], ["server", '"b"', "text"]) },
  ],
  [
    {
      code: tools(["server", '"find_orders"', '"Gets the order."'], ["server", '⟦"get_order"⟧', '"Get order"']),
      problems: [
        {
          messageId: "sameDescription",
          data: { name: "get_order", other: "find_orders", place: "line 4", description: "Get order" },
        },
      ],
    },
    {
      code: tools(
        ["server", '"get_order"', '"Gets one order by its id."'],
        ["server", '⟦"getOrder"⟧', '"Looks into the archive."'],
      ),
      problems: [{ messageId: "sameName", data: { name: "getOrder", other: "get_order", place: "line 4" } }],
    },
    {
      name: "a list for `tools/list`",
      code: lowLevel(
        "return run();",
        `const TOOLS = [
  { name: "start", description: "Manages the service.", inputSchema: { type: "object" } },
  { name: ⟦"stop"⟧, description: "Manages the service.", inputSchema: { type: "object" } },
];`,
      ),
      problems: [
        {
          messageId: "sameDescription",
          data: { name: "stop", other: "start", place: "line 4", description: "Manages the service." },
        },
      ],
    },
  ],
);
