import { DIALECTS } from "../src/contract/dialects.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingWait" | "limitWithoutWait" | "droppedRetryAfter" | "zeroWait";

export const requireRetryAfter = createRule<Options, MessageIds>({
  name: "require-retry-after",
  meta: {
    type: "problem",
    docs: { description: "Require retryable errors to state how long to wait", preset: "defects" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingWait:
        "Marked retryable without a delay, so the model will retry immediately. Add `{{field}}` with a finite number.",
      limitWithoutWait:
        "A rate limit without a delay, so the model will retry immediately. Add `{{field}}` with a finite number.",
      droppedRetryAfter:
        "HTTP {{status}} comes with a `Retry-After` header, but it is dropped here, so the model retries too early. Pass the delay on as `{{field}}`.",
      zeroWait: "A delay of 0 on a rate limit makes the model retry immediately. Set the real delay in `{{field}}`.",
    },
  },
  *find(model) {
    const field = DIALECTS[model.file.project.options.settings.dialect].fields.wait ?? "retryAfterSeconds";
    for (const { node, zero, status, isMarked } of model.told.missingWaits)
      if (zero) yield { node, messageId: "zeroWait", data: { field: zero.name } };
      else if (status === undefined)
        yield { node, messageId: isMarked ? "missingWait" : "limitWithoutWait", data: { field } };
      else yield { node, messageId: "droppedRetryAfter", data: { field, status: String(status) } };
  },
});
