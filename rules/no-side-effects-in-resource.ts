import { resourcesOf, writingCalls } from "../src/analysis/tools/declared/index.js";
import { createRule } from "../src/create-rule.js";

type Options = readonly [object];
type MessageIds = "writes";

export const noSideEffectsInResource = createRule<Options, MessageIds>({
  name: "no-side-effects-in-resource",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow changes by a function that reads a resource",
      preset: "integration",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      writes:
        "{{resource}} is read, and `{{call}}` {{change}}, but clients read resources on their own, as often as they like, without asking anybody. Move this into a tool.",
    },
  },
  *find({ context, file }) {
    for (const { name, read } of resourcesOf(context)) {
      const first = writingCalls(read.body, file).find(({ isSure }) => isSure);
      if (!first) continue;
      const resource = name === undefined ? "A resource" : `The resource "${name}"`;
      yield {
        node: first.node,
        messageId: "writes",
        data: { resource, call: first.name, change: `${first.change} something` },
      };
    }
  },
});
