import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "leftover" | "leftoverUnnamed";

/** What `migrate` writes above a statement that it could not decide: `mcp-errors-todo: what to decide`, in a comment. */
const MARKER = /^[\s*]*mcp-errors-todo\b:?(?<question>[\s\S]*)$/u;

export const noLeftoverMarker = createRule<Options, MessageIds>({
  name: "no-leftover-marker",
  meta: {
    type: "suggestion",
    docs: { description: "Disallow undecided markers of the codemods", preset: "recommended" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      leftover:
        "The migration left a decision open: {{question}} Until then, the model gets the failure as before. Decide, and delete the marker.",
      leftoverUnnamed:
        "The migration left a decision open here. Until then, the model gets the failure as before. Decide, and delete the marker.",
    },
  },
  *find(model) {
    if (!model.file.text.includes("mcp-errors-todo")) return;
    for (const comment of model.file.comments()) {
      const match = MARKER.exec(comment.value);
      if (!match) continue;
      const question = (match.groups?.["question"] ?? "").replace(/[\s*]+/gu, " ").trim();
      yield question === ""
        ? { node: comment, messageId: "leftoverUnnamed" }
        : {
            node: comment,
            messageId: "leftover",
            data: { question: /[.?!]$/u.test(question) ? question : `${question}.` },
          };
    }
  },
});
