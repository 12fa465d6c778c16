import { siteOfValue } from "../src/analysis/exits/field-places.js";
import type { PayloadField } from "../src/analysis/exits/payload.js";
import { missingHintIn } from "../src/analysis/exits/recoveries.js";
import type { RecordObject } from "../src/analysis/flow/values.js";
import { addProperty } from "../src/edits/result-literal.js";
import { createRule, type Suggestion } from "../src/create-rule.js";

type Options = [object];
type MessageIds =
  | "retryableWrite"
  | "unknownState"
  | "missingReconnect"
  | "missingAction"
  | "setFalse"
  | "addStateUnknown"
  | "addReconnect";

export const requireRecoveryHint = createRule<Options, MessageIds>({
  name: "require-recovery-hint",
  meta: {
    type: "suggestion",
    docs: {
      description:
        "Require errors to describe what a retry alone can't fix: an unknown state, a lost connection, a missing permission",
      preset: "strict",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      retryableWrite:
        "A write that timed out may have succeeded and isn't idempotent, but `{{name}}` is true, so the model repeats it and does it twice. Set it to false and ask the model to read the state first, or send an idempotency key.",
      unknownState:
        "A write timed out, but the error doesn't mention that it may have succeeded, so the model does it again. Add `recovery.stateAfterTimeoutUnknown: true`.",
      missingReconnect:
        "The connection is lost, but the recovery hints don't mention it, so the model repeats the call over the same dead connection. Add `recovery.requiresReconnect: true`.",
      missingAction:
        "Access was denied, but the error doesn't describe what would help, so the model repeats the call or gives up. Describe in `recovery.suggestedAction` who has to grant what.",
      setFalse: "Set `{{name}}` to false.",
      addStateUnknown: "Add `stateAfterTimeoutUnknown: true`.",
      addReconnect: "Add `requiresReconnect: true`.",
    },
  },
  *find({ told, file }) {
    for (const missing of told.each(told.errors.flatMap((error) => missingHintIn(error) ?? []))) {
      const { node } = missing;
      switch (missing.kind) {
        case "retryable write": {
          const { name } = missing.field;
          yield { node, messageId: "retryableWrite", data: { name }, suggest: setFalse(missing.field) };
          break;
        }
        case "unknown state":
          yield { node, messageId: "unknownState", suggest: addHint("stateAfterTimeoutUnknown", missing.recovery) };
          break;
        case "reconnect":
          yield { node, messageId: "missingReconnect", suggest: addHint("requiresReconnect", missing.recovery) };
          break;
        case "action":
          yield { node, messageId: "missingAction" };
      }
    }

    function setFalse(field: PayloadField): Suggestion<MessageIds>[] {
      const flag = told.nodeAt(siteOfValue(field));
      if (flag?.type !== "Literal") return [];
      return [{ messageId: "setFalse", data: { name: field.name }, edits: [{ range: flag.range, text: "false" }] }];
    }

    function addHint(name: "stateAfterTimeoutUnknown" | "requiresReconnect", recovery: RecordObject | undefined) {
      const object = told.nodeAt(recovery?.made);
      if (object?.type !== "ObjectExpression") return [];
      const messageId = name === "requiresReconnect" ? ("addReconnect" as const) : ("addStateUnknown" as const);
      return [{ messageId, edits: addProperty(object, `${name}: true`, file) }];
    }
  },
});
