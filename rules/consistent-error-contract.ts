import type { DialectName } from "../src/contract/dialects.js";
import { inSeconds, isLikelyOtherUnit, MAX_WAIT_SECONDS, unitInName, unitOfWait } from "../src/contract/waits.js";
import {
  dialectsOf,
  disagreementsIn,
  notFinite,
  pathOf,
  successFlagIn,
  wordsAgainstWait,
} from "../src/analysis/results/contract-conflicts.js";
import type { ContractField } from "../src/analysis/results/contract-fields.js";
import { fieldNamed, placeOf, type Contract } from "../src/analysis/results/contracts.js";
import type { Model } from "../src/analysis/model.js";
import { constantOf, type Ref } from "../src/analysis/values/values.js";
import type { RuleOptions } from "../src/rule-options.js";
import { createRule, type Finding } from "../src/create-rule.js";
import { lastName } from "../src/syntax/names.js";

type Options = [RuleOptions["consistent-error-contract"]];
type MessageIds =
  | "mixedNames"
  | "otherDialect"
  | "disagreeing"
  | "otherWaitInWords"
  | "successInError"
  | "wrongUnit"
  | "noNumber"
  | "tooLong"
  | "waitWithoutRetry"
  | "writeInUnit";

/** The dialect of the server: that of the settings, else the one that most errors of the file are written in. */
function dialectOfServer(contracts: readonly Contract[], model: Model): DialectName | undefined {
  const { dialect } = model.file.project.options.settings;
  if (dialect !== "standard") return dialect;
  const votes = new Map<DialectName, number>();
  for (const contract of contracts)
    for (const possible of dialectsOf(contract)) votes.set(possible, (votes.get(possible) ?? 0) + 1);
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export const consistentErrorContract = createRule<Options, MessageIds>({
  name: "consistent-error-contract",
  meta: {
    type: "problem",
    docs: {
      description: "Enforce one dialect of the error contract, consistent fields, and waits in the unit of their name",
      preset: "recommended",
    },
    hasSuggestions: true,
    schema: [
      {
        type: "object",
        properties: {
          maxWaitSeconds: {
            type: "number",
            minimum: 0,
            description: "The longest wait, in seconds, that an error may ask for.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ maxWaitSeconds: MAX_WAIT_SECONDS }],
    messages: {
      mixedNames:
        "This error mixes field names of several dialects ({{names}}), so a client that reads one dialect misses the other fields. Use one dialect.",
      otherDialect:
        "This error uses the dialect {{own}} ({{names}}), but the server's other errors use {{expected}}, so a client that reads those misses these fields. Use one dialect for all errors.",
      disagreeing:
        "`{{name}}` is {{value}}, but `{{other}}` is {{otherValue}}, so the model's next step depends on which one its client reads. Give both the same value.",
      otherWaitInWords:
        "`{{name}}` is {{value}}, but the description says {{words}} seconds, so the model and its client wait for different times. Give both the same value.",
      successInError:
        "`{{name}}: true` is set in an error result, so a client that reads this flag reports success to the model. Set it to false, or remove it.",
      wrongUnit:
        "`{{name}}` is in {{unit}}, but this value is in {{other}}, so the model waits {{factor}} the intended time. Convert the value.",
      noNumber:
        "`{{name}}` must be a finite number of {{unit}}, 0 or more, not {{value}}. The model can't wait for that.",
      tooLong:
        "`{{name}}: {{value}}` asks for a wait of {{minutes}} minutes, so the model gives up or retries too early. If the value is in milliseconds, divide by 1000. If the wait is intended, mark the error as not retryable and describe when to come back.",
      waitWithoutRetry:
        "`{{name}}` asks for a wait, but `{{flag}}` is false, so the model may wait and repeat a call that can't succeed. Remove the wait (0 in the dialect envelope), or describe why a retry helps.",
      writeInUnit: "Write {{value}} ({{unit}}).",
    },
  },
  *find(model, { maxWaitSeconds = MAX_WAIT_SECONDS }) {
    const { contracts, file } = model;
    const expected = dialectOfServer(contracts, model);
    const seen = new Set<unknown>();
    for (const contract of contracts) {
      yield* once(dialectFinding(contract, expected));
      for (const { field, value, other, otherValue } of disagreementsIn(contract))
        yield* once(at(field, contract, "disagreeing", { name: pathOf(field), value, other, otherValue }));
      const flag = successFlagIn(contract);
      if (flag) yield* once(at({ value: flag }, contract, "successInError", { name: flagName(flag) }));
      const waits = contract.fields.filter(({ concept }) => concept === "wait");
      for (const wait of waits) yield* once(waitFinding(wait, contract));
      const differing = wordsAgainstWait(contract);
      if (differing) {
        const { field, words } = differing;
        const data = { name: pathOf(field), value: String(constantOf(field.value)), words: String(words) };
        yield* once(at(field, contract, "otherWaitInWords", data));
      }
    }

    /** A value that several places share is reported once. */
    function* once(finding: Finding<MessageIds> | undefined): Generator<Finding<MessageIds>> {
      if (!finding || seen.has(finding.node)) return;
      seen.add(finding.node);
      yield finding;
    }

    function dialectFinding(contract: Contract, server: DialectName | undefined): Finding<MessageIds> | undefined {
      const { node, fields, result } = contract;
      // What a builder of this file writes is told at the builder.
      if (result.env.file === file && result.literal !== node && !contract.complete) return undefined;
      const possible = dialectsOf(contract);
      const names = [...new Set(fields.filter(({ carrier }) => carrier !== "meta").map(({ name }) => name))].join(", ");
      if (possible.length === 0) return { node, messageId: "mixedNames", data: { names } };
      const [own] = possible;
      if (own === undefined || server === undefined || possible.includes(server)) return undefined;
      return { node, messageId: "otherDialect", data: { own, names, expected: server } };
    }

    function waitFinding(wait: ContractField, contract: Contract): Finding<MessageIds> | undefined {
      const { name, value } = wait;
      const unit = unitOfWait(name);
      const other = unit === "seconds" ? "milliseconds" : "seconds";
      const constant = constantOf(value);
      const wrong = { name: pathOf(wait), unit, other, factor: unit === "seconds" ? "1000 times" : "a thousandth of" };
      const endless = notFinite(value);
      if (endless !== undefined) return at(wait, contract, "noNumber", { name: pathOf(wait), unit, value: endless });
      if (constant === undefined) return speaksOf(value, other) ? at(wait, contract, "wrongUnit", wrong) : undefined;
      // A date, or a number of seconds, is the other form of `retryAfter`.
      if (typeof constant === "string" && /^retry_?after$/iu.test(name)) return undefined;
      if (constant === null || (contract.dialect === "recovery" && typeof constant === "string")) return undefined;
      if (typeof constant !== "number" || constant < 0)
        return at(wait, contract, "noNumber", { name: pathOf(wait), unit, value: JSON.stringify(constant) });
      if (isLikelyOtherUnit(constant, unit)) {
        const converted = String(unit === "seconds" ? constant / 1000 : constant * 1000);
        return at(wait, contract, "wrongUnit", wrong, converted);
      }
      const flag = fieldNamed(contract.fields, "retryable");
      if (constant > 0 && flag && constantOf(flag.value) === false)
        return at(wait, contract, "waitWithoutRetry", { name: pathOf(wait), flag: flag.name });
      const seconds = inSeconds(constant, unit);
      if (seconds <= maxWaitSeconds) return undefined;
      const minutes = String(Math.round(seconds / 60));
      return at(wait, contract, "tooLong", { name: pathOf(wait), value: String(constant), minutes });
    }

    /** A variable is named after the other unit; the header of HTTP counts seconds. */
    function speaksOf({ node, env }: Ref, unit: "seconds" | "milliseconds"): boolean {
      const name = lastName(node);
      if (name !== undefined) return unitInName(name) === unit;
      return (
        unit === "seconds" &&
        /retry-after["'`]\s*\]?\)/iu.test(env.file.textOf(node)) &&
        !/\*|1000|1e3|1_000/u.test(env.file.textOf(node))
      );
    }

    /** The flag may stand in another file, with the builder of the object. */
    function flagName({ node, env }: Ref): string {
      return node.parent?.type === "Property" ? env.file.textOf(node.parent.key) : "success";
    }

    function at(
      field: Pick<ContractField, "value">,
      contract: Contract,
      messageId: MessageIds,
      data: Record<string, string>,
      converted?: string,
    ): Finding<MessageIds> {
      const node = placeOf(field, contract, file);
      const finding = { node, messageId, data };
      if (converted === undefined || node.type !== "Literal") return finding;
      const edits = [{ range: node.range, text: converted }];
      return {
        ...finding,
        suggest: [{ messageId: "writeInUnit", data: { value: converted, unit: data["unit"] ?? "" }, edits }],
      };
    }
  },
});
