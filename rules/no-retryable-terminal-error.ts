import { createRule } from "../src/create-rule.js";
import { setNotRetryable } from "../src/edits/not-retryable.js";

type Options = [object];
type MessageIds = "retryableTerminal" | "retryableStatus" | "retryableClass" | "setFalse";

export const noRetryableTerminalError = createRule<Options, MessageIds>({
  name: "no-retryable-terminal-error",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow marking permission, business and validation errors as retryable",
      preset: "defects",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      retryableTerminal:
        "A {{category}} error is marked `{{name}}: true`, so the model repeats a call that can't succeed. Set it to false, and describe what has to change first.",
      retryableStatus:
        "HTTP {{status}} is a {{category}} error, but `{{name}}` is true, so the model repeats a call that can't succeed. Set it to false.",
      retryableClass:
        "`{{className}}` is a {{category}} error, but `{{name}}` is true, so the model repeats a call that can't succeed. Set it to false.",
      setFalse: "Set `{{name}}` to false.",
    },
  },
  *find(model) {
    for (const { node, field, category, status, className } of model.told.retryableTerminals) {
      const { name } = field;
      const edits = setNotRetryable(node, model.file);
      const suggest = edits ? [{ messageId: "setFalse" as const, data: { name }, edits }] : [];
      if (className !== undefined)
        yield { node, messageId: "retryableClass", data: { category, name, className }, suggest };
      else if (status === undefined) yield { node, messageId: "retryableTerminal", data: { category, name }, suggest };
      else yield { node, messageId: "retryableStatus", data: { category, name, status: String(status) }, suggest };
    }
  },
});
