import { fieldNamed, placeOf, type Contract } from "../src/analysis/results/contracts.js";
import type { ContractField } from "../src/analysis/results/contract-fields.js";
import { failureKindOf, memberOf } from "../src/analysis/results/failures.js";
import { effectAt } from "../src/analysis/tools/tool-effects.js";
import { constantOf, resolve } from "../src/analysis/values/values.js";
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
  *find(model) {
    const { file } = model;
    const seen = new Set<unknown>();
    for (const contract of model.contracts) {
      const { node, reached } = contract;
      const kind = failureKindOf(contract, file);
      if (kind === undefined || seen.has(node)) continue;
      const effect = effectAt(node, reached, file);
      const retryable = fieldNamed(contract.fields, "retryable");
      if (kind === "timeout" && effect.writes === true && effect.idempotent === false) {
        if (retryable && constantOf(retryable.value) === true && !sendsKey(contract)) {
          seen.add(node);
          yield {
            node,
            messageId: "retryableWrite",
            data: { name: retryable.name },
            suggest: setFalse(retryable, contract),
          };
          continue;
        }
      }
      if (contract.dialect !== "recovery" || !contract.complete) continue;
      const lacks = (name: string): boolean => memberOf(contract, name) === undefined;
      if (kind === "timeout" && effect.writes === true && lacks("stateAfterTimeoutUnknown"))
        yield { node, messageId: "unknownState", suggest: addHint(contract, "stateAfterTimeoutUnknown") };
      else if (kind === "connection-lost" && lacks("requiresReconnect"))
        yield { node, messageId: "missingReconnect", suggest: addHint(contract, "requiresReconnect") };
      else if (kind === "access-denied" && lacks("suggestedAction")) yield { node, messageId: "missingAction" };
      else continue;
      seen.add(node);
    }

    /** The service recognises a repetition by a key that the tool sends along. */
    function sendsKey({ reached }: Contract): boolean {
      const scope = reached?.tool?.functions ?? (reached ? [reached.fn] : []);
      return scope.some((fn) =>
        /idempoten(?:cy|t)[\s_-]?(?:key|token)|client_?(?:request_?)?token|dedup/iu.test(file.textOf(fn)),
      );
    }

    function setFalse(field: ContractField, contract: Contract): Suggestion<MessageIds>[] {
      const node = placeOf(field, contract, file);
      if (node.type !== "Literal") return [];
      return [{ messageId: "setFalse", data: { name: field.name }, edits: [{ range: node.range, text: "false" }] }];
    }

    function addHint(
      contract: Contract,
      name: "stateAfterTimeoutUnknown" | "requiresReconnect",
    ): Suggestion<MessageIds>[] {
      const recovery = memberOf(contract, "recovery");
      const target = recovery && resolve(recovery);
      if (target?.node.type !== "ObjectExpression" || target.env.file !== file) return [];
      const messageId = name === "requiresReconnect" ? "addReconnect" : "addStateUnknown";
      return [{ messageId, edits: addProperty(target.node, `${name}: true`, file) }];
    }
  },
});
