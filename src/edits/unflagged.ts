import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { Model } from "../analysis/model.js";
import { rootEnv } from "../analysis/values/values.js";
import { showsThrown } from "../frameworks/types.js";
import type { Exit } from "../analysis/exits/exits.js";
import { isOneResult, leavingsAt } from "../analysis/exits/leavings.js";
import { fieldOf, payloadsOf } from "../analysis/exits/payload.js";
import { isMeantAsError } from "../analysis/exits/wire.js";
import { wordsOf } from "../analysis/exits/words.js";
import type { Failure } from "../analysis/flow/operations.js";
import { isFlagged } from "../analysis/flow/stated-failures.js";
import type { ReachedFunction } from "../analysis/tools/reach.js";
import { categoryOfWords } from "../contract/category-words.js";
import { opensAsError } from "../contract/lexicon.js";
import { isCallTo, literalProperty } from "../syntax/names.js";
import { contains, isInside, unwrap, type Node } from "../syntax/tree.js";
import { rewriteBuilder } from "./builder.js";
import {
  carriedFromCall,
  carriedFromMessage,
  carriedFromResult,
  carriedFromValue,
  type Carried,
  type NotCarried,
} from "./carried.js";
import { errorAtHand } from "./error-at-hand.js";
import { isCarried, writeFailure, type WrittenFailure } from "./failure.js";
import { isReturned, placeOfExpression, reachedAt, wayOut } from "./leave.js";
import { resultAt, type Made } from "./made-by.js";
import { noRoomForResult } from "./return-type.js";
import { arrivesWhole } from "./thrown-whole.js";
import type { Writer } from "./writer.js";

/** A returned error that the framework makes a success of; the rule's other findings are about where fields stand. */
export const RETURNED_IN_VAIN: ReadonlySet<string> = new Set([
  "returnedInVain",
  "replacedByParseError",
  "neverAnError",
]);

/** A failure told without the flag, where no flag would help. */
const THROWN_INSTEAD: ReadonlySet<string> = new Set(["returnedWhereThrowIsNeeded", "checkedAgainstSchema"]);

/** What leaves the function at a finding. */
export interface Returned {
  readonly exit: Exit;
  /** What has failed, where the run knows it. */
  readonly failure: Failure | undefined;
  /** The result, where that is what leaves. */
  readonly made: Made | undefined;
  /** Only the content of a result leaves. */
  readonly isContent: boolean;
}

/** The value that a finding of these rules stands at, where it is returned as the result of the tool. */
export function returnedAt(node: Node, model: Model): Returned | undefined {
  const fault = [...model.flow.unflagged, ...model.told.invisible].find((one) => one.node === node);
  if (!fault || !isReturned(node) || reachedAt(node, model)?.role !== "result") return undefined;
  const { exit } = fault;
  const isWhole = leavingsAt(node, model).some((one) => one.exit.state === exit.state);
  return {
    exit,
    failure: "failure" in fault ? fault.failure : undefined,
    made: isWhole ? resultAt(node, exit, model) : resultWritten(node, model.file),
    isContent: isWhole && exit.state.listOf(exit.value) !== undefined,
  };
}

/** `{ content }`, of which another result is made: what is spread takes its flag along. */
function resultWritten(node: Node, file: File): Made | undefined {
  if (node.type !== "ObjectExpression" || !literalProperty(node, "content")) return undefined;
  return { literal: node, env: rootEnv(file) };
}

