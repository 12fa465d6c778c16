import { isGenericMessage } from "../../contract/lexicon.js";
import { calleeName, lastName, memberName } from "../../syntax/names.js";
import { isFunction, unwrap, walk, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { Message } from "./messages.js";
import type { Returned } from "../catches/returns.js";
import { textOf, wordsOf } from "../values/text.js";
import { rootEnv, type Ref } from "../values/values.js";

/** Names of what says what went wrong, wherever it comes from: `result.error`, `stdout`, `lastError.message`. */
const TELLING =
  /^(?:\w*errors?|errorMessage|error_message|message|reason|details?|std(?:out|err)|raw\w*|\w*output|issues|problems|status|statusText|statusCode)$/iu;

const ERROR_NAME = /^(?:e|ex|err|\w*error|\w*exception)$/iu;

/**
 * `fail(new ValidationError("The table has no such column."))`: an error made on the spot brings its own words. What the
 * builder puts before them, or says to other errors, is not what is read here.
 */
export function bringsOwnError({ node, form }: Returned, phrases: readonly string[], file: File): boolean {
  let found = false;
  walk(node, (inner) => {
    if (isFunction(inner)) return false;
    if (inner.type !== "NewExpression" || (form === "throw" && inner === unwrap(node))) return undefined;
    const [message] = inner.arguments;
    if (!/(?:Error|Exception)$/u.test(calleeName(inner) ?? "") || !message || message.type === "SpreadElement")
      return undefined;
    if (!isGenericMessage(wordsOf(textOf({ node: message, env: rootEnv(file) })), phrases)) found = true;
    return undefined;
  });
  return found;
}

/** A run-time part of the sentence is what an answer, a process or another error says. */
export function holdsTelling({ dynamic }: Message): boolean {
  return dynamic.some(isTelling);
}

function isTelling({ node, env }: Ref): boolean {
  if (!TELLING.test(lastName(node) ?? "")) return false;
  const root = rootOf(node);
  // `message` of the tool's input is what was to be sent, and `error` of a function is what went wrong.
  return (
    env.file.bindings.resolve(root).kind !== "parameter" || (root.type === "Identifier" && ERROR_NAME.test(root.name))
  );
}

function rootOf(node: Node): Node {
  const inner = unwrap(node);
  return inner.type === "MemberExpression" && memberName(inner) !== undefined ? rootOf(inner.object) : inner;
}
