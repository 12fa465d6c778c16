import type { Carrier, Invisible } from "../src/analysis/exits/invisible.js";
import type { Placed } from "../src/analysis/exits/queries.js";
import type { Model } from "../src/analysis/model.js";
import { createRule, type Finding, type Suggestion } from "../src/create-rule.js";
import { suggestedByHelper } from "../src/edits/by-helper.js";
import { asThrow } from "../src/edits/throw-instead.js";
import { returnedAt, writeUnflagged } from "../src/edits/unflagged.js";
import { guardingTry } from "../src/analysis/catches/tries.js";

type Options = [object];
type MessageIds =
  | "emptyContent"
  | "onlyStructured"
  | "onlyMeta"
  | "onlyTopLevel"
  | "laterBlock"
  | "audience"
  | "returnedInVain"
  | "replacedByParseError"
  | "neverAnError"
  | "addAssistant"
  | "throwInstead"
  | "useToolFailure";

const MESSAGE_OF_CARRIER: Readonly<Record<Carrier, MessageIds>> = {
  structuredContent: "onlyStructured",
  _meta: "onlyMeta",
  result: "onlyTopLevel",
};

function findingOf(invisible: Placed<Invisible>, model: Model): Finding<MessageIds> {
  const { node } = invisible;
  switch (invisible.how) {
    case "empty":
      return { node, messageId: "emptyContent" };
    case "carrier": {
      const names = invisible.names.map((name) => `\`${name}\``).join(" and ");
      return { node, messageId: MESSAGE_OF_CARRIER[invisible.carrier], data: { names } };
    }
    case "later block":
      return { node, messageId: "laterBlock" };
    case "audience": {
      const last = node.type === "ArrayExpression" ? node.elements.at(-1) : undefined;
      const edits = last ? [{ range: [last.range[1], last.range[1]] as const, text: ', "assistant"' }] : [];
      return { node, messageId: "audience", suggest: last ? [{ messageId: "addAssistant", edits }] : [] };
    }
    case "in vain":
      return inVain(invisible, model);
  }
}

function inVain({ node, exit }: Placed<Invisible>, model: Model): Finding<MessageIds> {
  const { name, outcomes } = exit.framework;
  const data = { framework: name };
  if (outcomes.failureForm === "neither") return { node, messageId: "neverAnError", data };
  const messageId = outcomes.returnedIsError === "success" ? "returnedInVain" : "replacedByParseError";
  const returned = returnedAt(node, model);
  const byHelper = suggestedByHelper(model, (writer) => writeUnflagged({ node, messageId }, returned, model, writer));
  const plain = guardingTry(node) ? undefined : asThrow(node, model.file);
  const suggest: Suggestion<MessageIds>[] = [
    ...(byHelper ? [{ messageId: "useToolFailure" as const, edits: byHelper }] : []),
    ...(plain ? [{ messageId: "throwInstead" as const, edits: plain }] : []),
  ];
  return { node, messageId, data, suggest };
}

export const noInvisibleError = createRule<Options, MessageIds>({
  name: "no-invisible-error",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow error details where the model doesn't see them",
      preset: "defects",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      emptyContent:
        'This error has no text, so clients show the model "Unknown error" or nothing. Describe in the first text block what failed and what to do next.',
      onlyStructured:
        "{{names}} are only in `structuredContent`, which most clients drop from errors, so the model never sees them. Put the same object as JSON into the first text block.",
      onlyMeta:
        "{{names}} are only in `_meta`, which almost no client shows, so the model never sees them. Put the same object as JSON into the first text block.",
      onlyTopLevel:
        "{{names}} are next to `isError`, which clients ignore, so the model never sees them. Put them as JSON into the first text block.",
      laterBlock:
        "The error fields aren't in the first block, and some clients pass on only that one, so the model gets the prose without them. Make the JSON the first block.",
      audience:
        'This block isn\'t for the `"assistant"`, so clients that respect `audience` hide it from the model. Add `"assistant"`, or remove `audience`.',
      returnedInVain:
        "{{framework}} turns every returned value into a success, even if `isError: true` is set, so this failure looks like a success. Throw an error with this text instead.",
      replacedByParseError:
        "{{framework}} validates every returned value against the output schema and replaces this one with its own error, so the model never reads the text. Throw an error with it instead.",
      neverAnError:
        "{{framework}} drops `isError` from returned values and turns a throw into a protocol error, so neither way shows the model a failure. Describe in the text that the call failed, and serve the tool with a server class that keeps the flag.",
      addAssistant: 'Add `"assistant"` to the audience.',
      throwInstead: "Throw an `Error` with this text.",
      useToolFailure: "Throw the failure with the typed helper.",
    },
  },
  *find(model) {
    for (const invisible of model.told.invisible) yield findingOf(invisible, model);
  },
});
