import { spelledFor } from "../src/contract/categories.js";
import type { DialectName } from "../src/contract/dialects.js";
import { MAX_WAIT_SECONDS } from "../src/contract/waits.js";
import {
  categoryAgainstStatus,
  dialectsOf,
  disagreementsIn,
  mirrorsAlone,
  ownFields,
  successFlagIn,
  wordsAgainstWait,
} from "../src/analysis/exits/field-conflicts.js";
import { siteOfValue } from "../src/analysis/exits/field-places.js";
import { isContract, type ToldError } from "../src/analysis/exits/told-contract.js";
import { waitFaultsIn, type WaitFault } from "../src/analysis/exits/wait-values.js";
import type { Site } from "../src/analysis/flow/values.js";
import type { RuleOptions } from "../src/rule-options.js";
import { createRule } from "../src/create-rule.js";

type Options = [RuleOptions["consistent-error-contract"]];
type MessageIds =
  | "mixedNames"
  | "otherDialect"
  | "disagreeing"
  | "otherStatus"
  | "mirrorsAlone"
  | "otherWaitInWords"
  | "successInError"
  | "wrongUnit"
  | "noNumber"
  | "tooLong"
  | "waitWithoutRetry"
  | "writeInUnit";

interface Fault {
  readonly site: Site;
  readonly messageId: MessageIds;
  readonly data: Readonly<Record<string, string>>;
  /** What a literal should say instead. */
  readonly converted?: string;
}

/** The dialects that most errors may be written in, each place counted once: several where nothing tells which it is. */
function mostUsed(errors: readonly ToldError[]): readonly DialectName[] {
  const places = new Map(errors.map((error) => [error.site.node, error]));
  const votes = new Map<DialectName, number>();
  for (const error of places.values())
    for (const possible of dialectsOf(error)) votes.set(possible, (votes.get(possible) ?? 0) + 1);
  const most = Math.max(...votes.values());
  return [...votes].flatMap(([dialect, count]) => (count === most ? dialect : []));
}

function dialectFault(error: ToldError, ofServer: readonly DialectName[]): readonly Fault[] {
  const { site } = error;
  const possible = dialectsOf(error);
  const names = [...new Set(ownFields(error).map(({ name }) => name))].join(", ");
  const [own] = possible;
  const [expected] = ofServer;
  if (own === undefined) return [{ site, messageId: "mixedNames", data: { names } }];
  if (expected === undefined || ofServer.some((dialect) => possible.includes(dialect))) return [];
  return [{ site, messageId: "otherDialect", data: { own, names, expected } }];
}

function waitFault(fault: WaitFault): Fault {
  const { site, unit } = fault;
  const name = fault.field.path;
  switch (fault.kind) {
    case "no number":
      return { site, messageId: "noNumber", data: { name, unit, value: fault.value } };
    case "no retry":
      return { site, messageId: "waitWithoutRetry", data: { name, flag: fault.flag } };
    case "too long": {
      const minutes = String(Math.round(fault.seconds / 60));
      return { site, messageId: "tooLong", data: { name, value: String(fault.value), minutes } };
    }
    case "other unit": {
      const { other, converted } = fault;
      const factor = unit === "seconds" ? "1000 times" : "a thousandth of";
      const found = { site, messageId: "wrongUnit", data: { name, unit, other, factor } } as const;
      return converted === undefined ? found : { ...found, converted: String(converted) };
    }
  }
}

function statusFault(error: ToldError): readonly Fault[] {
  const found = categoryAgainstStatus(error);
  if (!found) return [];
  const { field, stated, status } = found;
  const category = spelledFor(field.name, "transient");
  const data = { status: String(status), name: field.name, value: stated, category };
  return [{ site: siteOfValue(field), messageId: "otherStatus", data }];
}

function wordsFault(error: ToldError): readonly Fault[] {
  const differing = wordsAgainstWait(error);
  if (!differing) return [];
  const { field, wait, words } = differing;
  const data = { name: field.path, value: String(wait), words: String(words) };
  return [{ site: siteOfValue(field), messageId: "otherWaitInWords", data }];
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
      otherStatus:
        "HTTP {{status}} says that the service can't answer now, but `{{name}}` is {{value}}, so the model changes input that may be right. Write {{category}}.",
      mirrorsAlone:
        "{{names}} stand beside `recovery`, which isn't there, so a client that looks for hints in `recovery` finds none. Put them into `recovery`.",
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
  *find({ told, file }, { maxWaitSeconds = MAX_WAIT_SECONDS }) {
    const errors = told.errors.filter(isContract);
    const { dialect } = file.project.options.settings;
    const ofServer = dialect === "standard" ? mostUsed(errors) : [dialect];
    const faults = errors.flatMap((error): readonly Fault[] => {
      const flag = successFlagIn(error);
      const alone = mirrorsAlone(error);
      const names = alone.map((name) => `\`${name}\``).join(", ");
      return [
        ...dialectFault(error, ofServer),
        ...disagreementsIn(error).map(({ site, ...data }) => ({ site, messageId: "disagreeing" as const, data })),
        ...statusFault(error),
        ...(alone.length > 0 ? [{ site: error.site, messageId: "mirrorsAlone" as const, data: { names } }] : []),
        ...(flag ? [{ site: flag.site, messageId: "successInError" as const, data: { name: flag.name } }] : []),
      ];
    });
    faults.push(...waitFaultsIn(errors, maxWaitSeconds).map(waitFault), ...errors.flatMap(wordsFault));
    for (const { node, messageId, data, converted } of told.each(faults)) {
      const edits = node.type === "Literal" && converted !== undefined ? [{ range: node.range, text: converted }] : [];
      const suggestion = {
        messageId: "writeInUnit" as const,
        data: { value: converted ?? "", unit: data["unit"] ?? "" },
      };
      yield { node, messageId, data, suggest: edits.length > 0 ? [{ ...suggestion, edits }] : [] };
    }
  },
});
