import { testRule, tool } from "../support/rule-tester.js";

/** A result with one of two sentences in the JSON of its text. */
const choosing = (test: string, sentence: string): string =>
  `{ content: [{ type: "text", text: JSON.stringify({ success: ${test}, message: ${test} ? "Sent." : "${sentence}" }) }] }`;

const sending = (result: string, head = ""): string =>
  tool(`  const sent = await api.send(args);\n  return ${result};`, head);

/** A tool that puts one of two values into a variable, and goes on the same way. */
const branching = (failed: string, result = BOTH, test = "sent.error"): string =>
  tool(
    `  const sent = await api.send(args);\n  let answer;\n  if (${test}) {\n    answer = ${failed};\n  } else {\n    answer = { success: true, sent };\n  }\n  return ${result};`,
  );
const BOTH = '{ content: [{ type: "text", text: JSON.stringify(answer) }] }';

/** A handler behind a choice, as an argument of its registration. */
const chosen = (instead: string): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("copy", {}, sync ? makeCopy(sync) : async () => ({ content: [{ type: "text", text: "${instead}" }] }));
`;

/** A function of this name that gives a table of functions, one of them behind a choice. */
const table = (name: string, instead: string): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { makeCopy } from "./copy.js";
export function ${name}(sync) {
  return {
    list: async () => ({ content: [{ type: "text", text: JSON.stringify(await sync.list()) }] }),
    copy: sync ? makeCopy(sync) : async () => (${instead}),
  };
}
`;
const NO_SYNC = '{ content: [{ type: "text", text: "Sync service not available" }] }';