/** The failure at a finding as a call of the helper, in the form in which it leaves its function. */
export function writeUnflagged(
  { node, messageId }: { readonly node: Node; readonly messageId: string },
  returned: Returned | undefined,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried {
  const { file } = model;
  if (messageId === "flagDropped")
    return {
      why: "Return the result of the called function as it is: the text alone, or the result inside of another object, loses the flag.",
    };
  if (messageId === "ownFailureAsData")
    return (
      writeThrow(node, undefined, model, writer) ?? {
        why: "Throw this failure, or check for it where the result is built, because callers may read it as data.",
      }
    );
  if (messageId === "toldByChoice")
    return { why: "One of the two texts is a failure. Return it separately, under the same condition." };
  if (messageId === "toldByBuilder") return ownBuilder(node, model, writer);
  if (!returned)
    return {
      why: THROWN_INSTEAD.has(messageId)
        ? "Throw this failure instead of returning it."
        : "Flag this failure with isError: true where it is made.",
    };
  const { made, isContent } = returned;
  const reached = reachedAt(node, model);
  if (!reached) return { why: "Flag this failure with isError: true where it is made." };
  const isCall = unwrap(node).type === "CallExpression";
  if (isCall && !isOneResult(leavingsAt(node, model)))
    return { why: "This call may also return a success. Distinguish the two in the called function." };
  if (isContent)
    return { why: "Only the content is returned here. Return a complete result, with isError and the category." };
  if (!isFailure(returned) && !tellsCaught(node, file))
    return { why: "This looks like a failure. If it is one, flag it with isError: true." };
  const way = wayOut(reached, node);
  if (!("form" in way)) return writeThrow(node, made, model, writer) ?? way;
  const target = made && made.env.file === file && isInside(made.literal, node) ? made.literal : node;
  const refusal = way.form === "return" && !made ? noRoomForResult(reached, model) : undefined;
  // A throw is an error all the same where the framework converts it.
  if (refusal !== undefined && !throwIsShown(reached, node))
    return writeThrow(node, made, model, writer) ?? { why: refusal };
  const form = refusal === undefined ? way.form : "throw";
  const place = placeOfExpression(target, form, file);
  if (!place) return { why: "Only a part of the returned value is the failure. Return the failure separately." };
  return writeFailure(place, carriedOf(made, node, model), model, writer);
}

function throwIsShown(reached: ReachedFunction, node: Node): boolean {
  const { certain, framework } = reached;
  if (!certain || !showsThrown(framework.outcomes)) return false;
  const throwing = { ...framework, outcomes: { ...framework.outcomes, failureForm: "throw" } } as const;
  return "form" in wayOut({ ...reached, framework: throwing }, node);
}

/**
 * A text that another function makes a result of: thrown, it reaches the boundary as a failure. Undefined where it might
 * not, or where the value may be asked for more than its words.
 */
function writeThrow(
  node: Node,
  made: Made | undefined,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried | undefined {
  const { file } = model;
  const value = unwrap(node);
  const isOfText = value.type === "TemplateLiteral" || value.type === "Literal" || isText(value);
  if (made || !isOfText || !isReturned(node) || !arrivesWhole(node, model)) return undefined;
  const place = placeOfExpression(node, "throw", file);
  return place && writeFailure(place, carriedFromValue(node, file), model, writer);
}

/**
 * What the code has found out, or what the message leaves no doubt of. Words alone may be the answer of a status or a list:
 * "Not running." is no error, and a flag of false is the author's own word for it.
 */
export function isFailure({ exit, failure }: Returned): boolean {
  const { visible, state, conditions } = exit;
  if (failure) return true;
  const flag = visible.result?.fields.get("isError");
  if (flag?.kind === "constant") return flag.value === true;
  if (isMeantAsError(visible, state)) return true;
  if (conditions.length === 0) return false;
  return visible.parts.some((part) => {
    const words = wordsOf(part, state);
    const category = categoryOfWords(words);
    return isFlagged(part, state) || opensAsError(words) || category === "validation" || category === "permission";
  });
}

/** `Error: ${error.message}` in a clause: the words of what was caught are those of a failure. */
function tellsCaught(node: Node, file: File): boolean {
  const error = errorAtHand(node, file);
  if (error?.kind !== "caught" || error.text === "") return false;
  const isOfError = (part: Node): boolean => {
    if (part.type !== "Identifier") return false;
    if (part.name === error.text) return true;
    const binding = file.bindings.resolve(part);
    return (
      binding.kind === "variable" &&
      binding.init !== undefined &&
      binding.init !== null &&
      error.clause !== undefined &&
      isInside(binding.init, error.clause) &&
      contains(binding.init, (inner) => inner.type === "Identifier" && inner.name === error.text)
    );
  };
  return contains(
    node,
    (part) => part.type === "TemplateLiteral" && part.expressions.some((one) => contains(one, isOfError)),
  );
}

function carriedOf(made: Made | undefined, node: Node, { file }: Model): Carried | NotCarried {
  if (made && made.env.file === file && isInside(made.literal, node)) return carriedFromResult(made.literal, file);
  const call = unwrap(node);
  if (!made && (call.type !== "CallExpression" || isText(node))) return carriedFromValue(node, file);
  const carried: Carried | NotCarried = made
    ? carriedFromCall(node, made, file)
    : { why: "The text of this failure is built in the called function. Rewrite that function." };
  if (isCarried(carried) || call.type !== "CallExpression") return carried;
  return carriedFromWords(call, file) ?? carried;
}

/**
 * `success("Publishing failed", { status: error, id })` in a clause: how the called function prints that is a matter of
 * successes; the words are the author's, and the rest are facts.
 */
function carriedFromWords(call: TSESTree.CallExpression, file: File): Carried | undefined {
  const error = errorAtHand(call, file);
  const [message, data, ...others] = call.arguments.map(unwrap);
  if (error?.kind !== "caught" || error.text === "" || !message || others.length > 0) return undefined;
  if (!isWritten(message) || (data && data.type !== "ObjectExpression")) return undefined;
  const carried = carriedFromMessage(message, data, call, file);
  if (!isCarried(carried) || carried.description === undefined) return undefined;
  const { text } = error;
  const isToldBeside = data?.properties.some(
    (entry) => entry.type === "Property" && entry.value.type === "Identifier" && entry.value.name === text,
  );
  if (isToldBeside !== true) return carried;
  const words = carried.description.slice(1, -1).replaceAll("`", "\\`");
  return {
    ...carried,
    description: `\`${words}: \${${text} instanceof Error ? ${text}.message : String(${text})}\``,
    words: `${carried.words}: …`,
    isStatic: false,
  };
}

/** Words in quotes or backticks. */
function isWritten(node: Node): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

/** `JSON.stringify({ error })`: the text itself, not a function of the project. */
function isText(node: Node): boolean {
  return isCallTo(unwrap(node), "JSON.stringify") || isCallTo(unwrap(node), "String");
}

function ownBuilder(node: Node, model: Model, writer: Writer): WrittenFailure | NotCarried {
  if (node.type !== "ObjectExpression") return { why: "Set isError: true where this result is built." };
  return rewriteBuilder(node, model, writer);
}

/** The fields of the contract are all there: nothing but the flag is missing. */
export function keepsContract({ exit }: Returned): boolean {
  return payloadsOf(exit).some((payload) => fieldOf(payload, "category") && fieldOf(payload, "retryable"));
}
