import type { RuleOptions } from "../src/rule-options.js";
import { declarationsIn, meaningOf, wordCount } from "../src/analysis/tools/declared/index.js";
import { createRule } from "../src/create-rule.js";

type Options = [RuleOptions["require-tool-description"]];
type MessageIds = "missing" | "empty" | "repeatsName" | "tooShort";

const MIN_WORDS = 3;

export const requireToolDescription = createRule<Options, MessageIds>({
  name: "require-tool-description",
  meta: {
    type: "problem",
    docs: {
      description: "Require a description of each tool that says more than its name",
      preset: "integration",
    },
    schema: [
      {
        type: "object",
        additionalProperties: false,
        properties: {
          minWords: {
            type: "integer",
            minimum: 1,
            description: "How many words a description has at the least.",
          },
        },
      },
    ],
    defaultOptions: [{ minWords: MIN_WORDS }],
    messages: {
      missing:
        'The tool "{{name}}" has no description, and the model has nothing else to choose it by, beside the tools of all other servers and the client\'s own. Say what it does, when to use it, and what it returns.',
      empty:
        'The description of the tool "{{name}}" is empty, and the model has nothing else to choose it by. Say what the tool does, when to use it, and what it returns.',
      repeatsName:
        'The description of the tool "{{name}}" only repeats its name: "{{description}}". Say what the model can\'t know from the name: what is returned, and when to use this tool rather than another.',
      tooShort:
        'The description of the tool "{{name}}" has {{words}}: "{{description}}". The model prefers tools that are described in more detail. Say what this one does, when to use it, and what it returns.',
    },
  },
  *find({ tools, context }, { minWords = MIN_WORDS }) {
    for (const { name, place, description } of declarationsIn(tools, context)) {
      if (description.kind === "none") yield { node: place, messageId: "missing", data: { name } };
      if (description.kind !== "text") continue;
      const text = description.text.trim();
      const words = wordCount(text);
      const data = { name, description: text, words: words === 1 ? "one word" : `${words} words` };
      if (text === "") yield { node: place, messageId: "empty", data: { name } };
      else if (text === name || (meaningOf(text) !== "" && meaningOf(text) === meaningOf(name)))
        yield { node: place, messageId: "repeatsName", data };
      else if (words < minWords) yield { node: place, messageId: "tooShort", data };
    }
  },
});
