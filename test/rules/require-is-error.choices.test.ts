import { testRule, tool } from "../support/rule-tester.js";

/** A result with one of two sentences in the JSON of its text. */
const choosing = (test: string, sentence: string): string =>
  `{ content: [{ type: "text", text: JSON.stringify({ success: ${test}, message: ${test} ? "Sent." : "${sentence}" }) }] }`;

const sending = (result: string, head = ""): string =>
  tool(`  const sent = await api.send(args);\n  return ${result};`, head);

testRule(
  "require-is-error",
  [
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
      problems: [{ messageId: "toldByBuilder" }],
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
