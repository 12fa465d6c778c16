import type { TSESTree } from "@typescript-eslint/types";
import { statesFailure } from "../src/analysis/answers.js";
import type { DroppedFlag } from "../src/analysis/dropped-flags.js";
import type { File } from "../src/analysis/file.js";
import { outcomesOf, wordsOfOutcome } from "../src/analysis/results.js";
import { givesErrorValue } from "../src/analysis/refused-answers.js";
import { rootEnv } from "../src/analysis/values.js";
import { opensWithFailure } from "../src/contract/lexicon.js";
import { flagsFailure, isErrorOutcome, speaksOfFailure, type Returned } from "../src/analysis/returns.js";
import { answersStatus } from "../src/analysis/status-answers.js";
import { answersUnparsed } from "../src/analysis/unparsed.js";
import { createRule, type Finding, type Suggestion } from "../src/create-rule.js";
import { suggestedByHelper } from "../src/edits/by-helper.js";
import { addIsError } from "../src/edits/result-literal.js";
import { keepsContract, writeUnflagged } from "../src/edits/unflagged.js";

type Options = [object];
type MessageIds =
  | "toldAsText"
  | "toldByCall"
  | "toldByBuilder"
  | "flagDropped"
  | "failureAsData"
  | "ownFailureAsData"
  | "returnedWhereThrowIsNeeded"
  | "neverAnError"
  | "addIsError"
  | "useToolError";

const MESSAGE_OF: Readonly<Record<DroppedFlag["how"], MessageIds>> = {
  flag: "flagDropped",
  data: "failureAsData",
  "own-data": "ownFailureAsData",
};

/** True for a failure that the model only learns of from ordinary text or data. */
function isUnflagged(returned: Returned, file: File): boolean {
  const { outcome, failure, reached, tellsCause } = returned;
  if (returned.form !== "return" || reached.role !== "result") return false;
  if (!isOrdinary(returned) || answersStatus(returned, file)) return false;
  if (returned.byCall && outcome.kind === "tool-result" && returned.afterFailure && failure === "none") return false;
  if (failure === "none") return !returned.byCall && outcome.kind === "tool-result" && statesFailure(outcome.result);
  if (failure === "error-value" && tellsCause && givesErrorValue(returned, file)) return true;
  return speaksOfFailure(returned) || (failure === "caught" && tellsCause && !answersUnparsed(returned, file));
}

/** The framework makes a success of the value; what is flagged in vain is left to `no-invisible-error`. */
function isOrdinary({ outcome, reached }: Returned): boolean {
  const { outcomes } = reached.framework;
  switch (outcome.kind) {
    case "tool-result":
      return outcome.result.isError === "absent" || outcome.result.isError === "false";
    case "text":
      // Whatever a wrapper of the project makes of a string, it cannot know that this one is a failure.
      return !reached.certain || outcomes.returnedString === "success";
    case "data":
      return reached.certain && outcomes.returnedObject === "success" && flagsFailure(outcome);
    default:
      return false;
  }
}

/** The literal of a function of this file that only builds failures: the flag is missing there, once. */
function ownBuilder({ outcome, byCall, node }: Returned, file: File): TSESTree.Node | undefined {
  if (!byCall || outcome.kind !== "tool-result" || outcome.result.env.file !== file) return undefined;
  const { literal } = outcome.result;
  if (literal.range[0] >= node.range[0] && literal.range[1] <= node.range[1]) return undefined;
  const own = outcomesOf({ node: literal, env: rootEnv(file) });
  return own.some((bare) => opensWithFailure(wordsOfOutcome(bare)) || flagsFailure(bare)) ? literal : undefined;
}

