import { testRule, tool } from "../support/rule-tester.js";

const WRITTEN = '{ content: [{ type: "text", text: JSON.stringify(data) }] }';
const flagged = (from: string) => ({ messageId: "addIsError", from, to: from.replace(/ \}$/u, ", isError: true }") });

/** A tool whose answer is put together step by step, and given up in a branch. */
const inBranch = (steps: string, answer = WRITTEN): string =>
  tool(
    `  let data = {};
  const order = await load(args);
  if (order.closed) {
    data.note = "The order was closed on Monday.";
    ${steps}
    return ${answer};
  }
  data = { order };
  return ${WRITTEN};`,
  );

testRule(
  "require-is-error",
  [
    { name: "a flag that is set for another return", code: inBranch("if (order.late) data.isError = true;") },
    { name: "a flag that says it is none", code: inBranch("data.isError = false;") },
    { name: "a flag that is taken back", code: inBranch("data.isError = true;\n    data.isError = false;") },
    {
      name: "a flag in the text and on the result",
      code: inBranch(
        "data.isError = true;",
        '{ content: [{ type: "text", text: JSON.stringify(data) }], isError: true }',
      ),
    },
    { name: "the flag of something else", code: inBranch("order.isError = true;") },
    {
      name: "the flag that the result gets itself",
      code: tool(
        '  const result = { content: [{ type: "text", text: JSON.stringify(args) }] };\n  result.isError = true;\n  return result;',
      ),
    },
    {
      name: "a flag that is found out",
      code: tool(
        '  const run = await load(args);\n  return { content: [{ type: "text", text: JSON.stringify({ id: run.id, isError: run.isError }) }] };',
      ),
    },
    {
      name: "the flag of a part of the answer",
      code: tool(
        '  const run = await load(args);\n  return { content: [{ type: "text", text: JSON.stringify({ run, isErrorOf: { isError: false } }) }] };',
      ),
    },
  ],
  [
    {
      name: "a flag that is set right before the object is written as text",
      code: inBranch("data.isError = true;", `⟦${WRITTEN}⟧`),
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: `    return ${WRITTEN};\n  }`,
            to: `    return ${WRITTEN.replace(/ \}$/u, ", isError: true }")};\n  }`,
          },
        },
      ],
    },
    {
      name: "a flag that is written in the JSON, where no test asks for an error",
      code: tool(
        '  return ⟦{ content: [{ type: "text", text: JSON.stringify({ note: "Not there yet.", isError: true }) }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: flagged(
            '{ content: [{ type: "text", text: JSON.stringify({ note: "Not there yet.", isError: true }) }] }',
          ),
        },
      ],
    },
    {
      name: "a flag in an object that is written later",
      code: tool(
        '  const data = { note: "Not there yet.", isError: true };\n  return ⟦{ content: [{ type: "text", text: JSON.stringify(data) }] }⟧;',
      ),
      problems: [{ messageId: "toldAsText", suggest: flagged(WRITTEN) }],
    },
  ],
);
