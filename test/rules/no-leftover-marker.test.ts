import { testRule, tool } from "../support/rule-tester.js";

const done = (comment: string): string => tool(`  ${comment}\n  return { content: [] };`);

testRule(
  "no-leftover-marker",
  [
    { name: "another comment", code: done("/* todo: ask the bank */") },
    {
      name: "a comment that speaks of markers",
      code: done("// The codemod writes mcp-errors-todo above what it leaves."),
    },
    { name: "a string", code: tool('  return { content: [{ type: "text", text: "mcp-errors-todo: what?" }] };') },
    { name: "a longer word", code: done("/* mcp-errors-todos: none */") },
    { name: "no server", code: "/* mcp-errors-todo: what? */ export const a = 1;" },
  ],
  [
    {
      name: "a marker",
      code: done("⟦/* mcp-errors-todo: is a refused card permission or business? */⟧"),
      problems: [{ messageId: "leftover", data: { question: "is a refused card permission or business?" } }],
    },
    {
      name: "in a line comment, without a full stop",
      code: done("⟦// mcp-errors-todo: choose a category⟧"),
      problems: [{ messageId: "leftover", data: { question: "choose a category." } }],
    },
    {
      name: "over lines",
      code: done("⟦/*\n   * mcp-errors-todo: choose a category,\n   * or delete the tool.\n   */⟧"),
      problems: [{ messageId: "leftover", data: { question: "choose a category, or delete the tool." } }],
    },
    { name: "without a question", code: done("⟦/* mcp-errors-todo */⟧"), problems: [{ messageId: "leftoverUnnamed" }] },
  ],
);