export const requireIsError = createRule<Options, MessageIds>({
  name: "require-is-error",
  meta: {
    type: "problem",
    docs: {
      description: "Require failures to be flagged with isError: true, not only told in the text",
      preset: "defects",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      toldAsText:
        "This failure is told only in ordinary text or data: the model gets a successful result. Return a result with `isError: true`, or throw where the framework turns a throw into an error result.",
      toldByCall:
        "`{{callee}}` returns an ordinary result without `isError: true`: the model gets this failure as a success. Set the flag where the result is built.",
      toldByBuilder:
        "This function builds results for failures, but without `isError: true`: the model takes each of them for a success. Add the flag here.",
      flagDropped:
        "Only the text of a tool result is passed on here: its `isError` flag is lost, and the model gets a failure as a success. Pass the failure on ({{form}}).",
      failureAsData:
        "`{{callee}}()` turns a failure of its work into ordinary data, which goes out here in a successful result: the model does not see it as a failure. Let it throw, or look for the failure here and pass it on ({{form}}).",
      ownFailureAsData:
        "What `{{callee}}()` gives goes out whole in a successful result: the model does not see this failure as one. Throw it here, or look for it where the result is built and pass it on ({{form}}).",
      returnedWhereThrowIsNeeded:
        "{{framework}} makes a success of every returned value, `isError: true` included: the model does not see this failure as one. Throw an error instead.",
      neverAnError:
        "{{framework}} drops `isError` and turns a throw into a protocol error: the model cannot see this failure as one. Serve the tool with another transport class.",
      addIsError: "Add `isError: true` to the result.",
      useToolError: "Build the failure with the typed helper.",
    },
  },
  *find(model) {
    const seen = new Set<unknown>();
    // A call that flags one of its outcomes decides by what it is given: its other outcomes are not for this one.
    const decided = new Set(
      model.returns
        .filter(
          ({ outcome, byCall }) =>
            byCall && (isErrorOutcome(outcome) || outcome.kind === "throws" || outcome.kind === "unknown"),
        )
        .map(({ node }) => node),
    );
    for (const returned of model.returns) {
      if (!isUnflagged(returned, model.file) || seen.has(returned.node) || decided.has(returned.node)) continue;
      seen.add(returned.node);
      const builder = ownBuilder(returned, model.file);
      if (builder && seen.has(builder)) continue;
      seen.add(builder);
      yield builder ? { node: builder, messageId: "toldByBuilder" } : describe(returned);
    }
    for (const { node, outcome } of model.toldLater) {
      if (seen.has(node)) continue;
      seen.add(node);
      const edits =
        outcome?.kind === "tool-result" && outcome.ref.node === node && addIsError(outcome.result.literal, model.file);
      yield { node, messageId: "toldAsText", suggest: edits ? [{ messageId: "addIsError", edits }] : [] };
    }
    for (const dropped of model.droppedFlags) {
      if (seen.has(dropped.node)) continue;
      seen.add(dropped.node);
      const { failureForm } = dropped.reached.framework.outcomes;
      const throws = failureForm === "throw";
      yield {
        node: dropped.node,
        messageId: MESSAGE_OF[dropped.how],
        data: {
          callee: dropped.callee,
          form: throws ? "throw an error" : dropped.how === "flag" ? "return the whole result" : "with `isError: true`",
        },
      };
    }

    function describe(returned: Returned) {
      const { reached, node } = returned;
      const { framework } = reached;
      const name = framework.name;
      if (reached.certain && framework.outcomes.failureForm === "throw")
        return withHelper(returned, { messageId: "returnedWhereThrowIsNeeded", data: { framework: name } });
      if (reached.certain && framework.outcomes.failureForm === "neither")
        return { node, messageId: "neverAnError" as const, data: { framework: name } };
      if (returned.byCall && node.type === "CallExpression" && returned.outcome.kind !== "text")
        return withHelper(returned, { messageId: "toldByCall", data: { callee: model.file.textOf(node.callee) } });
      return withHelper(returned, { messageId: "toldAsText", suggest: suggestions(returned) });
    }

    /** What the codemod writes comes first, where the project has the helper. */
    function withHelper(returned: Returned, finding: Omit<Finding<MessageIds>, "node">): Finding<MessageIds> {
      const { node } = returned;
      const edits = keepsContract(returned)
        ? undefined
        : suggestedByHelper(model, (writer) =>
            writeUnflagged({ node, messageId: finding.messageId }, returned, model, writer),
          );
      const byHelper = edits ? [{ messageId: "useToolError" as const, edits }] : [];
      return { ...finding, node, suggest: [...byHelper, ...(finding.suggest ?? [])] };
    }

    function suggestions({ node, outcome }: Returned): Suggestion<MessageIds>[] {
      if (outcome.kind !== "tool-result" || outcome.ref.env.file !== model.file || outcome.ref.node !== node) return [];
      const edits = addIsError(outcome.result.literal, model.file);
      return edits ? [{ messageId: "addIsError", edits }] : [];
    }
  },
});