testRule(
  "require-is-error",
  [
    { name: "a table that renders", code: table("createRenderers", NO_SYNC) },
    { name: "an object that is no table", code: table("openSync", NO_SYNC) },
    {
      name: "what the service says stands in the way, of a tool that only asks",
      code: tool(
        `  const open = await api.openOrders(args.ids);
  if (open.length > 0) return { content: [{ type: "text", text: \`Cannot be archived now: \${open.join()}\` }] };
  return { content: [{ type: "text", text: "All can be archived." }] };`,
      ),
    },
    {
      name: "nothing there, with an error beside what was asked",
      code: tool(
        `  const fields = await api.fields(args.id);
  if (fields.length === 0) return { content: [{ type: "text", text: JSON.stringify({ fields, error: "No fields found in this order." }) }] };
  return { content: [{ type: "text", text: JSON.stringify(await api.query(fields)) }] };`,
      ),
    },
    { name: "data that says how it stands", code: branching('{ state: "waiting", message: "It waits." }') },
    { name: "the verdict of a check in data", code: branching('{ valid: false, error: "It does not add up." }') },
    {
      name: "data on what a check has found out",
      code: branching('{ success: false, error: "It does not add up." }').replace("api.send", "api.validateOrder"),
    },
    {
      name: "data of which the flag is made",
      code: branching(
        '{ success: false, error: "It was not sent." }',
        BOTH.replace(/ \}$/u, ", isError: !answer.success }"),
      ),
    },
    {
      name: "a handler that is there or not, of an object that is no tool of this server",
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export function toAiTool(run) {
  return {
    description: "d",
    inputSchema: schema,
    execute: run ? async (args) => { try { return await run(args); } catch (error) { return \`Error: \${error.message}\`; } } : undefined,
  } satisfies AiToolDefinition;
}
`,
    },
    { name: "a handler behind a choice that has nothing to do", code: chosen("Nothing to copy.") },
    {
      name: "two sentences that say how it stands",
      code: sending(choosing("sent.success", "It waits for the next round.")),
    },
    {
      name: "the verdict of a check",
      code: sending(
        '{ content: [{ type: "text", text: JSON.stringify({ valid: sent.valid, message: sent.valid ? "It is whole." : "Failed to add up." }) }] }',
      ),
    },
    {
      name: "a gate that says whether it was passed",
      code: sending('{ content: [{ type: "text", text: sent.passed ? "Passed." : "❌ Failed to pass." }] }'),
    },
    {
      name: "a tool that is there to say how its server stands",
      code: sending(choosing("sent.success", "Sending failed.")).replace(
        'registerTool("a"',
        'registerTool("health_check"',
      ),
    },
    {
      name: "a builder that is told which of the two it is",
      code: sending(
        'answer({ message: sent.success ? "Sent." : "Sending failed." }, !sent.success)',
        'const answer = (data, failed) => ({ content: [{ type: "text", text: JSON.stringify(data) }], isError: failed });',
      ),
    },
  ],
  [
    {
      name: "one of two values that calls itself a failure",
      code: branching('⟦{ success: false, error: { message: "It was not sent." } }⟧', BOTH),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a refusal that names what the service has, where the test is of the input",
      code: tool(
        `  const orders = await api.list(args.shop);
  if (args.index < 1 || args.index > orders.length) return ⟦{ content: [{ type: "text", text: \`Invalid index. Valid range: 1-\${orders.length}\` }] }⟧;
  return { content: [{ type: "text", text: orders[args.index].id }] };`,
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: "length}` }] }", to: "length}` }], isError: true }" },
        },
      ],
    },
    {
      name: "a refusal that names what stands in the way, where the tool would go on",
      code: tool(
        `  const open = await api.openOrders(args.ids);
  if (open.length > 0) return ⟦{ content: [{ type: "text", text: \`Cannot archive: \${open.join()} are open.\` }] }⟧;
  await api.archive(args.ids);
  return { content: [{ type: "text", text: "Archived." }] };`,
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: "are open.` }] }", to: "are open.` }], isError: true }" },
        },
      ],
    },
    ...["No fields found in this order.", "The order was not found."].map((words) => ({
      name: `nothing there, which the author calls an error and nothing else: ${words}`,
      code: tool(
        `  const fields = await api.fields(args.id);
  if (fields.length === 0) return ⟦{ content: [{ type: "text", text: JSON.stringify({ error: "${words}" }) }] }⟧;
  return { content: [{ type: "text", text: JSON.stringify(await api.query(fields)) }] };`,
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: `${words}" }) }] }`, to: `${words}" }) }], isError: true }` },
        },
      ],
    })),
    {
      name: "a result that says itself that it is none",
      code: tool(
        `  const done = await api.deploy(args);
  if (!done.url) return ⟦{ success: false, content: [{ type: "text", text: "The queue is closed today." }] }⟧;
  const page = await api.open(done.url);
  return { success: true, content: [{ type: "text", text: page.title }] };`,
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: 'today." }] }', to: 'today." }], isError: true }' },
        },
      ],
    },
    {
      name: "data of which the service's own words say why",
      code: branching("⟦{ success: false, sent }⟧"),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a handler that is there where the service is not",
      code: chosen("Sync service not available")
        .replace(/\(\{ content.*\] \}\)/u, "(⟦$&⟧)")
        .replace("(⟦({", "(⟦{")
        .replace("})⟧)", "}⟧)"),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: 'available" }] }', to: 'available" }], isError: true }' },
        },
      ],
    },
    {
      name: "the same in a table of handlers that a function gives",
      code: table("createToolHandlers", `⟦${NO_SYNC}⟧`),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: 'available" }] }', to: 'available" }], isError: true }' },
        },
      ],
    },
    {
      name: "one of two sentences in the JSON of a text",
      code: sending(`⟦${choosing("sent.success", "Sending failed.")}⟧`),
      problems: [
        {
          messageId: "toldByChoice",
          suggest: {
            messageId: "addIsErrorByTest",
            data: { value: "!sent.success" },
            from: '"Sending failed." }) }] }',
            to: '"Sending failed." }) }], isError: !sent.success }',
          },
        },
      ],
    },
    {
      name: "a builder of failures, and nothing more of the sentences that a clause gives it",
      code: tool(
        '  try {\n    return { content: [{ type: "text", text: await api.send(args) }] };\n  } catch (error) {\n    return fail(error instanceof Error ? error.message : "Sending failed.");\n  }',
        'const fail = (error) => (⟦{ content: [{ type: "text", text: JSON.stringify({ success: false, error }) }] }⟧);',
      ),
      problems: [
        {
          messageId: "toldByBuilder",
          suggest: {
            messageId: "addIsError",
            from: "success: false, error }) }] }",
            to: "success: false, error }) }], isError: true }",
          },
        },
      ],
    },
    {
      name: "one of two sentences for a builder of plain results",
      code: sending(
        '⟦text(JSON.stringify({ message: sent.success ? "Sent." : "Sending failed." }))⟧',
        'const text = (text) => ({ content: [{ type: "text", text }], isError: false });',
      ),
      problems: [{ messageId: "toldByChoice" }],
    },
  ],
);
