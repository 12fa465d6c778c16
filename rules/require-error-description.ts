import { categoryOf } from "../src/contract/categories.js";
import { saysKindAlone } from "../src/contract/category-words.js";
import { DIALECTS } from "../src/contract/dialects.js";
import { descriptionsIn, hasProse, namesWhatFailed } from "../src/analysis/exits/descriptions.js";
import { siteOfValue } from "../src/analysis/exits/field-places.js";
import { constantIn, fieldOf, type PayloadField } from "../src/analysis/exits/payload.js";
import { isContract, type ToldError } from "../src/analysis/exits/told-contract.js";
import { sameValue, type Site, type Value } from "../src/analysis/flow/values.js";
import { createRule } from "../src/create-rule.js";
import type { Lack } from "../src/lacks.js";

type Options = [object];
type MessageIds = "missingDescription" | "emptyDescription" | "repeatsCode" | "repeatsCategory";

interface Fault {
  readonly site: Site;
  readonly messageId: MessageIds;
  readonly lacks?: Lack;
}

function isEmpty(description: PayloadField): boolean {
  const said = constantIn(description);
  return said === null || (typeof said === "string" && said.trim() === "");
}

/** `RATE_LIMITED`, `rate-limited` and `Rate limited.` say the same. */
function folded(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** What it is can be told from another value of run time. */
function isKnown(value: Value): boolean {
  return value.kind === "promise" || (value.kind === "derived" && value.key !== undefined);
}

/** The description is the code or the category once more. */
function repeats(description: PayloadField, error: ToldError): boolean {
  return [fieldOf(error, "code"), fieldOf(error, "category")].some((field) => {
    if (!field) return false;
    const [said, other] = [description.value, field.value];
    if (said.kind === "constant" && other.kind === "constant") return folded(said.value) === folded(other.value);
    return isKnown(said) && sameValue(said, other);
  });
}

/** The description says the category in other words, and no code or hint says more. */
function saysCategory(description: PayloadField, error: ToldError): boolean {
  if (fieldOf(error, "code") ?? fieldOf(error, "recovery")) return false;
  const said = constantIn(description);
  const stated = constantIn(fieldOf(error, "category"));
  const category = typeof stated === "string" ? categoryOf(stated) : undefined;
  return typeof said === "string" && category !== undefined && saysKindAlone(said, category);
}

function faultOf(error: ToldError): Fault | undefined {
  if (!isContract(error) || hasProse(error)) return undefined;
  const descriptions = descriptionsIn(error);
  const [first] = descriptions;
  if (!first) {
    const field = DIALECTS[error.dialect].fields.description ?? "description";
    const addition = `a \`${field}\` of what failed and what to do next`;
    return error.isClosed
      ? { site: error.site, messageId: "missingDescription", lacks: { concept: "description", field, addition } }
      : undefined;
  }
  const site = siteOfValue(first);
  if (descriptions.every(isEmpty)) return { site, messageId: "emptyDescription" };
  if (namesWhatFailed(error)) return undefined;
  if (descriptions.every((description) => repeats(description, error))) return { site, messageId: "repeatsCode" };
  const isKindAlone = descriptions.every((description) => saysCategory(description, error));
  return isKindAlone ? { site, messageId: "repeatsCategory" } : undefined;
}

export const requireErrorDescription = createRule<Options, MessageIds>({
  name: "require-error-description",
  meta: {
    type: "suggestion",
    docs: { description: "Require error results to describe what went wrong in a sentence", preset: "recommended" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingDescription:
        "This error result has no {{fields}}, so the model may know the kind of failure, but not what failed. Add {{additions}}.",
      emptyDescription:
        "The description of this error is empty, so the model can't tell what failed or what to do next. Describe both in a sentence.",
      repeatsCode:
        "The description only repeats the code, so the model can't tell what failed or what to do next. Describe both in a sentence.",
      repeatsCategory:
        "The description only repeats the category, so the model can't tell what failed or what to do next. Describe both in a sentence.",
    },
  },
  *find({ told }) {
    const faults = told.errors.flatMap((error) => faultOf(error) ?? []);
    for (const { node, messageId, lacks } of told.each(faults)) yield { node, messageId, ...(lacks ? { lacks } : {}) };
  },
});
