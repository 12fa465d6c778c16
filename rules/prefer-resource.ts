import type { DeclaredTool } from "../src/analysis/tools/declared/index.js";
import { changesOf, contentWords, declarationsIn, parametersOf } from "../src/analysis/tools/declared/index.js";
import { createRule } from "../src/create-rule.js";

type Options = readonly [object];
type MessageIds = "catalogue";

/** What a tool lists, or gets one of: `list_orders`, `getAllOrders`, `get_order` → order. */
function subjectOf(name: string, verbs: RegExp): string | undefined {
  const [verb = "", ...subject] = contentWords(name);
  return verbs.test(verb) && subject.length > 0 ? subject.join(" ") : undefined;
}

function takesNothing({ schema }: DeclaredTool): boolean {
  if (typeof schema === "string") return schema === "none";
  return parametersOf(schema)?.length === 0;
}

function takesSomething({ schema }: DeclaredTool): boolean {
  return typeof schema !== "string" && (parametersOf(schema)?.length ?? 0) > 0;
}

export const preferResource = createRule<Options, MessageIds>({
  name: "prefer-resource",
  meta: {
    type: "suggestion",
    docs: {
      description: "Prefer a resource to a tool that lists everything there is",
      preset: "strict",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      catalogue:
        'The tool "{{name}}" takes no arguments and lists what "{{twin}}" gets one by one, so the model has to call it just to find out what there is. As a resource, such as `{{uri}}`, the list can be in its context from the start.',
    },
  },
  *find({ tools, context, file }) {
    const declared = declarationsIn(tools, context);
    for (const list of declared) {
      const subject = subjectOf(list.name, /^list$/u);
      if (subject === undefined || !takesNothing(list)) continue;
      const twin = declared.find(
        (other) => subjectOf(other.name, /^(?:get|read|fetch|describe|show)$/u) === subject && takesSomething(other),
      );
      if (!twin || changesOf(list, file).length > 0) continue;
      const uri = `${subject.replaceAll(" ", "-")}://list`;
      yield { node: list.place, messageId: "catalogue", data: { name: list.name, twin: twin.name, uri } };
    }
  },
});
