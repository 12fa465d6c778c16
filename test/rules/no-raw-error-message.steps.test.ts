import { testRule, tool } from "../support/rule-tester.js";

/** A tool whose clause returns `answer`, beside a builder with these parameters. */
const answering = (answer: string, parameters = "message, nextActions = []"): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await library.read(args.id) }] };\n  } catch (error) {\n    return ${answer};\n  }`,
    `function failed(${parameters}) {\n  const parts = [message];\n  for (const one of [${parameters.replaceAll(/\s*=[^,]*/gu, "")}].flat()) parts.push(String(one));\n  return { isError: true, content: [{ type: "text", text: message + parts.join("\\n") }] };\n}`,
  );

const reported = (name: string, answer: string, parameters?: string) => ({
  name,
  code: answering(answer, parameters),
  problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
});

testRule(
  "no-raw-error-message",
  [
    {
      name: "a builder is given the next steps",
      code: answering('failed(`Not read: ${error.message}`, ["Sign in again"])'),
    },
    {
      name: "a step of another script in a field beside",
      code: answering(
        '{ isError: true, content: [{ type: "text", text: JSON.stringify({ error: error.message, hint: "請檢查連線設定" }) }] }',
      ),
    },
  ],
  [
    reported("a builder is given no step", "failed(⟦error.message⟧)"),
    reported("a builder is given an empty list of steps", "failed(⟦error.message⟧, [])"),
    reported("a builder is given steps that are known at run time", "failed(⟦error.message⟧, args.steps)"),
    reported("a builder is given something else", 'failed(⟦error.message⟧, ["Orders"])', "message, names = []"),
    reported(
      "a field of another script that is no step",
      '{ isError: true, content: [{ type: "text", text: JSON.stringify({ error: ⟦error.message⟧, name: "請檢查連線設定" }) }] }',
    ),
  ],
);
