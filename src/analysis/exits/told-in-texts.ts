import { contains, type Node } from "../../syntax/tree.js";
import { memberName } from "../../syntax/names.js";
import { messageOfClass } from "../messages/class-messages.js";
import { constantOf, resolve, rootEnv } from "../values/values.js";
import type { Condition } from "../flow/conditions.js";
import { conveyed } from "../flow/provenance.js";
import type { State } from "../flow/state.js";
import { alternatives, type ClassValue, type Source, type Value } from "../flow/values.js";
import type { Exit } from "./exits.js";
import type { PayloadField } from "./payload.js";

/** Members that say what kind of failure it is, and so whether to try again. */
const KIND = /\.(?:code|kind|category|errorCode|errorType)$/u;

/**
 * What a field holds is told in the words, or may be.
 * @param ways the exits with this result
 */
export function isToldInTexts(
  { name, value }: PayloadField,
  texts: readonly Value[],
  exit: Exit,
  ways: readonly Exit[],
): boolean {
  if (value.kind !== "derived") return false;
  const { sources, key } = value;
  return (
    (key !== undefined && decidesWords(key, texts, exit.state, ways)) ||
    texts.some((text) => isMadeUnseen(text, sources, exit.state)) ||
    texts.some((text) => isMessageOfClass(text, sources, name, exit))
  );
}

/** The words are chosen by the value itself, or the kind of the same failure chooses them or stands in them. */
function decidesWords(key: string, texts: readonly Value[], state: State, ways: readonly Exit[]): boolean {
  const holder = key.slice(0, key.lastIndexOf("."));
  const tells = (value: Value): boolean => {
    const other = value.kind === "derived" ? (value.key ?? "") : "";
    return other === key || (KIND.test(other) && other.replace(KIND, "") === holder);
  };
  const asked = ways.flatMap(({ conditions }) => conditions.flatMap(testsOf)).filter(({ subject }) => tells(subject));
  // Where it came out one way for all of them, they say nothing of it.
  const isChoice = asked.some(({ holds }) => holds) && asked.some(({ holds }) => !holds);
  return isChoice || texts.some((text) => partsOf(text, state).some(tells));
}

function testsOf(condition: Condition): Condition[] {
  return [condition, ...(condition.either ?? []).flatMap(testsOf)];
}

function partsOf(text: Value, state: State): Value[] {
  return alternatives(text).flatMap((one) =>
    one.kind === "text" ? one.parts.flatMap((part) => (typeof part === "string" ? [] : partsOf(part, state))) : [one],
  );
}

/** `sentenceOf(error)`: code that cannot be seen writes the words of what the field is a part of. */
function isMadeUnseen(text: Value, sources: readonly Source[], state: State): boolean {
  return conveyed(text, state).some(
    (source) =>
      source.kind === "operation" &&
      source.operation.args.some((arg) =>
        conveyed(arg, state).some((given) => sources.some((one) => isSame(one, given))),
      ),
  );
}

function isSame(one: Source, other: Source): boolean {
  if (one.kind === "operation") return other.kind === "operation" && one.operation === other.operation;
  return one.kind === "failure" && other.kind === "failure" && one.failure === other.failure;
}

/**
 * `error.message` behind `error instanceof ShopError`, the constructor of which puts its message together with a function, or of
 * that very field.
 */
function isMessageOfClass(text: Value, sources: readonly Source[], name: string, { conditions, state }: Exit): boolean {
  const isOf = (value: Value): boolean =>
    conveyed(value, state).some((one) => sources.some((other) => isSame(one, other)));
  const isMessage =
    text.kind === "derived" && text.sources.some((source) => source.kind === "failure" && source.part === "message");
  if (!isMessage || !isOf(text)) return false;
  return conditions.some(
    ({ holds, operator, subject, other }) =>
      holds && operator === "instanceof" && other?.kind === "class" && isOf(subject) && mayTell(other, name),
  );
}

function mayTell({ node, frame }: ClassValue, name: string): boolean {
  const message = messageOfClass({ node, env: rootEnv(frame.file) });
  const made = message && resolve(message);
  if (!made || made.node.type === "Identifier" || constantOf(made) !== undefined) return false;
  return made.node.type !== "TemplateLiteral" || namesField(made.node, name);
}

function namesField(text: Node, name: string): boolean {
  return contains(
    text,
    (part) =>
      part.type === "CallExpression" ||
      (part.type === "Identifier" && part.name === name) ||
      (part.type === "MemberExpression" && memberName(part) === name),
  );
}
