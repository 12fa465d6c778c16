import { DIALECTS } from "../src/contract/dialects.js";
import { fieldNamed, placeOf, type Contract } from "../src/analysis/results/contracts.js";
import { descriptionsIn, hasProse, namesWhatFailed } from "../src/analysis/results/descriptions.js";
import { constantOf, resolve, type Ref } from "../src/analysis/values/values.js";
import { createRule, type Finding } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingDescription" | "emptyDescription" | "repeatsCode";

function isEmpty(value: Ref): boolean {
  const constant = constantOf(value);
  return constant === null || (typeof constant === "string" && constant.trim() === "");
}

/** `RATE_LIMITED`, `rate-limited` and `Rate limited.` say the same. */
function folded(value: string | number | boolean): string {
  return String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The description is the code or the category once more. */
function repeats(description: Ref, { fields }: Contract): boolean {
  const said = constantOf(description);
  return [fieldNamed(fields, "code"), fieldNamed(fields, "category")].some((field) => {
    if (!field) return false;
    const other = constantOf(field.value);
    if (said === undefined || said === null || other === undefined || other === null)
      return said === other && resolve(description).node === resolve(field.value).node;
    return folded(said) === folded(other);
  });
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
        "This error result has no `{{field}}`, so the model knows the kind of failure, but not what failed or what to do next. Add a sentence that says both.",
      emptyDescription:
        "The description of this error is empty, so the model can't tell what failed or what to do next. Describe both in a sentence.",
      repeatsCode:
        "The description only repeats the code, so the model can't tell what failed or what to do next. Describe both in a sentence.",
    },
  },
  *find(model) {
    const seen = new Set<unknown>();
    for (const contract of model.contracts) {
      const { node, result } = contract;
      if (hasProse(result)) continue;
      const descriptions = descriptionsIn(result);
      const [first] = descriptions;
      if (!first) {
        const field = DIALECTS[contract.dialect].fields.description ?? "description";
        if (contract.complete) yield* once({ node, messageId: "missingDescription", data: { field } });
      } else if (descriptions.every(isEmpty)) yield* once(at(first, contract, "emptyDescription"));
      else if (descriptions.every((description) => repeats(description, contract)) && !namesWhatFailed(result))
        yield* once(at(first, contract, "repeatsCode"));
    }

    function* once(finding: Finding<MessageIds>): Generator<Finding<MessageIds>> {
      if (seen.has(finding.node)) return;
      seen.add(finding.node);
      yield finding;
    }

    function at(value: Ref, contract: Contract, messageId: MessageIds): Finding<MessageIds> {
      return { node: placeOf({ value }, contract, model.file), messageId };
    }
  },
});
