import type { TSESTree } from "@typescript-eslint/types";
import { categoryOf } from "../src/contract/categories.js";
import { isExample, isFrameworksOwn, isGenerated } from "../src/analysis/started/examples.js";
import { fieldOf, type ErrorResult } from "../src/analysis/results/error-results.js";
import type { File } from "../src/analysis/file.js";
import { enclosingCatch } from "../src/analysis/values/flow.js";
import { guardsOf, testsPassed } from "../src/analysis/values/guards.js";
import { helperOf, isHelperFile, type Helper } from "../src/analysis/results/helper.js";
import { testsKind } from "../src/analysis/swallows/excuses.js";
import { isInIdleClause } from "../src/analysis/reachability/idle-tries.js";
import { isUnreachable } from "../src/analysis/reachability/unreachable.js";
import { lastWrite } from "../src/analysis/values/last-write.js";
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
import { isMachineReadable, type ContractField } from "../src/analysis/results/contract-fields.js";
import { messagesOf } from "../src/analysis/messages/messages.js";
import { constantOf, rootEnv } from "../src/analysis/values/values.js";
import { tellsMissingTool } from "../src/contract/lexicon.js";
import { literalProperty, memberName } from "../src/syntax/names.js";
import { enclosingFunction } from "../src/syntax/tree.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "handBuilt" | "handBuiltBesideHelper";

/** The call that would make this error: by its category, or of the error that was caught. */
function callFor({ literal, result }: ErrorResult, { names }: Helper): string {
  const [name = "toolError"] = names;
  if (name !== "toolError") return `${name}(…)`;
  const field = fieldOf(result, "category");
  const value = field && constantOf(field.value);
  const category = typeof value === "string" ? categoryOf(value) : undefined;
  if (category !== undefined) return `toolError.${category}({ … })`;
  // Behind a test of its kind the error is no longer one of which nothing is known.
  return enclosingCatch(literal) && !isNarrowed(literal)
    ? "toolError.from(error, { … })"
    : "toolError.<category>({ … })";
}

/** A test around the place, or one before it that leaves, has found out what kind of error it is. */
function isNarrowed(place: TSESTree.Node): boolean {
  if (guardsOf(place).some(({ test }) => testsKind(test))) return true;
  // `if (!(error instanceof ApiError)) throw error;`
  return [...testsPassed(place)].some((test) => test.type === "UnaryExpression" && testsKind(test));
}

/**
 * The literal is an error and nothing else: it says `isError: true` itself, and brings the content (or spreads what does).
 * A flag that is set later or computed makes a success as often; an object without content is an argument, or the
 * project's own shape; below a test of `isError` an error of somebody else is passed on.
 */
function isHandBuilt({ literal, place, result, reached }: ErrorResult, file: File): boolean {
  if (result.isError !== "true" || place !== literal || !literalProperty(literal, "isError")) return false;
  const [first] = literal.properties;
  const bringsContent =
    literalProperty(literal, "content") ??
    // `respond({ isError: true, structuredContent: details })`: the content is the called function's.
    (isArgument(literal) ? undefined : literalProperty(literal, "structuredContent")) ??
    first?.type === "SpreadElement";
  if (!bringsContent || isHttpAnswer(literal)) return false;
  const asksForFlag = (test: TSESTree.Node): boolean => /\.isError\b/u.test(file.textOf(test));
  if (guardsOf(literal).some(({ test, negated }) => !negated && asksForFlag(test))) return false;
  // "Unknown tool: x" is no tool's failure: a protocol error would do as well.
  const ref = { node: literal, env: rootEnv(file) };
  if (messagesOf({ kind: "tool-result", result, ref }).some(({ words }) => tellsMissingTool(words))) return false;
  if ([...testsPassed(literal)].some(asksForFlag)) return false;
  return !isUnreachable(literal, reached, file) && !isInIdleClause(literal, file);
}

/** `let result = { … }; …; result = { … }; return result;`: the value of the start is read nowhere. */
function isReplaced({ parent }: TSESTree.ObjectExpression, file: File): boolean {
  const variable = parent.type === "VariableDeclarator" ? file.bindings.variable(parent.id) : undefined;
  const reads = (variable?.references ?? []).filter((reference) => reference.isRead());
  return (
    reads.length > 0 &&
    reads.every(({ identifier }) => identifier.type === "Identifier" && lastWrite(identifier, file) !== undefined)
  );
}

/** `c.json({ isError: true, content }, 413)`: a route of the server's own, which tells its status beside. */
function isHttpAnswer({ parent }: TSESTree.ObjectExpression): boolean {
  return (
    parent.type === "CallExpression" &&
    parent.callee.type === "MemberExpression" &&
    memberName(parent.callee) === "json"
  );
}

function isArgument({ parent }: TSESTree.Node): boolean {
  return parent?.type === "CallExpression";
}

/**
 * What it brings has a type of the project's own, or one function of the project's own writes a category or a code from what it
 * is given, or sorts by its kind what it makes the results of: a typed helper in its way.
 */
function isOwnHelper(result: ErrorResult, model: Model): boolean {
  const { file } = model;
  const { literal } = result;
  if (hasTypedPayload(literal, file) || hasMadePayload(literal, file) || hasSortedCause(literal, file)) return true;
  const builder = builderAround(result, model) ?? builderWithRest(result, model);
  if (builder && sortsByKind(builder, model)) return true;
  const clause = clauseOfWrapper(result, model);
  if (clause && asksForKind(clause.body)) return true;
  const isField = ({ concept }: ContractField): boolean => concept === "category" || concept === "code";
  const fields = result.result.fields.list.filter((field) => isField(field) && isMachineReadable(field));
  // `{ isError: true, content: [failureOf(error)] }`: all that could be lost is written by that function.
  const home = enclosingFunction(result.literal);
  const isWrittenElsewhere = fields.every(({ value }) => enclosingFunction(value.node) !== home);
  return fields.length > 0 && (isWrittenElsewhere || builder !== undefined);
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
    const seen = new Set<TSESTree.Node>();
    for (const result of model.returnedResults) {
      if (seen.has(result.literal) || !isHandBuilt(result, file) || isReplaced(result.literal, file)) continue;
      if (!helper.atHand && isOwnHelper(result, model)) continue;
      seen.add(result.literal);
      yield {
        node: result.literal,
        messageId: helper.atHand ? "handBuiltBesideHelper" : "handBuilt",
        data: { call: callFor(result, helper), module: helper.module },
      };
    }
  },
});
