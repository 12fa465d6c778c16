import path from "node:path";
import {
  declarationsIn,
  meaningOf,
  plainForm,
  serversOffering,
  type DeclaredTool,
  type PlacedTool,
} from "../src/analysis/tools/declared/index.js";
import type { File } from "../src/analysis/file.js";
import { createRule, type Finding } from "../src/create-rule.js";
import { dottedName } from "../src/syntax/names.js";

type Options = readonly [object];
type MessageIds = "sameDescription" | "sameName";

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
        'The tools "{{name}}" and "{{other}}" ({{place}}) have descriptions that say the same thing: "{{description}}". The model can only guess which one to call. Say in each what the other one does not do.',
      sameName:
        'The names "{{name}}" and "{{other}}" ({{place}}) differ only in spelling, so the model takes one for the other. Keep one of the tools, or name what each does differently.',
    },
  },
  *find({ tools, context, file }) {
    const declared = declarationsIn(tools, context);
    if (declared.length === 0) return;
    const servers = [...groupedByServer(declared, file), ...serversOffering(file)];
    const reported = new Set<unknown>();
    for (const finding of servers.flatMap((server) => [...alike(server, file)])) {
      if (!reported.has(finding.node)) yield finding;
      reported.add(finding.node);
    }
  },
});

/** The tools of one file by what they are registered on: those of two servers are never offered as one list by it. */
function groupedByServer(declared: readonly DeclaredTool[], file: File): PlacedTool[][] {
  const servers = new Map<string, PlacedTool[]>();
  for (const one of declared) {
    const { registration } = one.tool ?? {};
    const callee = registration?.type === "CallExpression" ? registration.callee : undefined;
    const server = callee?.type === "MemberExpression" ? (dottedName(callee.object) ?? "") : "";
    servers.set(server, [...(servers.get(server) ?? []), { file, declared: one }]);
  }
  return [...servers.values()];
}

/** The tools of a file that cannot be told from one that the server got before. */
function* alike(server: readonly PlacedTool[], file: File): Generator<Finding<MessageIds>> {
  const byName = new Map<string, PlacedTool>();
  const byText = new Map<string, PlacedTool>();
  for (const placed of server) {
    const { name, place: node, description } = placed.declared;
    const meaning = description.kind === "text" ? plainForm(description.text) : "";
    const sameName = byName.get(meaningOf(name));
    const sameText = byText.get(meaning);
    const data = (other: PlacedTool): Record<string, string> => ({
      name,
      other: other.declared.name,
      place: placeOf(other, file),
    });
    // The same tool may be written down twice, for two ways to start the server.
    if (placed.file.filename === file.filename)
      if (sameName && sameName.declared.name !== name && !isSpeltApart(sameName.declared.name, name))
        yield { node, messageId: "sameName", data: data(sameName) };
      else if (sameText && sameText.declared.name !== name)
        yield {
          node,
          messageId: "sameDescription",
          data: {
            ...data(sameText),
            description: description.kind === "text" ? shortened(description.text.trim()) : "",
          },
        };
    if (!sameName) byName.set(meaningOf(name), placed);
    if (meaning !== "" && !sameText) byText.set(meaning, placed);
  }
}

function placeOf({ file, declared }: PlacedTool, from: File): string {
  const line = `line ${file.lineOf(declared.place)}`;
  if (file.filename === from.filename) return line;
  return `${path.relative(path.dirname(from.filename), file.filename).split(path.sep).join("/")}, ${line}`;
}

/** `get_order` and `get_orders`: one thing and several is a difference that models know. */
function isSpeltApart(one: string, other: string): boolean {
  const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters(one) !== letters(other);
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
