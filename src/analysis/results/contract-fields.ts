import type { TSESTree } from "@typescript-eslint/types";
import { conceptOf, WRAPPERS, type Concept } from "../../contract/dialects.js";
import { calleeName, memberName } from "../../syntax/names.js";
import { declaredFields, isPlainType } from "../values/declared-fields.js";
import { objectMade, objectsMade } from "../values/made.js";
import { comesFromOutside } from "./outside.js";
import { type Text } from "../values/text.js";
import { constantOf, objectShape, resolve, type ObjectShape, type Ref } from "../values/values.js";

export type Carrier = "text" | "structuredContent" | "meta" | "result";

/** One contract field of a result, by the name it was given. */
export interface ContractField {
  readonly concept: Concept;
  readonly name: string;
  readonly value: Ref;
  readonly carrier: Carrier;
}

export interface ContractFields {
  readonly list: readonly ContractField[];
  /** False if some carrier cannot be read: then no field is known to be missing. */
  readonly known: boolean;
}

/** A field that a program can act on, as far as its name and value tell: `code: 404` or `reason: "…"` may be anything. */
export function isMachineReadable({ concept, name, value, carrier }: ContractField): boolean {
  if (carrier === "meta") return false;
  switch (concept) {
    case "retryable":
    case "wait":
    case "customerMessage":
    case "category":
      return true;
    case "code":
      return name !== "reason" && typeof constantOf(value) !== "number";
    case "recovery":
      return objectShape(value) !== undefined;
    default:
      return false;
  }
}

export function fieldsOfShape(shape: ObjectShape, carrier: Carrier, into: ContractField[], depth = 0): boolean {
  let known = !shape.open;
  for (const [name, value] of shape.fields) {
    const inner = depth < 2 && WRAPPERS.has(name) ? objectMade(value) : undefined;
    if (inner) {
      if (!fieldsOfShape(inner, carrier, into, depth + 1)) known = false;
    }
    const concept = conceptOf(name);
    if (concept) into.push({ concept, name, value, carrier });
  }
  return known;
}

const JSON_LIKE_NAME = /json|stringif|serialize|payload|envelope|structured|encode/iu;

/** False if the text may hold fields that cannot be read here. */
export function fieldsOfText(text: Text, into: ContractField[]): boolean {
  const prose = isProse(text);
  return readText(text, into) || prose;
}

/** Words stand in front: no program reads the text as JSON, whatever follows them. A fenced block is meant to be read. */
function isProse(text: Text): boolean {
  const [first] = text;
  return (
    first?.kind === "static" &&
    /\p{L}/u.test(first.value) &&
    !/^\s*[[{]/u.test(first.value) &&
    !text.some((part) => part.kind === "static" && part.value.includes("```"))
  );
}

function readText(text: Text, into: ContractField[]): boolean {
  let known = true;
  for (const part of text) {
    if (part.kind === "json") {
      const shape = objectMade(part.ref);
      if (shape) known = fieldsOfShape(shape, "text", into) && known;
      else known = (isPlainValue(part.ref) || isOneOfBare(part.ref) || hasOtherFields(part.ref)) && known;
    } else if (part.kind === "choice") {
      for (const option of part.options) known = fieldsOfText(option, into) && known;
    } else if (part.kind === "dynamic" && text.length === 1) {
      const { node } = part.ref;
      const name =
        node.type === "CallExpression"
          ? calleeName(node)
          : node.type === "MemberExpression"
            ? memberName(node)
            : node.type === "Identifier"
              ? node.name
              : undefined;
      if (name !== undefined && JSON_LIKE_NAME.test(name)) known = false;
    } else if (part.kind === "static" && text.length === 1) known = staticJsonFields(part.value, into) && known;
  }
  return known;
}

/** One of several objects, none of which has a category or the flag; where some have, each is a case of its own. */
function isOneOfBare(ref: Ref): boolean {
  const fields: ContractField[] = [];
  const known = objectsMade(ref)?.every((shape) => fieldsOfShape(shape, "text", fields));
  return known === true && !fields.some(({ concept }) => concept === "category" || concept === "retryable");
}

/** A JSON text written out as a literal names its fields all the same. */
function staticJsonFields(text: string, _into: ContractField[]): boolean {
  return !/^\s*\{[\s\S]*"(?:errorCategory|category|bucket|isRetryable|retryable)"/u.test(text);
}

/** The declared type of the value has no field by which a model could tell what to do. */
function hasOtherFields(ref: Ref): boolean {
  const fields = declaredFields(ref);
  if (!fields) return false;
  // What stands below such a key may tell.
  const mayTell = ([name, type]: [string, TSESTree.TypeNode]): boolean =>
    /^(?:category|retryable)$/u.test(conceptOf(name) ?? "") || (WRAPPERS.has(name) && !isPlainType(type));
  return [...fields.keys()].some((name) => conceptOf(name) === "description") && ![...fields].some(mayTell);
}

/** JSON of an error, a string or a list of issues has no contract fields. */
function isPlainValue(ref: Ref): boolean {
  const { node, env } = resolve(ref);
  if (node.type === "Identifier" && env.file.bindings.resolve(node).kind === "catch") return true;
  if (node.type === "MemberExpression" && /^(?:message|errors|issues|stack|error)$/u.test(memberName(node) ?? ""))
    return true;
  return (
    node.type === "Literal" ||
    node.type === "TemplateLiteral" ||
    node.type === "ArrayExpression" ||
    comesFromOutside({ node, env })
  );
}
