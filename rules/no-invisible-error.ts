import type { TSESTree } from "@typescript-eslint/types";
import type { Carrier } from "../src/analysis/results/contract-fields.js";
import { invisibleIn, isReturnedInVain } from "../src/analysis/results/invisible.js";
import type { Model } from "../src/analysis/model.js";
import { isErrorOutcome, type Returned } from "../src/analysis/catches/returns.js";
import { isInClauseOfValue, isInIdleClause } from "../src/analysis/reachability/idle-tries.js";
import { createRule, type Finding, type Suggestion } from "../src/create-rule.js";
import { suggestedByHelper } from "../src/edits/by-helper.js";
import { asThrow } from "../src/edits/throw-instead.js";
import { writeUnflagged } from "../src/edits/unflagged.js";
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

const MESSAGE_OF_CARRIER: Readonly<Record<Exclude<Carrier, "text">, MessageIds>> = {
  structuredContent: "onlyStructured",
  meta: "onlyMeta",
  result: "onlyTopLevel",
};

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(" and ");
}

function* inResults(model: Model): Generator<Finding<MessageIds>> {
  const returned = model.returns.flatMap(({ outcome, byCall, node }) =>
    !byCall && isErrorOutcome(outcome) && outcome.result.literal === node && outcome.result.texts.length === 0
      ? [{ literal: outcome.result.literal as TSESTree.ObjectExpression, result: outcome.result }]
      : [],
  );
  for (const entry of [...model.returnedResults, ...returned]) {
    if (isInIdleClause(entry.literal, model.file) || isInClauseOfValue(entry.literal, model.file)) continue;
    for (const invisible of invisibleIn(entry, model.file))
      switch (invisible.how) {
        case "empty":
          yield { node: invisible.node, messageId: "emptyContent" };
          break;
        case "carrier":
          if (invisible.carrier !== "text")
            yield {
              node: invisible.node,
              messageId: MESSAGE_OF_CARRIER[invisible.carrier],
              data: { names: quoted(invisible.names) },
            };
          break;
        case "later-block":
          yield { node: invisible.node, messageId: "laterBlock" };
          break;
        case "audience": {
          const last = invisible.node.elements.at(-1) ?? invisible.node;
          const edits = [{ range: [last.range[1], last.range[1]] as const, text: ', "assistant"' }];
          yield { node: invisible.node, messageId: "audience", suggest: [{ messageId: "addAssistant", edits }] };
        }
      }
  }
}

function inVain(returned: Returned, model: Model): Finding<MessageIds> {
  const { node, outcome, reached } = returned;
  const { name, outcomes } = reached.framework;
  const data = { framework: name };
  if (outcomes.failureForm === "neither") return { node, messageId: "neverAnError", data };
  const messageId = outcomes.returnedIsError === "success" ? "returnedInVain" : "replacedByParseError";
  const byHelper = suggestedByHelper(model, (writer) => writeUnflagged({ node, messageId }, returned, model, writer));
  const plain = guardingTry(node) ? undefined : asThrow(node, outcome, model.file);
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
    const seen = new Set<TSESTree.Node | TSESTree.Comment>();
    const findings = [...inResults(model)];
    for (const returned of model.returns)
      if (isReturnedInVain(returned, model.file) && !isInIdleClause(returned.node, model.file))
        findings.push(inVain(returned, model));
    for (const finding of findings) {
      if (seen.has(finding.node)) continue;
      seen.add(finding.node);
      yield finding;
    }
  },
});
