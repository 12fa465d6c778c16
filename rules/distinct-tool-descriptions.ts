import { declarationsIn, meaningOf, plainForm, type DeclaredTool } from "../src/analysis/tools/declared/index.js";
import { createRule } from "../src/create-rule.js";
import { dottedName } from "../src/syntax/names.js";

type Options = readonly [object];
type MessageIds = "sameDescription" | "sameName";

/** What the tool is registered on: tools of two servers are never offered as one list by this file. */
function serverOf({ tool }: DeclaredTool): string {
  const { registration } = tool ?? {};
  const callee = registration?.type === "CallExpression" ? registration.callee : undefined;
  return callee?.type === "MemberExpression" ? (dottedName(callee.object) ?? "") : "";
}

export const distinctToolDescriptions = createRule<Options, MessageIds>({
  name: "distinct-tool-descriptions",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow tools of one server that the model cannot tell apart",
      preset: "integration",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      sameDescription:
        'The tools "{{name}}" and "{{other}}" (line {{line}}) have descriptions that say the same: "{{description}}". The model can only guess which one to call. Say in each what the other one does not do.',
      sameName:
        'The names "{{name}}" and "{{other}}" (line {{line}}) differ in their spelling only: the model takes one for the other. Keep one of the tools, or say in the name what it does differently.',
    },
  },
  *find({ tools, context, file }) {
    const seen = new Map<string, DeclaredTool>();
    for (const declared of declarationsIn(tools, context)) {
      const { name, place, description } = declared;
      const line = (other: DeclaredTool): string => String(file.lineOf(other.place));
      const server = serverOf(declared);
      const nameKey = `name ${server} ${meaningOf(name)}`;
      const meaning = description.kind === "text" ? plainForm(description.text) : "";
      const textKey = `text ${server} ${meaning}`;
      const sameName = seen.get(nameKey);
      const sameText = meaning === "" ? undefined : seen.get(textKey);
      // The same tool may be written down twice, for two ways to start the server.
      if (sameName && sameName.name !== name && !isSpeltApart(sameName.name, name))
        yield { node: place, messageId: "sameName", data: { name, other: sameName.name, line: line(sameName) } };
      else if (sameText && sameText.name !== name)
        yield {
          node: place,
          messageId: "sameDescription",
          data: {
            name,
            other: sameText.name,
            line: line(sameText),
            description: description.kind === "text" ? shortened(description.text.trim()) : "",
          },
        };
      if (!sameName) seen.set(nameKey, declared);
      if (meaning !== "" && !sameText) seen.set(textKey, declared);
    }
  },
});

/** `get_order` and `get_orders`: one thing and several is a difference that models know. */
function isSpeltApart(one: string, other: string): boolean {
  const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters(one) !== letters(other);
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
