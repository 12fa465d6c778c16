import type { TSESTree } from "@typescript-eslint/types";
import type { HandBuilt } from "../src/analysis/exits/hand-built.js";
import { isExample, isFrameworksOwn, isGenerated } from "../src/analysis/started/examples.js";
import { helperOf, isHelperFile, type Helper } from "../src/analysis/results/helper.js";
import { isUnreachable } from "../src/analysis/reachability/unreachable.js";
import type { Model } from "../src/analysis/model.js";
import {
  asksForKind,
  builderAround,
  builderWithRest,
  clauseOfWrapper,
  hasSortedCause,
  sortsByKind,
} from "../src/analysis/results/own-builders.js";
import { hasMadePayload, hasTypedPayload } from "../src/analysis/results/typed-payloads.js";
import { enclosingFunction } from "../src/syntax/tree.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "handBuilt" | "handBuiltBesideHelper";

/** The call that would make this error: by its category, or of the error that was caught. */
function callFor({ category, isOfAnyKind }: HandBuilt, { names }: Helper): string {
  const [name = "toolError"] = names;
  if (name !== "toolError") return `${name}(…)`;
  if (category !== undefined) return `toolError.${category}({ … })`;
  return isOfAnyKind ? "toolError.from(error, { … })" : "toolError.<category>({ … })";
}

/**
 * What it brings has a type of the project's own, or one function of the project's own writes a category or a code from what it
 * is given, or sorts by its kind what it makes the results of: a typed helper in its way.
 */
function isOwnHelper({ isWrittenElsewhere }: HandBuilt, literal: TSESTree.ObjectExpression, model: Model): boolean {
  const { file, told } = model;
  if (hasTypedPayload(literal, file) || hasMadePayload(literal, file) || hasSortedCause(literal, file)) return true;
  const others = told.handBuilt.flatMap(({ node }) => (node.type === "ObjectExpression" ? [node] : []));
  const builder = builderAround(literal, model) ?? builderWithRest(literal, others, model);
  if (builder && sortsByKind(builder, model)) return true;
  const clause = clauseOfWrapper(literal, model);
  if (clause && asksForKind(clause.body)) return true;
  // `{ isError: true, content: [failureOf(error)] }`: all that could be lost is written by that function.
  return isWrittenElsewhere === true || (isWrittenElsewhere === false && builder !== undefined);
}

export const preferToolError = createRule<Options, MessageIds>({
  name: "prefer-tool-error",
  meta: {
    type: "suggestion",
    docs: {
      description: "Prefer the project's typed helper over hand-built error results",
      preset: "strict",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      handBuilt:
        "This error result is built by hand, so no type prevents a missing field. Build it with `{{call}}` of the package `{{module}}`, or name your own helper in the settings.",
      handBuiltBesideHelper:
        "This error result is built by hand, although the project has a typed helper, so no type prevents a missing field. Build it with `{{call}}` of `{{module}}`.",
    },
  },
  *find(model) {
    const { file } = model;
    if (isHelperFile(file) || isFrameworksOwn(file) || isExample(file) || isGenerated(file)) return;
    const helper = helperOf(file);
    for (const built of model.told.handBuilt) {
      const { node } = built;
      if (node.type !== "ObjectExpression" || (!helper.atHand && isOwnHelper(built, node, model))) continue;
      const around = enclosingFunction(node);
      if (isUnreachable(node, around && model.reached.get(around), file)) continue;
      yield {
        node,
        messageId: helper.atHand ? "handBuiltBesideHelper" : "handBuilt",
        data: { call: callFor(built, helper), module: helper.module },
      };
    }
  },
});
