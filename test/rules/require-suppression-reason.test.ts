import { testRule, tool } from "../support/rule-tester.js";

const done = (comment: string): string => tool(`  ${comment}\n  return { content: [] };`);
const RULE = "mcp-errors/require-is-error";
const rules = `\`${RULE}\``;

testRule(
  "require-suppression-reason",
  [
    { name: "with a reason", code: done(`// eslint-disable-next-line ${RULE} -- the old client needs plain text`) },
    { name: "another plugin", code: done("// eslint-disable-next-line no-console") },
    { name: "all rules: not a directive about these", code: done("/* eslint-disable */") },
    { name: "the end of a directive", code: done(`/* eslint-enable ${RULE} */`) },
    { name: "a severity, not off", code: done(`/* eslint ${RULE}: "warn" */`) },
    { name: "off, with a reason", code: done(`/* eslint ${RULE}: "off" -- this server answers in plain text */`) },
    { name: "named in the reason alone", code: done(`// eslint-disable-next-line no-console -- ${RULE} is on`) },
    { name: "a comment that speaks of it", code: done(`// Do not write eslint-disable ${RULE} here.`) },
    { name: "no server", code: `// eslint-disable-next-line ${RULE}\nexport const a = 1;` },
  ],
  [
    {
      name: "the next line",
      code: done(`⟦// eslint-disable-next-line ${RULE}⟧`),
      problems: [{ messageId: "missingReason", data: { rules } }],
    },
    {
      name: "this line",
      code: done(`log(1); ⟦// eslint-disable-line ${RULE}⟧`),
      problems: [{ messageId: "missingReason", data: { rules } }],
    },
    {
      name: "from here on, among others",
      code: done(`⟦/* eslint-disable no-console, ${RULE} */⟧`),
      problems: [{ messageId: "missingReason", data: { rules } }],
    },
    {
      name: "two rules",
      code: done(`⟦/* eslint-disable ${RULE}, mcp-errors/no-error-leak -- todo */⟧`),
      problems: [
        { messageId: "emptyReason", data: { rules: `${rules}, \`mcp-errors/no-error-leak\``, reason: "todo" } },
      ],
    },
    {
      name: "off for the file",
      code: done(`⟦/* eslint ${RULE}: "off" */⟧`),
      problems: [{ messageId: "missingReason", data: { rules } }],
    },
    {
      name: "off for the file, as a number",
      code: done(`⟦/* eslint "${RULE}": [0] */⟧`),
      problems: [{ messageId: "missingReason", data: { rules } }],
    },
    {
      name: "a word that is no reason",
      code: done(`⟦// eslint-disable-next-line ${RULE} -- false positive⟧`),
      problems: [{ messageId: "emptyReason", data: { rules, reason: "false positive" } }],
    },
  ],
);
