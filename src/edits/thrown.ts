import type { TSESTree } from "@typescript-eslint/types";
import { showsThrown } from "../frameworks/types.js";
import { errorInScope } from "../analysis/catches/error-in-scope.js";
import { failureCategoryAt, type FailureCategory } from "./failure-category.js";
import type { Model } from "../analysis/model.js";
import { isMcpErrorClass, isRequestErrorCode } from "../contract/protocol.js";
import { calleeName, dottedName } from "../syntax/names.js";
import { ancestors, isFunction, unwrap, type Node } from "../syntax/tree.js";
import { carriedFromMessage, carriedFromValue, type Carried, type NotCarried } from "./carried.js";
import { writeFailure, type WrittenFailure } from "./failure.js";
import { placeOfExpression, reachedAt, wayOut, type Way } from "./leave.js";
import type { Writer } from "./writer.js";

/** Throws of which only the message is left; the rule's other findings are about fields that are put onto an error. */
export const MESSAGE_ONLY: ReadonlySet<string> = new Set(["dataDropped", "codeDropped", "stringThrown", "stringLost"]);

/** The `throw` that a part of its value stands in; none where it is thrown by a call. */
export function throwAround(node: Node): TSESTree.ThrowStatement | undefined {
  for (const up of [node, ...ancestors(node)]) {
    if (up.type === "ThrowStatement") return up;
    if (isFunction(up) || up.type === "BlockStatement") return undefined;
  }
  return undefined;
}

/** What a `throw` says as a call of the helper, returned or thrown as the framework wants it. */
export function writeThrown(node: Node, model: Model, writer: Writer): WrittenFailure | NotCarried {
  const statement = node as TSESTree.ThrowStatement;
  const reached = reachedAt(node, model);
  if (!reached) return { why: "Return an error result instead of raising a protocol error." };
  // What a handler calls leaves it as it is thrown, where the framework makes a result of it.
  const isThrownOn = reached.role === "data" && reached.certain && showsThrown(reached.framework.outcomes);
  const way: Way = isThrownOn ? { form: "throw" } : wayOut(reached, node);
  if (!("form" in way)) return way;
  const place = placeOfExpression(statement.argument, way.form, model.file);
  if (!place) return { why: "Return an error result instead of raising a protocol error." };
  const carried = carriedFromThrown(statement.argument, model);
  const decision = byProtocolCode(statement.argument, node, carried, model);
  return writeFailure({ ...place, ...(decision ? { decision } : {}) }, carried, model, writer);
}

/** The message and the data of what is thrown; of the caught error itself there is nothing to carry over. */
function carriedFromThrown(argument: Node, { file }: Model): Carried | NotCarried {
  const made = unwrap(argument);
  if (made.type === "Literal" || made.type === "TemplateLiteral") return carriedFromValue(made, file);
  if (made.type !== "NewExpression") return EMPTY;
  const isProtocol = isMcpErrorClass(calleeName(made) ?? "");
  const message = made.arguments[isProtocol ? 1 : 0];
  if (!message || message.type === "SpreadElement") return EMPTY;
  return carriedFromMessage(message, isProtocol ? made.arguments[2] : undefined, made, file);
}

const EMPTY: Carried = {
  description: undefined,
  words: "",
  isStatic: false,
  category: undefined,
  status: undefined,
  isRetryable: undefined,
  wait: undefined,
  fields: [],
  comments: [],
  structured: false,
  siblings: [],
  nothingFound: false,
  edits: [],
};

/** `InvalidParams` and the like blame the call; other codes say nothing of the cause. */
function byProtocolCode(
  argument: Node,
  node: Node,
  carried: Carried | NotCarried,
  model: Model,
): FailureCategory | undefined {
  const { file } = model;
  const made = unwrap(argument);
  if (made.type !== "NewExpression" || !isMcpErrorClass(calleeName(made) ?? "")) return undefined;
  const [code] = made.arguments;
  const name = code ? (dottedName(code) ?? file.textOf(code)) : "";
  if (isRequestErrorCode(name)) return { kind: "category", category: "validation", why: `The code is ${name}.` };
  if (errorInScope(node, file)) return undefined;
  const found = failureCategoryAt(node, { words: "words" in carried ? carried.words : "" }, model);
  return found.kind === "unknown" ? undefined : found;
}
