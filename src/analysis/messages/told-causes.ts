import { isGenericMessage } from "../../contract/lexicon.js";
import { calleeName, dottedName, lastName, memberName } from "../../syntax/names.js";
import { contains, isFunction, unwrap, walk, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { Message } from "./messages.js";
import type { Returned } from "../catches/returns.js";
import { textOf, wordsOf } from "../values/text.js";
import { resolve, rootEnv, type Ref } from "../values/values.js";

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

/** A run-time part of the sentence is what an answer, a process or another error says, or lines that nobody can see from here. */
export function holdsTelling({ dynamic }: Message): boolean {
  return dynamic.some((part) => isTelling(part) || isRestOfLines(part));
}

/** `lines.join("\n")` of a list that is written out, and filled later: what stands behind the written lines. */
function isRestOfLines({ node, env }: Ref): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression" || calleeName(node) !== "join")
    return false;
  return resolve({ node: node.callee.object, env }).node.type === "ArrayExpression";
}

function isTelling({ node, env }: Ref): boolean {
  if (!TELLING.test(lastName(node) ?? "")) return false;
  const root = rootOf(node);
  // `message` of the tool's input is what was to be sent, and `error` of a function is what went wrong.
  return (
    env.file.bindings.resolve(root).kind !== "parameter" || (root.type === "Identifier" && ERROR_NAME.test(root.name))
  );
}

/**
 * `Could not parse the list: ${text.slice(0, 200)}`, where the `try` did nothing but `JSON.parse(text)`: what cannot be parsed
 * shows what is wrong with it.
 */
export function quotesUnparsed({ dynamic }: Message, { caught }: Returned, file: File): boolean {
  const block = caught?.statement?.block;
  if (!block || contains(block, ({ type }) => type === "AwaitExpression")) return false;
  const parsed: Node[] = [];
  walk(block, (node) => {
    const [text] = node.type === "CallExpression" && dottedName(node.callee) === "JSON.parse" ? node.arguments : [];
    if (text) parsed.push(text);
    return undefined;
  });
  const unparsed = parsed.map((text) => file.bindings.variable(unwrap(text)));
  return dynamic.some(({ node, env }) => {
    const variable = env.file === file ? file.bindings.variable(quoted(node)) : undefined;
    return variable !== undefined && unparsed.includes(variable);
  });
}

/** `text` of `text.slice(0, 200)`. */
function quoted(node: Node): Node {
  const inner = unwrap(node);
  if (inner.type !== "CallExpression" || !/^(?:slice|substring|substr|trim)$/u.test(calleeName(inner) ?? ""))
    return inner;
  const callee = unwrap(inner.callee);
  return callee.type === "MemberExpression" ? quoted(callee.object) : inner;
}

function rootOf(node: Node): Node {
  const inner = unwrap(node);
  return inner.type === "MemberExpression" && memberName(inner) !== undefined ? rootOf(inner.object) : inner;
}
