import type { TSESTree } from "@typescript-eslint/types";
import type { Exit } from "../src/analysis/exits/exits.js";
import type { Placed } from "../src/analysis/exits/queries.js";
import type { Unflagged } from "../src/analysis/exits/unflagged.js";
import type { Model } from "../src/analysis/model.js";
import { createRule, type Finding, type Suggestion } from "../src/create-rule.js";
import { suggestedByHelper } from "../src/edits/by-helper.js";
import { addIsError } from "../src/edits/result-literal.js";
import { keepsContract, writeUnflagged } from "../src/edits/unflagged.js";

type Options = [object];
type MessageIds =
  | "toldAsText"
  | "toldByChoice"
  | "toldByBuilder"
  | "flagDropped"
  | "failureAsData"
  | "returnedWhereThrowIsNeeded"
  | "checkedAgainstSchema"
  | "neverAnError"
  | "addIsError"
  | "addIsErrorByTest"
  | "useToolError";

const MESSAGE_OF: Readonly<Record<Unflagged["how"], MessageIds>> = {
  result: "toldAsText",
  builder: "toldByBuilder",
  data: "failureAsData",
  choice: "toldByChoice",
  dropped: "flagDropped",
};

/** Where the flag does not make an error of what is returned, a result needs something else than the flag. */
function inVain({ tool, framework }: Exit): MessageIds | undefined {
  const { failureForm, returnedIsError } = framework.outcomes;
  if (!tool.certain || failureForm === "either" || failureForm === "return") return undefined;
  if (failureForm === "neither") return "neverAnError";
  return returnedIsError === "success" ? "returnedWhereThrowIsNeeded" : "checkedAgainstSchema";
}

/** How a failure is passed on whose flag was lost on the way into a result, or that came as data. */
function formOf({ how, exit: { framework } }: Unflagged): string {
  switch (framework.outcomes.failureForm) {
    case "throw":
      return "throw an error";
    case "neither":
      return `in words, as ${framework.name} drops \`isError\` and makes a protocol error of a throw`;
    default:
      return how === "dropped" ? "return the whole result" : "with `isError: true`";
  }
}

export const requireIsError = createRule<Options, MessageIds>({
  name: "require-is-error",
  meta: {
    type: "problem",
    docs: {
      description: "Require failures to be flagged with isError: true, not only described in the text",
      preset: "defects",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      toldAsText:
        "This failure is only described in text or data: `isError` is missing, so it looks like a success to the model. Return a result with `isError: true`, or throw where the framework turns a throw into an error result.",
      toldByChoice:
        "One of the two texts describes a failure, but the result is the same for both, so the model gets a success. Set `isError` by the same condition, or return the failure separately.",
      toldByBuilder:
        "This function builds results for failures without `isError: true`, so each of them looks like a success to the model. Add the flag here.",
      flagDropped:
        "Only the text of a tool result is passed on here: its `isError` flag is lost, so a failure looks like a success to the model. Pass the failure on ({{form}}).",
      failureAsData:
        "This failure is returned as data, and a successful result is built from it, so the model doesn't see a failure. Check for it where the result is built and pass it on ({{form}}), or throw it here where that becomes an error result.",
      returnedWhereThrowIsNeeded:
        "{{framework}} turns every returned value into a success, even if `isError: true` is set, so the model doesn't see a failure. Throw an error instead.",
      checkedAgainstSchema:
        "{{framework}} validates every returned value against the output schema, so the model gets this failure as a success if it matches, or an error of {{framework}} in its place. Throw an error instead.",
      neverAnError:
        "{{framework}} drops `isError` and turns a throw into a protocol error, so neither way shows the model a failure. Describe in the text that the call failed, and serve the tool with a server class that keeps the flag.",
      addIsError: "Add `isError: true` to the result.",
      addIsErrorByTest: "Add `isError: {{value}}` to the result.",
      useToolError: "Build the failure with the typed helper.",
    },
  },
  *find(model) {
    for (const unflagged of model.flow.unflagged) yield describe(unflagged, model);
  },
});

function describe(unflagged: Placed<Unflagged>, model: Model): Finding<MessageIds> {
  const { node, how, exit } = unflagged;
  const vain = inVain(exit);
  const messageId = vain && how !== "dropped" ? vain : MESSAGE_OF[how];
  const data = { framework: exit.framework.name, form: formOf(unflagged) };
  return { node, messageId, data, suggest: [...byHelper(node, messageId, model), ...(vain ? [] : flagged(unflagged, model))] };
}

/** What the codemod writes comes first, where the project has the helper. */
function byHelper(node: TSESTree.Node, messageId: MessageIds, model: Model): Suggestion<MessageIds>[] {
  const returned = model.returns.find((one) => one.node === node);
  if (!returned || keepsContract(returned)) return [];
  const edits = suggestedByHelper(model, (writer) => writeUnflagged({ node, messageId }, returned, model, writer));
  return edits ? [{ messageId: "useToolError", edits }] : [];
}

function flagged({ node, how, test }: Placed<Unflagged>, { file }: Model): Suggestion<MessageIds>[] {
  if (node.type !== "ObjectExpression" || how === "dropped") return [];
  if (how !== "choice") {
    const edits = addIsError(node, file);
    return edits ? [{ messageId: "addIsError", edits }] : [];
  }
  if (!test) return [];
  const text = file.textOf(test.site.node);
  const isPlain = /^(?:Identifier|MemberExpression|CallExpression)$/u.test(test.site.node.type);
  const value = test.holds ? `Boolean(${text})` : isPlain ? `!${text}` : `!(${text})`;
  const edits = addIsError(node, file, value);
  return edits ? [{ messageId: "addIsErrorByTest", data: { value }, edits }] : [];
}
