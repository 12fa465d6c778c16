import { categoryOf } from "../../contract/categories.js";
import { possibleDialects, type DialectName } from "../../contract/dialects.js";
import { inSeconds, unitOfWait, waitInWords } from "../../contract/waits.js";
import { dottedName, keyName, memberName } from "../../syntax/names.js";
import { successFlagOf } from "./answers.js";
import type { ContractField } from "./contract-fields.js";
import type { Contract } from "./contracts.js";
import { descriptionsIn } from "./descriptions.js";
import { outerShapes } from "./payload-shapes.js";
import { constantOf, objectShape, resolve, type ObjectShape, type Ref } from "../values/values.js";

/** The name of a field with that of the object it stands in: `recovery.retryAfterSeconds`. */
export function pathOf({ name, value }: Pick<ContractField, "name" | "value">): string {
  const property = value.node.parent;
  const holder = property?.type === "Property" ? property.parent.parent : undefined;
  const outer =
    holder?.type === "Property" && holder.value === property?.parent && keyName(holder.key, holder.computed);
  return typeof outer === "string" ? `${outer}.${name}` : name;
}

/**
 * The names that tell the dialect. A field that stands under two names with the same meaning (`isRetryable` and, for older
 * readers, `retryable`) tells nothing: that is a mirror.
 */
function tellingNames({ fields }: Contract): ReadonlySet<string> {
  const isMirrored = ({ name, concept }: ContractField): boolean =>
    concept !== "description" && fields.some((other) => other.concept === concept && other.name !== name);
  return new Set(fields.filter((field) => !isMirrored(field)).map(({ name }) => name));
}

/** The dialects that the names of an error allow; none where they mix. */
export function dialectsOf(contract: Contract): readonly DialectName[] {
  return possibleDialects(tellingNames(contract));
}

/** Two fields of one error that should say the same and do not. */
export interface Disagreement {
  readonly field: Pick<ContractField, "name" | "value">;
  readonly value: string;
  readonly other: string;
  readonly otherValue: string;
}

/** What a field says, so that two spellings can be compared; undefined where it is known only at run time. */
function meaningOf({ concept, name, value }: ContractField): string | number | boolean | undefined {
  const constant = constantOf(value);
  if (constant === undefined || constant === null) return undefined;
  switch (concept) {
    case "retryable":
      return typeof constant === "boolean" ? constant : undefined;
    case "category":
      // Other names (`category`, `errorType`) may hold a vocabulary of their own beside the contract's.
      return typeof constant === "string" && /^(?:error_?category|bucket)$/iu.test(name)
        ? categoryOf(constant)
        : undefined;
    case "wait":
      return typeof constant === "number" ? inSeconds(constant, unitOfWait(name)) : undefined;
    case "code":
      return /^error_?code$/iu.test(name) ? constant : undefined;
    default:
      return undefined;
  }
}

function disagreementOf(field: ContractField, earlier: readonly ContractField[]): Disagreement | undefined {
  const meaning = meaningOf(field);
  if (meaning === undefined) return undefined;
  for (const other of earlier) {
    const said = other.concept === field.concept ? meaningOf(other) : undefined;
    if (said === undefined || said === meaning || pathOf(other) === pathOf(field)) continue;
    return {
      field,
      value: String(constantOf(field.value)),
      other: pathOf(other),
      otherValue: String(constantOf(other.value)),
    };
  }
  return undefined;
}

/** Fields that repeat another one of the same error with another meaning. */
export function disagreementsIn({ fields, result }: Contract): Disagreement[] {
  return [
    ...fields.flatMap((field, at) => disagreementOf(field, fields.slice(0, at)) ?? []),
    ...outerShapes({ result }).flatMap(disagreeingHints),
  ];
}

/** Hints of `recovery` that older readers look for beside it; the waits among them are compared as waits. */
const MIRRORED_HINTS = [
  "suggestedAction",
  "requiresReconnect",
  "stateAfterTimeoutUnknown",
  "processId",
  "timeoutSeconds",
] as const;

function disagreeingHints({ fields }: ObjectShape): Disagreement[] {
  const recovery = fields.get("recovery");
  const hints = recovery && objectShape(recovery)?.fields;
  if (!hints) return [];
  return MIRRORED_HINTS.flatMap((name) => {
    const value = fields.get(name);
    const mirrored = value && constantOf(value);
    const hint = hints.get(name);
    const canonical = hint && constantOf(hint);
    if (!value || mirrored === undefined || canonical === undefined || mirrored === canonical) return [];
    const other = `recovery.${name}`;
    return [{ field: { name, value }, value: String(mirrored), other, otherValue: String(canonical) }];
  });
}

/** `NaN`, `-Infinity`, `Number.POSITIVE_INFINITY`: JSON has no word for them, and writes null. */
export function notFinite(ref: Ref): string | undefined {
  const constant = constantOf(ref);
  if (constant !== undefined)
    return typeof constant === "number" && !Number.isFinite(constant) ? String(constant) : undefined;
  const { node, env } = resolve(ref);
  if (node.type === "UnaryExpression" && node.operator === "-") {
    const inner = notFinite({ node: node.argument, env });
    return inner && `-${inner}`;
  }
  const isNumber = node.type === "MemberExpression" && dottedName(node.object) === "Number";
  const name = isNumber ? memberName(node) : node.type === "Identifier" ? node.name : undefined;
  if (name === undefined || !/^(?:NaN|Infinity|(?:POSITIVE|NEGATIVE)_INFINITY)$/u.test(name)) return undefined;
  return node.type === "Identifier" && env.file.bindings.resolve(node).kind !== "global" ? undefined : name;
}

/** The wait field and the wait in the words of the description, where they differ. */
export function wordsAgainstWait(
  contract: Contract,
): { readonly field: ContractField; readonly words: number } | undefined {
  const field = contract.fields.find(({ concept }) => concept === "wait");
  const wait = field && constantOf(field.value);
  if (!field || typeof wait !== "number") return undefined;
  for (const description of descriptionsIn(contract.result)) {
    const sentence = constantOf(description);
    const words = typeof sentence === "string" ? waitInWords(sentence) : undefined;
    if (words !== undefined && words !== inSeconds(wait, unitOfWait(field.name))) return { field, words };
  }
  return undefined;
}

/** `success: true` in the JSON of an error. */
export function successFlagIn({ result }: Contract): Ref | undefined {
  for (const shape of outerShapes({ result })) {
    const flag = successFlagOf(shape);
    if (flag) return flag;
  }
  return undefined;
}
