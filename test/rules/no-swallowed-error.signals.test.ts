import { testRule } from "../support/rule-tester.js";

/** A tool whose helper says by what it gives whether the order was stored. */
const served = (call: string, store = "return await keep(order);", signal = "return false;"): string => `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { writeFile } from "node:fs/promises";

async function keep(order) {
  try {
    await writeFile("orders.json", JSON.stringify(order));
    return true;
  } catch (error) {
    console.error(error);
    ${signal}
  }
}

async function store(order) {
  ${store}
}

const server = new McpServer({ name: "orders", version: "1.0.0" });
server.registerTool("put_order", {}, async (order) => {
  ${call}
  return { content: [{ type: "text", text: "The order is stored." }] };
});
`;

/** The word of `keep` that is dropped, or what the model reads instead where it says nothing. */
const problem = (messageId: string, instead: string, advice: string) => ({
  messageId,
  data: { instead, path: "writeFile() fails → caught in line 9", advice },
});
const dropped = (instead = "false") => [
  problem("droppedSignal", instead, "Return an error result with `isError: true`, or throw an error for it"),
];

testRule(
  "no-swallowed-error",
  [
    {
      name: "a signal that the caller looks at",
      code: served('if (!(await store(order))) throw new Error("The order could not be stored.");'),
    },
    {
      name: "a signal that is looked at on the way",
      code: served(
        "await store(order);",
        'if (!(await keep(order))) throw new Error("The order could not be stored.");',
      ),
    },
  ],
  [
    {
      name: "where a caller drops the signal of the helper, and not in the helper",
      code: served("⟦await store(order);⟧"),
      problems: dropped(),
    },
    {
      name: "where a function on the way drops it",
      code: served("await store(order);", "⟦await keep(order);⟧"),
      problems: dropped(),
    },
    {
      name: "of an object that says that it did not work",
      code: served("⟦void (await store(order));⟧", undefined, "return { success: false };"),
      problems: dropped("{ success: false }"),
    },
    {
      name: "in the helper, where what it gives is no signal",
      code: served("await store(order);", undefined, "return true;").replace(
        /catch \(error\) \{[^}]*\}/u,
        (clause) => `⟦${clause}⟧`,
      ),
      problems: [problem("swallowedByDefault", "true", "Return an error result with `isError: true`, or rethrow")],
    },
  ],
);
