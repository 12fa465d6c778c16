import { declarationsIn, parametersOf } from "../src/analysis/tools/declared/index.js";
import { createRule } from "../src/create-rule.js";

type Options = readonly [object];
type MessageIds = "undescribed";

export const requireParameterDescription = createRule<Options, MessageIds>({
  name: "require-parameter-description",
  meta: {
    type: "suggestion",
    docs: {
      description: "Require a description of each parameter of a tool",
      preset: "strict",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      undescribed:
        'The tool "{{name}}" doesn\'t say what {{parameters}} {{verb}}, so the model guesses formats, units and allowed values. Add `{{how}}`.',
    },
  },
  *find({ tools, context, file }) {
    for (const { name, place, schema } of declarationsIn(tools, context)) {
      if (typeof schema === "string") continue;
      const missing = (parametersOf(schema) ?? []).filter(({ isDescribed }) => isDescribed === false);
      const [first] = missing;
      if (!first) continue;
      yield {
        // One finding for a tool; its schema may stand in another file.
        node: first.file === file ? first.node : place,
        messageId: "undescribed",
        data: {
          name,
          parameters: missing.map((parameter) => `\`${parameter.name}\``).join(", "),
          verb: missing.length === 1 ? "is" : "are",
          how: first.how,
        },
      };
    }
  },
});
