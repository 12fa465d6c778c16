import type { TSESTree } from "@typescript-eslint/types";
import type { ReachedFunction } from "../src/analysis/tools/reach.js";
import type { Placed } from "../src/analysis/exits/queries.js";
import type { Unflagged } from "../src/analysis/exits/unflagged.js";
import type { File } from "../src/analysis/file.js";
import type { Model } from "../src/analysis/model.js";
import type { Framework } from "../src/frameworks/index.js";
import { functionName, literalProperty } from "../src/syntax/names.js";
import { enclosingFunction } from "../src/syntax/tree.js";
import { createRule, type Finding, type Suggestion } from "../src/create-rule.js";
import { suggestedByHelper } from "../src/edits/by-helper.js";
import { addIsError } from "../src/edits/result-literal.js";
import { keepsContract, returnedAt, writeUnflagged } from "../src/edits/unflagged.js";

type Options = [object];
type MessageIds =
  | "toldAsText"
  | "toldByChoice"
  | "toldByBuilder"
  | "flagDropped"
  | "ownFailureAsData"
  | "returnedWhereThrowIsNeeded"
  | "checkedAgainstSchema"
  | "neverAnError"
  | "addIsError"
  | "addIsErrorByTest"
  | "useToolError";

const OF_EXIT: Readonly<Record<Unflagged["how"], MessageIds>> = {
  result: "toldAsText",
  builder: "toldByBuilder",
  data: "ownFailureAsData",
  choice: "toldByChoice",
  dropped: "flagDropped",
};

/** Where the flag does not make an error of what is returned, a result needs something else than the flag. */
function inVain({
  certain,
  framework,
}: Pick<ReachedFunction, "certain" | "framework">): Omit<Finding<MessageIds>, "node"> | undefined {
  const { failureForm, returnedIsError } = framework.outcomes;
  const data = { framework: framework.name };
  if (!certain || failureForm === "either" || failureForm === "return") return undefined;
  if (failureForm === "neither") return { messageId: "neverAnError", data };
  return { messageId: returnedIsError === "success" ? "returnedWhereThrowIsNeeded" : "checkedAgainstSchema", data };
}

/** How a failure is passed on whose mark was lost on the way into a result. */
function formOf(isDropped: boolean, framework: Framework): string {
  switch (framework.outcomes.failureForm) {
    case "throw":
      return "throw an error";
    case "neither":
      return `in words, as ${framework.name} drops \`isError\` and makes a protocol error of a throw`;
    default:
      return isDropped ? "return the whole result" : "with `isError: true`";
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
      ownFailureAsData:
        "The return value of `{{callee}}()` becomes a successful result, so the model doesn't see this failure. Check for it where the result is built and pass it on ({{form}}), or throw it here where that becomes an error result.",
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
    for (const unflagged of model.flow.unflagged) yield ofExit(unflagged, model);
  },
});

function ofExit({ node, how, exit, test }: Placed<Unflagged>, model: Model): Finding<MessageIds> {
  const { tool, framework, visible } = exit;
  const vain = how === "dropped" ? undefined : inVain({ certain: tool.certain, framework });
  if (vain) {
    const isThrown = framework.outcomes.failureForm === "throw";
    return { node, ...vain, suggest: isThrown ? byHelper(node, vain.messageId, model) : [] };
  }
  // Only the result itself holds the flag: not the data of which it is built.
  const isMade = visible.result !== undefined && visible.result.made.node.range[0] === node.range[0];
  // `{ ...(await getOrder(id)) }`: the flag is spread with the rest of the result.
  const isSpread =
    how === "result" && node.type === "ObjectExpression" && literalProperty(node, "content") !== undefined;
  const isResult = how !== "dropped" && (isMade || isSpread);
  const callee = nameAround(node, exit);
  const messageId = how === "data" && callee === undefined ? "toldAsText" : OF_EXIT[how];
  const data = { callee: callee ?? "", form: formOf(how === "dropped", framework) };
  const flag = isResult ? flagIn(node, how, test, model.file) : [];
  return { node, messageId, data, suggest: [...(how === "result" ? byHelper(node, messageId, model) : []), ...flag] };
}

/** The name of the function that gives the failure: of a callback, the one that it stands in. */
function nameAround(node: TSESTree.Node, { at }: Unflagged["exit"]): string | undefined {
  const handler = at && enclosingFunction(at.node);
  for (let fn = enclosingFunction(node); fn && fn !== handler; fn = enclosingFunction(fn)) {
    const name = functionName(fn);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** What the codemod writes comes first, where the project has the helper. */
function byHelper(node: TSESTree.Node, messageId: MessageIds, model: Model): Suggestion<MessageIds>[] {
  const returned = returnedAt(node, model);
  if (!returned || keepsContract(returned)) return [];
  const edits = suggestedByHelper(model, (writer) => writeUnflagged({ node, messageId }, returned, model, writer));
  return edits ? [{ messageId: "useToolError", edits }] : [];
}

function flagIn(
  node: TSESTree.Node,
  how: Unflagged["how"],
  test: Unflagged["test"],
  file: File,
): Suggestion<MessageIds>[] {
  if (node.type !== "ObjectExpression") return [];
  if (how !== "choice") {
    const edits = addIsError(node, file);
    return edits ? [{ messageId: "addIsError", edits }] : [];
  }
  if (!test) return [];
  const text = file.textOf(test.test);
  const isPlain = /^(?:Identifier|MemberExpression|CallExpression)$/u.test(test.test.type);
  const value = test.holds ? `Boolean(${text})` : isPlain ? `!${text}` : `!(${text})`;
  const edits = addIsError(node, file, value);
  return edits ? [{ messageId: "addIsErrorByTest", data: { value }, edits }] : [];
}
