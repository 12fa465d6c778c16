import { fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const advice = "return a result with `isError: true` and `errorCategory` and `isRetryable`";

function mcpFramework(body: string): string {
  return `import { MCPTool } from "mcp-framework";
export default class ReadTool extends MCPTool {
  async execute(input) {
${body}
  }
}
`;
}

testRule(
  "no-bare-throw",
  [
    {
      name: "a next step",
      code: tool("  throw new Error(`There is no order ${args.id}; call list_orders for valid ids.`);"),
    },
    { name: "what a right call looks like", code: tool('  throw new Error("limit must be between 1 and 100.");') },
    {
      name: "the contract as JSON",
      code: tool('  throw new Error(JSON.stringify({ errorCategory: "business", isRetryable: false }));'),
    },
    { name: "a tool that fails on request", code: tool('  if (args.fail) throw new Error("Simulated failure.");') },
    { name: "a message from elsewhere", code: tool("  throw new Error(explain(args));") },
    {
      name: "the caught message is another rule's",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    throw new Error(`Order ${args.id}: ${error.message}`);\n  }",
      ),
    },
    { name: "a class of the project may hold more", code: tool('  throw new OrdersError("The order is closed.");') },
    {
      name: "taken by a clause of the handler",
      code: tool(
        "  try {\n    throw new Error('The order is closed.');\n  } catch (error) {\n    return toResult(error);\n  }",
      ),
    },
    { name: "a low-level handler is another rule's", code: lowLevel("  throw new Error('The order is closed.');") },
    {
      name: "a wrapper may do anything",
      code: 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nconst server = new McpServer({});\nserver.registerTool("a", {}, safely(async () => {\n  throw new Error("The order is closed.");\n}));',
    },
    {
      name: "no tool",
      code: 'export function check(order) { if (order.closed) throw new Error("The order is closed."); }',
    },
  ],
  [
    {
      name: "a refusal",
      code: tool("  if (args.closed) throw ⟦new Error('The order is closed.')⟧;"),
      problems: [{ messageId: "bareThrow", data: { message: "The order is closed.", advice } }],
    },
    {
      name: "in a clause",
      code: tool(
        "  try {\n    return await load(args);\n  } catch {\n    throw ⟦new Error(`Failed to load ${args.id}`)⟧;\n  }",
      ),
      problems: [{ messageId: "bareThrow", data: { message: "Failed to load …", advice } }],
    },
    {
      name: "without a message, in FastMCP",
      code: fastmcp("  if (!args.id) throw ⟦new TypeError()⟧;\n  return 'x';"),
      problems: [{ messageId: "withoutMessage", data: { advice } }],
    },
    {
      name: "where a throw is the only way, in another dialect",
      settings: { dialect: "envelope" },
      code: mcpFramework("    throw ⟦new Error('The order is closed.')⟧;"),
      problems: [
        {
          messageId: "bareThrow",
          data: {
            message: "The order is closed.",
            advice: "throw `bucket` and `retryable` as the JSON of the message",
          },
        },
      ],
    },
  ],
);
